// Generated from lookups/dataset-migration-plan.ts by `npm run generate`: change that, and run it again.

import { datasetMigrationPlan as declared } from "../dataset-migration-plan";
import { createLookup, type LookupArgs, toOutputLookup } from "../lookup";

export type DatasetLinkEnd = {
  /** `dataset` or `table`. */
  type: string;
  /** Id of the dataset. */
  datasetId?: string;
  /** Id of the table of a connection. */
  tableId?: string;
};

/** Arguments of {@link getDatasetMigrationPlan}. */
export interface GetDatasetMigrationPlanArgs extends LookupArgs {
  /** Id of the dataset. */
  datasetId: string;
  /** As in the migration. Default: false. */
  shouldUpdateReferences?: boolean;
  /** As in the migration. Default: the dataset's folder. */
  destFolderId?: string;
}

/** What a migration would change. */
export interface GetDatasetMigrationPlanResult {
  /** Id of the dataset. */
  id: string;
  /** Every dataset and connection table that is linked with the dataset. */
  links: {
    /** Where the link begins. */
    source: DatasetLinkEnd;
    /** Where the link ends. */
    target: DatasetLinkEnd;
  }[];
  /** How many links the dataset has to other datasets. */
  linkCount: number;
  /** How many references other datasets have to this one. */
  referenceCount: number;
}

/**
 * The dry run of a {@link DatasetMigration}: what is linked with the dataset. It changes nothing, so it also works in a preview.
 *
 * Permissions: the same as for the migration.
 *
 * Endpoint: `POST /v2/datasets/{datasetId}/migrate` (beta, with `dryRun`).
 *
 * @throws when there is no such dataset.
 * @example
 * ```ts
 * const orders = analytics.getDatasetOutput({ name: "Orders dataset" });
 * const plan = analytics.getDatasetMigrationPlanOutput({ datasetId: orders.id });
 * export const references = plan.referenceCount;
 * ```
 */
export const getDatasetMigrationPlan = createLookup<GetDatasetMigrationPlanArgs, GetDatasetMigrationPlanResult>(
  declared.get,
);

/** {@link getDatasetMigrationPlan} for arguments that are outputs. */
export const getDatasetMigrationPlanOutput = toOutputLookup(getDatasetMigrationPlan);
