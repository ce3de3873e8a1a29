/** `--against`: the project's data models beside what they were. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../command";
import { type CommitAddress, type FileAddress, formatAddress, type StateAddress } from "../documents/address";
import type { OwnFile } from "../documents/read-files";
import type { DocumentSet } from "../documents/set";
import type { StateDocument } from "../documents/states";
import { type ComparedFiles, compareFiles, listStateFiles } from "./changes";

/** What to compare the files with, to ask about what goes away. */
export type Before = FileAddress | CommitAddress | StateAddress;

/** What the files are compared with, for people. */
export function describeBefore(against: Before): string {
  if (against.from === "state" && against.name === undefined) return "the stack's state";
  return against.from === "commit" && against.target === undefined ? against.ref : formatAddress(against);
}

/** What is compared. */
export interface Comparison {
  readonly against: Before;
  /** Whose changes count; none: those of all files. */
  readonly paths: readonly string[];
  readonly states: readonly StateDocument[];
}

/**
 * The files beside what they were.
 *
 * @throws UsageError where there is nothing to compare with, or what is compared isn't known.
 */
export async function compare(
  documents: DocumentSet,
  files: readonly OwnFile[],
  comparison: Comparison,
): Promise<ComparedFiles> {
  const { cwd } = documents;
  const { against, paths } = comparison;
  const before = await readBefore(documents, comparison);
  const earlier = new Set(against.from === "files" ? before.files.map(({ file }) => file) : []);
  const asked = files.filter(({ file }) => isAmong(cwd, file, paths) && !earlier.has(file));
  const compared = compareFiles(cwd, asked, before.files, before.isOne && asked.length === 1);
  const isFound = compared.gone.length > 0 || compared.files.some(({ former }) => former !== undefined);
  if (before.isOne && !isFound) {
    const text = formatAddress(against);
    throw new UsageError(`--against ${text}: can't tell which model it was. Name its file: impact <file> --against …`);
  }
  return {
    ...compared,
    files: files.map((file) => compared.files[asked.indexOf(file)] ?? file),
    notes: [...before.notes, ...compared.notes],
  };
}

/** The data models of another time, and whether they are the only one that was named. */
interface EarlierFiles {
  readonly files: readonly OwnFile[];
  readonly notes: readonly string[];
  readonly isOne: boolean;
}

async function readBefore(documents: DocumentSet, { against, paths, states }: Comparison): Promise<EarlierFiles> {
  const { cwd } = documents;
  if (against.from === "state") {
    const meant = against.name === undefined ? states : await documents.findResources(against);
    const asked = meant.filter(({ file }) => file === undefined || isAmong(cwd, file, paths));
    if (asked.length > 0) return { ...listStateFiles(cwd, asked), isOne: false };
    throw new UsageError(
      "--against state: no stack's state has data models or workbooks of this folder. Run the command in the project " +
        "of a stack that was deployed, name one with --stack, or compare with a commit: --against git:main.",
    );
  }
  if (against.from === "commit" && against.target === undefined) {
    const { ref } = against;
    const before = await documents.readCommit(ref, `--against git:${ref}`, paths.length === 0 ? ["."] : paths);
    const unread = before.unread.map(({ file, why }) => `${file} at ${ref} can't be read: ${why.split("\n")[0]}`);
    return { files: before.files, notes: [...before.notes, ...unread], isOne: false };
  }
  const files = (await documents.read(against, ["data model"])).flatMap(({ file }) => file ?? []);
  return { files, notes: [], isOne: files.length === 1 };
}

const isAmong = (cwd: string, file: string, paths: readonly string[]) =>
  paths.length === 0 || paths.some((path) => isInside(resolve(cwd, path), resolve(cwd, file)));

/** Whether a file is this one, or in this folder. */
function isInside(place: string, file: string): boolean {
  const below = relative(place, file);
  return below === "" || !(below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below));
}
