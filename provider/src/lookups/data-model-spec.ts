import { takeFirst } from "../core/api/probe";
import type { DataModelSpec } from "../core/model";
import { readById } from "./collection";
import { defineLookup } from "./declare";

export const dataModelSpec = defineLookup({
  name: "getDataModelSpec",
  noun: "data model's contents",
  resultName: "GetDataModelSpecResult",
  resultDescription: "The code representation of a data model, with the platform's ids.",
  permission: "Can view access to the data model",
  docs: {
    description:
      "The code representation of a data model: of its latest version, or of another one. Its ids are the platform's.",
    endpoints: ["GET /v2/dataModels/{dataModelId}/spec"],
    throws: "when there is no such model or version.",
    example: `const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
const first = analytics.getDataModelSpecOutput({ id: model.id, documentVersion: 1 });
const models = analytics.getFolderOutput({ path: "Acme/Models" });
const copy = new analytics.DataModel("copy", {
  name: "As it was",
  folderId: models.id,
  spec: { pages: first.pages },
});`,
  },
  required: ["id"],
  optional: ["documentVersion"],
  args: (zod) => ({
    id: zod.string().describe("Id of the data model."),
    documentVersion: zod.int().optional().describe("The version to read. Default: the latest."),
  }),
  result: (zod) => ({
    id: zod.string().describe("Its id."),
    name: zod.string().describe("Its name."),
    folderId: zod.string().describe("Id of the folder that it is in."),
    description: zod.string().optional().describe("What the model is for."),
    url: zod.string().describe("Its address in the product."),
    schemaVersion: zod.literal(1).describe("The version of the representation's format."),
    documentVersion: zod.int().describe("The version that was read."),
    pages: zod
      .array(zod.unknown())
      .describe("The pages, with everything in them.")
      .meta({ type: 'DataModelSpec["pages"]' }),
  }),
  async answer({ client }, { id, documentVersion }: { id: string; documentVersion?: number }) {
    const found = await readById("data model", id, client.dataModels.getSpec(id, { documentVersion }));
    return { ...found, pages: found.pages as DataModelSpec["pages"] };
  },
  probe: {
    title: "Data model contents",
    permission: "Can view access to the data model",
    isEssential: true,
    async call({ dataModels }) {
      const [model] = await takeFirst(dataModels.list());
      return model && [await dataModels.getSpec(model.dataModelId)];
    },
  },
});
