import { extname, posix } from "node:path";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { getGrammar, readLayoutAsRows } from "pulumi-analytics-internal/core/workbook";
import type { DocumentFile } from "../documents/read-files";
import { createWorkbookFiles } from "../documents/write-workbook";
import { findPackagePath } from "../project/package-place";
import { formatSchemaLine } from "../project/schema-line";
import { writeModel } from "../text";

/**
 * The texts of a document that has no files, by their paths from a folder: one file, or those of a workbook's folder.
 *
 * @param file where it is to be, from that folder; with an extension, one file.
 */
export function writeNewFiles(
  folder: string,
  { type, file }: Pick<DocumentFile, "type" | "file">,
  form: JsonObject,
): ReadonlyMap<string, string> {
  const packagePath = findPackagePath(folder);
  const contents = type === "data model" ? form : readLayoutAsRows(form);
  if (type !== "data model" && extname(file) === "") {
    const files = createWorkbookFiles(contents, file, packagePath);
    return new Map(Array.from(files, ([path, text]) => [posix.join(file, path), text]));
  }
  if (extname(file) === ".json") return new Map([[file, `${JSON.stringify(form, undefined, 2)}\n`]]);
  const [kind, shape] = type === "data model" ? ["data-model" as const] : [type, getGrammar().documents[type]];
  return new Map([[file, formatSchemaLine(packagePath, file, kind) + writeModel(contents, [], shape)]]);
}
