import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Context, UsageError } from "../command";
import { toDocument } from "../documents/create";
import type { OwnFiles } from "../documents/project-files";
import { DocumentSet } from "../documents/set";
import { readSides } from "../documents/sides";
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
  const { pairs, notes, unread, unreadBefore } = await readSides(documents, {
    against: { from: "commit", ref: commit },
    types: ["workbook", "report"],
  });
  for (const note of notes) context.console.note(note);
  const drawn: string[] = [];
  const failed = listNewlyUnread(unreadBefore, unread);
  for (const [old, now] of pairs.toSorted(([, one], [, other]) => ((one?.file ?? "") < (other?.file ?? "") ? -1 : 1))) {
    if (now === undefined || isDeepStrictEqual(old?.contents, now.form)) continue;
    const { file } = now;
    const out = join(folder, `${file.replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-")}.html`);
    try {
      await drawChanges(context, { pairs: [[old, toDocument(now)]], findKnown: async () => ({}) }, { out });
      drawn.push(file);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      failed.push(`${file}: ${error.message}`);
    }
  }
  return { drawn, failed };
}

type Unread = OwnFiles["unread"];

/** Files that can't be read, unless that was so before. */
function listNewlyUnread(before: Unread, now: Unread): string[] {
  const [known, all] = [before, now].map((unread) => unread.map(({ file, why }) => `${file}: ${why}`));
  return all!.filter((text) => !known!.includes(text));
}
