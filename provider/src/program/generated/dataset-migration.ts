// Generated from kinds/dataset-migration by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, typeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Folder } from "./folder";

/** Arguments of {@link DatasetMigration}. */
export interface DatasetMigrationArgs extends CommonArgs {
  /** Id of the dataset to migrate. Changing it migrates the other dataset; this one stays migrated. */
  datasetId: pulumi.Input<string>;
  /** Whether workbooks that use the dataset are changed to use the new data model. No effect once the dataset is migrated. */
  shouldUpdateReferences: pulumi.Input<boolean>;
  /** Id of the folder for the data model. Default: the dataset's folder. No effect once the dataset is migrated. */
  destFolderId?: pulumi.Input<string> | Folder;
}

/**
 * The migration of a dataset, which the platform is giving up, to a data model.
 *
 * It happens once and can't be undone. A dataset that is migrated already is adopted with its data model, with or without `adopt`, and
 * nothing is sent. Later changes of `shouldUpdateReferences` and `destFolderId` have no effect, and a message says so; another
 * `datasetId` is another migration. Deleting the resource does nothing on the platform: dataset and data model stay, and a message says so.
 * An answer that was lost is looked up in the dataset, so that no dataset is migrated twice.
 *
 * Once the platform has retired datasets, a state that holds migrations still refreshes and destroys; a new migration is an error that
 * says so.
 *
 * {@link getDatasetMigrationPlan} tells beforehand what is linked with the dataset.
 *
 * Endpoints: `POST /v2/datasets/{datasetId}/migrate`, `GET /v2/datasets/{datasetId}`.
 *
 * @example
 * ```ts
 * const migration = new analytics.DatasetMigration("orders", { datasetId, shouldUpdateReferences: true });
 * export const model = migration.dataModelId;
 * ```
 */
export class DatasetMigration extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("DatasetMigration");

  /** Id of the dataset to migrate. Changing it migrates the other dataset; this one stays migrated. */
  declare readonly datasetId: pulumi.Output<string>;
  /** Whether workbooks that use the dataset are changed to use the new data model. No effect once the dataset is migrated. */
  declare readonly shouldUpdateReferences: pulumi.Output<boolean>;
  /** Id of the folder for the data model. Default: the dataset's folder. No effect once the dataset is migrated. */
  declare readonly destFolderId: pulumi.Output<string | undefined>;
  /** Id of the data model that the dataset became. */
  declare readonly dataModelId: pulumi.Output<string>;

  constructor(name: string, args: DatasetMigrationArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "DatasetMigration", outputs: ["dataModelId"], refs: { destFolderId: {} } }, name, args, options);
  }
}
