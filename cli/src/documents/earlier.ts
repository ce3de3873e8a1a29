/** `--against`: the project's documents beside what they were. */
import { existsSync } from "node:fs";
import { isAbsolute, parse, relative, resolve, sep } from "node:path";
import { UsageError } from "../command";
import { type CommitAddress, type FileAddress, formatAddress, type StateAddress } from "./address";
import { type Evidence, pairDocuments } from "./pairing";
import type { OwnFile } from "./read-files";
import type { DocumentSet } from "./set";
import type { StateDocument } from "./states";

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
  const models = before.files.filter(({ type }) => type === "data model");
  const compared = compareFiles(cwd, asked, models, before.isOne && asked.length === 1);
  const isFound = compared.gone.length > 0 || compared.files.some(({ former }) => former !== undefined);
  if (before.isOne && !isFound) {
    const text = formatAddress(against);
    throw new UsageError(`--against ${text}: can't tell which model it was. Name its file: <file> --against ${text}`);
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
    const before = await documents.readBase(ref, `--against git:${ref}`, paths.length === 0 ? ["."] : paths);
    const unread = before.unread.map(({ file, why }) => `${file} at ${ref} can't be read: ${why.split("\n")[0]}`);
    return { files: before.files, notes: [...before.notes, ...unread], isOne: false };
  }
  const { ref = "", notes } =
    against.from === "commit"
      ? await documents.findBase(against.ref, `--against ${formatAddress(against)}`)
      : { notes: [] };
  const address = against.from === "commit" ? { ...against, ref } : against;
  const files = (await documents.read(address, ["data model"])).flatMap(({ file }) => file ?? []);
  return { files, notes, isOne: files.length === 1 };
}

/** Whether a file is one of some, or in one of some folders; without any, every file is. */
export const isAmong = (cwd: string, file: string, paths: readonly string[]) =>
  paths.length === 0 || paths.some((path) => isInside(resolve(cwd, path), resolve(cwd, file)));

/** Whether a file is this one, or in this folder. */
function isInside(place: string, file: string): boolean {
  const below = relative(place, file);
  return below === "" || !(below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below));
}

/** The files, each with its earlier form, and the documents that are gone. */
export interface ComparedFiles {
  readonly files: readonly OwnFile[];
  readonly gone: readonly OwnFile[];
  readonly notes: readonly string[];
}

/** The data models that a stack's state says were deployed last, as files; what can't be compared is a note. */
export function listStateFiles(
  cwd: string,
  states: readonly StateDocument[],
): { readonly files: OwnFile[]; readonly notes: string[] } {
  const notes: string[] = [];
  const files = states.flatMap(({ type, names: [name = ""], file, form, id }): OwnFile[] => {
    if (type !== "data model") return [];
    if (file === undefined) notes.push(`${name} (${id}) has no file: what changes in the program isn't known here.`);
    else if (form === undefined) notes.push(`${name} (${id}): the state holds its last form as a secret.`);
    if (file === undefined || form === undefined) return [];
    const path = relative(cwd, file).split(sep).join("/");
    return [{ name: parse(file).name, file: path, type: "data model", form, source: { text: "" } }];
  });
  return { files, notes };
}

/**
 * The files beside those of another time.
 *
 * @param isPair whether one of each is the same document, whatever they are called.
 */
export function compareFiles(
  cwd: string,
  files: readonly OwnFile[],
  before: readonly OwnFile[],
  isPair = false,
): ComparedFiles {
  const pairs = pairDocuments(before, files, (file): Evidence => file, isPair);
  const formers = new Map(pairs.map(([old, now]) => [now, old]));
  const notes = pairs.flatMap(([old, now]) =>
    old === undefined || now === undefined || old.file === now.file ? [] : [`${old.file} is ${now.file} now.`],
  );
  return {
    files: files.map((file) => {
      const former = formers.get(file);
      return former === undefined ? file : { ...file, former: { file: former.file, form: former.form } };
    }),
    // A file that is there and isn't among those asked for, or can't be read, isn't gone.
    gone: pairs.flatMap(([old, now]) => (old && !now && !existsSync(resolve(cwd, old.file)) ? [old] : [])),
    notes,
  };
}
