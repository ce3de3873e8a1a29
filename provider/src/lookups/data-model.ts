import type { DataModel } from "../core/api";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { documentFlags } from "./shared-fields";

export const dataModel = defineCollection<DataModel>({
  noun: "data model",
  title: "Data models",
  permission: "Can view access to the data models",
  isEssential: true,
  getEndpoint: "GET /v2/dataModels/{dataModelId}",
  listEndpoint: "GET /v2/dataModels",
  examples: {
    get: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
export const url = model.url;`,
    list: `export const models = analytics.listDataModelsOutput({ path: "Acme/Models/Sales" });`,
  },
  fields: describeAnswer("dataModel"),
  narrowedBy: ["path"],
  listFlags: documentFlags,
  filters: ["name", "path", "ownerId"],
  entries: ({ dataModels }, _, flags) => dataModels.list(flags),
  get: ({ dataModels }, id) => dataModels.get(id),
  idOf: ({ dataModelId }) => dataModelId,
  nameOf: ({ name }) => name,
});
