import { defineDocumentTag } from "./document/tag";

/** `POST /v2/reports/tag`, `GET /v2/reports/{reportId}/tags`, `DELETE /v2/reports/{reportId}/tags/{tagId}`. */
export const reportTag = defineDocumentTag({
  name: "ReportTag",
  noun: "report",
  key: "reportId",
  latest: "`analytics.getReportOutput({ id }).latestVersion` to move the tag to the latest version on every `up`",
  example: `const report = analytics.getReportOutput({ name: "Quarterly report" });
const reviewed = new analytics.Tag("reviewed", { name: "Reviewed", color: "amber" });
new analytics.ReportTag("quarterly-reviewed", { reportId: report.id, tag: reviewed, version: 3 });`,
  listsTaggedVersions: true,

  untag: ({ reports }, reportId, tagId) => reports.untag(reportId, tagId),
});
