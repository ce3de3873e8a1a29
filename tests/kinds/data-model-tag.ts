import type { Sample } from "../sample";
import { createTaggable, foreignIds, movedVersion } from "./workbook-tag";

export const sample: Sample = {
  given: createTaggable,
  declared: { dataModelId: ":dataModel", tag: "Production", version: 1 },
  create: ["POST /v2/dataModels/tag"],
  updates: { version: { to: { version: 2 }, calls: ["POST /v2/dataModels/tag"] } },
  conflict: movedVersion,
  foreignIds: [...foreignIds, "sourceMappingConfig"],
  answer: {
    path: "/v2/dataModels/:dataModel/tags",
    entry: { tagName: "Production" },
    fields: "versionTagId tagName sourceVersion taggedAt",
    shows: { tagName: "Production", sourceVersion: 1 },
  },
  program: `
new analytics.DataModelTag("orders-release", {
  dataModelId: orders.id, tag: release, version: orders.documentVersion,
});`,
};
