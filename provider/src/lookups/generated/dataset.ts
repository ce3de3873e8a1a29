// Generated from lookups/dataset.ts by `npm run generate`: change that, and run it again.

import { dataset as declared } from "../dataset";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getDataset}: `id` or `name`. */
export type GetDatasetArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
    skipPermissionCheck?: boolean;
    /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
    path?: string;
  };

/** Arguments of {@link listDatasets}. */
export interface ListDatasetsArgs extends LookupArgs {
  /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
  skipPermissionCheck?: boolean;
  /** The exact name. */
  name?: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
  path?: string;
  /** `migrated`, `not-migrated` or `not-required`. */
  migrationStatus?: string;
}

/** A dataset. */
export interface GetDatasetResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its address in the product. */
  url: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  path: string;
  /** What the dataset is for. */
  description: string;
  /** Id of its owner. */
  owner: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** How many references other datasets have to this one. */
  referenceCount: number;
  /** `migrated`, `not-migrated` or `not-required`. */
  migrationStatus: string;
  /** What it became; null as long as it isn't migrated. */
  migrationToDataModel: {
    /** Id of the data model. */
    dataModelId: string;
    /** Its address in the product. */
    dataModelUrl: string;
    /** When it was migrated (ISO 8601). */
    migratedAt: string;
    /** Id of the member who migrated it. */
    migratedBy: string;
  } | null;
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
 * A dataset, by `id` or by `name` (and `path`).
 *
 * Permissions: access to the datasets.
 *
 * Endpoints: `GET /v2/datasets/{datasetId}`, `GET /v2/datasets`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const orders = analytics.getDatasetOutput({ name: "Orders dataset" });
 * export const status = orders.migrationStatus;
 * ```
 */
export const getDataset = createLookup<GetDatasetArgs, GetDatasetResult>(declared.get);

/** {@link getDataset} for arguments that are outputs. */
export const getDatasetOutput = toOutputLookup(getDataset);

/**
 * The datasets that these credentials can see, without archived ones.
 *
 * Permissions: access to the datasets.
 *
 * Endpoint: `GET /v2/datasets`.
 *
 * @example
 * ```ts
 * export const left = analytics.listDatasetsOutput({ migrationStatus: "not-migrated" });
 * ```
 */
export const listDatasets = createLookup<ListDatasetsArgs, GetDatasetResult[]>(declared.list);

/** {@link listDatasets} for arguments that are outputs. */
export const listDatasetsOutput = toOutputLookup(listDatasets);
