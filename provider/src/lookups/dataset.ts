import type { Dataset } from "../core/api";
import { defineCollection } from "./declare";
import { audit, createArchivedState, documentFlags } from "./shared-fields";

export const dataset = defineCollection<Dataset>({
  noun: "dataset",
  title: "Datasets",
  permission: "access to the datasets",
  getEndpoint: "GET /v2/datasets/{datasetId}",
  listEndpoint: "GET /v2/datasets",
  examples: {
    get: `const orders = analytics.getDatasetOutput({ name: "Orders dataset" });
export const status = orders.migrationStatus;`,
    list: `export const left = analytics.listDatasetsOutput({ migrationStatus: "not-migrated" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    url: zod.string().describe("Its address in the product."),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    description: zod.string().describe("What the dataset is for."),
    owner: zod.string().describe("Id of its owner."),
    ...createArchivedState(zod),
    referenceCount: zod.int().describe("How many references other datasets have to this one."),
    migrationStatus: zod.string().describe("`migrated`, `not-migrated` or `not-required`."),
    migrationToDataModel: zod
      .object({
        dataModelId: zod.string().describe("Id of the data model."),
        dataModelUrl: zod.string().describe("Its address in the product."),
        migratedAt: zod.string().describe("When it was migrated (ISO 8601)."),
        migratedBy: zod.string().describe("Id of the member who migrated it."),
      })
      .meta({ title: "DatasetMigrationResult" })
      .nullable()
      .describe("What it became; null as long as it isn't migrated."),
    ...audit(zod),
  }),
  narrowedBy: ["path"],
  listFlags: { skipPermissionCheck: documentFlags.skipPermissionCheck },
  filters: ["name", "path", "migrationStatus"],
  entries: ({ datasets }, _, flags) => datasets.list(flags),
  get: ({ datasets }, id) => datasets.get(id),
  idOf: ({ datasetId }) => datasetId,
  nameOf: ({ name }) => name,
});
