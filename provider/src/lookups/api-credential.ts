import type { ApiCredential, ListedApiCredential } from "../core/api";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const apiCredential = defineCollection<ListedApiCredential, ApiCredential>({
  noun: "API credential",
  title: "API credentials",
  permission: 'an account type with "Manage API connectors"',
  getEndpoint: "GET /v2/api-credentials/{apiCredentialId}",
  listEndpoint: "GET /v2/api-credentials",
  examples: {
    get: `const billing = analytics.getApiCredentialOutput({ name: "Billing" });
export const allowlist = billing.allowlist;`,
    list: `export const old = analytics.listApiCredentialsOutput({ authMethod: "basic" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    authMethod: zod
      .string()
      .describe(
        "`basic`, `bearer`, `apiKey`, `oAuthClientCredentials`, `awsSigV4`, or one that only the product can create.",
      ),
    allowlist: zod.array(zod.string()).describe("Host names that it may be used against, with `*` for any part."),
    description: zod.string().optional().describe("What the credential is for."),
  }),
  wholeFields: (zod) => ({
    credential: zod
      .looseObject({})
      .describe("What can be seen of the credential: user names and addresses.")
      .meta({ type: "{ authMethod: string; [method: string]: unknown }" }),
    ...audit(zod),
  }),
  filters: ["authMethod"],
  entries: ({ apiCredentials }) => apiCredentials.list(),
  get: ({ apiCredentials }, id) => apiCredentials.get(id),
  idOf: ({ apiCredentialId }) => apiCredentialId,
  nameOf: ({ name }) => name,
});
