import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";

const config = new pulumi.Config();

// The folder for customers' documents. Destroying the stack keeps the folder if it isn't empty.
const shared = new analytics.Folder("shared", {
  name: "Shared with customers",
  parentId: config.require("folderId"),
  description: "Everything in here is seen by every customer",
});

// The responsible team.
new analytics.Team("owners", {
  name: "Owners of what is shared",
  visibility: "public",
  members: [analytics.whoamiOutput().userId],
});

// Customers get the versions with this tag,
const released = new analytics.Tag("released", { name: "Released", color: "grass", description: "What customers see" });

// which read from the customer's own database with the same schemas and tables,
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

// in these organizations. Removing one from the list removes it from the policy.
for (const tenantOrganizationId of config.requireObject<string[]>("tenants")) {
  new analytics.DeploymentPolicyTenant(`customers-${tenantOrganizationId}`, {
    deploymentPolicyId: customers.id,
    tenantOrganizationId,
  });
}

// The credential for actions in the documents. `pulumi up` sends a new password and never shows it.
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
