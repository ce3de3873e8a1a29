import type { ApiConnector, ListedApiConnector } from "../core/api";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const apiConnector = defineCollection<ListedApiConnector, ApiConnector>({
  noun: "API connector",
  title: "API connectors",
  permission: 'an account type with "Manage API connectors"',
  getEndpoint: "GET /v2/api-connectors/{apiConnectorId}",
  listEndpoint: "GET /v2/api-connectors",
  examples: {
    get: `export const invoices = analytics.getApiConnectorOutput({ name: "Create invoice" });`,
    list: `export const connectors = analytics.listApiConnectorsOutput();`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    description: zod.string().optional().describe("What the connector is for."),
  }),
  wholeFields: (zod) => ({
    authId: zod.string().optional().describe("Id of the API credential that signs its requests in."),
    ...audit(zod),
  }),
  filters: [],
  entries: ({ apiConnectors }) => apiConnectors.list(),
  get: ({ apiConnectors }, id) => apiConnectors.get(id),
  idOf: ({ apiConnectorId }) => apiConnectorId,
  nameOf: ({ name }) => name,
});
