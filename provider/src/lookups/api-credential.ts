import type { ListedApiCredential as ApiListedApiCredential } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getApiCredential}: `id` or `name`. */
export type GetApiCredentialArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** An API credential, as listed. */
export interface ListedApiCredential {
  /** Its id. */
  id: string;
  name: string;
  /** `basic`, `bearer`, `apiKey`, `oAuthClientCredentials`, `awsSigV4`, or one that only the product can make. */
  authMethod: string;
  /** Host names it may be used against, with `*` for any part. */
  allowlist: string[];
  description?: string;
}

/** An API credential. */
export interface GetApiCredentialResult extends ListedApiCredential {
  /** What can be seen of the credential: user names and addresses. */
  credential: { authMethod: string; [method: string]: unknown };
  /** Id of who made it. */
  createdBy: string;
  /** Id of who changed it last. */
  updatedBy: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Arguments of {@link listApiCredentials}; without any, all are listed. */
export interface ListApiCredentialsArgs extends LookupArgs {
  /** `basic`, `bearer`, `apiKey`, `oAuthClientCredentials`, `awsSigV4`, … */
  authMethod?: string;
}

const apiCredentials: Collection<ApiListedApiCredential> = {
  noun: "API credential",
  entries: (client) => client.apiCredentials.list(),
  idOf: ({ apiCredentialId }) => apiCredentialId,
  nameOf: ({ name }) => name,
};

/**
 * An API credential, by `id` or by `name`. Never its secrets: the platform tells them to nobody.
 *
 * Permissions: an account type with Manage API connectors.
 *
 * Endpoints: `GET /v2/api-credentials/{apiCredentialId}`, `GET /v2/api-credentials`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const crm = await analytics.getApiCredential({ name: "CRM" });
 * ```
 */
export const getApiCredential = lookup<GetApiCredentialArgs, GetApiCredentialResult>({
  name: "getApiCredential",
  oneOf: ["id", "name"],
  answer: async (call, { id, name }) => {
    const wanted = id ?? (await named(call, apiCredentials, name)).id;
    return withId("API credential", wanted, call.client.apiCredentials.get(wanted));
  },
});

/** {@link getApiCredential} for arguments that are outputs. */
export const getApiCredentialOutput = outputOf(getApiCredential);

/**
 * The API credentials that these credentials can see, archived ones left out.
 *
 * Permissions: an account type with Manage API connectors.
 *
 * Endpoint: `GET /v2/api-credentials`.
 *
 * @example
 * ```ts
 * const old = await analytics.listApiCredentials({ authMethod: "basic" });
 * ```
 */
export const listApiCredentials = lookup<ListApiCredentialsArgs, ListedApiCredential[]>({
  name: "listApiCredentials",
  optional: ["authMethod"],
  answer: (call, { connection: _, ...filter }) => matching(call, apiCredentials, filter),
});

/** {@link listApiCredentials} for arguments that are outputs. */
export const listApiCredentialsOutput = outputOf(listApiCredentials);
