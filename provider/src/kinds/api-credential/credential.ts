import * as z from "zod";
import type { ApiCredential as Found } from "../../core/api";
import { equal, equalSet, preferDeclared } from "../../core/engine";
import { hasMask } from "../../core/text";

const text = z.string().min(1);

const describeSecret = (description: string) => text.describe(`${description} Secret.`).meta({ secret: true });

const httpUrl = z.url({ protocol: /^https?$/, error: "Expected an http or https address" });

/** How the platform signs in to the outside service, by `authMethod`. A title names the type in the schema. */
const methods = {
  basic: z
    .strictObject({
      username: z.string().describe("The user name."),
      password: describeSecret("The password."),
    })
    .meta({ title: "BasicCredential" }),
  bearer: z
    .strictObject({
      token: describeSecret("The token."),
    })
    .meta({ title: "BearerCredential" }),
  apiKey: z
    .strictObject({
      key: text.describe("Name of the header or query parameter."),
      value: describeSecret("The key."),
      isQueryParam: z.boolean().describe("True: sent as a query parameter; false: as a header."),
    })
    .meta({ title: "ApiKeyCredential" }),
  oAuthClientCredentials: z
    .strictObject({
      clientId: text.describe("The client id."),
      clientSecret: describeSecret("The client secret."),
      accessTokenUrl: httpUrl.describe("Where the platform gets its access tokens."),
      scopes: z.array(text).describe("The scopes of the access tokens."),
      accessTokenAuthMethod: z
        .enum(["httpBasic", "requestBody"])
        .meta({ title: "AccessTokenAuthMethod" })
        .describe("How the client id and secret are sent to `accessTokenUrl`."),
    })
    .meta({ title: "OAuthClientCredential" }),
  awsSigV4: z
    .strictObject({
      accessKeyId: text.describe("Id of the access key."),
      secretAccessKey: describeSecret("The secret access key."),
      region: text.optional().describe("The AWS region of the service."),
      service: text.optional().describe("The AWS service, as in its signature."),
      sessionToken: describeSecret("The session token.").optional(),
      temporaryCredentialsUrl: httpUrl.optional().describe("Where the platform gets temporary credentials."),
      temporaryCredentialsResponseMapping: z
        .strictObject({
          accessKeyField: text.optional().describe("The field with the id of the access key."),
          secretKeyField: text.optional().describe("The field with the secret access key."),
          sessionTokenField: text.optional().describe("The field with the session token."),
          expirationField: text.optional().describe("The field with the time at which they expire."),
        })
        .meta({ title: "TemporaryCredentialsMapping" })
        .optional()
        .describe("Where in the answer of `temporaryCredentialsUrl` each part is."),
      temporaryCredentialsRequestParams: z
        .array(
          z
            .strictObject({
              key: text.describe("Name of the parameter."),
              value: z.string().describe("Its value."),
              sendIn: z
                .enum(["queryParam", "body", "header"])
                .meta({ title: "RequestParamPlace" })
                .describe("The part of the request that it is sent in."),
            })
            .meta({ title: "TemporaryCredentialsParam" }),
        )
        .optional()
        .describe("What is sent to `temporaryCredentialsUrl`."),
    })
    .meta({ title: "AwsSigV4Credential" }),
};

/**
 * `{ authMethod: "basic", basic: { username, password } }` and likewise for `bearer`, `apiKey`,
 * `oAuthClientCredentials` and `awsSigV4`: the methods a credential can be written with.
 */
export const credentialInput = z
  .discriminatedUnion("authMethod", [
    z.strictObject({ authMethod: z.literal("basic"), basic: methods.basic.describe("The user name and password.") }),
    z.strictObject({ authMethod: z.literal("bearer"), bearer: methods.bearer.describe("The token.") }),
    z.strictObject({
      authMethod: z.literal("apiKey"),
      apiKey: methods.apiKey.describe("The key, and where it is sent."),
    }),
    z.strictObject({
      authMethod: z.literal("oAuthClientCredentials"),
      oAuthClientCredentials: methods.oAuthClientCredentials.describe("The client, and how it gets access tokens."),
    }),
    z.strictObject({
      authMethod: z.literal("awsSigV4"),
      awsSigV4: methods.awsSigV4.describe("The access key, or where temporary credentials come from."),
    }),
  ])
  .meta({ id: "CredentialInput", title: "Credential" });

export type CredentialInput = z.infer<typeof credentialInput>;

/** Fields that the platform accepts and never returns. */
const unseen: readonly string[] = ["password", "token", "value", "clientSecret", "secretAccessKey", "sessionToken"];

type Fields = Record<string, unknown>;

/**
 * The declared credential with what the platform shows of it in place of what was declared: equal to the declared one
 * unless something visible was changed. Secrets are never shown, so they count as unchanged, unless the method itself
 * is another now.
 */
export function overlayFound(declared: CredentialInput, found: Found["credential"]): CredentialInput {
  const { authMethod } = declared;
  const shown = found[found.authMethod] as Fields | undefined;
  // One of another method is never equal to the declared one, and nothing more is asked of it.
  if (found.authMethod !== authMethod) return { ...found } as unknown as CredentialInput;
  if (shown === undefined) return declared;
  const fields = (declared as Fields)[authMethod] as Fields;
  const visible = Object.keys(methods[authMethod].shape).filter((field) => !unseen.includes(field));
  const now = visible.map((field) => {
    const declaredValue = fields[field];
    // A mask says nothing about the value.
    if (hasMask(shown[field])) return [field, declaredValue];
    return [field, preferDeclared(declaredValue, shown[field] ?? undefined, isSameValue)];
  });
  const present = now.filter(([, value]) => value !== undefined);
  const secrets = Object.entries(fields).filter(([field]) => unseen.includes(field));
  return { authMethod, [authMethod]: Object.fromEntries([...present, ...secrets]) } as CredentialInput;
}

/** An optional text the platform shows as empty isn't set; the order of scopes tells nothing. */
function isSameValue(declared: unknown, found: unknown): boolean {
  if (isTexts(declared) && isTexts(found)) return equalSet(declared, found);
  return equal(declared ?? "", found ?? "");
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
