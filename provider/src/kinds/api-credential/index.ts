import { collect } from "../../core/api";
import { defineKind } from "../declare";
import { overlay } from "./credential";
import { fields, outputs } from "./fields";
import { look } from "./look";

/** `/v2/api-credentials`. Secrets go in and never come out: only what is visible of a credential can be compared. */
export const apiCredential = defineKind({
  name: "ApiCredential",
  docs: {
    description: `A credential the platform uses to call outside services, and the hosts it may be used against.

\`credential\` is a secret as a whole, whether or not the program marks it: it is encrypted in the state and shown nowhere. Its forms,
by \`authMethod\`:

| \`authMethod\` | field | contents (secret ones in bold) |
|---|---|---|
| \`basic\` | \`basic\` | \`username\`, **\`password\`** |
| \`bearer\` | \`bearer\` | **\`token\`** |
| \`apiKey\` | \`apiKey\` | \`key\` (header or query parameter), **\`value\`**, \`isQueryParam\` |
| \`oAuthClientCredentials\` | \`oAuthClientCredentials\` | \`clientId\`, **\`clientSecret\`**, \`accessTokenUrl\`, \`scopes\`, \`accessTokenAuthMethod\` (\`httpBasic\` or \`requestBody\`) |
| \`awsSigV4\` | \`awsSigV4\` | \`accessKeyId\`, **\`secretAccessKey\`**; optional \`region\`, \`service\`, **\`sessionToken\`**, \`temporaryCredentialsUrl\`, \`temporaryCredentialsResponseMapping\`, \`temporaryCredentialsRequestParams\` |

Every field updates in place, nothing replaces, and only what changed is sent: the stored secrets are sent again only when
something in \`credential\` changed, or \`rotation\` did. The platform never gives secrets back. A change made in the product shows as
drift when it is in what is visible (user names, ids, addresses, scopes, regions), and can't be seen when only a secret was changed:
a new \`rotation\` puts the declared ones back.

A refresh compares everything that the platform shows of every credential. That is one request per credential, and one list for all of
those with \`bearer\`, of which nothing beyond the list is visible. The stack setting \`analytics:apiCredentials.refresh: listed\` skips
the requests: a refresh then compares name, description, allowlist and method of all of them by one list, and misses a changed user name,
client id, address, scope or region.

Pulumi itself writes properties of every provider in clear where it is asked to trace them: all of them at \`-v=9\`, and in
\`--event-log\` those that are neither config secrets nor made from one. Such files belong to nobody else.

One that signs in by \`oAuthAuthorizationCode\` or \`oAuthPasswordCredentials\` can be made in the product only. Adopt it with
\`adopt\`, without \`credential\`: everything else is managed.`,
    endpoints: ["POST|GET /v2/api-credentials", "GET|PATCH|DELETE /v2/api-credentials/{apiCredentialId}"],
    example: `const billing = new analytics.ApiCredential("billing", {
  name: "Billing",
  allowlist: ["api.billing.example.com", "*.eu.billing.example.com"],
  credential: {
    authMethod: "basic",
    basic: { username: "analytics", password: config.requireSecret("billingPassword") },
  },
});`,
  },
  permission: 'an account type with "Manage API connectors", and Can edit access to the credential',
  dependsOn: ["API credential"],
  settings: { name: "apiCredentials", choices: { refresh: ["whole", "listed"] } },
  fields,
  outputs,

  problems: ({ credential, rotation, adopt }, { isNew }) => [
    ...(credential === undefined && isNew && !adopt
      ? ["credential: required; only an adopted credential (`adopt`) can be managed without it."]
      : []),
    ...(credential === undefined && rotation !== undefined
      ? ["rotation: sends the credential again, and none is declared."]
      : []),
  ],

  notComparable: ({ credential }) =>
    credential && "its secrets can't be compared and count as declared; change rotation to send them",

  describe: ({ name }) => `API credential "${name}"`,

  async find({ client }, { name }) {
    const all = await collect(client.apiCredentials.list({ name }));
    return all.filter((found) => found.name === name).map(({ apiCredentialId }) => apiCredentialId);
  },

  async origin({ client }, id) {
    const { createdAt, createdBy } = await client.apiCredentials.get(id);
    return { at: createdAt, by: createdBy };
  },

  async create({ client, createOptions }, { name, allowlist, credential, description }) {
    if (credential === undefined) throw new Error(`credential: there is no API credential "${name}" to adopt.`);
    const made = await client.apiCredentials.create({ name, allowlist, credential, description }, createOptions);
    return { id: made.apiCredentialId, outputs: { authMethod: made.authMethod } };
  },

  async read({ client, settings }, id, known) {
    const { name, allowlist, description, authMethod, credential } = await look(client, id, known, settings);
    const declared = known?.inputs.credential;
    return {
      inputs: {
        name,
        allowlist,
        description,
        credential: declared && credential ? overlay(declared, credential) : declared,
      },
      outputs: { authMethod },
    };
  },

  async update({ client }, id, change) {
    const { authMethod } = await client.apiCredentials.update(id, change);
    return { authMethod };
  },

  mock: (id, { credential }) => ({ id, outputs: { authMethod: credential?.authMethod ?? "none" } }),

  async delete({ client }, id) {
    await client.apiCredentials.delete(id);
  },
});
