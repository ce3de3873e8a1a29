import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

/** Differences between the organizations. The model files are the same. */
interface Organization {
  /** The named profile of the stack (`analytics:profiles.<name>`). */
  profile: string;
  folderId: string;
  /** Id of the connection to the warehouse there. */
  warehouse: string;
  /** Name of the tag for released versions there. */
  releaseTag: string;
}

const config = new pulumi.Config();

export const models = config.requireObject<Organization[]>("organizations").map((organization) => {
  const { profile, folderId, warehouse, releaseTag } = organization;
  const declare = (name: string, refs: Record<string, pulumi.Input<unknown> | analytics.DataModel>) =>
    new analytics.DataModel(`${profile}-${name.toLowerCase()}`, {
      name,
      profile,
      folderId,
      spec: analytics.specFile(`../quickstart/models/${name.toLowerCase()}.yaml`, { refs }),
    });
  const customers = declare("Customers", { warehouse });
  const orders = declare("Orders", { warehouse });
  const revenue = declare("Revenue", { customers, orders });
  new analytics.Tag(`${profile}-release`, { name: releaseTag, color: "grass", profile });
  return { profile, revenue: revenue.id, orders: orders.id, factOrders: orders.elementId("fact_orders") };
});
