import type { Dataset } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { documentFlags } from "./shared-fields";

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
  fields: describeAnswer("dataset"),
  narrowedBy: ["path"],
  listFlags: { skipPermissionCheck: documentFlags.skipPermissionCheck },
  filters: ["name", "path", "migrationStatus"],
  entries: ({ datasets }, _, flags) => datasets.list(flags),
  get: ({ datasets }, id) => datasets.get(id),
  idOf: ({ datasetId }) => datasetId,
  nameOf: ({ name }) => name,
});
