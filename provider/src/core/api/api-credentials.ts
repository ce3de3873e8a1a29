import * as z from "zod";
import { defineArea } from "./area";
import { audit, optionalText } from "./common";
import { listSecretFields } from "./credential-methods";
import { defineList } from "./transport/answer";

const accessTokenAuthMethod = z.string();
const scopes = defineList(z.string());

/** What can be seen of a credential, by `authMethod`: never a secret. Further methods come as they are. */
const projection = z.looseObject({
  authMethod: z.string(),
  basic: z.looseObject({ username: z.string() }).optional(),
  apiKey: z.looseObject({ key: z.string(), isQueryParam: z.boolean() }).optional(),
  oAuthClientCredentials: z
    .looseObject({ clientId: z.string(), accessTokenUrl: z.string(), scopes, accessTokenAuthMethod })
    .optional(),
  oAuthAuthorizationCode: z
    .looseObject({
      clientId: z.string(),
      authorizationUrl: z.string(),
      accessTokenUrl: z.string(),
      scopes,
      accessTokenAuthMethod,
    })
    .optional(),
  oAuthPasswordCredentials: z
    .looseObject({
      username: z.string(),
      accessTokenUrl: z.string(),
      scopes,
      accessTokenAuthMethod,
      clientId: z.string().optional(),
    })
    .optional(),
  awsSigV4: z
    .looseObject({
      accessKeyId: z.string(),
      region: z.string().optional(),
      service: z.string().optional(),
      temporaryCredentialsUrl: z.string().optional(),
    })
    .optional(),
});

const listed = z.looseObject({
  apiCredentialId: z.string(),
  name: z.string().describe("Its name."),
  authMethod: z
    .string()
    .describe(
      "`basic`, `bearer`, `apiKey`, `oAuthClientCredentials`, `awsSigV4`, or one that only the product can create.",
    ),
  allowlist: defineList(z.string()).describe("Host names that it may be used against, with `*` for any part."),
  description: optionalText.describe("What the credential is for."),
});
/** An API credential as listed. */
export interface ListedApiCredential extends z.infer<typeof listed> {}

const apiCredential = z.looseObject({
  ...listed.shape,
  credential: projection
    .describe("What can be seen of the credential: user names and addresses.")
    .meta({ type: "{ authMethod: string; [method: string]: unknown }" }),
  ...audit,
});
/** An API credential, without its secrets. */
export interface ApiCredential extends z.infer<typeof apiCredential> {}

/**
 * Credentials for services the platform calls, `/v2/api-credentials`. Secrets go in and never come out. `credential` is
 * sent whole, as a single secret can't be changed; an update without it leaves the secrets.
 *
 * @example
 * ```ts
 * const { apiCredentialId } = await client.apiCredentials.create({
 *   name: "billing",
 *   allowlist: ["billing.example.com"],
 *   credential: { authMethod: "bearer", bearer: { token } },
 * });
 * ```
 */
export const apiCredentials = defineArea({
  path: "/v2/api-credentials",
  noun: "API credential",
  id: "apiCredentialId",
  read: "whole",
  listed: listed as z.ZodType<ListedApiCredential>,
  whole: apiCredential as z.ZodType<ApiCredential>,
  updated: apiCredential as z.ZodType<ApiCredential>,
  sends: ["name", "allowlist", "credential", "description"],
  encode: (body) => ({ body, secrets: collectSecrets(body.credential) }),
  pages: "token",
});

/** The secret texts of a credential, so that no error repeats them. */
function collectSecrets(credential: object | null | undefined): string[] {
  const names = listSecretFields();
  const secrets: string[] = [];
  // The replacer sees every field at every depth.
  JSON.stringify(credential, (key, value) => {
    if (typeof value === "string" && names.has(key)) secrets.push(value);
    return value;
  });
  return secrets;
}
