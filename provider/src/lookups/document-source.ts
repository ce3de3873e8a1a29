import { defineDocumentLookup } from "./declare";

export const documentSource = defineDocumentLookup({
  name: "listDocumentSources",
  resultName: "DocumentSource",
  resultDescription: "What a document reads from.",
  operations: { workbookId: "sources", reportId: "sources", dataModelId: "sources" },
  docs: {
    description:
      "The sources that a workbook, report or data model reads from. Which ids a source has depends on its type.",
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const sources = analytics.listDocumentSourcesOutput({ workbookId: report.id });`,
  },
  result: (zod) => ({
    type: zod.string().describe("`data-model`, `dataset`, `table` or `custom-sql`."),
    dataModelId: zod.string().optional().describe("Of a data model: its id."),
    elementIds: zod.array(zod.string()).optional().describe("Of a data model: ids of the elements that are read."),
    versionTagId: zod.string().optional().describe("Of a data model: id of the tag whose version is read."),
    inodeId: zod.string().optional().describe("Of a dataset or table that a workbook or report reads: its id."),
    datasetId: zod.string().optional().describe("Of a dataset that a data model reads: its id."),
    tableId: zod.string().optional().describe("Of a table that a data model reads: its id."),
    connectionId: zod.string().optional().describe("Of a statement: id of its connection."),
    definition: zod.string().optional().describe("Of a statement: the SQL."),
    customSqlId: zod.string().optional().describe("Of a statement: its id."),
  }),
  entries: ({ documents }, ids) => documents.readSources(ids),
});
