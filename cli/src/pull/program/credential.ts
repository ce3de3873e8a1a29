import type { ApiCredential } from "pulumi-analytics-internal/core/api";
import { hasMask } from "pulumi-analytics-internal/core/text";
import { Code, type Fields, type Value } from "../../text/typescript";

/** A setting that holds a secret. */
export interface SecretKey {
  /** The file of the program that takes it. */
  readonly file: string;
  /** In the program's own namespace. */
  readonly key: string;
  /** What it is: `password of the API credential "Billing"`. */
  readonly what: string;
}

/** How a credential signs in, by method: what the platform shows, and what it never does. */
const methods: Readonly<
  Record<string, { shown: readonly string[]; secrets: readonly string[]; comments?: readonly string[] }>
> = {
  basic: { shown: ["username"], secrets: ["password"] },
  bearer: { shown: [], secrets: ["token"] },
  apiKey: { shown: ["key", "isQueryParam"], secrets: ["value"] },
  oAuthClientCredentials: {
    shown: ["clientId", "accessTokenUrl", "scopes", "accessTokenAuthMethod"],
    secrets: ["clientSecret"],
  },
  awsSigV4: {
    shown: [
      "accessKeyId",
      "region",
      "service",
      "temporaryCredentialsUrl",
      "temporaryCredentialsResponseMapping",
      "temporaryCredentialsRequestParams",
    ],
    secrets: ["secretAccessKey"],
    comments: ["The platform doesn't show whether it has a sessionToken. Add one if it does."],
  },
};

/**
 * A credential's `credential` for the program, its secrets from settings; undefined for methods that only the product
 * can set, or when the platform shows too little of it.
 *
 * @param prefix what the settings' names begin with.
 */
export function buildCredentialArgs(
  { authMethod, credential, name }: ApiCredential,
  prefix: string,
): { args: Fields; secrets: SecretKey[]; comments: readonly string[] } | undefined {
  const isText = (field: string) => typeof shown[field] === "string";
  const method = Object.hasOwn(methods, authMethod) ? methods[authMethod] : undefined;
  const shown = (credential[authMethod] ?? {}) as Record<string, Value>;
  if (method === undefined || credential.authMethod !== authMethod) return undefined;
  // What the platform hides of the other fields, too, only the user knows. An address may have a secret in its query.
  const masked = method.shown.filter((field) => hasMask(shown[field]) || isPrivateAddress(shown[field]));
  const [texts, others] = [masked.filter(isText), masked.filter((field) => !isText(field))];
  const secrets = [...texts, ...method.secrets].map((field) => ({
    field,
    key: prefix + field.charAt(0).toUpperCase() + field.slice(1),
    what: `${field} of the API credential "${name}"`,
    file: "credentials.ts",
  }));
  const visible = method.shown.flatMap((field) =>
    shown[field] == null || masked.includes(field) ? [] : [[field, shown[field]] as const],
  );
  const secret = secrets.map(({ field, key }) => [field, requireSecret(key)] as const);
  const args = { authMethod, [authMethod]: Object.fromEntries([...visible, ...secret]) };
  const comments = [
    ...others.map((field) => `The platform shows only a part of ${field}. Declare it.`),
    ...(method.comments ?? []),
  ];
  return { args, secrets: secrets.map(({ field: _, ...secret }) => secret), comments };
}

const isPrivateAddress = (value: unknown) => typeof value === "string" && /^\w+:\/\/.*[?@]/.test(value);

/** What stands for a secret where a declaration is looked through. */
export const requireSecret = (key: string) => new Code(`config.requireSecret("${key}")`, "secret");
