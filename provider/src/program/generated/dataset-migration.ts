// Generated from kinds/dataset-migration by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Folder } from "./folder";
import type { Workspace } from "./workspace";

/** Arguments of {@link DatasetMigration}. */
export interface DatasetMigrationArgs extends CommonArgs {
  /** Id of the dataset to migrate. Changing it migrates the other dataset; this one stays migrated. */
  datasetId: pulumi.Input<string>;
  /** Whether to update workbooks that use the dataset to use the new data model. No effect once the dataset is migrated. */
  shouldUpdateReferences: pulumi.Input<boolean>;
  /** Id of the folder for the data model. Default: the dataset's folder. No effect once the dataset is migrated. */
  destFolderId?: pulumi.Input<string> | Folder | Workspace;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * The migration of a dataset to a data model. Datasets are retired: they can't be created and edited
 * since 2 June 2026, nor viewed and used as a source of data since 15 September 2026.
 *
 * A migration happens once and can't be undone. If the dataset is already migrated, the provider adopts the migration with
 * its data model, with or without `adopt`, and sends nothing. Later changes of `shouldUpdateReferences` and
 * `destFolderId` have no effect, and the provider logs that. Another `datasetId` is another migration. Deleting the
 * resource keeps dataset and data model on the platform, and logs that. If the response is lost, the provider reads the
 * result from the dataset, so it never migrates a dataset twice.
 *
 * You can still refresh and destroy a state with migrations. Once the platform has removed the beta endpoint, a new
 * migration is an error.
 *
 * Migrate a dataset that others use first: give the others `dependsOn`. {@link listDatasets} has all datasets, and
 * {@link getDatasetMigrationPlan} shows the links of one before the migration.
 *
 * Endpoints: `POST /v2/datasets/{datasetId}/migrate`, `GET /v2/datasets/{datasetId}`.
 *
 * @example
 * ```ts
 * const orders = analytics.getDatasetOutput({ name: "Orders dataset" });
 * const migration = new analytics.DatasetMigration("orders", { datasetId: orders.id, shouldUpdateReferences: true });
 * export const model = migration.dataModelId;
 * ```
 */
export class DatasetMigration extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DatasetMigration");

  /** Id of the dataset to migrate. Changing it migrates the other dataset; this one stays migrated. */
  declare readonly datasetId: pulumi.Output<string>;
  /** Whether to update workbooks that use the dataset to use the new data model. No effect once the dataset is migrated. */
  declare readonly shouldUpdateReferences: pulumi.Output<boolean>;
  /** Id of the folder for the data model. Default: the dataset's folder. No effect once the dataset is migrated. */
  declare readonly destFolderId: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Id of the data model. */
  declare readonly dataModelId: pulumi.Output<string>;

  constructor(name: string, args: DatasetMigrationArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "DatasetMigration",
        properties: ["datasetId", "shouldUpdateReferences", "destFolderId", "allowDelete", "dataModelId"],
        refs: { destFolderId: {} },
      },
      name,
      args,
      options,
    );
  }
}
