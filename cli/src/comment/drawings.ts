import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Context, UsageError } from "../command";
import { toDocument } from "../documents/create";
import type { OwnFiles } from "../documents/project-files";
import { DocumentSet } from "../documents/set";
import { drawChanges } from "../drawing";

/** Which workbooks were drawn, and why others couldn't be. */
export interface Drawings {
  readonly drawn: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Draws the workbooks and reports that differ from a commit, each before and after, as web pages in a folder: an
 * artifact of a job. It needs git and the commit, and no settings.
 *
 * @throws UsageError when git refuses.
 */
export async function drawWorkbooks(context: Context, commit: string, folder: string): Promise<Drawings> {
  const documents = new DocumentSet(context);
  const now = documents.readProject();
  const before = await documents.readCommit(commit, `--against git:${commit}`);
  const drawn: string[] = [];
  const failed = listNewlyUnread(before, now);
  for (const { file, after, former } of listChanged(before, now)) {
    const out = join(folder, `${file.replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-")}.html`);
    const versions = { before: former, after: [after], findKnown: async () => ({}) };
    try {
      await drawChanges(context, versions, { out });
      drawn.push(file);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      failed.push(`${file}: ${error.message}`);
    }
  }
  return { drawn, failed };
}

/** Files that can't be read, unless that was so before. */
function listNewlyUnread(before: OwnFiles, now: OwnFiles): string[] {
  const texts = before.unread.map(({ file, why }) => `${file}: ${why}`);
  return now.unread.map(({ file, why }) => `${file}: ${why}`).filter((text) => !texts.includes(text));
}

/** The workbooks and reports whose contents differ, with what they were. */
function listChanged(before: OwnFiles, now: OwnFiles) {
  return now.files
    .filter(({ type }) => type !== "data model")
    .flatMap((after) => {
      const former = before.files.filter(({ file, type }) => file === after.file && type === after.type);
      if (former.some(({ form }) => isDeepStrictEqual(form, after.form))) return [];
      return [{ file: after.file, after: toDocument(after), former: former.map((file) => toDocument(file)) }];
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
