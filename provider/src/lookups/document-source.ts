import type { DocumentIds, DocumentSource } from "../core/api";
import { defineLookup } from "./declare";

export const documentSource = defineLookup<DocumentSource[]>({
  name: "listDocumentSources",
  resultName: "DocumentSource",
  resultDescription: "What a document reads from.",
  isList: true,
  permission: "access to the document",
  docs: {
    description:
      "The sources that a workbook, report or data model reads from. Which ids a source has depends on its type.",
    endpoints: [
      "GET /v2/workbooks/{workbookId}/sources",
      "GET /v2/reports/{reportId}/sources",
      "GET /v2/dataModels/{dataModelId}/sources",
    ],
    example: `const report = await analytics.getWorkbook({ name: "Sales report" });
const sources = await analytics.listDocumentSources({ workbookId: report.id });`,
  },
  oneOf: ["workbookId", "reportId", "dataModelId"],
  args: (zod) => ({
    workbookId: zod.string().describe("Id of the workbook."),
    reportId: zod.string().describe("Id of the report."),
    dataModelId: zod.string().describe("Id of the data model."),
  }),
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
  answer: ({ client }, ids: DocumentIds) => client.documents.sources(ids),
});
