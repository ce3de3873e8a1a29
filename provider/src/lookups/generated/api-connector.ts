// Generated from lookups/api-connector.ts by `npm run generate`: change that, and run it again.

import { apiConnector as declared } from "../api-connector";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getApiConnector}: `id` or `name`. */
export type GetApiConnectorArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** An API connector, as listed. */
export interface ListedApiConnector {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** What the connector is for. */
  description?: string;
}

/** An API connector. */
export interface GetApiConnectorResult extends ListedApiConnector {
  /** Id of the API credential that signs its requests in. */
  authId?: string;
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
 * An API connector, by `id` or by `name`.
 *
 * Permissions: an account type with "Manage API connectors".
 *
 * Endpoints: `GET /v2/api-connectors/{apiConnectorId}`, `GET /v2/api-connectors`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * export const invoices = analytics.getApiConnectorOutput({ name: "Create invoice" });
 * ```
 */
export const getApiConnector = createLookup<GetApiConnectorArgs, GetApiConnectorResult>(declared.get);

/** {@link getApiConnector} for arguments that are outputs. */
export const getApiConnectorOutput = toOutputLookup(getApiConnector);

/**
 * The API connectors that these credentials can see, without archived ones.
 *
 * Permissions: an account type with "Manage API connectors".
 *
 * Endpoint: `GET /v2/api-connectors`.
 *
 * @example
 * ```ts
 * export const connectors = analytics.listApiConnectorsOutput();
 * ```
 */
export const listApiConnectors = createLookup<LookupArgs, ListedApiConnector[]>(declared.list);

/** {@link listApiConnectors} for arguments that are outputs. */
export const listApiConnectorsOutput = toOutputLookup(listApiConnectors);
