import * as z from "zod";
import type { Dataset } from "../core/api";
import { orGone } from "../host/create/creation";
import type { Kind } from "./declare/kind";

export const datasetMigrationInputs = z.strictObject({
  /** Id of the dataset to migrate. Changing it migrates the other dataset, and leaves this one migrated. */
  datasetId: z.string().min(1),
  /** Whether workbooks that use the dataset are to use the new data model instead. Without effect once the dataset is migrated. */
  shouldUpdateReferences: z.boolean(),
  /** Id of the folder the data model comes to lie in. Left out: the dataset's folder. Without effect once the dataset is migrated. */
  destFolderId: z.string().min(1).optional(),
});

export type DatasetMigrationInputs = z.infer<typeof datasetMigrationInputs>;

export interface DatasetMigrationOutputs {
  /** Id of the data model the dataset became. */
  dataModelId: string;
}

/** `POST /v2/datasets/{datasetId}/migrate` (beta). It happens once and can't be undone; the dataset knows what it became. */
export const datasetMigration: Kind<DatasetMigrationInputs, DatasetMigrationOutputs> = {
  name: "DatasetMigration",
  inputs: datasetMigrationInputs,
  permission: 'an account type with "Create, edit, and publish data models", and Can edit access to the dataset',
  secret: [],
  replaceOn: ["datasetId"],

  describe: ({ datasetId }) => `migration of the dataset ${datasetId}`,

  async find({ client }, { datasetId }) {
    const dataset = await client.datasets.get(datasetId);
    return madeModel(dataset) === undefined ? [] : [datasetId];
  },

  async create({ client, tell }, { datasetId, shouldUpdateReferences, destFolderId }) {
    const dataset = await client.datasets.get(datasetId);
    const earlier = dataset.migrationToDataModel;
    if (earlier !== null) {
      tell(
        `The dataset "${dataset.name}" (${datasetId}) was migrated at ${earlier.migratedAt} by ${earlier.migratedBy} already: ` +
          `adopted with its data model ${earlier.dataModelId}, nothing was written`,
      );
      if ((await orGone(client.dataModels.get(earlier.dataModelId))) === undefined) {
        tell(`The data model ${earlier.dataModelId} is no longer there; the platform can restore a deleted one.`);
      }
      return { id: datasetId, outputs: { dataModelId: earlier.dataModelId } };
    }
    if (dataset.migrationStatus === "not-required") {
      throw new Error(
        `The dataset "${dataset.name}" (${datasetId}) needs no migration, says the platform: remove this resource.`,
      );
    }
    const { dataModelId } = await client.datasets.migrate(datasetId, { shouldUpdateReferences, destFolderId });
    // Null only for a dry run; if it comes all the same, the dataset itself knows.
    return { id: datasetId, ...(dataModelId === null ? {} : { outputs: { dataModelId } }) };
  },

  async read({ client }, id, known) {
    // Whoever clears away old datasets doesn't undo their migration.
    const dataset = await orGone(client.datasets.get(id));
    const dataModelId = dataset === undefined ? known?.outputs.dataModelId : madeModel(dataset);
    if (dataModelId === undefined) return undefined;
    return { inputs: { shouldUpdateReferences: false, ...known?.inputs, datasetId: id }, outputs: { dataModelId } };
  },

  async update({ tell }, id, _olds, _news, changed) {
    tell(
      `The dataset ${id} is migrated already: ${[...changed].join(" and ")} has no effect any more, nothing was sent`,
    );
    return undefined;
  },

  mock: (_id, { datasetId }) => ({ id: datasetId, outputs: { dataModelId: `${datasetId}-model` } }),

  async delete({ tell }, id, { outputs }) {
    tell(
      `The dataset ${id} stays migrated, and its data model ${outputs.dataModelId} stays too: a migration can't be undone. ` +
        "Only this stack forgets about it.",
    );
  },
};

function madeModel({ migrationToDataModel }: Dataset): string | undefined {
  return migrationToDataModel?.dataModelId;
}
