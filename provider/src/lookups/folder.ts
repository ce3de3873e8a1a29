import type { File } from "../core/api";
import { getPlatformPath } from "../core/api/folder-path";
import { describeAnswer } from "./answer-fields";
import type { Collection } from "./collection";
import { defineCollection } from "./declare";
import { findFile, listPlaces } from "./paths";
import { ancestorArg } from "./shared-fields";

/** A path may name a workspace, too. */
const places: Collection<File> = {
  noun: "folder",
  key: "folders and workspaces",
  entries: listPlaces,
  idOf: ({ id }) => id,
  nameOf: getPlatformPath,
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
    get: `const models = analytics.getFolderOutput({ path: "Acme/Models" });
const drafts = new analytics.Folder("drafts", { name: "Drafts", parentId: models.id });`,
    list: `const models = analytics.getFolderOutput({ path: "Acme/Models" });
export const below = analytics.listFoldersOutput({ parentId: models.id });`,
  },
  fields: (zod) => ({
    ...describeAnswer("file")(zod),
    type: zod.string().describe("`folder`, or `workspace`."),
  }),
  by: {
    field: "path",
    description:
      "The names from the workspace down to the folder, such as `Acme/Models/Sales`; `Acme` alone is the " +
      "workspace. A slash in a name is written `\\/`.",
  },
  listArgs: ancestorArg,
  filters: ["parentId", "name"],
  entries: ({ files }, { ancestorId: parentId }) => files.list({ type: "folder", parentId }),
  get: ({ files }, id) => files.get(id),
  idOf: ({ id }) => id,
  nameOf: getPlatformPath,
  find: (context, path) => findFile(context, places, path),
});
