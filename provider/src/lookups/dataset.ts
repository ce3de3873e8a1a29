import type { Dataset as ApiDataset } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getDataset}: `id` or `name`. */
export type GetDatasetArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** The folders it lies in, such as `Acme/Models`; with `name`, where that is not unique. */
    path?: string;
  };

/** A dataset. */
export interface GetDatasetResult {
  /** Its id. */
  id: string;
  name: string;
  description: string;
  /** Its address in the product. */
  url: string;
  /** Names of the folders above, with slashes between. */
  path: string;
  /** Id of its owner. */
  owner: string;
  /** How many references other datasets have to this one. */
  referenceCount: number;
  /** `migrated`, `not-migrated` or `not-required`. */
  migrationStatus: string;
  /** What it became; null as long as it isn't migrated. */
  migrationToDataModel: { dataModelId: string; dataModelUrl: string; migratedAt: string; migratedBy: string } | null;
  /** Id of who made it. */
  createdBy: string;
  /** Id of who changed it last. */
  updatedBy: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Arguments of {@link listDatasets}; without any, all are listed. */
export interface ListDatasetsArgs extends LookupArgs {
  /** The exact name. */
  name?: string;
  /** The folders it lies in, such as `Acme/Models`. */
  path?: string;
  /** `migrated`, `not-migrated` or `not-required`. */
  migrationStatus?: string;
}

const datasets: Collection<ApiDataset> = {
  noun: "dataset",
  entries: (client) => client.datasets.list(),
  idOf: ({ datasetId }) => datasetId,
  nameOf: ({ name }) => name,
};

/**
 * A dataset, by `id` or by `name` (and `path`).
 *
 * Permissions: access to the dataset.
 *
 * Endpoints: `GET /v2/datasets/{datasetId}`, `GET /v2/datasets`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const { migrationStatus } = await analytics.getDataset({ name: "Orders dataset" });
 * ```
 */
export const getDataset = lookup<GetDatasetArgs, GetDatasetResult>({
  name: "getDataset",
  oneOf: ["id", "name"],
  optional: ["path"],
  answer: async (call, { id, name, path }) =>
    id === undefined ? named(call, datasets, name, { path }) : withId("dataset", id, call.client.datasets.get(id)),
});

/** {@link getDataset} for arguments that are outputs. */
export const getDatasetOutput = outputOf(getDataset);

/**
 * The datasets that these credentials can see, archived ones left out.
 *
 * Permissions: access to the dataset.
 *
 * Endpoint: `GET /v2/datasets`.
 *
 * @example
 * ```ts
 * const left = await analytics.listDatasets({ migrationStatus: "not-migrated" });
 * for (const { id, name } of left) {
 *   new analytics.DatasetMigration(name, { datasetId: id, shouldUpdateReferences: true });
 * }
 * ```
 */
export const listDatasets = lookup<ListDatasetsArgs, GetDatasetResult[]>({
  name: "listDatasets",
  optional: ["name", "path", "migrationStatus"],
  answer: (call, { connection: _, ...filter }) => matching(call, datasets, filter),
});

/** {@link listDatasets} for arguments that are outputs. */
export const listDatasetsOutput = outputOf(listDatasets);
