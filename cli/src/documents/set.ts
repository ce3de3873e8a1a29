import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { findProjectFolder, findWorkbookFiles, isOutsideFolder } from "pulumi-analytics-internal/core/files";
import { isSameName, quoteArgument, suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { convertReadError } from "../command/files";
import type { ProfileOptions } from "../platform/profile";
import {
  type Address,
  type CommitAddress,
  type FileAddress,
  formatAddress,
  type Origin,
  type PlatformAddress,
  parseAddress,
  type StateAddress,
  type Target,
} from "./address";
import { type FilesAt, findLastCommit, readFilesAt } from "./commit-files";
import { createDocument, toDocument } from "./create";
import type { Document, DocumentFacts } from "./document";
import {
  type ChecksFile,
  dropRepeated,
  findWorkbookAround,
  listChecks,
  listRootedModelFiles,
  listTextFiles,
  type ModelFileOptions,
  type RootedFile,
  type TextFile,
} from "./find-files";
import { type ChooseListed, type ListedDocument, type Listing, PlatformDocuments } from "./platform-documents";
import { findNamed, openDocuments, type ProjectDocuments } from "./project-documents";
import { type OwnFiles, readOwnFile } from "./project-files";
import { allTypes, type DocumentFile, type DocumentType } from "./read-files";
import { recall } from "./recall";
import { listStateDocuments, readResourcesInState, type StateDocument } from "./states";

/** Which addresses a command takes, and why not the others. */
export interface Accepted {
  readonly origins: readonly Origin[];
  /** Ends the message about others: `Name files or folders.` */
  readonly instead: string;
  /** Whether an address may name a part: `orders#fact_orders`. Default: no. */
  readonly parts?: boolean;
}

/** All that a command reads to find documents. */
type SetContext = Pick<Context, "cwd" | "env" | "client"> & Partial<Pick<Context, "console">>;

/** Files of a name that are suggested. */
const mostNear = 5;

/**
 * The documents that a command has to do with: it finds what addresses name, and reads it. Everything is read when it
 * is asked for, and once: a command that asks for files alone starts no Pulumi and sends no request.
 *
 * @example
 * ```ts
 * const documents = new DocumentSet(context, options);
 * const before = await documents.readOne("git:main:models/orders.yaml");
 * const after = await documents.readCounterpart(before); // what the stack's resource has on the platform
 * ```
 */
export class DocumentSet {
  readonly #context: SetContext;
  readonly #options: ProfileOptions;
  readonly #project: ProjectDocuments;
  readonly #reported = new Set<string>();
  readonly #commits = new Map<string, Promise<FilesAt>>();
  readonly #stacks = new Map<string, Promise<readonly unknown[]>>();
  readonly #states = new Map<string, Promise<readonly StateDocument[]>>();
  readonly #platforms = new Map<string | undefined, Promise<PlatformDocuments>>();
  readonly #clients = new Map<string | undefined, Promise<AnalyticsClient>>();

  /** The working directory. */
  readonly cwd: string;

  constructor(context: SetContext, options: ProfileOptions = {}) {
    this.cwd = context.cwd;
    this.#context = context;
    this.#options = options;
    this.#project = openDocuments(context.cwd, context.env);
  }

  /**
   * The files that addresses name, and the documents in folders, without reading them; a workbook's folder is one.
   * Without addresses, the documents of the project.
   *
   * @throws UsageError for what isn't there, and for folders and a project without documents.
   */
  listFiles(addresses: readonly FileAddress[], options: ModelFileOptions = {}): RootedFile[] {
    if (addresses.length === 0) return this.#listFound(this.#project, "here", options);
    const paths = this.listPaths(addresses);
    for (const path of paths) this.#refuseMisplaced(path);
    const named = paths.flatMap((path) => {
      if (!isFolderThere(this.cwd, path)) return listRootedModelFiles(this.cwd, [path]);
      const found = openDocuments(this.cwd, this.#context.env, [path]);
      const isOfChecks = listChecks(this.cwd, [path], () => {}).length > 0;
      return this.#listFound(found, `in ${path}`, isOfChecks ? { ifPresent: true } : options);
    });
    return dropRepeated(this.cwd, named);
  }

  /** What was found in folders, with a note of what wasn't entered and of what nearly is a document. */
  #listFound(found: ProjectDocuments, where: string, { ifPresent }: ModelFileOptions): RootedFile[] {
    const all = found.list();
    this.#reportSkipped(found);
    if (all.length > 0) return [...all];
    const near = found.listNear().slice(0, mostNear);
    const hint =
      near.length === 0
        ? ""
        : ` They have \`schemaVersion\` and \`pages\` at their top. Only one of the two is in ${near.join(", ")}.`;
    const why = `No data models, workbooks or reports ${where} or below.${hint}`;
    if (!ifPresent) throw new UsageError(`${why} Name files or folders, such as \`models\`.`);
    this.#context.console?.note(why);
    return [];
  }

  /** All documents in files here and below. A home folder or the top of a disk holds none. */
  readProject(): OwnFiles {
    this.#reportSkipped(this.#project);
    return this.#project.readAll();
  }

  /** Says once which links and folders aren't entered. */
  #reportSkipped(documents: ProjectDocuments): void {
    for (const why of documents.listSkipped()) {
      if (this.#reported.has(why)) continue;
      this.#reported.add(why);
      this.#context.console?.note(`skipped: ${why}`);
    }
  }

  /**
   * The document of the project that an address names, as {@link readProject} reads it: its includes may lead out of
   * its folder. Undefined: it names a folder, or what isn't among the project's documents.
   *
   * @throws UsageError for a name that no document has, or several.
   */
  findInProject(address: FileAddress): DocumentFile | undefined {
    const { cwd } = this;
    const place = resolve(cwd, this.#findPath(address, suggestPlatform(address)));
    return this.readProject().files.find(({ file }) => resolve(cwd, file) === place);
  }

  /** The files and folders that addresses name; a path need not be there. Without addresses, see {@link listFiles}. */
  listPaths(addresses: readonly FileAddress[]): string[] {
    if (addresses.length === 0) return this.listFiles(addresses).map(({ path }) => path);
    return addresses.map((address) => this.#findPath(address));
  }

  /** The checks files that addresses name: themselves, those beside models, and those in folders; default: all here. */
  listChecks(addresses: readonly FileAddress[]): ChecksFile[] {
    return addresses.length === 0 ? [...this.#project.listChecks()] : listChecks(this.cwd, this.listPaths(addresses));
  }

  /** The files that addresses name, and those of the documents in folders, each of a workbook that is a folder too. */
  listTexts(addresses: readonly FileAddress[], options: ModelFileOptions = {}): TextFile[] {
    const paths = addresses.length === 0 ? ["."] : this.listPaths(addresses);
    const texts = listTextFiles(
      this.cwd,
      this.listFiles(addresses, options).map(({ path }) => path),
    );
    const isInside = (path: string, asked: string) =>
      !isOutsideFolder(resolve(this.cwd, asked), resolve(this.cwd, path));
    return texts.filter(({ path }) => paths.some((asked) => isInside(path, asked)));
  }

  /** One document of files, which may be anywhere. @throws UsageError when it can't be read, or is none. */
  readFile(path: string): DocumentFile {
    return readNamedFile(this.cwd, relative(this.cwd, resolve(this.cwd, path)));
  }

  /** The documents in some files and folders; one that isn't there has none. */
  readPaths(paths: readonly string[]): OwnFiles {
    return openDocuments(this.cwd, this.#context.env, paths).readAll();
  }

  /**
   * The documents in files and folders, as a commit has them, and what there is to know of it.
   *
   * @param called how messages name the commit.
   */
  readCommit(ref: string, called: string, paths: readonly string[] = ["."]): Promise<FilesAt> {
    const read = () => readFilesAt(this.cwd, paths, ref, this.#context.env, called);
    return recall(this.#commits, [ref, ...paths].join("\0"), read);
  }

  /** The documents of some paths as the last commit of a file has them; none where no commit has that file. */
  async readCommitted(path: string, paths: readonly string[]): Promise<readonly DocumentFile[]> {
    const commit = await findLastCommit(this.cwd, path, this.#context.env);
    return commit === undefined ? [] : (await this.readCommit(commit, `git:${commit}`, paths)).files;
  }

  /**
   * The path that an address of files names; a name is that of a file or folder here, or of a document below.
   *
   * @throws UsageError for a name that no document has, or several.
   */
  #findPath(address: FileAddress, elsewhere?: string): string {
    const { by, value, part } = address;
    if (by === "path" || (part === undefined && isThere(this.cwd, value))) return value;
    return findNamed(this.#project, address, {
      text: formatAddress(address),
      write: (target) => formatAddress({ from: "files", ...target }),
      elsewhere,
    }).file;
  }

  /** @throws UsageError for a file that isn't there, but in another folder. */
  #refuseMisplaced(path: string): void {
    if (isThere(this.cwd, path)) return;
    const near = this.#project.list().filter((one) => basename(one.path) === basename(path));
    if (near.length === 0) return;
    const choice = near.slice(0, mostNear).map(({ path: value }) => {
      return quoteArgument(formatAddress({ from: "files", by: "path", value }));
    });
    throw new UsageError(`${path}: doesn't exist. Did you mean ${choice.join(" or ")}?`);
  }

  /**
   * The documents that an address names, at least one.
   *
   * @param types those that make sense; default: all.
   * @param choose which of the platform's documents that are found are read; default: all.
   * @throws UsageError when there are none, when a name means several, or when something can't be read.
   */
  async read(
    text: string | Address,
    types: readonly DocumentType[] = allTypes,
    choose?: ChooseListed,
  ): Promise<Document[]> {
    const address = toAddress(text);
    if (address.from === "platform") return (await this.#openPlatform(address.profile)).read(address, types, choose);
    const found = await this.#readOthers(address);
    const kept = found.filter(({ type }) => types.includes(type));
    if (kept.length > 0) return kept;
    throw new UsageError(`${formatAddress(address)}: holds no ${formatTypes(types)}.`);
  }

  /** The one document that an address names. @throws UsageError when it names none, or several. */
  async readOne(text: string | Address, types: readonly DocumentType[] = allTypes): Promise<Document> {
    const address = toAddress(text);
    if (address.from === "platform") return (await this.#openPlatform(address.profile)).readOne(address, types);
    const found = await this.read(address, types);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    const names = found.slice(0, 10).map((one) => quoteArgument(formatAddress(one.address)));
    const more = found.length > names.length ? ` and ${found.length - names.length} more` : "";
    throw new UsageError(
      `${formatAddress(address)}: ${found.length} documents. Name one of them: ${names.join(", ")}${more}.`,
    );
  }

  /**
   * The documents of the platform that an address names, without reading their contents. An id may be that of a folder.
   *
   * @throws UsageError when there is none.
   */
  async list(address: PlatformAddress, types: readonly DocumentType[] = allTypes): Promise<Listing> {
    return (await this.#openPlatform(address.profile)).list(address, types);
  }

  /** Documents that were listed, with what names each of them in arguments. */
  async addAddresses<One extends ListedDocument>(documents: readonly One[], profile?: string) {
    return (await this.#openPlatform(profile)).addAddresses(documents, profile);
  }

  /** The one document of the platform that an address names, as {@link list}. @throws UsageError also for several. */
  async findOne(address: PlatformAddress, types: readonly DocumentType[] = allTypes): Promise<ListedDocument> {
    return (await this.#openPlatform(address.profile)).findOne(address, types);
  }

  /**
   * The same document in a commit or in the stack's state.
   *
   * @param address a commit, or the state, that names no document.
   */
  async readSame(address: Address, document: Document): Promise<Document> {
    const { file, type } = document;
    if (address.from === "commit" && file !== undefined) {
      const target: Target = { by: "path", value: file.file };
      return this.readOne({ ...address, target }, [type]);
    }
    if (address.from === "state") {
      const state = await this.findResource(document);
      if (state !== undefined) return toStateDocument(state, undefined);
    }
    throw new UsageError(
      `${formatAddress(address)}: can't tell which document of it is ${formatAddress(document.address)}. Name it.`,
    );
  }

  /**
   * The document as the platform has it: that of the stack's resource, or the latest version of one of the platform.
   *
   * @throws UsageError when no resource is known, or more than one.
   */
  async readCounterpart(document: Document): Promise<Document> {
    const { address, type } = document;
    if (address.from === "platform") {
      if (address.version !== undefined) {
        const { version: _, ...latest } = address;
        return this.readOne(latest, [type]);
      }
      throw new UsageError(`${formatAddress(address)}: is what the platform has. Name what to compare it with.`);
    }
    const state = document.state ?? (await this.findResource(document));
    if (state === undefined) {
      throw new UsageError(
        `${formatAddress(address)}: no resource of the stack is declared by this file. Run \`pulumi up\` once, add ` +
          "--stack, or name what to compare it with.",
      );
    }
    const profile = this.#options.profile ?? state.profile;
    return this.readOne(formPlatformAddress(state.id, { profile }), [type]);
  }

  /**
   * The resource of the stack that a document belongs to: by its file, and for one of the platform by its id.
   *
   * @param id that of the document on the platform, where it is known.
   * @throws UsageError when several resources have the file.
   */
  async findResource(
    { state: own, stored, file, type, address }: DocumentFacts,
    id = stored?.id,
  ): Promise<StateDocument | undefined> {
    if (own !== undefined && (id === undefined || own.id === id)) return own;
    const { cwd } = this;
    const place = file && resolve(cwd, file.file);
    const states = await this.listResources(place === undefined ? cwd : dirname(place));
    if (id !== undefined) return states.find((state) => state.id === id);
    const { profile } = this.#options;
    const found = states.filter(
      (state) => state.type === type && state.file === place && (profile === undefined || state.profile === profile),
    );
    if (found.length < 2) return found[0];
    const names = found.map(({ names: [name] }) => quoteArgument(formatAddress({ from: "state", name }))).sort();
    throw new UsageError(
      `${formatAddress(address)}: is the file of several resources. Name one of them: ${names.join(", ")}.`,
    );
  }

  /** The documents in the state of the stack whose project a folder is in; none where there is no project or stack. */
  async listResources(folder: string): Promise<readonly StateDocument[]> {
    const project = findProjectFolder(folder);
    if (project === undefined) return [];
    return recall(this.#states, project, async () => listStateDocuments(project, await this.readStack(project)));
  }

  /** All resources of that stack, as its state has them. */
  async readStack(folder: string): Promise<readonly unknown[]> {
    const project = findProjectFolder(folder);
    if (project === undefined) return [];
    return recall(this.#stacks, project, () => readResourcesInState(project, this.#options.stack, this.#context.env));
  }

  /** The same of all projects that the working directory and some files are in. */
  async listResourcesAround(files: readonly { readonly file: string }[]): Promise<readonly StateDocument[]> {
    const { cwd } = this;
    const folders = [cwd, ...files.map(({ file }) => dirname(resolve(cwd, file)))];
    const projects = new Set(folders.flatMap((folder) => findProjectFolder(folder) ?? []));
    return (await Promise.all([...projects].map((project) => this.listResources(project)))).flat();
  }

  /** The client of a profile; undefined: that of the options, or of the settings. */
  getClient(given?: string): Promise<AnalyticsClient> {
    const profile = given ?? this.#options.profile;
    const connect = () => this.#context.client({ ...this.#options, ...(profile && { profile }) });
    return recall(this.#clients, profile, connect);
  }

  #openPlatform(given: string | undefined): Promise<PlatformDocuments> {
    const profile = given ?? this.#options.profile;
    const open = async () => new PlatformDocuments(await this.getClient(profile), this.#context.console);
    return recall(this.#platforms, profile, open);
  }

  #readOthers(address: Exclude<Address, PlatformAddress>): Promise<Document[]> | Document[] {
    if (address.from === "files") return this.#readFiles(address);
    return address.from === "commit" ? this.#readInCommit(address) : this.#readState(address);
  }

  #readFiles(address: FileAddress): Document[] {
    const { cwd } = this;
    const path = this.#findPath(address, suggestPlatform(address));
    this.#refuseMisplaced(path);
    const around = findWorkbookAround(cwd, path) ?? path;
    const places = listRootedModelFiles(cwd, [around]);
    const [only] = places;
    const found =
      only !== undefined && places.length === 1
        ? { files: [readNamedFile(cwd, only.path, only.root)], unread: [] }
        : this.readPaths([path]);
    requireRead(found);
    if (found.files.length === 0 && hasWorkbookParts(cwd, path)) convertReadError(() => findWorkbookFiles(path, cwd));
    return found.files.map((file) => toDocument(file, undefined, address.part));
  }

  async #readInCommit(address: CommitAddress): Promise<Document[]> {
    const { ref } = address;
    const target = address.target && toPathIfThere(this.cwd, address.target);
    const all = await this.readCommit(ref, formatAddress({ from: "commit", ref }), [
      target?.by === "path" ? target.value : ".",
    ]);
    for (const note of all.notes) this.#context.console?.note(note);
    const locate = (at: Target): Address => ({ from: "commit", ref: all.ref, target: at });
    if (target?.by === "name") {
      const write = (at: Target) => formatAddress(locate(at));
      const read = {
        readAll: () => all,
        readNamed: (name: string) => all.files.filter((file) => isSameName(file.name, name)),
      };
      const file = findNamed(read, target, { text: formatAddress(address), write });
      return [toDocument(file, locate, target.part)];
    }
    requireRead(all);
    if (all.files.length === 0 && target !== undefined) {
      throw new UsageError(
        `${formatAddress(address)}: the commit has no document at this path, which begins in the working directory.`,
      );
    }
    return all.files.map((file) => toDocument(file, locate, target?.part));
  }

  async #readState(address: StateAddress): Promise<Document[]> {
    return (await this.findResources(address)).map((state) => toStateDocument(state, address.part));
  }

  /** The resources that an address of a state names, at least one. @throws UsageError when there is none. */
  async findResources({ name }: StateAddress): Promise<readonly StateDocument[]> {
    const states = await this.listResources(this.cwd);
    const isMeant = (state: StateDocument, text: string) =>
      state.isCalled(text) || state.file === resolve(this.cwd, text);
    const found = states.filter((state) => name === undefined || isMeant(state, name));
    if (found.length > 0) return found;
    const names = states.flatMap((state) => state.names);
    const why =
      states.length === 0
        ? "No stack's state has documents here. Run the command in the project of a stack that was deployed, or name " +
          "one with --stack."
        : `the stack has no document of this name.${suggestWord(name ?? "", names)}`;
    throw new UsageError(`state:${name ?? ""}: ${why}`);
  }
}

/**
 * Reads addresses, and refuses those that a command doesn't take.
 *
 * @throws UsageError
 * @example parseAddresses(["live:Acme"], { origins: ["files"], instead: "Name files or folders." })
 */
export function parseAddresses<Kind extends Origin>(
  texts: readonly string[],
  { origins, instead, parts = false }: Accepted & { readonly origins: readonly Kind[] },
): Extract<Address, { from: Kind }>[] {
  return texts.map((text) => {
    const address = parseAddress(text);
    if (!(origins as readonly Origin[]).includes(address.from)) {
      throw new UsageError(`${text}: names ${originNames[address.from]}, which makes no sense here. ${instead}`);
    }
    if (!parts && findPart(address) !== undefined) {
      throw new UsageError(`${text}: names a part of a document, which makes no sense here. ${instead}`);
    }
    return address as Extract<Address, { from: Kind }>;
  });
}

/**
 * The commit of an option that compares with all of it.
 *
 * @throws UsageError
 * @example parseCommit("git:main") // "main"
 */
export function parseCommit(text: string): string {
  const instead = "Name a commit, such as git:main.";
  const [{ ref, target } = { ref: "" }] = parseAddresses([text], { origins: ["commit"], instead });
  if (target === undefined) return ref;
  throw new UsageError(`${text}: names documents of a commit, which makes no sense here. ${instead}`);
}

/**
 * The options of a command that works on one organization, of which addresses may name the profile.
 *
 * @throws UsageError when they name several.
 */
export function chooseProfile<Options extends ProfileOptions>(
  addresses: readonly Address[],
  options: Options,
): Options {
  const named = addresses.flatMap((address) => (address.from === "platform" ? [address.profile] : []));
  const [profile, ...others] = new Set(named.map((one) => one ?? options.profile));
  if (others.length > 0) throw new UsageError("The documents are of several organizations. Name those of one.");
  return profile === undefined ? options : { ...options, profile };
}

/** The part of a document that an address names: `fact_orders.region`. */
export const findPart = (address: Address): string | undefined =>
  address.from === "commit" ? address.target?.part : address.part;

const originNames: Readonly<Record<Origin, string>> = {
  files: "files",
  commit: "a commit",
  state: "the state of a stack",
  platform: "documents of the platform",
};

const toAddress = (text: string | Address) => (typeof text === "string" ? parseAddress(text) : text);

const formTypeList = new Intl.ListFormat("en", { type: "disjunction" });
const formatTypes = (types: readonly DocumentType[]) => formTypeList.format(types);

/** The address of a document on the platform; left out: of the settings' organization, and the latest version. */
export const formPlatformAddress = (
  id: string,
  { profile, version }: Partial<Pick<PlatformAddress, "profile" | "version">>,
): PlatformAddress => ({
  from: "platform",
  by: "id",
  value: id,
  profile,
  version,
});

/** A name that no file has may be that of a document of the platform. */
function suggestPlatform({ value, part }: FileAddress): string {
  const address = formatAddress({ from: "platform", by: "path", value, part });
  return ` For a document of the platform, write ${quoteArgument(address)}.`;
}

/** Whether a folder has those of a workbook's pages or elements. */
const hasWorkbookParts = (cwd: string, path: string) =>
  ["pages", "elements"].some((part) => isThere(cwd, join(path, part)));

/** A name that is that of a file or folder here is its path. */
const toPathIfThere = (cwd: string, target: Target): Target =>
  target.part === undefined && isThere(cwd, target.value) ? { ...target, by: "path" } : target;

const isFolderThere = (cwd: string, path: string) =>
  statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;

/** Whether a file or folder is where a path says. */
const isThere = (cwd: string, path: string) => existsSync(resolve(cwd, path));

/** A file that was named: what is wrong with it is an error. */
function readNamedFile(cwd: string, path: string, root?: string): DocumentFile {
  const document = readOwnFile(cwd, { path, root });
  if (document !== undefined) return document;
  throw new UsageError(`${path}: not a data model: \`pages\` is missing or not a list.`);
}

/** What seems to be a document and can't be read may be one that was meant. */
function requireRead({ unread }: OwnFiles): void {
  if (unread.length > 0) throw new UsageError(...unread.map(({ why }) => why));
}

function toStateDocument(state: StateDocument, part: string | undefined): Document {
  const { type, names, form: contents } = state;
  const [name] = names;
  if (contents === undefined) {
    throw new UsageError(`state:${name}: this ${type} contains a secret, so the command doesn't show it.`);
  }
  const address: Address = { from: "state", name, part };
  return createDocument({ address, type, name, contents, state });
}
