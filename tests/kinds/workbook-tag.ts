import type { Emulator } from "analytics-emulator";
import type { Given, Sample } from "../sample";

/** A tag, and a data model with two versions. */
export async function createTaggable(emulator: Emulator): Promise<Given> {
  await emulator.ui.request("POST", "/v2/tags", { name: "Production", color: "grass" });
  const model = { name: "Customers", folderId: emulator.seeded.folders.models, schemaVersion: 1, pages: [] };
  const { dataModelId } = (await emulator.ui.request("POST", "/v2/dataModels/spec", model)) as { dataModelId: string };
  const pages = [{ id: "p", name: "Second", elements: [] }];
  await emulator.ui.request("PUT", `/v2/dataModels/${dataModelId}/spec`, { schemaVersion: 1, pages });
  return { dataModel: dataModelId };
}

/** Someone moves the tag on, and the program makes it the default where it is. */
export const movedVersion = { theirs: { version: 2 }, ours: { isDefault: true } };

// Undocumented: the emulator has it by default, as `formerDocumentTags`.
export const tagState = "isArchived?";

export const foreignIds = ["tagId", "dataModelSourceTaggedVersions"];

export const wrongMappings = {
  "sourceMappingConfig[0].fromConnectionId": {
    sourceMappingConfig: [{ fromConnectionId: ":unknown", toConnectionId: ":lakehouse" }],
  },
  "sourceMappingConfig[0].toConnectionId": {
    sourceMappingConfig: [{ fromConnectionId: ":warehouse", toConnectionId: ":unknown" }],
  },
};

export const sample: Sample = {
  given: createTaggable,
  declared: { workbookId: ":workbook", tag: "Production", version: 1 },
  create: ["POST /v2/workbooks/tag"],
  updates: { version: { to: { version: 2 }, calls: ["POST /v2/workbooks/tag"] } },
  delete: ["DELETE /v2/workbooks/*/tags/*"],
  conflict: movedVersion,
  wrongIds: wrongMappings,
  foreignIds: [...foreignIds, "sourceVersions"],
  answer: {
    path: "/v2/workbooks/:workbook/tags",
    entry: { name: "Production" },
    fields: `versionTagId name sourceWorkbookVersion taggedWorkbookId workbookTaggedAt ${tagState}`,
    shows: { name: "Production", sourceWorkbookVersion: 1 },
  },
  program: `new analytics.WorkbookTag("report-release", { workbookId: seeded.workbooks.sales, tag: release });`,
};
