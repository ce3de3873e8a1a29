import * as fs from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();
const warehouse = analytics.getConnectionOutput({ name: config.require("warehouse") });
const folder = analytics.getFolderOutput({ path: config.require("folder") });

const regions = new analytics.DataModel("regions", {
  name: "Regions",
  folderId: folder.id,
  spec: analytics.specFile("models/regions.yaml", { refs: { warehouse: warehouse.id } }),
});
const targets = new analytics.DataModel("targets", {
  name: "Targets",
  folderId: folder.id,
  spec: analytics.specFile("models/targets.yaml", { refs: { warehouse: warehouse.id, regions } }),
});
const dashboard = new analytics.Workbook("dashboard", {
  name: "Targets by continent",
  folderId: folder.id,
  contents: analytics.workbookFile("workbooks/targets.yaml", { refs: { targets } }),
});

// Readers open the versions with the tag. They move together, when the latest numbers are right.
const checked = new analytics.ModelCheck("targets", {
  dataModelId: targets,
  documentVersion: targets.documentVersion,
  checks: fs.readFileSync("models/targets.checks.yaml", "utf8"),
});
const production = new analytics.Tag("production", { name: "Production", color: "grass" });
const release = new analytics.Release("production", {
  tag: production,
  documents: [regions, targets, dashboard],
  checks: [checked],
  versions: config.getObject("versions"),
});

export const { taggedVersions, previousVersions } = release;
