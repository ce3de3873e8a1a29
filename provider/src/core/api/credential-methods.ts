import * as z from "zod";

const text = z.string().min(1);

/** A text that is secret. The mark is the only place that says so: redaction, comparison and docs read it. */
const describeSecret = (description: string) => text.describe(`${description} Secret.`).meta({ secret: true });

const httpUrl = z.url({ protocol: /^https?$/, error: "Expected an http or https address" });

/**
 * What the platform takes to sign in to an outside service, by `authMethod`. A title names the type in the schema.
 */
export const credentialMethods = {
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

/** Whether a field of a method is secret: the platform accepts it and never returns it. */
export function isSecretField(field: z.ZodType): boolean {
  return field instanceof z.ZodOptional ? isSecretField(field.unwrap() as z.ZodType) : field.meta()?.secret === true;
}

/** The secret fields of all methods, by their names. */
export function listSecretFields(): ReadonlySet<string> {
  const shapes = Object.values<z.ZodObject>(credentialMethods).map(({ shape }) => shape);
  return new Set(shapes.flatMap((shape) => Object.keys(shape).filter((name) => isSecretField(shape[name]!))));
}
