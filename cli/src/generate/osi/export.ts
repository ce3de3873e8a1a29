import { parse } from "node:path";
import { type ProjectModel, writeDocument } from "pulumi-analytics-generate/osi";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome, UsageError } from "../../command";
import { writeOutput } from "../../command/files";
import { type ReadChecksFile, readChecksFile } from "../../documents/checks-files";
import { DocumentSet } from "../../documents/set";
import { formatJson } from "../../project/program";
import { writeModel } from "../../text";
import type { WriteOptions } from "../options";

/** Writes the data models of the project as one document. */
export function exportModels(context: Context, { out, dryRun, check, strict }: WriteOptions): Outcome {
  if (out === undefined) throw new UsageError("Name a document to read, or --out FILE to write one.");
  const models = readModels(context);
  if (models.length === 0) throw new UsageError("There are no data models below this folder.");
  const name = parse(out).name.replace(/\.osi$/, "");
  const [document, unsaid] = writeDocument(name, models);
  const text = /\.json$/i.test(out) ? formatJson(document) : writeModel(document);
  const change = writeOutput(context.cwd, out, text, { dryRun: dryRun === true || check === true });
  const isFound = (check === true && change.action !== "unchanged") || (strict === true && unsaid.length > 0);
  return {
    json: { files: [change], skipped: { "not in the standard": unsaid } },
    text: [
      `${change.action}: ${escapeLine(out)}`,
      `Not in the standard: ${unsaid.length}`,
      ...unsaid.map(({ name: part, reason }) => `  ${escapeLine(part)}: ${escapeLine(reason)}`),
    ].join("\n"),
    exit: isFound ? exitCodes.found : exitCodes.ok,
  };
}

function readModels(context: Context): ProjectModel[] {
  const documents = new DocumentSet(context);
  const checks = documents.listChecks([]).map((file) => readChecksFile(context.cwd, file));
  const { files, unread } = documents.readProject();
  if (unread.length > 0) throw new UsageError(...unread.map(({ file, why }) => `${file}: ${why}`));
  return files.flatMap(({ name, file, type, form }) => {
    if (type !== "data model") return [];
    const keys = checks.flatMap((one) => (one.modelPath === file ? listKeys(one) : []));
    return [{ name, spec: form as JsonObject, keys }];
  });
}

/** The keys that a checks file holds the data to. */
function listKeys({ checks }: ReadChecksFile): ProjectModel["keys"][number][] {
  const isFilled = (table: string, column: string) =>
    checks.some((one) => one.kind === "not_null" && one.table === table && one.of === column);
  return checks.flatMap((one) => {
    if (one.kind !== "unique") return [];
    const { table, columns } = one;
    return [{ table, columns, isFilled: columns.every((column) => isFilled(table, column)) }];
  });
}
