import * as z from "zod";
import { type Dataset, readUnlessGone } from "../core/api";
import { defineKind, field, output, text } from "./declare";

/**
 * `POST /v2/datasets/{datasetId}/migrate` (beta). It happens once and can't be undone; the dataset knows what it
 * became.
 */
export const datasetMigration = defineKind({
  name: "DatasetMigration",
  docs: {
    description: `The migration of a dataset to a data model. Datasets are retired: they can't be created and edited
since 2 June 2026, nor viewed and used as a source of data since 15 September 2026.

A migration happens once and can't be undone. If the dataset is already migrated, the provider adopts the migration with
its data model, with or without \`adopt\`, and sends nothing. Later changes of \`shouldUpdateReferences\` and
\`destFolderId\` have no effect, and the provider logs that. Another \`datasetId\` is another migration. Deleting the
resource keeps dataset and data model on the platform, and logs that. If the response is lost, the provider reads the
result from the dataset, so it never migrates a dataset twice.

You can still refresh and destroy a state with migrations. Once the platform has removed the beta endpoint, a new
migration is an error.

Migrate a dataset that others use first: give the others \`dependsOn\`. {@link listDatasets} has all datasets, and
{@link getDatasetMigrationPlan} shows the links of one before the migration.`,
    endpoints: ["POST /v2/datasets/{datasetId}/migrate", "GET /v2/datasets/{datasetId}"],
    example: `const orders = analytics.getDatasetOutput({ name: "Orders dataset" });
const migration = new analytics.DatasetMigration("orders", { datasetId: orders.id, shouldUpdateReferences: true });
export const model = migration.dataModelId;`,
  },
  adoption: {
    idForms: ["<datasetId>"],
    async find({ client }, { datasetId }) {
      const dataset = await client.datasets.get(datasetId);
      return getCreatedModel(dataset) === undefined ? [] : [datasetId];
    },
  },
  writing: { isRepeatable: true },
  needs: {
    permission: 'an account type with "Create, edit, and publish data models", and Can edit access to the dataset',
    lookups: ["dataset"],
  },
  fields: {
    datasetId: field(
      text,
      "Id of the dataset to migrate. Changing it migrates the other dataset; this one stays migrated.",
      {
        replaces: true,
      },
    ),
    shouldUpdateReferences: field(
      z.boolean(),
      "Whether to update workbooks that use the dataset to use the new data model. No " +
        "effect once the dataset is migrated.",
      { writeOnly: true },
    ),
    destFolderId: field(
      text.optional(),
      "Id of the folder for the data model. Default: the dataset's folder. No effect once the dataset is migrated.",
      { writeOnly: true, ref: { kind: ["Folder", "Workspace"] } },
    ),
  },
  outputs: { dataModelId: output(z.string(), "Id of the data model.", { changesWith: [] }) },

  describe: ({ datasetId }) => `migration of the dataset ${datasetId}`,

  async create({ client, log }, { datasetId, shouldUpdateReferences, destFolderId }) {
    const dataset = await client.datasets.get(datasetId);
    const earlier = dataset.migrationToDataModel;
    if (earlier !== null) {
      log(
        `The dataset "${dataset.name}" (${datasetId}) was migrated at ${earlier.migratedAt} by ` +
          `${earlier.migratedBy} already: adopted with its data model ${earlier.dataModelId}, nothing was written`,
      );
      if ((await readUnlessGone(client.dataModels.get(earlier.dataModelId))) === undefined) {
        log(`The data model ${earlier.dataModelId} is no longer there; the platform can restore a deleted one.`);
      }
      // No removal undoes a migration, whoever began it, and each dataset has its own.
      return { id: datasetId, outputs: { dataModelId: earlier.dataModelId }, wasThere: false };
    }
    if (dataset.migrationStatus === "not-required") {
      throw new Error(
        `The dataset "${dataset.name}" (${datasetId}) needs no migration according to the ` +
          "platform. Remove this resource.",
      );
    }
    const { dataModelId } = await client.datasets.migrate(datasetId, { shouldUpdateReferences, destFolderId });
    // Null only for a dry run; if it comes all the same, the dataset itself knows.
    return { id: datasetId, ...(dataModelId === null ? {} : { outputs: { dataModelId } }) };
  },

  async read({ client }, id, known) {
    // Whoever clears away old datasets doesn't undo their migration.
    const dataset = await readUnlessGone(client.datasets.get(id));
    const dataModelId = dataset === undefined ? known?.outputs.dataModelId : getCreatedModel(dataset);
    if (dataModelId === undefined) return undefined;
    return { inputs: { datasetId: id, ...(known ? {} : { shouldUpdateReferences: false }) }, outputs: { dataModelId } };
  },

  async update({ log }, id, _change, { changed }) {
    log(
      `The dataset ${id} is migrated already: ${[...changed].join(" and ")} no longer ` +
        `${changed.size === 1 ? "has" : "have"} an effect. Nothing was sent.`,
    );
    return undefined;
  },

  mock: (_id, { datasetId }) => ({ id: datasetId, outputs: { dataModelId: `${datasetId}-model` } }),

  async delete({ log }, id, { outputs }) {
    log(
      `The dataset ${id} stays migrated, and its data model ${outputs.dataModelId} stays too: a migration can't ` +
        "be undone. The resource is removed from the state only.",
    );
  },
});

function getCreatedModel({ migrationToDataModel }: Dataset): string | undefined {
  return migrationToDataModel?.dataModelId;
}
