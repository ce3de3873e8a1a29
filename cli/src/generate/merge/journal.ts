import { createHash } from "node:crypto";
import { tryParseJson } from "pulumi-analytics-internal/core/data";
import * as z from "zod";
import type { FileWriter } from "../../command/files";
import { formatJson } from "../../project/program";

/** Where the folder of generated models keeps what the next run has to know; to be committed with the rest. */
export const recordsFolder = ".analytics/generated";

const journalPath = `${recordsFolder}/.unfinished.json`;

/** A file as it shall be; null: it goes. */
export interface Write {
  /** From the folder of the models. */
  readonly path: string;
  readonly after: string | null;
}

const journalSchema = z.object({
  version: z.literal(1),
  /** What belongs together: either all of it is written, or nothing. */
  groups: z.array(z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }))),
});

type Journal = z.output<typeof journalSchema>;

/**
 * Writes groups of files. A journal is written first, and removed at the end: whenever the process is killed, either no
 * file has changed, or {@link finishWrites} of the next run writes the rest.
 */
export function writeGroups(folder: FileWriter, groups: readonly (readonly Write[])[]): void {
  const changed = groups
    .map((group) => group.map((write) => ({ ...write, before: hashFile(folder.read(write.path)) })))
    .filter((group) => group.some(({ before, after }) => before !== hashFile(after ?? undefined)));
  if (changed.length === 0 || folder.isDryRun) return;
  const journal: Journal = { version: 1, groups: changed };
  folder.write(journalPath, formatJson(journal));
  applyJournal(folder, journal);
}

/** Whether an earlier run was stopped while it wrote. */
export const hasUnfinishedWrites = (folder: FileWriter) => folder.read(journalPath) !== undefined;

/**
 * Writes what an earlier run had begun to write. What somebody changed since stays.
 *
 * @returns the files that were left as they are.
 */
export function finishWrites(folder: FileWriter): string[] {
  const text = folder.read(journalPath);
  if (text === undefined) return [];
  const journal = journalSchema.safeParse(tryParseJson(text));
  if (journal.success) return applyJournal(folder, journal.data);
  // A journal is written in one step: another release wrote this one, or somebody changed it.
  folder.remove(journalPath);
  return [journalPath];
}

function applyJournal(folder: FileWriter, { groups }: Journal): string[] {
  const left: string[] = [];
  for (const group of groups) {
    const edited = group.filter(({ path, before, after }) => {
      const now = hashFile(folder.read(path));
      return now !== before && now !== hashFile(after ?? undefined);
    });
    left.push(...edited.map(({ path }) => path));
    if (edited.length === 0) for (const write of group) applyWrite(folder, write);
  }
  folder.remove(journalPath);
  return left;
}

function applyWrite(folder: FileWriter, { path, after }: Write): void {
  if (after !== null) folder.write(path, after);
  else if (folder.read(path) !== undefined) folder.remove(path);
}

function hashFile(text: string | undefined): string | null {
  return text === undefined ? null : createHash("sha256").update(text).digest("hex");
}
