import { homedir } from "node:os";
import { parse } from "node:path";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { findNearest, isSameName, quoteArgument } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import type { Target } from "./address";
import { type ChecksFile, listChecks, type RootedFile } from "./find-files";
import type { Environment } from "./git";
import { createIgnoredFinder } from "./left-out";
import { getFileName } from "./names";
import { listDocuments, type OwnFiles, readListed, readOwnFile } from "./project-files";
import type { DocumentFile } from "./read-files";

/** The documents of a folder's files, or of a commit's, by path and by name. Each is read when it is asked for. */
export interface ProjectDocuments {
  /** Where they are, without reading them whole. */
  list(): readonly RootedFile[];
  /** Files that have a part of the form of a document, and are none. */
  listNear(): readonly string[];
  /** The checks files. */
  listChecks(): readonly ChecksFile[];
  /** The links and folders that {@link list} didn't enter: a sentence each. */
  listSkipped(): readonly string[];
  /** The files whose own name is this. */
  readNamed(name: string): readonly DocumentFile[];
  /** All of them. */
  readAll(): OwnFiles;
}

/**
 * The documents in files below the working directory, or in some files and folders. A home folder or the top of a disk
 * holds no project.
 */
export function openDocuments(cwd: string, env: Environment, paths?: readonly string[]): ProjectDocuments {
  let all: OwnFiles | undefined;
  let places: readonly RootedFile[] | undefined;
  const skipped: string[] = [];
  const near: string[] = [];
  const isNone = paths === undefined && (cwd === homedir() || cwd === parse(cwd).root);
  const isIgnored = createIgnoredFinder(cwd, env);
  const list = () => {
    places ??= isNone
      ? []
      : listDocuments(cwd, paths ?? ["."], {
          // What the user names and can't be entered is an error.
          ...(paths === undefined && { skip: ({ message }: Error) => void skipped.push(message) }),
          isIgnored,
          near: (path) => void near.push(path),
        });
    return places;
  };
  return {
    list,
    listSkipped() {
      list();
      return skipped;
    },
    listNear() {
      list();
      return near;
    },
    listChecks: () => (isNone ? [] : listChecks(cwd, ["."], () => {}).filter(({ path }) => !isIgnored(path))),
    readNamed: (name) =>
      list()
        .filter(({ path }) => isSameName(getFileName(path), name))
        .flatMap((place) => readOwnFile(cwd, place) ?? []),
    readAll() {
      all ??= readListed(cwd, list());
      return all;
    },
  };
}

/** Documents that were read already, as those of a commit are. */
export const createReadDocuments = (all: OwnFiles): ProjectDocuments => ({
  list: () => all.files.map(({ file, root }) => ({ path: file, root })),
  listChecks: () => [],
  listNear: () => [],
  listSkipped: () => [],
  readNamed: (name) => all.files.filter((file) => isSameName(file.name, name)),
  readAll: () => all,
});

/** How messages write a name. */
interface NamedAs {
  readonly text: string;
  /** How the path of a document is named, for the choice among several. */
  write(target: Target): string;
  /** Where else a document of the name may be; begins with a blank. */
  readonly elsewhere?: string;
}

/**
 * The document that a name means: the one whose file has it, else the one that says it at its top, else the one that
 * has it in another spelling.
 *
 * @throws UsageError where there is none, with the nearest one, and where there are several, with their addresses.
 */
export function findNamed(
  documents: ProjectDocuments,
  { value: name, part }: Target,
  { text, write, elsewhere = "" }: NamedAs,
): DocumentFile {
  const found = listNamed(documents, name);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const partOf = part === undefined ? {} : { part };
  if (only !== undefined) {
    const choice = found.map(({ file }) => quoteArgument(write({ by: "path", value: file, ...partOf })));
    throw new UsageError(`${text}: ${found.length} documents have this name. Use one of: ${choice.join(", ")}.`);
  }
  const { files, unread } = documents.readAll();
  const nearest = findNearest(name, files.flatMap(listNames));
  const near = files.find((file) => nearest !== undefined && listNames(file).includes(nearest));
  const hint =
    near === undefined ? "" : ` Did you mean ${quoteArgument(write({ by: "path", value: near.file, ...partOf }))}?`;
  const broken = unread.map(({ file, why }) => ` ${file} can't be read: ${why.split("\n")[0]}`).join("");
  throw new UsageError(`${text}: no file or document of this name here.${hint}${elsewhere}${broken}`);
}

function listNamed(documents: ProjectDocuments, name: string): readonly DocumentFile[] {
  const own = documents.readNamed(name);
  if (own.length > 0) return own;
  const { files } = documents.readAll();
  const same = files.filter((file) => listNames(file).some((one) => isSameName(one, name)));
  if (same.length > 0) return same;
  const plain = normalizePlainName(name);
  return files.filter((file) => listNames(file).some((one) => normalizePlainName(one) === plain));
}

/** What people may call a document: by its file, and by the name in it. */
function listNames({ name, form }: DocumentFile): string[] {
  const own = readKnownString((form as { name?: never }).name);
  return own === undefined || own === name ? [name] : [name, own];
}
