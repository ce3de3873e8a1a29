import { defineAreaLookup } from "./area";

export const apiConnector = defineAreaLookup({
  area: "apiConnectors",
  noun: "API connector",
  title: "API connectors",
  permission: 'an account type with "Manage API connectors"',
  examples: {
    get: `export const invoices = analytics.getApiConnectorOutput({ name: "Create invoice" });`,
    list: `export const connectors = analytics.listApiConnectorsOutput();`,
  },
  filters: [],
});
