import type { DocumentIds, DocumentVersion } from "../core/api";
import { defineLookup } from "./declare";

export const documentVersion = defineLookup<DocumentVersion[]>({
  name: "listDocumentVersions",
  resultName: "DocumentVersion",
  resultDescription: "A version of a workbook or report.",
  isList: true,
  permission: "access to the document",
  docs: {
    description: "The versions of a workbook or report, the latest first.",
    endpoints: ["GET /v2/workbooks/{workbookId}/version-history", "GET /v2/reports/{reportId}/version-history"],
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const versions = analytics.listDocumentVersionsOutput({ workbookId: report.id });`,
  },
  oneOf: ["workbookId", "reportId"],
  args: (zod) => ({
    workbookId: zod.string().describe("Id of the workbook."),
    reportId: zod.string().describe("Id of the report."),
  }),
  result: (zod) => ({
    version: zod.int().describe("The version."),
    publishedAt: zod.string().describe("When it was published (ISO 8601)."),
    publishedBy: zod.string().describe("Id of the member who published it."),
    tags: zod
      .array(
        zod
          .object({
            versionTagId: zod.string().describe("Id of the tag."),
            taggedAt: zod.string().describe("When the version was tagged (ISO 8601)."),
            taggedBy: zod.string().describe("Id of the member who tagged it."),
          })
          .meta({ title: "DocumentVersionTag" }),
      )
      .optional()
      .describe("The tags that it has."),
  }),
  answer: ({ client }, ids: DocumentIds) => client.documents.readVersions(ids),
});
