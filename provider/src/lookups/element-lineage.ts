import type { DocumentIds, ElementLineage } from "../core/api";
import { defineLookup } from "./declare";

export const elementLineage = defineLookup({
  name: "getElementLineage",
  resultName: "GetElementLineageResult",
  resultDescription: "What an element reads from, directly and through others.",
  permission: "access to the document",
  docs: {
    description:
      "What an element of a workbook or report reads from. Texts, controls and some other elements " +
      "have no lineage: the result is then empty, with `hasLineage: false`. The platform returns the " +
      "same without access to the element.",
    endpoints: [
      "GET /v2/workbooks/{workbookId}/lineage/elements/{elementId}",
      "GET /v2/reports/{reportId}/lineage/elements/{elementId}",
    ],
    throws: "when there is no such document or element.",
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const lineage = analytics.getElementLineageOutput({ workbookId: report.id, elementId: config.require("elementId") });
export const edges = lineage.edges;`,
  },
  required: ["elementId"],
  oneOf: ["workbookId", "reportId"],
  args: (zod) => ({
    workbookId: zod.string().describe("Id of the workbook."),
    reportId: zod.string().describe("Id of the report."),
    elementId: zod.string().describe("Id of the element."),
  }),
  result: (zod) => ({
    id: zod.string().describe("The element's id."),
    hasLineage: zod.boolean().describe("Whether the platform returned a lineage."),
    dependencies: zod
      .record(zod.string(), zod.record(zod.string(), zod.unknown()))
      .describe(
        "The nodes by their own ids: what the element reads from, and itself. A node of an element has its " +
          "`elementId`. Elements of data models can occur in `edges` only.",
      ),
    edges: zod
      .array(
        zod
          .object({
            source: zod.string().describe("Id of the node that is read."),
            target: zod.string().describe("Id of the node that reads."),
            type: zod.string().describe("`lookup`, `source` or `dependency`."),
          })
          .meta({ title: "LineageEdge" }),
      )
      .describe("Who reads from whom."),
  }),
  async answer({ client }, { elementId, ...ids }: DocumentIds & { elementId: string }) {
    const none: ElementLineage = { dependencies: {}, edges: [] };
    const found = await client.documents.findElementLineage(ids, elementId);
    const { dependencies, edges } = found ?? none;
    return { id: elementId, hasLineage: found !== undefined, dependencies, edges };
  },
});
