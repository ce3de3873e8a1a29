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

// Runs once per release of the warehouse's schema: models may use its new tables afterwards.
new analytics.ConnectionSync("sales", {
  connectionId: warehouse,
  path: ["SALES", "PUBLIC"],
  triggers: [config.get("schemaVersion")],
});
if (config.get("dbt")) new analytics.DbtArtifacts("dbt", { connectionId: warehouse, file: config.require("dbt") });

// Actions in workbooks send this request; its credential may be used against one host only.
const billing = new analytics.ApiCredential("billing", {
  name: "Billing",
  allowlist: ["api.billing.example.com"],
  credential: {
    authMethod: "oAuthClientCredentials",
    oAuthClientCredentials: {
      clientId: "analytics",
      clientSecret: config.requireSecret("billingSecret"),
      accessTokenUrl: "https://login.billing.example.com/token",
      scopes: ["invoices"],
      accessTokenAuthMethod: "httpBasic",
    },
  },
});
new analytics.ApiConnector("create-invoice", {
  name: "Create invoice",
  params: { method: "POST", url: "https://api.billing.example.com/invoices", body: '{"amount": {{amount}}}' },
  config: { timeout: { requestSec: 10 } },
  authId: billing,
});

// An element for workbooks that somebody hosts. Its URL can't change.
new analytics.Plugin("gantt", { name: "Gantt chart", url: "https://plugins.example.com/gantt" });

new analytics.Translation("french", { lng: "fr", translations: { Revenue: "Chiffre d'affaires" } });

// A tenant that tests what another one shows to customers.
const staging = new analytics.Tenant("staging", { name: "Acme Staging", slug: "acme-staging" });
const production = new analytics.Tenant("production", { name: "Acme Production", slug: "acme-production" });
new analytics.TenantDeploymentCapability("staging-to-production", {
  tenantOrganizationId: staging,
  deployToTenantOrganizationId: production,
});

// Installed in the identity provider before somebody sets `active: true` here.
const signing = new analytics.SsoCertificate("signing", {
  serviceProviderId: analytics.getSsoServiceProviderOutput().id,
  purpose: "signing",
  validForDays: 365,
});

export const connectionId = warehouse.id;
export const apiUrl = production.apiUrl;
export const certificate = signing.certificate;
