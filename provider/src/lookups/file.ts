import type { File, FileType } from "../core/api";
import { getPlatformPath } from "../core/api/folder-path";
import { defineCollection } from "./declare";
import { findFile } from "./paths";
import { audit, createFileState } from "./shared-fields";

export const file = defineCollection<File>({
  noun: "file",
  title: "Files",
  about: "A document or folder of any type.",
  permission: "access to the files",
  getEndpoint: "GET /v2/files/{inodeId}",
  listEndpoint: "GET /v2/files",
  examples: {
    get: `const report = analytics.getFileOutput({ path: "Acme/Models/Sales/Sales report", type: "workbook" });
export const fileId = report.id;`,
    list: `export const templates = analytics.listFilesOutput({ type: "template" });`,
  },
  listArgs: {
    type:
      "The type to list, such as `workbook`. Left out: workbooks, folders, data models, datasets and reports. " +
      "Others, such as `workspace`, `template`, `table` and `symlink`, are listed only by their type.",
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    type: zod
      .string()
      .describe(
        "`workspace`, `folder`, `workbook`, `data-model`, `dataset`, `report`, or another " +
          "type, as the platform names it.",
      ),
    path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    parentId: zod.string().describe("Id of the parent folder or workspace."),
    ...createFileState(zod),
    permission: zod.string().optional().describe("What the owner of the credentials may do with it, such as `edit`."),
    badge: zod.string().nullable().optional().describe("Its endorsement, as the platform names it."),
    description: zod.string().optional().describe("What it is for."),
    ownerId: zod.string().nullable().optional().describe("Id of its owner."),
    ...audit(zod),
  }),
  by: {
    field: "path",
    description:
      "The names from the workspace down to the file, such as `Acme/Models/Sales report`. A " +
      "slash in a name is written `\\/`.",
  },
  narrowedBy: ["type"],
  filters: ["parentId", "name"],
  async *entries({ files }, { type }) {
    for await (const found of files.list({ type: type as FileType | undefined })) {
      if (type === undefined || found.type === type) yield found;
    }
  },
  get: ({ files }, id) => files.get(id),
  idOf: ({ id }) => id,
  nameOf: getPlatformPath,
  find: (context, path, files, { type }) => findFile(context, files, path, { type }),
});
