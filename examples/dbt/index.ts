import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// What `pulumi-analytics generate dbt` wrote. `!ref warehouse` is the connection that dbt builds in.
const models = new analytics.DataModelDirectory("models", {
  path: "models",
  folderId: config.require("folderId"),
  refs: { warehouse: config.require("connectionId") },
});

export const orders = models.model("orders").url;
