import * as z from "zod";
import { credentialMethods, isSecretField } from "../../core/api";
import { defineAreaKind } from "../declare";
import { overlayFound } from "./credential";
import { fields, outputs } from "./fields";
import { readVisible } from "./read";

/** The rows of the table of methods: their fields, required ones first. */
const methodRows = Object.entries<z.ZodObject>(credentialMethods)
  .map(([method, { shape }]) => {
    const isOptional = (name: string) => shape[name] instanceof z.ZodOptional;
    const list = (names: readonly string[]) =>
      names.map((name) => (isSecretField(shape[name]!) ? `**\`${name}\`**` : `\`${name}\``)).join(", ");
    const names = Object.keys(shape);
    const optional = list(names.filter(isOptional));
    const contents = list(names.filter((name) => !isOptional(name))) + (optional && `; optional ${optional}`);
    return `| \`${method}\` | \`${method}\` | ${contents} |`;
  })
  .join("\n");

/** `/v2/api-credentials`. Secrets go in and never come out: only what is visible of a credential can be compared. */
export const apiCredential = defineAreaKind({
  name: "ApiCredential",
  area: "apiCredentials",
  docs: {
    description: `A credential that the platform uses to call external services, and the hosts that it may call.

\`credential\` is always secret as a whole: it is encrypted in the state and never shown. Its fields depend on
\`authMethod\`:

| \`authMethod\` | field | contents (secret ones in bold) |
|---|---|---|
${methodRows}

All fields update in place. The provider sends only changed fields, and the secrets only when \`credential\` or
\`rotation\` changes. The platform never returns secrets. A change made in the product shows as drift if the changed
field is visible (user names, ids, addresses, scopes, regions). The provider can't detect a changed secret: change
\`rotation\` to send the declared secrets again.

A refresh compares all visible fields. It sends one request per credential, and one list request for all credentials
with \`bearer\`, which show no more than the list. The stack setting \`analytics:apiCredentials.refresh: listed\` skips
the requests per credential: a refresh then compares only name, description, allowlist and method, and doesn't detect a
changed user name, client id, address, scope or region.

Pulumi's trace files contain properties in plain text: all of them with \`-v=9\`; with \`--event-log\` all except config
secrets and values derived from them. Keep such files private.

Only the product can create a credential with \`oAuthAuthorizationCode\` or \`oAuthPasswordCredentials\`. Adopt it with
\`adopt\` and without \`credential\` to manage its other fields.`,
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
  needs: {
    permission: 'an account type with "Manage API connectors", and Can edit access to the credential',
    lookups: ["API credential"],
  },
  settings: { name: "apiCredentials", choices: { refresh: ["whole", "listed"] } },
  fields,
  outputs,

  review: {
    problems: ({ credential, rotation, adopt }, { isNew }) => [
      ...(credential === undefined && isNew && !adopt
        ? ["credential: required; only an adopted credential (`adopt`) can be managed without it."]
        : []),
      ...(credential === undefined && rotation !== undefined
        ? ["rotation: sends the credential again, and none is declared."]
        : []),
    ],
  },

  adoption: {
    notComparable: ({ credential }) =>
      credential && "its secrets can't be compared and count as declared; change rotation to send them",
  },

  describe: ({ name }) => `API credential "${name}"`,

  async create({ client, madeId }, { name, allowlist, credential, description }) {
    if (credential === undefined) throw new Error(`credential: there is no API credential "${name}" to adopt.`);
    const created = await client.apiCredentials.create({ name, allowlist, credential, description }, madeId);
    return { id: created.apiCredentialId, outputs: { authMethod: created.authMethod } };
  },

  async read({ client, settings }, id, known) {
    const { name, allowlist, description, authMethod, credential } = await readVisible(client, id, known, settings);
    const declared = known?.inputs.credential;
    return {
      inputs: {
        name,
        allowlist,
        description,
        credential: declared && credential ? overlayFound(declared, credential) : declared,
      },
      outputs: { authMethod },
    };
  },

  async update({ client }, id, change) {
    const { authMethod } = await client.apiCredentials.update(id, change);
    return { authMethod };
  },

  mock: (id, { credential }) => ({ id, outputs: { authMethod: credential?.authMethod ?? "none" } }),
});
