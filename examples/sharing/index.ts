import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// What customers get lies here, whoever puts it there: a delete of the stack leaves a folder that isn't empty.
const shared = new analytics.Folder("shared", {
  name: "Shared with customers",
  parentId: config.require("folderId"),
  description: "Everything in here is seen by every customer",
});

// The team that answers for it.
new analytics.Team("owners", {
  name: "Owners of what is shared",
  visibility: "public",
  members: [analytics.whoamiOutput().userId],
});

// They get the versions that carry this tag,
const released = new analytics.Tag("released", { name: "Released", color: "grass", description: "What customers see" });

// reading from their own database of the warehouse, which has the same schemas and tables,
const ownDatabase = new analytics.SourceSwapPolicy("own-database", {
  type: "connection",
  name: "Customers' own database",
  fromConnectionId: config.require("connectionId"),
  swaps: {
    connectionSwaps: [
      {
        to: {
          path0: { swapType: "attribute", userAttributeId: config.require("databaseAttributeId") },
          path1: { swapType: "all" },
        },
      },
    ],
  },
});
const customers = new analytics.DeploymentPolicy("customers", {
  name: "Customers",
  nameInTenant: "From Acme",
  versionTagId: released.id,
  sourceSwapPolicies: [ownDatabase.id],
});
new analytics.DeploymentPolicyDocument("customers-shared", {
  deploymentPolicyId: customers.id,
  inodeId: shared.id,
});

// in these organizations. One taken out of the list is taken off the policy.
for (const tenantOrganizationId of config.requireObject<string[]>("tenants")) {
  new analytics.DeploymentPolicyTenant(`customers-${tenantOrganizationId}`, {
    deploymentPolicyId: customers.id,
    tenantOrganizationId,
  });
}

// What actions in the documents call out with. A new password is sent by `pulumi up`; nobody ever sees it.
const billing = new analytics.ApiCredential("billing", {
  name: "Billing",
  allowlist: ["billing.example.com", "*.billing.example.com"],
  description: "Invoices, for the actions of what is shared",
  credential: {
    authMethod: "basic",
    basic: { username: "analytics", password: config.requireSecret("billingPassword") },
  },
});

export const policyId = customers.id;
export const sharedFolder = pulumi.interpolate`${shared.path}/${shared.name}`;
export const billingMethod = billing.authMethod;
