import { defineAreaLookup } from "./area";

export const apiCredential = defineAreaLookup({
  area: "apiCredentials",
  noun: "API credential",
  title: "API credentials",
  permission: 'an account type with "Manage API connectors"',
  examples: {
    get: `const billing = analytics.getApiCredentialOutput({ name: "Billing" });
export const allowlist = billing.allowlist;`,
    list: `export const old = analytics.listApiCredentialsOutput({ authMethod: "basic" });`,
  },
  filters: ["authMethod"],
});
