import * as z from "zod";
import type { ApiCredential as Found } from "../../core/api";
import { declaredIfSame, equal, equalSet } from "../../core/values";

const text = z.string().min(1);

/** How the platform signs in to the outside service, by `authMethod`. */
const methods = {
  basic: z.strictObject({
    username: z.string(),
    password: text.describe("Secret."),
  }),
  bearer: z.strictObject({
    token: text.describe("Secret."),
  }),
  apiKey: z.strictObject({
    key: text.describe("Name of the header or query parameter."),
    value: text.describe("Secret."),
    isQueryParam: z.boolean().describe("True: sent as a query parameter; false: as a header."),
  }),
  oAuthClientCredentials: z.strictObject({
    clientId: text,
    clientSecret: text.describe("Secret."),
    accessTokenUrl: z
      .url({ protocol: /^https?$/, error: "Expected an http or https address" })
      .describe("Where the platform gets its access tokens."),
    scopes: z.array(text),
    accessTokenAuthMethod: z
      .enum(["httpBasic", "requestBody"])
      .describe("How the client id and secret are sent to `accessTokenUrl`."),
  }),
  awsSigV4: z.strictObject({
    accessKeyId: text,
    secretAccessKey: text.describe("Secret."),
    region: text.optional(),
    service: text.optional(),
    sessionToken: text.optional().describe("Secret."),
    temporaryCredentialsUrl: z
      .url({ protocol: /^https?$/, error: "Expected an http or https address" })
      .optional()
      .describe("Where the platform gets temporary credentials."),
    temporaryCredentialsResponseMapping: z
      .strictObject({
        accessKeyField: text.optional(),
        secretKeyField: text.optional(),
        sessionTokenField: text.optional(),
        expirationField: text.optional(),
      })
      .optional()
      .describe("Where in the answer of `temporaryCredentialsUrl` each part is."),
    temporaryCredentialsRequestParams: z
      .array(z.strictObject({ key: text, value: z.string(), sendIn: z.enum(["queryParam", "body", "header"]) }))
      .optional()
      .describe("What is sent to `temporaryCredentialsUrl`."),
  }),
};

/**
 * `{ authMethod: "basic", basic: { username, password } }` and likewise for `bearer`, `apiKey`, `oAuthClientCredentials` and
 * `awsSigV4`: the methods a credential can be written with.
 */
export const credentialInput = z
  .discriminatedUnion("authMethod", [
    z.strictObject({ authMethod: z.literal("basic"), basic: methods.basic }),
    z.strictObject({ authMethod: z.literal("bearer"), bearer: methods.bearer }),
    z.strictObject({ authMethod: z.literal("apiKey"), apiKey: methods.apiKey }),
    z.strictObject({
      authMethod: z.literal("oAuthClientCredentials"),
      oAuthClientCredentials: methods.oAuthClientCredentials,
    }),
    z.strictObject({ authMethod: z.literal("awsSigV4"), awsSigV4: methods.awsSigV4 }),
  ])
  .meta({ id: "CredentialInput" });

export type CredentialInput = z.infer<typeof credentialInput>;

/** Fields that the platform accepts and never returns. */
const unseen: readonly string[] = ["password", "token", "value", "clientSecret", "secretAccessKey", "sessionToken"];

type Fields = Record<string, unknown>;

/**
 * The declared credential with what the platform shows of it in place of what was declared: equal to the declared one unless
 * something visible was changed. Secrets are never shown, so they count as unchanged, unless the method itself is another now.
 */
export function overlay(declared: CredentialInput, found: Found["credential"]): CredentialInput {
  const { authMethod } = declared;
  const shown = found[found.authMethod] as Fields | undefined;
  // One of another method is never equal to the declared one, and nothing more is asked of it.
  if (found.authMethod !== authMethod) return { ...found } as unknown as CredentialInput;
  if (shown === undefined) return declared;
  const fields = (declared as Fields)[authMethod] as Fields;
  const visible = Object.keys(methods[authMethod].shape).filter((field) => !unseen.includes(field));
  const now = visible.map((field) => [field, declaredIfSame(fields[field], shown[field] ?? undefined, sameValue)]);
  const present = now.filter(([, value]) => value !== undefined);
  const secrets = Object.entries(fields).filter(([field]) => unseen.includes(field));
  return { authMethod, [authMethod]: Object.fromEntries([...present, ...secrets]) } as CredentialInput;
}

/** An optional text the platform shows as empty isn't set; the order of scopes tells nothing. */
function sameValue(declared: unknown, found: unknown): boolean {
  if (isTexts(declared) && isTexts(found)) return equalSet(declared, found);
  return equal(declared ?? "", found ?? "");
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
