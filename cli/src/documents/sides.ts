/** Two sides: the project's documents beside what they were, for every command that compares. */
import { existsSync } from "node:fs";
import { parse, resolve } from "node:path";
import { isOutsideFolder } from "pulumi-analytics-internal/core/files";
import { UsageError } from "../command";
import { formatPath } from "../command/files";
import { type Address, type FileAddress, formatAddress, formBase, type Target } from "./address";
import { createDocument, toDocument } from "./create";
import type { AlignedDocument, Document } from "./document";
import { findWorkbookAround } from "./find-files";
import { type Evidence, type Pair, pairDocuments } from "./pairing";
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
  /** All files, each with its earlier form, where it had one. */
  readonly files: readonly OwnFile[];
  /** What only the earlier side has. */
  readonly gone: readonly OwnFile[];
  /** The documents of what is asked for. */
  readonly pairs: readonly Pair<Document, DocumentFile>[];
  /** What the platform has as its latest version, by the files that it is compared with. */
  readonly latest: ReadonlyMap<string, LatestDocument>;
  readonly notes: readonly string[];
  readonly notCompared: readonly NotCompared[];
  /** Files that can't be read now, and those that can't at the other time. */
  readonly unread: readonly Unread[];
  readonly unreadBefore: readonly Unread[];
}

/** A document of the platform, as it is and in the words of its file. */
export interface LatestDocument {
  readonly document: Document;
  readonly aligned: AlignedDocument;
}

/** What a command asks for. */
export interface Comparison {
  /** Undefined: nothing is compared. */
  readonly against: Address | undefined;
  /** Whose changes count, wherever they are; none: those of all files. */
  readonly addresses?: readonly FileAddress[];
  /** Files that belong to the project for this command. */
  readonly more?: readonly DocumentFile[];
  /** Default: data models. */
  readonly types?: readonly DocumentType[];
}

/**
 * Reads the project, and what it was at another time. Of both times everything is read, whatever is asked for: which
 * document was which depends on all of them.
 *
 * @throws UsageError where there is nothing to compare with, or nothing says which file it is.
 */
export async function readSides(
  documents: DocumentSet,
  { against, addresses = [], more = [], types = ["data model"] }: Comparison,
): Promise<Sides> {
  const { cwd } = documents;
  const paths =
    addresses.length === 0 ? [] : documents.listPaths(addresses).map((path) => findWorkbookAround(cwd, path) ?? path);
  const named = documents.readPaths(paths);
  const { files, unread } = joinFiles(cwd, [readProject(documents), { files: more, unread: [] }, named]);
  if (against === undefined) {
    return { files, unread, unreadBefore: [], gone: [], pairs: [], latest: new Map(), notes: [], notCompared: [] };
  }
  const isAsked = ({ file }: Placed) => isAmong(cwd, file, paths);
  const isThere = ({ file }: Placed) => existsSync(resolve(cwd, file));
  // Files and commits alone need no state.
  const isStored = against.from === "state" || against.from === "platform";
  const states = isStored ? await documents.listResourcesAround(files) : [];
  const before = await readBefore(documents, { against, paths, states, types });
  const earlier = before.files;
  const own = new Set(against.from === "files" ? earlier.map(({ file }) => file) : []);
  const later = files.filter(({ file, type }) => types.includes(type) && !own.has(file));
  const isOne = earlier.length === 1 && !before.isWhole;
  // Of a renamed document, either name may be asked for.
  const pairs = pairDocuments<EarlierFile, DocumentFile>(
    earlier,
    isOne ? later.filter(isAsked) : later,
    (one) => ("document" in one ? describeEarlier(one) : { ...one, id: findId(cwd, one, states) }),
    isOne,
  ).filter((pair) => pair.some((one) => one !== undefined && isAsked(one)));
  const formers = new Map(pairs.flatMap(([old, now]) => (old && now ? [[now, old]] : [])));
  const hidden = new Set(before.unread.map(({ file }) => file));
  const alone = pairs.flatMap(([old, now]) => (now && !old && !hidden.has(now.file) ? [now.file] : []));
  // What couldn't be read and isn't there any more may be what a new file was.
  const lost = before.unread.filter((one) => isAsked(one) || (alone.length > 0 && !isThere(one)));
  if (formers.size + lost.length === 0) requireEarlier({ against, paths, states }, before, isAsked);
  const left = pairs.flatMap(([old, now]) => (old && !now && !old.document.stored ? [old] : []));
  const latest = new Map(
    [...formers].flatMap(([now, { document }]) =>
      document.stored ? [[now.file, alignStored(document, now, states)]] : [],
    ),
  );
  return {
    unread,
    unreadBefore: before.unread,
    latest: new Map(against.from === "platform" && against.version !== undefined ? [] : latest),
    pairs: pairs.map(([old, now]) => [old?.document, now]),
    files: files.map((file) => {
      const old = formers.get(file);
      if (old)
        return { ...file, former: { file: old.file, form: latest.get(file.file)?.aligned.contents ?? old.form } };
      return before.isWhole && alone.includes(file.file) ? { ...file, isNew: true } : file;
    }),
    // A file that is there and can't be read isn't gone.
    gone: left.filter((one) => !isThere(one)),
    notes: [
      ...before.notes,
      ...[...formers].flatMap(([{ file }, { file: was, document }]) =>
        was === file || document.stored ? [] : [`${was} is ${file} now.`],
      ),
    ],
    notCompared: [
      ...unread.filter(isAsked).map((one) => describeUnread(one)),
      ...[
        ...lost.map((one) => describeUnread(one, against.from === "commit" ? ` at ${against.ref}` : "")),
        // With one document and no file, one alone can be meant.
        ...(before.isWhole || (isOne && paths.length === 0) ? [] : alone).map((what) => {
          return { what, why: `${describeBefore(against)} has no document that it was` };
        }),
        ...left
          .filter((one) => isThere(one) && !files.some(({ file }) => file === one.file))
          .map(({ file, type }) => ({ what: file, why: `the file is there, and is no ${type} any more` })),
      ].filter(({ what }) => !unread.some(({ file }) => file === what)),
    ],
  };
}

type Placed = Pick<OwnFile, "file">;

/** A folder that can't be walked has no files, and is told as one that can't be read. */
function readProject(documents: DocumentSet): OwnFiles {
  try {
    return documents.readProject();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { files: [], unread: [{ file: ".", why: error.message }] };
  }
}

/** The project's files with others, each once. */
function joinFiles(cwd: string, all: readonly OwnFiles[]): OwnFiles {
  const known = new Set<string>();
  const isNew = ({ file }: { readonly file: string }) => {
    const place = resolve(cwd, file);
    return !known.has(place) && known.add(place);
  };
  return {
    files: all.flatMap(({ files }) => files.filter(isNew)),
    unread: all.flatMap(({ unread }) => unread.filter(isNew)),
  };
}

/** @throws UsageError where the other side has nothing of what is asked for. */
function requireEarlier(
  { against, paths, states }: Earlier,
  { isWhole }: EarlierFiles,
  isAsked: (one: Placed) => boolean,
): void {
  if (!isWhole) {
    const text = formatAddress(against);
    throw new UsageError(`${text}: can't tell which model it was. Name its file: <file> --against ${text}`);
  }
  const isDeployed = states.some(({ file }) => file === undefined || isAsked({ file }));
  if (against.from !== "state" || isDeployed) return;
  throw new UsageError(
    `state: no stack's state has data models or workbooks of ${paths.join(", ") || "this folder"}. Run the ` +
      "command in the project of a stack that was deployed, name one with --stack, or compare with a commit: " +
      "--against git:main.",
  );
}

function alignStored(document: Document, now: DocumentFile, states: readonly StateDocument[]): LatestDocument {
  const [aligned] = document.align(toDocument(now), { state: states.find(({ id }) => id === document.stored?.id) });
  return { document, aligned };
}

/** A document of another time, under its file or what names it. */
interface EarlierFile extends OwnFile {
  readonly document: Document;
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

/** Where the other side is, and what is asked for. */
interface Earlier {
  readonly against: Address;
  readonly paths: readonly string[];
  readonly states: readonly StateDocument[];
}

async function readBefore(
  documents: DocumentSet,
  { against, paths, states, types }: Earlier & { readonly types: readonly DocumentType[] },
): Promise<EarlierFiles> {
  const isAsked = ({ type }: { readonly type: DocumentType }) => types.includes(type);
  if (against.from === "state") {
    const meant = against.name === undefined ? states : await documents.findResources(against);
    return { ...listStateFiles(documents.cwd, meant.filter(isAsked)), isWhole: against.name === undefined };
  }
  if (against.from === "commit" && against.target === undefined) {
    const there = await documents.readCommit(formBase(against.ref), formatAddress(against), [".", ...paths]);
    const locate = (target: Target): Address => ({ from: "commit", ref: there.ref, target });
    const files = there.files.filter(isAsked).map((file) => ({ ...file, document: toDocument(file, locate) }));
    return { files, notes: there.notes, unread: there.unread, isWhole: true };
  }
  const address = against.from === "commit" ? { ...against, ref: formBase(against.ref) } : against;
  const there = await documents.read(address, types);
  const files = there.map((document): EarlierFile => {
    const { type, name, contents: form, address, file } = document;
    return { ...(file ?? { type, name, form, file: formatAddress(address), source: { text: "" } }), document };
  });
  return { files, notes: [], unread: [], isWhole: false };
}

/** What a stack's state says was deployed last, as files. */
function listStateFiles(cwd: string, states: readonly StateDocument[]): Omit<EarlierFiles, "isWhole"> {
  const notes: string[] = [];
  const unread: Unread[] = [];
  const files = states.flatMap((state): EarlierFile[] => {
    const { type, names, file, form, id } = state;
    const [name] = names;
    if (file === undefined) {
      notes.push(`${name} (${id}) has no file: what changes in the program isn't known here.`);
      return [];
    }
    const path = formatPath(cwd, file);
    const same = states.filter((one) => one.type === type && one.file === file);
    if (same.length > 1) {
      const choice = same.map((one) => `state:${one.names[0]}`).join(", ");
      if (same[0] === state) unread.push({ file: path, why: `several resources have it. Name one of them: ${choice}` });
    } else if (form === undefined) {
      unread.push({ file: path, why: `${name} (${id}): the state holds its last form as a secret.` });
    } else {
      const document = createDocument({ address: { from: "state", name }, type, name, contents: form, state });
      return [{ name: parse(file).name, file: path, type, form, source: { text: "" }, document }];
    }
    return [];
  });
  return { files, notes, unread };
}

/** The id that a state has for a file. */
function findId(cwd: string, { file, type }: OwnFile, states: readonly StateDocument[]): string | undefined {
  const [only, other] = states.filter((one) => one.type === type && one.file === resolve(cwd, file));
  return other === undefined ? only?.id : undefined;
}

/** What has no file has an id. */
const describeEarlier = ({ document: { stored }, ...file }: EarlierFile): Evidence =>
  stored === undefined ? file : { ...file, file: undefined, id: stored.id };

/** Whether a file is one of some, or in one of some folders; without any, every file is. */
const isAmong = (cwd: string, file: string, paths: readonly string[]) =>
  paths.length === 0 || paths.some((path) => !isOutsideFolder(resolve(cwd, path), resolve(cwd, file)));
