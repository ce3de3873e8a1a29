import { collect } from "../core/api";
import { buildTaggingOptions, defineDocumentTag, field, text } from "./declare";

/** `POST /v2/reports/tag`, `GET /v2/reports/{reportId}/tags`, `DELETE /v2/reports/{reportId}/tags/{tagId}`. */
export const reportTag = defineDocumentTag({
  name: "ReportTag",
  docs: {
    description: `A version tag on a version of a report.

Without \`version\`, the tag stays on the version that it was created on. Changing \`version\` moves it: set a number,
or \`analytics.getReportOutput({ id }).latestVersion\` to move the tag to the latest version on every \`up\`.

Changing \`reportId\` or \`tag\` replaces the resource, which removes the old tag. Deleting the resource removes the tag
from the report.

The provider never silently moves a tag that is already on another version of the report: adopt it with
\`adopt: true\`.`,
    endpoints: [
      "POST /v2/reports/tag",
      "GET /v2/reports/{reportId}/tags",
      "DELETE /v2/reports/{reportId}/tags/{tagId}",
    ],
    example: `const report = analytics.getReportOutput({ name: "Quarterly report" });
const reviewed = new analytics.Tag("reviewed", { name: "Reviewed", color: "amber" });
new analytics.ReportTag("quarterly-reviewed", { reportId: report.id, tag: reviewed, version: 3 });`,
  },
  needs: {
    permission: 'an account type with "Apply tags", and Can edit access to the report',
    lookups: ["tag", "report"],
  },
  noun: "report",
  listsTaggedVersions: true,
  key: "reportId",
  document: field(text, "Id of the report. Changing it tags the other report and removes the tag from this one.", {
    replaces: true,
  }),

  tags: ({ client }, reportId) => collect(client.reports.tags(reportId)),

  async put({ client }, reportId, placement) {
    const { tag, version } = placement;
    const put = await client.reports.tag(reportId, {
      tagName: tag,
      reportVersion: version,
      ...buildTaggingOptions(placement),
    });
    return {
      tagId: put.versionTagId,
      taggedVersion: put.taggedReportVersion,
      taggedDocumentId: put.taggedReportId,
    };
  },

  async remove({ client }, reportId, { versionTagId }) {
    await client.reports.untag(reportId, versionTagId);
  },
});
