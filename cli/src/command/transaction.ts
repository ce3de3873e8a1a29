/**
 * Files that change together: all of them, or none, whenever the process ends.
 *
 * 1. Each new content is written beside its place, as a draft.
 * 2. A journal lists the steps. There is one journal in a folder, so two commands don't write at once.
 * 3. Drafts are renamed onto their places, and files are removed.
 * 4. The journal is removed.
 *
 * A process that is killed before 2 leaves drafts, which {@link sweepDrafts} removes. One that is killed later leaves
 * its journal, and {@link finishTransaction} of the next command does the steps that are left.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isObject, tryParseJson } from "pulumi-analytics-internal/core/data";
import { describeSystemCode, findProjectFolder, isOutsideFolder } from "pulumi-analytics-internal/core/files";
import { isRunning, readProcessName } from "pulumi-analytics-internal/core/runtime";
import { UsageError } from "./exit";

/** A file that changes. */
export interface PlannedChange {
  /** Without links on the way. */
  readonly place: string;
  /** What it holds; undefined: there is none. */
  readonly before: Buffer | undefined;
  /** What it is to hold; undefined: it is removed. */
  readonly after: Buffer | undefined;
  /** Changes with one name make no sense without each other: a person's edit of one file keeps the others from it, too. */
  readonly group?: string | undefined;
}

/** What became of the files of a command that was killed. Paths without links. */
export interface FinishedTransaction {
  readonly written: readonly string[];
  /** Files that somebody edited since: they and their group stay. */
  readonly left: readonly string[];
}

/** A change as the journal has it. Paths are from the journal's folder, with `/`. */
interface Step {
  readonly path: string;
  /** Null: the file is removed. */
  readonly draft: string | null;
  /** The digest of the file before and after; null: there is none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly group: string;
}

interface Journal {
  readonly version: 1;
  /** The process; see `readProcessName`. */
  readonly writer: string;
  readonly steps: readonly Step[];
}

const journalName = ".pulumi-analytics.unfinished.json";

/**
 * The folder of the journal for what a command writes into a folder: that of the folder's project. Without one, it is
 * where the command runs, or the folder itself if that is elsewhere. No step leads out of it.
 */
export function findJournalFolder(cwd: string, folder = cwd): string {
  const [from, real] = [resolveRealPath(cwd), resolveRealPath(folder)];
  return findProjectFolder(real) ?? (isOutsideFolder(from, real) ? real : from);
}

/** A path without links, as far as it exists. */
export function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(resolveRealPath(dirname(path)), basename(path));
  }
}

/**
 * Changes files, or none: where one can't be changed, those before it get back what they held.
 *
 * @param root of {@link findJournalFolder}; the places are in it.
 * @throws UsageError when a file can't be written, has changed meanwhile, or another command doesn't stop writing.
 */
export function changeFiles(root: string, changes: readonly PlannedChange[]): void {
  if (changes.length === 0) return;
  const steps = writeDrafts(root, changes);
  try {
    if (steps.length === 1) {
      runStep(root, steps[0]!);
      return;
    }
    openJournal(root, steps);
  } catch (error) {
    removeDrafts(root, steps);
    throw error;
  }
  const done: PlannedChange[] = [];
  try {
    for (const { place, before } of changes) refuseEdited(place, before);
    for (const [index, step] of steps.entries()) {
      runStep(root, step);
      done.push(changes[index]!);
    }
  } catch (error) {
    reverseSteps(root, done);
    // Only now: until then the journal may need them.
    removeDrafts(root, steps);
    throw error;
  }
  closeJournal(root);
}

/** A transaction of its own, in the place of the one that failed: the next command finishes that, too. */
function reverseSteps(root: string, done: readonly PlannedChange[]): void {
  const back = done.toReversed().map(({ before, after, ...change }) => ({ ...change, before: after, after: before }));
  const steps = writeDrafts(root, back);
  if (steps.length > 0) replaceJournal(root, steps);
  for (const step of steps) runStep(root, step);
  closeJournal(root);
}

/**
 * Does what a killed command left undone in a folder. What somebody changed since stays.
 *
 * @param root of {@link findJournalFolder}.
 * @returns undefined when nothing is left, or its command still runs.
 */
export function finishTransaction(root: string): FinishedTransaction | undefined {
  const journal = readJournal(root);
  if (journal === undefined || journal === "unfinished") return undefined;
  if (journal === "unknown") {
    rmSync(join(root, journalName), { force: true });
    return { written: [], left: [join(root, journalName)] };
  }
  if (isRunning(journal.writer)) return undefined;
  replaceJournal(root, journal.steps);
  const written: string[] = [];
  const left: string[] = [];
  for (const name of new Set(journal.steps.map(({ group }) => group))) {
    const group = journal.steps.filter((step) => step.group === name);
    const edited = group.filter((step) => !canFinish(root, step));
    const canRun = edited.length === 0;
    if (canRun) for (const step of group) if (!isDone(root, step)) runStep(root, step);
    removeDrafts(root, group);
    if (canRun) written.push(...group.map(({ path }) => join(root, path)));
    else left.push(...edited.map(({ path }) => join(root, path)));
  }
  closeJournal(root);
  return { written, left };
}

const isDone = (root: string, { path, after }: Step) => hashFile(join(root, path)) === after;

function canFinish(root: string, step: Step): boolean {
  if (isDone(root, step)) return true;
  const hasDraft = step.draft === null || hashFile(join(root, step.draft)) === step.after;
  return hasDraft && hashFile(join(root, step.path)) === step.before;
}

/**
 * Finishes what a killed command left, and refuses to go on: what was planned rests on files of which some were new and
 * some old.
 */
export function refuseUnfinished(root: string): void {
  if (finishTransaction(root) === undefined) return;
  throw new UsageError(
    `${root}: an earlier command was stopped while it wrote; its files are complete now. Try again.`,
  );
}

function refuseEdited(place: string, before: Buffer | undefined): void {
  const now = readIfFile(place);
  if (before === undefined ? now === undefined : now?.equals(before)) return;
  throw new UsageError(`${place}: the file was changed meanwhile. Nothing was written. Run the command again.`);
}

function writeDrafts(root: string, changes: readonly PlannedChange[]): Step[] {
  const steps: Step[] = [];
  for (const { place, before, after, group = place } of changes) {
    const draft = after === undefined ? null : join(dirname(place), nameDraft());
    const toPath = (file: string) => relative(root, file).split(sep).join("/");
    const hashes = { before: hashBytes(before), after: hashBytes(after) };
    steps.push({ path: toPath(place), draft: draft && toPath(draft), ...hashes, group });
    if (draft === null || after === undefined) continue;
    try {
      mkdirSync(dirname(place), { recursive: true });
      // Who may read a file that was there stays the same.
      writeFileSync(draft, after, { mode: statSync(place, { throwIfNoEntry: false })?.mode });
    } catch (error) {
      removeDrafts(root, steps);
      throw explainUnwritten(place, error);
    }
  }
  return steps;
}

function runStep(root: string, { path, draft }: Step): void {
  const place = join(root, path);
  try {
    if (draft === null) rmSync(place);
    else renameSync(join(root, draft), place);
  } catch (error) {
    throw explainUnwritten(place, error);
  }
}

function removeDrafts(root: string, steps: readonly Step[]): void {
  for (const { draft } of steps) if (draft !== null) rmSync(join(root, draft), { force: true });
}

function explainUnwritten(file: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  const known = describeSystemCode(code);
  const fix = known === undefined ? "" : ` ${known.fix}`;
  return new UsageError(`${file}: can't be written: ${known?.what ?? code}.${fix}`);
}

/** How long a command waits for another one to write its files, and between two looks, in milliseconds. */
const patience = 5000;
const pause = 50;

/** @throws UsageError when another command has the journal all the time. */
function openJournal(root: string, steps: readonly Step[]): void {
  const file = join(root, journalName);
  const text = formatJournal(steps);
  for (let waited = 0; ; waited += pause) {
    try {
      const descriptor = openSync(file, "wx");
      writeFileSync(descriptor, text);
      closeSync(descriptor);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw explainUnwritten(file, error);
    }
    refuseUnfinished(root);
    if (waited >= patience) throw new UsageError(`${root}: another command writes here. Run this one after it.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

/** Puts other steps into a journal that is there, in one step. */
function replaceJournal(root: string, steps: readonly Step[]): void {
  const draft = join(root, nameDraft());
  writeFileSync(draft, formatJournal(steps));
  renameSync(draft, join(root, journalName));
}

/** Two commands may finish the same journal; neither removes that of a third, which has begun since. */
function closeJournal(root: string): void {
  const journal = readJournal(root);
  if (typeof journal === "object" && journal.writer === nameThisProcess()) rmSync(join(root, journalName));
}

function formatJournal(steps: readonly Step[]): string {
  const journal: Journal = { version: 1, writer: nameThisProcess(), steps };
  return JSON.stringify(journal, null, 2);
}

/** `unfinished`: a command writes it now. `unknown`: one that this release can't have written. */
function readJournal(root: string): Journal | "unfinished" | "unknown" | undefined {
  const file = join(root, journalName);
  const text = readIfFile(file)?.toString();
  if (text === undefined) return undefined;
  const journal = tryParseJson(text);
  if (isJournal(root, journal)) return journal;
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return journal === undefined && age < patience ? "unfinished" : "unknown";
}

function isJournal(root: string, value: unknown): value is Journal {
  if (!isObject(value) || value.version !== 1 || typeof value.writer !== "string") return false;
  return Array.isArray(value.steps) && value.steps.every((step) => isStep(root, step));
}

/** A journal may come with somebody else's project: its steps write nothing but files of that project. */
function isStep(root: string, value: unknown): value is Step {
  if (!isObject(value)) return false;
  const { path, draft, before, after, group } = value;
  const isDigest = (digest: unknown) => digest === null || typeof digest === "string";
  if (typeof path !== "string" || typeof group !== "string" || !isDigest(before) || !isDigest(after)) return false;
  const place = resolve(root, path);
  if (isOutsideFolder(root, place) || isOutsideFolder(root, resolveRealPath(dirname(place)))) return false;
  if (draft === null) return after === null;
  return (
    typeof draft === "string" &&
    after !== null &&
    draftName.test(basename(draft)) &&
    dirname(resolve(root, draft)) === dirname(place)
  );
}

/** A file that a command is writing, with the name of its process. */
const draftName = /^\.(?<writer>\d+-\w+)(\.\d+)?\.draft$/;

/** Asked for once: on some systems another process answers. */
let thisProcess: string | undefined;
let draftCount = 0;

function nameThisProcess(): string {
  thisProcess ??= readProcessName(process.pid) ?? `${process.pid}-0`;
  return thisProcess;
}

const nameDraft = () => `.${nameThisProcess()}.${++draftCount}.draft`;

/** Removes what killed commands left of files that they were writing. */
export function sweepDrafts(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const writer = draftName.exec(name)?.groups?.writer;
    if (writer !== undefined && !isRunning(writer)) rmSync(join(folder, name), { force: true });
  }
}

function readIfFile(file: string): Buffer | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
}

const hashFile = (file: string) => hashBytes(readIfFile(file));

const hashBytes = (bytes: Buffer | undefined) =>
  bytes === undefined ? null : createHash("sha256").update(bytes).digest("hex");
