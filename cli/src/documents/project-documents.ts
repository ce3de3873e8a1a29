import { homedir } from "node:os";
import { parse } from "node:path";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { findNearest, isSameName, quoteArgument } from "pulumi-analytics-internal/core/text";
import type { Environment } from "../command/child";
import { UsageError } from "../command/exit";
import type { Target } from "./address";
import { type ChecksFile, listChecks, type RootedFile } from "./find-files";
import { createIgnoredFinder } from "./left-out";
import { getFileName, listNames } from "./names";
import { type FoundDocuments, findDocuments, type OwnFiles, readListed, readOwnFile } from "./project-files";
import type { DocumentFile } from "./read-files";

/** Documents by their names. Each is read when it is asked for. */
interface NamedFiles {
  /** The files whose own name is this. */
  readNamed(name: string): readonly DocumentFile[];
  /** All of them. */
  readAll(): OwnFiles;
}

/** The documents of a folder's files, by path and by name. */
export interface ProjectDocuments extends NamedFiles {
  /** Where they are, without reading them whole. */
  list(): readonly RootedFile[];
  /** Files that have a part of the form of a document, and are none. */
  listNear(): readonly string[];
  /** The checks files. */
  listChecks(): readonly ChecksFile[];
  /** The links and folders that {@link list} didn't enter: a sentence each. */
  listSkipped(): readonly string[];
}

/**
 * The documents in files below the working directory, or in some files and folders. A home folder or the top of a disk
 * holds no project.
 */
export function openDocuments(cwd: string, env: Environment, paths?: readonly string[]): ProjectDocuments {
  let all: OwnFiles | undefined;
  let found: FoundDocuments | undefined;
  const isNone = paths === undefined && (cwd === homedir() || cwd === parse(cwd).root);
  const isIgnored = createIgnoredFinder(cwd, env);
  const find = () => {
    // What the user names and can't be entered is an error.
    found ??= findDocuments(cwd, isNone ? [] : (paths ?? ["."]), { isLenient: paths === undefined, isIgnored });
    return found;
  };
  return {
    list: () => find().documents,
    listSkipped: () => find().skipped,
    listNear: () => find().near,
    listChecks: () => (isNone ? [] : listChecks(cwd, ["."], () => {}).filter(({ path }) => !isIgnored(path))),
    readNamed: (name) =>
      find()
        .documents.filter(({ path }) => isSameName(getFileName(path), name))
        .flatMap((place) => readOwnFile(cwd, place) ?? []),
    readAll() {
      all ??= readListed(cwd, find().documents);
      return all;
    },
  };
}

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
  documents: NamedFiles,
  { value: name, part }: Target,
  { text, write, elsewhere = "" }: NamedAs,
): DocumentFile {
  const found = listNamed(documents, name);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only !== undefined) {
    const choice = found.map(({ file }) => quoteArgument(write({ by: "path", value: file, part })));
    throw new UsageError(`${text}: ${found.length} documents have this name. Use one of: ${choice.join(", ")}.`);
  }
  const { files, unread } = documents.readAll();
  const nearest = findNearest(name, files.flatMap(listNames));
  const near = files.find((file) => nearest !== undefined && listNames(file).includes(nearest));
  const hint =
    near === undefined ? "" : ` Did you mean ${quoteArgument(write({ by: "path", value: near.file, part }))}?`;
  const broken = unread.map(({ file, why }) => ` ${file} can't be read: ${why.split("\n")[0]}`).join("");
  throw new UsageError(`${text}: no file or document of this name here.${hint}${elsewhere}${broken}`);
}

function listNamed(documents: NamedFiles, name: string): readonly DocumentFile[] {
  const own = documents.readNamed(name);
  if (own.length > 0) return own;
  const { files } = documents.readAll();
  const same = files.filter((file) => listNames(file).some((one) => isSameName(one, name)));
  if (same.length > 0) return same;
  const plain = normalizePlainName(name);
  return files.filter((file) => listNames(file).some((one) => normalizePlainName(one) === plain));
}
