import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

const models = new analytics.DataModelDirectory("models", {
  path: "models",
  folderId: config.require("folderId"),
  refs: { warehouse: config.require("connectionId") },
  allowDelete: config.getBoolean("allowDelete"),
});

// Exports the models that other stacks may use.
export const orders = models.model("orders").reference;
export const customers = models.model("customers").reference;
