/** The files of a resource that are missing, or can't be read, as the stack's state has them. */
import { existsSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { listModelFiles } from "pulumi-analytics-internal/core/files";
import { type Json, type JsonObject, parseSpec, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { filterObjects } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command";
import { formatPath, readInput } from "../command/files";
import type { FileEdit } from "../documents/document";
import { readModelFile } from "../documents/model-file";
import { dropExtension } from "../documents/names";
import type { StateDocument } from "../documents/states";
import { writeNewFiles } from "./new-files";

/**
 * Writes what a resource's document lacks as it was last deployed. Files that can be read stay as they are, and so do
 * those that the state doesn't know.
 *
 * @throws UsageError for a document with a secret.
 */
export function restoreFiles(cwd: string, state: StateDocument): FileEdit[] {
  const { type, form } = state;
  const file = formatPath(cwd, state.file!);
  if (form === undefined || state.isConfidential) {
    throw new UsageError(`${file}: this ${type} contains a secret, so the command doesn't write or show it.`);
  }
  const texts = Array.from(writeNewFiles(cwd, { type, file }, form));
  if (type === "data model" || extname(file) !== "") {
    return readForm(cwd, file) === undefined ? texts.map(([path, text]) => planWrite(cwd, path, text)) : [];
  }
  const known = listReadableParts(cwd, file);
  return texts.flatMap(([path, text]) =>
    listParts(posix.relative(file, path), parseSpec(text)).some((part) => known.has(part))
      ? []
      : [planWrite(cwd, path, text)],
  );
}

const planWrite = (cwd: string, path: string, after: string): FileEdit => ({
  path,
  before: existsSync(join(cwd, path)) ? readInput(cwd, path) : undefined,
  after,
});

/** The parts that a workbook's folder has in files that can be read. */
function listReadableParts(cwd: string, folder: string): ReadonlySet<string> {
  if (!existsSync(join(cwd, folder))) return new Set();
  const paths = listModelFiles(folder, cwd).map((path) => formatPath(cwd, join(cwd, path)));
  return new Set(
    paths.flatMap((path) => {
      const form = readForm(cwd, path, folder);
      return form === undefined ? [] : listParts(posix.relative(folder, path), form);
    }),
  );
}

/** The parts in a file of a workbook's folder: `elements/chart`, `workbook`. */
function listParts(path: string, form: Json): string[] {
  const { dir } = posix.parse(path);
  const list = (field: string, items: Json | undefined) =>
    filterObjects(items).map(({ id }) => posix.join(field, String(id)));
  if (Array.isArray(form)) return list(dir, form);
  const { id, pages, elements } = form as JsonObject;
  if (dir === "") return [dropExtension(path), ...list("pages", pages), ...list("elements", elements)];
  return [id === undefined ? dropExtension(path) : posix.join(dir, String(id))];
}

/** What stands in a file; undefined where it can't be read. */
function readForm(cwd: string, path: string, root?: string): Json | undefined {
  if (!existsSync(join(cwd, path))) return undefined;
  try {
    const { form } = readModelFile(cwd, path, root);
    return typeof form === "object" ? (form ?? undefined) : undefined;
  } catch (error) {
    if (error instanceof UsageError || error instanceof SpecSyntaxError) return undefined;
    throw error;
  }
}
