import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// Lookups find these by name, so the program contains no ids.
const folder = analytics.getFolderOutput({ path: config.require("folder") });
const warehouse = analytics.getConnectionOutput({ name: config.require("warehouse") });
const report = analytics.getWorkbookOutput({ name: config.require("report") });

// Every file in `models` is a data model. `!ref orders` refers to the model of orders.yaml.
const models = new analytics.DataModelDirectory("models", {
  path: "models",
  folderId: folder.id,
  refs: { warehouse: warehouse.id },
  allowDelete: config.getBoolean("allowDelete"),
});

// Tags mark the published versions: a reviewed version of the model, and the version of the report at the time of
// tagging.
const production = new analytics.Tag("production", { name: "Production", color: "grass" });
new analytics.DataModelTag("orders-production", {
  dataModelId: models.model("orders").id,
  tag: production,
  version: config.requireNumber("ordersVersion"),
});
const onReport = new analytics.WorkbookTag("report-production", { workbookId: report.id, tag: production });

// Migrates a dataset to a data model, once. Every preview shows what the migration affects.
const datasetId = analytics.getDatasetOutput({ name: config.require("dataset") }).id;
export const migrationPlan = analytics.getDatasetMigrationPlanOutput({ datasetId });
const migration = new analytics.DatasetMigration("legacy-orders", { datasetId, shouldUpdateReferences: true });

// Runs the report's actions when the orders model has a new version.
const refresh = new analytics.WebhookTrigger("refresh", {
  workbookId: report.id,
  sequenceId: config.require("webhook"),
  body: { region: "north", threshold: 10, urgent: false },
  triggers: [models.model("orders").documentVersion],
});

export const migratedModel = migration.dataModelId;
export const reportVersion = onReport.taggedVersion;
export const traceId = refresh.traceId;
