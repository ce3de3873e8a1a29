import type { File, FileType } from "../core/api";
import { all, type Collection, named } from "./collection";
import { defineCollection } from "./declare";

const pathOf = ({ path, name }: File) => (path === "" ? name : `${path}/${name}`);

const workspaces: Collection<File> = {
  noun: "workspace",
  entries: ({ files }) => files.list({ type: "workspace" satisfies FileType }),
  idOf: ({ id }) => id,
  nameOf: pathOf,
};

export const folder = defineCollection<File>({
  noun: "folder",
  title: "Folders",
  about: "A folder, or a workspace.",
  permission: "access to the folders",
  isEssential: true,
  getEndpoint: "GET /v2/files/{inodeId}",
  listEndpoint: "GET /v2/files?typeFilters=folder",
  examples: {
    get: `const models = await analytics.getFolder({ path: "Acme/Models" });
const orders = new analytics.DataModel("orders", { name: "Orders", folderId: models.id, spec: analytics.specFile("models/orders.yaml") });`,
    list: `const models = await analytics.getFolder({ path: "Acme/Models" });
const below = await analytics.listFolders({ parentId: models.id });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    parentId: zod.string().describe("Id of the parent folder or workspace."),
    description: zod.string().optional().describe("What the folder is for."),
  }),
  by: {
    field: "path",
    description:
      "The names from the workspace down to the folder, such as `Acme/Models/Sales`; `Acme` alone is the workspace.",
  },
  filters: ["parentId", "name"],
  entries: ({ files }) => files.list({ type: "folder" }),
  get: ({ files }, id) => files.get(id),
  idOf: ({ id }) => id,
  nameOf: pathOf,

  async find(context, path, folders) {
    const names = path.split("/").filter((name) => name !== "");
    const isTop = names.length === 1;
    const workspace = isTop ? (await all(context, workspaces)).find(({ name }) => name === names[0]) : undefined;
    return workspace ?? named(context, folders, names.join("/"));
  },
});
