import { describeAnswer } from "./answer-fields";
import { defineDocumentLookup } from "./declare";

export const documentVersion = defineDocumentLookup({
  name: "listDocumentVersions",
  resultName: "DocumentVersion",
  resultDescription: "A version of a workbook or report.",
  operations: { workbookId: "version-history", reportId: "version-history" },
  docs: {
    description: "The versions of a workbook or report, the latest first.",
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const versions = analytics.listDocumentVersionsOutput({ workbookId: report.id });`,
  },
  result: describeAnswer("documentVersion"),
  entries: ({ documents }, ids) => documents.readVersions(ids),
});
