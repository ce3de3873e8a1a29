import { defineDocumentLookup } from "./declare";

export const documentLineage = defineDocumentLookup({
  name: "listDocumentLineage",
  resultName: "LineageNode",
  resultDescription: "An element of a document, or what it reads from.",
  operations: { workbookId: "lineage", reportId: "lineage", dataModelId: "lineage" },
  docs: {
    description:
      "The elements of a workbook, report or data model, and what they read from. Which ids a node has depends on " +
      "its type. Empty for a document without lineage.",
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const lineage = analytics.listDocumentLineageOutput({ workbookId: report.id });`,
  },
  result: (zod) => ({
    type: zod.string().describe("Such as `element`, `table`, `dataset`, `data-model` or `customSQL`."),
    name: zod.string().nullish().describe("Its name."),
    elementId: zod.string().optional().describe("Of an element: its id."),
    sourceIds: zod.array(zod.string()).nullish().describe("Of an element: what it reads from."),
    dataSourceIds: zod
      .array(zod.string())
      .nullish()
      .describe("Of an element: the ids of data sources that it reads from."),
    connectionId: zod.string().nullish().describe("Id of the connection."),
    dataModelId: zod.string().optional().describe("Of a data model: its id."),
    inodeId: zod.string().optional().describe("Of a table or dataset: its id."),
    definition: zod.string().optional().describe("Of a statement: the SQL."),
  }),
  entries: ({ documents }, ids) => documents.readLineage(ids),
});
