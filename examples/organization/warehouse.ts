import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";
import { clearance } from "./attributes";
import { allowDelete } from "./options";
import { models } from "./places";

const config = new pulumi.Config();

/** Signs in with a key pair. The platform connects to the warehouse before it saves the connection. */
const warehouse = new analytics.Connection("warehouse", {
  name: "Orders warehouse",
  type: "snowflake",
  details: {
    account: config.require("account"),
    host: config.require("host"),
    authType: "key-pair",
    user: "ANALYTICS",
    warehouse: "REPORTING",
  },
  secrets: { privateKey: config.requireSecret("privateKey") },
  allowDelete,
});
export const connectionId = warehouse.id;

/** The catalog of a new connection knows no table yet. */
const catalog = new analytics.ConnectionSync("catalog", { connectionId: warehouse, path: ["SALES", "PUBLIC"] });

/** Its rules show amounts only to members with the right value of the attribute. */
export const orders = new analytics.DataModel(
  "orders",
  {
    name: "Orders",
    folderId: models,
    spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: connectionId, clearance: clearance.id } }),
  },
  { dependsOn: catalog },
);
