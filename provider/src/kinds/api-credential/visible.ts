import type { CredentialInput } from "./credential";

/** The public fields of a credential, by method; see {@link getVisibleMethod}. */
export interface VisibleMethod {
  /** `basic`, `bearer`, `apiKey`, `oAuthClientCredentials` or `awsSigV4`. */
  readonly authMethod: CredentialInput["authMethod"];
  /** Where access tokens come from, without user, password and query. */
  readonly accessTokenUrl?: string;
  /** Where temporary credentials come from, without user, password and query. */
  readonly temporaryCredentialsUrl?: string;
  readonly scopes?: readonly string[];
  readonly accessTokenAuthMethod?: "httpBasic" | "requestBody";
  /** Whether an API key goes into the address, where servers log it. */
  readonly isQueryParam?: boolean;
}

const publicFields = [
  "accessTokenUrl",
  "temporaryCredentialsUrl",
  "scopes",
  "accessTokenAuthMethod",
  "isQueryParam",
] as const satisfies readonly (keyof VisibleMethod)[];

/** The public fields of a declared credential: the sign-in method, without secrets. */
export function getVisibleMethod(credential: Readonly<Record<string, unknown>>): VisibleMethod {
  const fields = (credential[String(credential.authMethod)] ?? {}) as Record<string, unknown>;
  const shown = publicFields
    .filter((field) => fields[field] !== undefined)
    .map((field) => [field, field.endsWith("Url") ? dropSecrets(fields[field]) : fields[field]]);
  return { authMethod: credential.authMethod, ...Object.fromEntries(shown) };
}

function dropSecrets(address: unknown): unknown {
  if (typeof address !== "string" || !URL.canParse(address)) return address;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
