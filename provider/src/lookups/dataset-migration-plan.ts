import { withId } from "./collection";
import { type LookupArgs, lookup, outputOf } from "./lookup";

/** Arguments of {@link getDatasetMigrationPlan}: `datasetId`, `shouldUpdateReferences?`, `destFolderId?`. */
export interface GetDatasetMigrationPlanArgs extends LookupArgs {
  /** Id of the dataset. */
  datasetId: string;
  /** As in the migration. Default: false. */
  shouldUpdateReferences?: boolean;
  /** As in the migration. Default: the dataset's folder. */
  destFolderId?: string;
}

/** One end of a link: a dataset, or a table of a connection. */
export interface DatasetLinkEnd {
  /** `dataset` or `table`. */
  type: string;
  datasetId?: string;
  tableId?: string;
}

/** What a migration would touch. */
export interface GetDatasetMigrationPlanResult {
  /** Id of the dataset. */
  id: string;
  /** Every dataset and connection table linked with the dataset. */
  links: { source: DatasetLinkEnd; target: DatasetLinkEnd }[];
  /** How many links the dataset has to other datasets. */
  linkCount: number;
  /** How many references other datasets have to this one. */
  referenceCount: number;
}

/**
 * The dry run of a {@link DatasetMigration}: what is linked with the dataset. It changes nothing, and so works in a preview.
 *
 * Permissions: as for the migration.
 *
 * Endpoint (beta): `POST /v2/datasets/{datasetId}/migrate` with `dryRun`.
 *
 * @throws when there is no such dataset.
 * @example
 * ```ts
 * const plan = await analytics.getDatasetMigrationPlan({ datasetId: "…" });
 * export const references = plan.referenceCount;
 * ```
 */
export const getDatasetMigrationPlan = lookup<GetDatasetMigrationPlanArgs, GetDatasetMigrationPlanResult>({
  name: "getDatasetMigrationPlan",
  required: ["datasetId"],
  optional: ["shouldUpdateReferences", "destFolderId"],
  async answer({ client }, { datasetId, shouldUpdateReferences = false, destFolderId }) {
    const dry = client.datasets.migrate(datasetId, { shouldUpdateReferences, destFolderId, dryRun: true });
    const { dataModelId: _, ...plan } = await withId("dataset", datasetId, dry);
    return plan;
  },
});

/** {@link getDatasetMigrationPlan} for arguments that are outputs. */
export const getDatasetMigrationPlanOutput = outputOf(getDatasetMigrationPlan);
