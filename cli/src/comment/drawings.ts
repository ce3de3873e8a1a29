import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Context, UsageError } from "../command";
import { formBase } from "../documents/address";
import { toDocument } from "../documents/create";
import type { Document } from "../documents/document";
import { type Evidence, type Pair, pairDocuments } from "../documents/pairing";
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
  const before = await documents.readCommit(formBase(commit), `--against git:${commit}`);
  for (const note of before.notes) context.console.note(note);
  const drawn: string[] = [];
  const failed = listNewlyUnread(before, now);
  for (const [file, pair] of listChanged(before, now)) {
    const out = join(folder, `${file.replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-")}.html`);
    try {
      await drawChanges(context, { pairs: [pair], findKnown: async () => ({}) }, { out });
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

/** The workbooks and reports whose contents differ, with what they were, by their files. */
function listChanged(before: OwnFiles, now: OwnFiles): (readonly [file: string, Pair<Document>])[] {
  return pairDocuments(before.files, now.files, (file): Evidence => file)
    .flatMap(([old, after]) => {
      const isChanged = after !== undefined && !isDeepStrictEqual(old?.form, after.form);
      if (!isChanged || after.type === "data model") return [];
      return [[after.file, [old && toDocument(old), toDocument(after)]] as const];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
