import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { readNoun } from "pulumi-analytics-internal/core/workbook";
import type { Context } from "../command";
import { writeFiles } from "../command/files";
import type { DocumentFile } from "../documents/read-files";
import { editWorkbookFiles, type FileEdit } from "../documents/write-workbook";
import { diffLines } from "../text/line-diff";
import { findId, findKnownFiles } from "./known-workbook";
import type { UpdateOptions, UpdateReport } from "./update-report";
import { mergeWorkbook } from "./workbooks";

/** Brings what was changed on the platform into the files of a workbook. */
export async function updateWorkbook(
  context: Context,
  file: DocumentFile,
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false, stack } = options;
  const known = await findKnownFiles(context, file, options);
  const client = await context.client({ stack, profile: options.profile ?? known.profile });
  const id = await findId(client, file, known, options);
  const noun = readNoun(file.form as JsonObject);
  const server = await console.showProgress(`Reading the ${noun}`, 1, () => client[`${noun}Contents`].read(id));
  const merge = mergeWorkbook(file.form, known.refs, server.contents as JsonObject, known);
  const edits = merge.changes.length === 0 ? [] : editWorkbookFiles(cwd, file, merge.form);
  writeFiles(cwd, edits, { dryRun });
  return {
    file: file.path,
    what: noun,
    model: id,
    title: server.name,
    version: server.documentVersion,
    dryRun,
    changes: merge.changes,
    about: [],
    diff: edits.flatMap(formatEdit),
    hasOwnEdits: !merge.isThere,
    contested: [],
    remarks: [],
  };
}

/** The lines that change, under the name of their file. */
function formatEdit({ path, before = "", after = "" }: FileEdit): string[] {
  return [`  ${path}`, ...diffLines(before, after)];
}
