import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// Reads the models from the state of the other team's stack. This program contains no ids and doesn't manage their
// models.
const sales = new pulumi.StackReference(config.require("salesStack"));
const orders = analytics.referencedModel(sales.requireOutput("orders"));
const customers = analytics.referencedModel(sales.requireOutput("customers"));

const revenue = new analytics.DataModel("revenue", {
  name: "Revenue",
  folderId: config.require("folderId"),
  spec: analytics.specFile("models/revenue.yaml", { refs: { customers, orders } }),
});

export const revenueModel = revenue.url;
