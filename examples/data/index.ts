import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// Documents break without their connection, so Pulumi's own protection stands beside the provider's `allowDelete`.
const warehouse = new analytics.Connection(
  "warehouse",
  {
    name: "Sales warehouse",
    type: "snowflake",
    details: {
      account: config.require("account"),
      host: config.require("host"),
      authType: "key-pair",
      user: "ANALYTICS",
      warehouse: "REPORTING",
    },
    secrets: { privateKey: config.requireSecret("privateKey") },
  },
  { protect: config.getBoolean("protect") },
);

export const connectionId = warehouse.id;
