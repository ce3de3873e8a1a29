import type * as pulumi from "@pulumi/pulumi";
import type { DatasetMigrationInputs } from "../kinds/dataset-migration";
import type { CommonInputs } from "../kinds/declare/kind";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link DatasetMigration}: `datasetId`, `shouldUpdateReferences`, `destFolderId?`, `connection?`, `adopt?`. */
export type DatasetMigrationArgs = Inputs<DatasetMigrationInputs & CommonInputs>;

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
 * Nothing is secret.
 *
 * Endpoints (beta): `POST /v2/datasets/{datasetId}/migrate`, `GET /v2/datasets/{datasetId}`.
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

  /** Id of the dataset. */
  declare readonly datasetId: pulumi.Output<string>;
  declare readonly shouldUpdateReferences: pulumi.Output<boolean>;
  declare readonly destFolderId: pulumi.Output<string | undefined>;
  /** Id of the data model the dataset became. */
  declare readonly dataModelId: pulumi.Output<string>;

  constructor(name: string, args: DatasetMigrationArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "DatasetMigration", outputs: ["dataModelId"] }, name, args, options);
  }
}
