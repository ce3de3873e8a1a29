import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { readNoun } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { writeFiles } from "../command/files";
import type { PlatformAddress } from "../documents/address";
import { findKnownFiles } from "../documents/known-workbook";
import { mergeWorkbook } from "../documents/merge-workbook";
import type { DocumentFile } from "../documents/read-files";
import { type DocumentSet, formPlatformAddress } from "../documents/set";
import { editWorkbookFiles, type FileEdit } from "../documents/write-workbook";
import { diffLines } from "../text/line-diff";
import { resolveId } from "./targets";
import type { UpdateOptions, UpdateReport } from "./update-report";

/** Brings what was changed on the platform into the files of a workbook or report. */
export async function updateWorkbook(
  context: Context,
  documents: DocumentSet,
  target: { readonly file: DocumentFile; readonly from: PlatformAddress | undefined },
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false, stack } = options;
  const { file } = target;
  const noun = readNoun(file.form as JsonObject);
  const from = target.from && (await resolveId(documents, target.from, noun));
  const known = await findKnownFiles(context, file, { stack, id: from?.value });
  const { id } = known;
  if (id === undefined) {
    throw new UsageError(
      `${file.path}: unknown ${noun}: it is not in a pulled folder, and not in the stack's state. ` +
        "Name it: --from <id>.",
    );
  }
  const profile = options.profile ?? from?.profile ?? known.profile;
  const address = formPlatformAddress(id, { profile, version: from?.version });
  const {
    name: title,
    contents,
    stored,
  } = await console.showProgress(`Reading the ${noun}`, 1, () => documents.readOne(address, [noun]));
  const merge = mergeWorkbook(file.form, known.refs, contents, known);
  const edits = merge.changes.length === 0 ? [] : editWorkbookFiles(cwd, file, merge.form);
  writeFiles(cwd, edits, { dryRun });
  return {
    file: file.path,
    what: noun,
    model: id,
    title,
    version: stored!.documentVersion,
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
