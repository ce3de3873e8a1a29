import { buildTaggingOptions, defineDocumentTag } from "./document/tag";

/** `POST /v2/reports/tag`, `GET /v2/reports/{reportId}/tags`, `DELETE /v2/reports/{reportId}/tags/{tagId}`. */
export const reportTag = defineDocumentTag({
  name: "ReportTag",
  noun: "report",
  key: "reportId",
  path: "/v2/reports",
  latest: "`analytics.getReportOutput({ id }).latestVersion` to move the tag to the latest version on every `up`",
  example: `const report = analytics.getReportOutput({ name: "Quarterly report" });
const reviewed = new analytics.Tag("reviewed", { name: "Reviewed", color: "amber" });
new analytics.ReportTag("quarterly-reviewed", { reportId: report.id, tag: reviewed, version: 3 });`,
  listsTaggedVersions: true,

  list: ({ reports }, reportId) => reports.listTags(reportId),

  async put({ reports }, reportId, placement) {
    const { tag, version } = placement;
    const put = await reports.tag(reportId, {
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

  untag: ({ reports }, reportId, tagId) => reports.untag(reportId, tagId),
});
