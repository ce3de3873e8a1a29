import type { File, FileType } from "../core/api";
import { getPlatformPath } from "../core/api/folder-path";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";
import { findFile } from "./paths";
import { ancestorArg } from "./shared-fields";

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
    ...ancestorArg,
  },
  fields: describeAnswer("file"),
  by: {
    field: "path",
    description:
      "The names from the workspace down to the file, such as `Acme/Models/Sales report`. A " +
      "slash in a name is written `\\/`.",
  },
  narrowedBy: ["type"],
  filters: ["parentId", "name"],
  async *entries({ files }, { type, ancestorId: parentId }) {
    for await (const found of files.list({ type: type as FileType | undefined, parentId })) {
      if (type === undefined || found.type === type) yield found;
    }
  },
  get: ({ files }, id) => files.get(id),
  idOf: ({ id }) => id,
  nameOf: getPlatformPath,
  find: (context, path, files, { type }) => findFile(context, files, path, { type }),
});
