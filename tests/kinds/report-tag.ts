import type { Sample } from "../sample";
import { createTaggable, foreignIds, movedVersion, tagState, wrongMappings } from "./workbook-tag";

export const sample: Sample = {
  given: createTaggable,
  declared: { reportId: ":report", tag: "Production", version: 1 },
  create: ["POST /v2/reports/tag"],
  updates: { version: { to: { version: 2 }, calls: ["POST /v2/reports/tag"] } },
  delete: ["DELETE /v2/reports/*/tags/*"],
  conflict: movedVersion,
  wrongIds: wrongMappings,
  foreignIds,
  answer: {
    path: "/v2/reports/:report/tags",
    entry: { tagName: "Production" },
    fields: `versionTagId tagName sourceVersion taggedAt taggedReportId ${tagState}`,
    shows: { tagName: "Production", sourceVersion: 1 },
  },
  program: `new analytics.ReportTag("monthly-release", { reportId: monthly.id, tag: release });`,
};
