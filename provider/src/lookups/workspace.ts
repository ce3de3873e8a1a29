import { defineAreaLookup } from "./area";

export const workspace = defineAreaLookup({
  area: "workspaces",
  noun: "workspace",
  title: "Workspaces",
  permission: "access to the workspaces",
  examples: {
    get: `const acme = analytics.getWorkspaceOutput({ name: "Acme" });
const planning = new analytics.Folder("planning", { name: "Planning", parentId: acme.id });`,
    list: `export const workspaces = analytics.listWorkspacesOutput();`,
  },
  filters: ["name"],
});
