import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileWriter } from "../../../../../cli/src/command/files";
import { type MergeFilesOptions, mergeFiles } from "../../../../../cli/src/generate/merge";
import type { GeneratedModel } from "../../../../../generate/src/generated-model";
import { type Json, type JsonObject, parseSpec } from "../../../../../provider/src/core/model";

/** A folder of generated models in a temporary directory. */
export class MergeBench {
  readonly folder = mkdtempSync(join(tmpdir(), "merge-"));

  dispose(): void {
    rmSync(this.folder, { recursive: true });
  }

  run(models: readonly GeneratedModel[], options: Partial<MergeFilesOptions> & { dryRun?: boolean } = {}) {
    const { dryRun, ...rest } = options;
    const folder = new FileWriter(join(this.folder, "models"), ".", { dryRun });
    return { files: mergeFiles(folder, models, { source: "dbt shop", isWhole: true, ...rest }) };
  }

  read(path: string): string {
    return readFileSync(join(this.folder, "models", path), "utf8");
  }

  readForm(path: string): JsonObject {
    const file = join(this.folder, "models", path);
    return parseSpec(this.read(path), { file, readFile: (other) => readFileSync(other, "utf8") }) as JsonObject;
  }

  write(path: string, text: string): void {
    const file = join(this.folder, "models", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Edits a file as a person does: one text in the place of another. */
  edit(path: string, from: string | RegExp, to: string): void {
    const before = this.read(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} has no ${from}:\n${before}`);
    this.write(path, after);
  }

  remove(path: string): void {
    rmSync(join(this.folder, "models", path));
  }

  /** Every file and its text. */
  readAll(): Record<string, string> {
    const paths = readdirSync(join(this.folder, "models"), { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      paths
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(this.folder.length + "/models/".length), readFileSync(path, "utf8")]),
    );
  }
}

/** A column of the warehouse table ORDERS. */
export const buildColumn = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  name: id.toUpperCase(),
  formula: `[ORDERS/${id.toUpperCase()}]`,
  ...more,
});

/** A data model of one table, as generators make it. */
export function buildModel(
  columns: readonly JsonObject[],
  more: JsonObject = {},
  rest: Partial<GeneratedModel> = {},
): GeneratedModel {
  const table: JsonObject = {
    id: "orders",
    kind: "table",
    name: "Orders",
    source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["SHOP", "MAIN", "ORDERS"] },
    columns: columns as Json[] as Json,
    ...more,
  };
  const spec: JsonObject = { schemaVersion: 1, pages: [{ id: "main", name: "Main", elements: [table] }] };
  return { name: "orders", spec, comments: [], was: [], tables: {}, ...rest };
}

/** The columns of a file's first table, by id. */
export function listColumns(form: JsonObject): Record<string, JsonObject> {
  const [page] = form.pages as JsonObject[];
  const [table] = (page as JsonObject).elements as JsonObject[];
  return Object.fromEntries(
    ((table as JsonObject).columns as JsonObject[]).map((column) => [String(column.id), column]),
  );
}
