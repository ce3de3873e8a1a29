/**
 * Files that change together. Each new content is written beside its place; when all are there, they are renamed onto
 * their places. Where one can't be, those before it get back what they held.
 */
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  describeSystemCode,
  findProjectFolder,
  isOutsideFolder,
  writeDraft,
} from "pulumi-analytics-internal/core/files";
import { UsageError } from "./exit";

/** A file that changes. */
export interface PlannedChange {
  /** Without links on the way. */
  readonly place: string;
  /** What it held when it was read; undefined: there was none. */
  readonly before: Buffer | undefined;
  /** What it is to hold; undefined: it is removed. */
  readonly after: Buffer | undefined;
}

/**
 * The folder out of which no link of a file may lead: that of the project around the path as it was given. Without one,
 * it is where the command runs, or the folder itself if that is elsewhere.
 */
export function findRoot(cwd: string, folder: string): string {
  const place = resolve(cwd, folder);
  return resolveRealPath(findProjectFolder(place) ?? (isOutsideFolder(cwd, place) ? place : cwd));
}

/** A path without links, as far as it exists. */
export function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(resolveRealPath(dirname(path)), basename(path));
  }
}

/** @throws UsageError when a file can't be written, or has changed since it was read. */
export function changeFiles(changes: readonly PlannedChange[]): void {
  const drafts = new Map<PlannedChange, string>();
  const done: PlannedChange[] = [];
  try {
    for (const change of changes) {
      const draft = nameFailure(change, writeChange);
      if (draft !== undefined) drafts.set(change, draft);
    }
    for (const change of changes) nameFailure(change, refuseEdited);
    for (const change of changes) {
      nameFailure(change, ({ place }) => {
        const draft = drafts.get(change);
        if (draft === undefined) rmSync(place);
        else renameSync(draft, place);
      });
      done.push(change);
    }
  } catch (error) {
    for (const change of done.toReversed()) nameFailure(change, restore);
    for (const draft of drafts.values()) rmSync(draft, { force: true });
    throw error;
  }
}

/** @returns the draft; undefined: the file is removed. */
function writeChange({ place, after }: PlannedChange): string | undefined {
  if (after === undefined) return undefined;
  mkdirSync(dirname(place), { recursive: true });
  // Who may read a file that was there stays the same.
  return writeDraft(place, after, statSync(place, { throwIfNoEntry: false })?.mode);
}

function refuseEdited({ place, before }: PlannedChange): void {
  const now = statSync(place, { throwIfNoEntry: false })?.isFile() ? readFileSync(place) : undefined;
  if (before === undefined ? now === undefined : now?.equals(before)) return;
  throw new UsageError(`${place}: the file was changed meanwhile. Nothing was written. Run the command again.`);
}

function restore({ place, before }: PlannedChange): void {
  if (before === undefined) rmSync(place);
  else writeFileSync(place, before);
}

/** Does something with a file; what the system refuses names the file. */
function nameFailure<T>(change: PlannedChange, work: (change: PlannedChange) => T): T {
  try {
    return work(change);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const known = describeSystemCode(code);
    const fix = known === undefined ? "" : ` ${known.fix}`;
    throw new UsageError(`${change.place}: can't be written: ${known?.what ?? code}.${fix}`);
  }
}
