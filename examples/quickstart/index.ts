import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

// The folder of the models and their warehouse connection: `pulumi config set folderId …`,
// `pulumi config set connectionId …`.
const config = new pulumi.Config();
const folderId = config.require("folderId");
const warehouse = config.require("connectionId");

const customers = new analytics.DataModel("customers", {
  name: "Customers",
  folderId,
  description: "One row per customer",
  spec: analytics.specFile("models/customers.yaml", { refs: { warehouse } }),
});

const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId,
  description: "One row per order",
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse } }),
});

const revenue = new analytics.DataModel("revenue", {
  name: "Revenue",
  folderId,
  description: "Revenue by sales region",
  spec: analytics.specFile("models/revenue.yaml", { refs: { customers, orders } }),
});

new analytics.Tag("staging", { name: "Staging", color: "amber", description: "Under review" });
new analytics.Tag("production", { name: "Production", color: "grass", description: "What everyone sees" });

export const revenueModel = revenue.url;
export const factOrders = orders.elementId("fact_orders");
export const revenueColumn = orders.columnId("fact_orders", "revenue");
