import type { Workspace } from "../core/api";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const workspace = defineCollection<Workspace>({
  noun: "workspace",
  title: "Workspaces",
  permission: "access to the workspaces",
  getEndpoint: "GET /v2/workspaces/{workspaceId}",
  listEndpoint: "GET /v2/workspaces",
  examples: {
    get: `const acme = analytics.getWorkspaceOutput({ name: "Acme" });
const planning = new analytics.Folder("planning", { name: "Planning", parentId: acme.id });`,
    list: `export const workspaces = analytics.listWorkspacesOutput();`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name. The personal area of the credentials' owner is listed as `User Folder`."),
    urlId: zod.string().describe("The id in its address in the product."),
    ...audit(zod),
  }),
  filters: ["name"],
  entries: ({ workspaces }) => workspaces.list(),
  get: ({ workspaces }, id) => workspaces.get(id),
  idOf: ({ workspaceId }) => workspaceId,
  nameOf: ({ name }) => name,
});
