import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// Found by the names people know them by: no id is written down.
const folder = analytics.getFolderOutput({ path: config.require("folder") });
const warehouse = analytics.getConnectionOutput({ name: config.require("warehouse") });
const report = analytics.getWorkbookOutput({ name: config.require("report") });

// Every file under `models` is a data model; `!ref orders` in one file is the model of another.
const models = new analytics.DataModelDirectory("models", {
  path: "models",
  folderId: folder.id,
  refs: { warehouse: warehouse.id },
  allowDelete: config.getBoolean("allowDelete"),
});

// What everyone sees: a reviewed version of the model, and the report as it was when the tag was put on.
const production = new analytics.Tag("production", { name: "Production", color: "grass" });
new analytics.DataModelTag("orders-production", {
  dataModelId: models.model("orders").id,
  tag: production,
  version: config.requireNumber("ordersVersion"),
});
const onReport = new analytics.WorkbookTag("report-production", { workbookId: report.id, tag: production });

// A dataset becomes a data model, once. The plan shows in every preview what that touches.
const datasetId = analytics.getDatasetOutput({ name: config.require("dataset") }).id;
export const migrationPlan = analytics.getDatasetMigrationPlanOutput({ datasetId });
const migration = new analytics.DatasetMigration("legacy-orders", { datasetId, shouldUpdateReferences: true });

// The report's own actions run whenever the model of the orders has a new version.
const refresh = new analytics.WebhookTrigger("refresh", {
  workbookId: report.id,
  sequenceId: config.require("webhook"),
  body: { region: "north", threshold: 10, urgent: false },
  triggers: [models.model("orders").documentVersion],
});

export const migratedModel = migration.dataModelId;
export const reportVersion = onReport.taggedVersion;
export const traceId = refresh.traceId;
