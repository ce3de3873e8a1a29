// Generated from lookups/api-credential.ts by `npm run generate`: change that, and run it again.

import { apiCredential as declared } from "../api-credential";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getApiCredential}: `id` or `name`. */
export type GetApiCredentialArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listApiCredentials}. */
export interface ListApiCredentialsArgs extends LookupArgs {
  /** `basic`, `bearer`, `apiKey`, `oAuthClientCredentials`, `awsSigV4`, or one that only the product can create. */
  authMethod?: string;
}

/** An API credential, as listed. */
export interface ListedApiCredential {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** `basic`, `bearer`, `apiKey`, `oAuthClientCredentials`, `awsSigV4`, or one that only the product can create. */
  authMethod: string;
  /** Host names that it may be used against, with `*` for any part. */
  allowlist: string[];
  /** What the credential is for. */
  description?: string;
}

/** An API credential. */
export interface GetApiCredentialResult extends ListedApiCredential {
  /** What can be seen of the credential: user names and addresses. */
  credential: { authMethod: string; [method: string]: unknown };
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * An API credential, by `id` or by `name`.
 *
 * Permissions: an account type with "Manage API connectors".
 *
 * Endpoints: `GET /v2/api-credentials/{apiCredentialId}`, `GET /v2/api-credentials`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const billing = analytics.getApiCredentialOutput({ name: "Billing" });
 * export const allowlist = billing.allowlist;
 * ```
 */
export const getApiCredential = createLookup<GetApiCredentialArgs, GetApiCredentialResult>(declared.get);

/** {@link getApiCredential} for arguments that are outputs. */
export const getApiCredentialOutput = toOutputLookup(getApiCredential);

/**
 * The API credentials that these credentials can see, without archived ones.
 *
 * Permissions: an account type with "Manage API connectors".
 *
 * Endpoint: `GET /v2/api-credentials`.
 *
 * @example
 * ```ts
 * export const old = analytics.listApiCredentialsOutput({ authMethod: "basic" });
 * ```
 */
export const listApiCredentials = createLookup<ListApiCredentialsArgs, ListedApiCredential[]>(declared.list);

/** {@link listApiCredentials} for arguments that are outputs. */
export const listApiCredentialsOutput = toOutputLookup(listApiCredentials);
