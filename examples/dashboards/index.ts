import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

// What differs between the organizations: each has a stack with these settings.
const config = new pulumi.Config();
const warehouse = analytics.getConnectionOutput({ name: config.require("warehouse") });
const models = analytics.getFolderOutput({ path: config.require("models") });
const dashboards = analytics.getFolderOutput({ path: config.require("dashboards") });

const refs = { warehouse: warehouse.id, database: config.require("database") };
const customers = new analytics.DataModel("customers", {
  name: "Customers",
  folderId: models.id,
  spec: analytics.specFile("models/customers.yaml", { refs }),
});
const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: models.id,
  spec: analytics.specFile("models/orders.yaml", { refs: { ...refs, customers } }),
});

// `!ref orders#all_orders` is the id of that element of the model, in each organization another.
const sales = new analytics.Workbook("sales", {
  name: "Sales",
  folderId: dashboards.id,
  description: "Revenue for the weekly meeting",
  contents: analytics.workbookFile("workbooks/sales", { refs: { orders, customers } }),
});

// The same orders as pages for print. Their layout is in pixels.
const monthly = new analytics.Report("monthly", {
  name: "Orders of the month",
  folderId: dashboards.id,
  contents: analytics.reportFile("reports/monthly.yaml", { refs: { orders } }),
});

// Readers open the tagged version. It moves when the workbook has a new one.
const released = new analytics.Tag("released", { name: config.require("tag"), color: "grass" });
const release = new analytics.WorkbookTag("sales-released", {
  workbookId: sales.id,
  tag: released,
  version: sales.documentVersion,
});

export const url = sales.url;
export const reportUrl = monthly.url;
export const releasedVersion = release.taggedVersion;
