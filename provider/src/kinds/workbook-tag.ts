import * as z from "zod";
import { isUnknown } from "../core/engine";
import { field, text } from "./declare";
import { defineDocumentTag } from "./document/tag";

const sourceVersion = z
  .strictObject({
    sourceId: text.describe(
      "Id of the source that the workbook reads: of a data model. Which other ids the platform takes is undocumented.",
    ),
    version: z.int().min(1).describe("The version of the source, counted by the platform."),
  })
  .meta({ title: "SourceVersion" });

/**
 * `POST /v2/workbooks/tag`, `GET /v2/workbooks/{workbookId}/tags`, `DELETE /v2/workbooks/{workbookId}/tags/{tagId}`.
 */
export const workbookTag = defineDocumentTag({
  name: "WorkbookTag",
  noun: "workbook",
  key: "workbookId",
  latest: "`analytics.getWorkbookOutput({ id }).latestVersion` to move the tag to the latest version on every `up`",
  more: `

The tagged version is a document of its own: \`taggedDocumentId\` is the id for its grants and embeds.`,
  example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const engineering = analytics.getTeamOutput({ name: "Data Engineering" });
const production = new analytics.Tag("production", { name: "Production", color: "grass" });
const sales = new analytics.WorkbookTag("sales-production", { workbookId: report.id, tag: production, version: 3 });
new analytics.Grant("engineering-sees-sales", {
  inodeId: sales.taggedDocumentId,
  teamId: engineering.id,
  permission: "view",
});`,
  listsTaggedVersions: true,

  fields: {
    // The platform takes a map by id. A list lets the ids be outputs, which keys of a map can't be.
    sourceVersions: field(
      z.array(sourceVersion).optional(),
      "The versions of its sources that the tagged version reads. The platform doesn't return them, so a change " +
        "made in the product isn't seen. Default: none are named.",
      { writeOnly: true, clearWith: [] },
    ),
  },

  problems: ({ sourceVersions }) => {
    if (!Array.isArray(sourceVersions)) return [];
    const ids = sourceVersions.map((one) => (isUnknown(one) || isUnknown(one.sourceId) ? undefined : one.sourceId));
    return ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index ? [`sourceVersions[${index}]: ${id} is declared twice.`] : [],
    );
  },

  buildOptions: ({ sourceVersions }) =>
    sourceVersions && {
      sourceVersions: Object.fromEntries(sourceVersions.map(({ sourceId, version }) => [sourceId, version])),
    },

  untag: ({ workbooks }, workbookId, tagId) => workbooks.untag(workbookId, tagId),
});
