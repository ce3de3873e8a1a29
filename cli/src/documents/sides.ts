/** Two sides: the project's documents beside what they were, for every command that compares. */
import { existsSync } from "node:fs";
import { isAbsolute, parse, relative, resolve, sep } from "node:path";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { UsageError } from "../command";
import { type Address, type FileAddress, formatAddress, formBase } from "./address";
import { toDocument } from "./create";
import type { AlignedDocument, Document } from "./document";
import { type Evidence, pairDocuments } from "./pairing";
import type { OwnFiles } from "./project-files";
import type { DocumentFile, DocumentType, OwnFile } from "./read-files";
import type { DocumentSet } from "./set";
import type { StateDocument } from "./states";

/** What the files are compared with, for people. */
export function describeBefore(against: Address): string {
  if (against.from === "state" && against.name === undefined) return "the stack's state";
  return against.from === "commit" && against.target === undefined ? against.ref : formatAddress(against);
}

/** What isn't compared, and why. */
export interface NotCompared {
  readonly what: string;
  readonly why: string;
}

export const describeNotCompared = ({ what, why }: NotCompared): string => `${what}: not compared: ${why}`;

/** Both sides. */
export interface Sides {
  /** Each with its earlier form, where it had one. */
  readonly files: readonly OwnFile[];
  /** What only the earlier side has. */
  readonly gone: readonly OwnFile[];
  /** What the platform has as its latest version, by the files that it is compared with. */
  readonly latest: ReadonlyMap<string, LatestDocument>;
  readonly notes: readonly string[];
  readonly notCompared: readonly NotCompared[];
}

/** A document of the platform, as it is and in the words of its file. */
export interface LatestDocument {
  readonly document: Document;
  readonly aligned: AlignedDocument;
}

/** What is compared. */
export interface Comparison {
  readonly against: Address;
  /** Whose changes count; none: those of all files. */
  readonly paths: readonly string[];
  readonly states: readonly StateDocument[];
  /** Default: data models. */
  readonly types?: readonly DocumentType[];
}

/** Reads both sides of the project; see {@link compareFiles}. */
export async function readSides(
  documents: DocumentSet,
  { addresses = [], ...rest }: Pick<Comparison, "against" | "types"> & { readonly addresses?: readonly FileAddress[] },
): Promise<Sides & Pick<Comparison, "states">> {
  const { files, unread } = documents.readProject();
  const states = await documents.listResourcesAround(files);
  const paths = addresses.length === 0 ? [] : documents.listPaths(addresses);
  const sides = await compareFiles(documents, files, { ...rest, paths, states });
  const broken = unread.filter(({ file }) => isAmong(documents.cwd, file, paths)).map((one) => describeUnread(one));
  const isTold = ({ what }: NotCompared) => broken.some((one) => one.what === what);
  return { ...sides, states, notCompared: [...broken, ...sides.notCompared.filter((one) => !isTold(one))] };
}

/**
 * Files beside what they were.
 *
 * @throws UsageError where there is nothing to compare with, or nothing says which file it is.
 */
export async function compareFiles(
  documents: DocumentSet,
  files: readonly DocumentFile[],
  comparison: Comparison,
): Promise<Sides> {
  const { cwd } = documents;
  const { against, paths, states, types = ["data model"] } = comparison;
  const before = await readBefore(documents, comparison);
  const earlier = before.files.filter(({ type }) => types.includes(type));
  const own = new Set(against.from === "files" ? earlier.map(({ file }) => file) : []);
  const asked = files.filter(({ file, type }) => types.includes(type) && isAmong(cwd, file, paths) && !own.has(file));
  const isOne = earlier.length === 1 && !before.isWhole;
  const findIds = ({ file, type }: OwnFile) =>
    states.filter((one) => one.type === type && one.file === resolve(cwd, file)).map(({ id }) => id);
  const pairs = pairDocuments<EarlierFile | DocumentFile>(
    earlier,
    asked,
    (one) => ("texts" in one ? describeFile(one, findIds(one)) : describeEarlier(one)),
    isOne,
  );
  const formers = new Map(pairs.flatMap(([old, now]) => (old && now ? [[now, old as EarlierFile]] : [])));
  if (formers.size === 0 && !before.isWhole) {
    const text = formatAddress(against);
    throw new UsageError(`--against ${text}: can't tell which model it was. Name its file: <file> --against ${text}`);
  }
  const unread = new Set(before.unread.map(({ file }) => file));
  const alone = asked.filter((file) => !formers.has(file) && !unread.has(file.file));
  // With one document and no file, one alone can be meant.
  const open = before.isWhole || (isOne && paths.length === 0) ? [] : alone;
  const why = `${describeBefore(against)} has no document that it was`;
  const isThere = ({ file }: OwnFile) => existsSync(resolve(cwd, file));
  const left = pairs.flatMap(([old, now]) => (old && !now && !("document" in old) ? [old as EarlierFile] : []));
  // What isn't asked for has its form.
  const misformed = left.filter((one) => isThere(one) && !files.some(({ file }) => file === one.file));
  const at = against.from === "commit" ? ` at ${against.ref}` : "";
  const stored = new Map(
    [...formers].flatMap(([now, { document }]) =>
      document ? [[now, alignStored(document, now as DocumentFile, states)]] : [],
    ),
  );
  return {
    latest: new Map("version" in against ? [] : [...stored].map(([{ file }, one]) => [file, one])),
    files: files.map((file) => {
      const old = formers.get(file);
      if (old) return { ...file, former: { file: old.file, form: stored.get(file)?.aligned.contents ?? old.form } };
      return before.isWhole && alone.includes(file) ? { ...file, isNew: true } : file;
    }),
    // A file that is there and isn't among those asked for, or can't be read, isn't gone.
    gone: left.filter((one) => !isThere(one)),
    notes: [
      ...before.notes,
      ...[...formers].flatMap(([{ file }, { file: was, document }]) =>
        was === file || document !== undefined ? [] : [`${was} is ${file} now.`],
      ),
    ],
    notCompared: [
      ...before.unread.map((one) => describeUnread(one, at)),
      ...open.map(({ file }) => ({ what: file, why })),
      ...misformed.map(({ file, type }) => ({ what: file, why: `the file is there, and is no ${type} any more` })),
    ],
  };
}

function alignStored(document: Document, now: DocumentFile, states: readonly StateDocument[]): LatestDocument {
  const state = states.find(({ id }) => id === document.stored?.id);
  const [aligned] = document.align(toDocument(now), state === undefined ? {} : { state });
  return { document, aligned };
}

/** A document of another time, under its file or what names it. */
interface EarlierFile extends OwnFile {
  /** Of the platform. */
  readonly document?: Document;
}

/** The documents of another time. */
interface EarlierFiles {
  readonly files: readonly EarlierFile[];
  readonly notes: readonly string[];
  readonly unread: readonly Unread[];
  /** Whether it is all of a time: what isn't there is new. */
  readonly isWhole: boolean;
}

type Unread = OwnFiles["unread"][number];

const describeUnread = ({ file, why }: Unread, at = ""): NotCompared => ({ what: file + at, why: why.split("\n")[0]! });

async function readBefore(documents: DocumentSet, comparison: Comparison): Promise<EarlierFiles> {
  const { against, paths, states } = comparison;
  if (against.from === "state") {
    const { cwd } = documents;
    const meant = against.name === undefined ? states : await documents.findResources(against);
    const asked = meant.filter(({ file }) => file === undefined || isAmong(cwd, file, paths));
    if (asked.length > 0) return { ...listStateFiles(cwd, asked), isWhole: against.name === undefined };
    throw new UsageError(
      "--against state: no stack's state has data models or workbooks of this folder. Run the command in the project " +
        "of a stack that was deployed, name one with --stack, or compare with a commit: --against git:main.",
    );
  }
  if (against.from === "commit" && against.target === undefined) {
    const called = `--against ${formatAddress(against)}`;
    const before = await documents.readCommit(formBase(against.ref), called, paths.length === 0 ? ["."] : paths);
    return { ...before, isWhole: true };
  }
  const address = against.from === "commit" ? { ...against, ref: formBase(against.ref) } : against;
  const there = await documents.read(address, ["data model"]);
  const files = there.map((document): EarlierFile => {
    const { type, name, contents: form, address, file } = document;
    return file ?? { type, name, form, file: formatAddress(address), source: { text: "" }, document };
  });
  return { files, notes: [], unread: [], isWhole: false };
}

/** The data models that a stack's state says were deployed last, as files. */
function listStateFiles(cwd: string, states: readonly StateDocument[]): Omit<EarlierFiles, "isWhole"> {
  const notes: string[] = [];
  const unread: Unread[] = [];
  const files = states.flatMap(({ type, names: [name = ""], file, form, id }): EarlierFile[] => {
    if (type !== "data model") return [];
    if (file === undefined) {
      notes.push(`${name} (${id}) has no file: what changes in the program isn't known here.`);
      return [];
    }
    const path = relative(cwd, file).split(sep).join("/");
    if (form !== undefined) return [{ name: parse(file).name, file: path, type, form, source: { text: "" } }];
    unread.push({ file: path, why: `${name} (${id}): the state holds its last form as a secret.` });
    return [];
  });
  return { files, notes, unread };
}

const describeFile = ({ type, name, form, file }: OwnFile, ids: readonly string[]): Evidence => {
  const title = readKnownString((form as { name?: never }).name);
  return { type, name, title, form, file, id: ids.length === 1 ? ids[0] : undefined };
};

/** What has no file has an id. */
const describeEarlier = ({ document, ...file }: EarlierFile): Evidence =>
  document === undefined ? describeFile(file, []) : { ...file, file: undefined, id: document.stored?.id };

/** Whether a file is one of some, or in one of some folders; without any, every file is. */
const isAmong = (cwd: string, file: string, paths: readonly string[]) =>
  paths.length === 0 || paths.some((path) => isInside(resolve(cwd, path), resolve(cwd, file)));

/** Whether a file is this one, or in this folder. */
function isInside(place: string, file: string): boolean {
  const below = relative(place, file);
  return below === "" || !(below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below));
}
