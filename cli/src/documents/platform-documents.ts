/** Documents of the platform, found by what addresses say of them. */
import {
  type AnalyticsClient,
  ApiError,
  collect,
  describeChoice,
  FolderTree,
  findFiles,
  getPlatformPath,
  isAboutOneThing,
  isExact,
  isForbidden,
  isNotFound,
  mayName,
  parsePath,
  readUnless,
} from "pulumi-analytics-internal/core/api";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import type { PlatformDocument } from "pulumi-analytics-internal/core/impact";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { isSameName, normalizeName, quoteArgument, suggestWord } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import { UsageError } from "../command/exit";
import { hasAddress, listCoded } from "../platform/documents";
import { collectLiving, filterByFolder, readFolders } from "../platform/models";
import { formatAddress, type PlatformAddress } from "./address";
import { createDocument } from "./create";
import type { Document } from "./document";
import { allTypes, type DocumentType } from "./read-files";
import { recall } from "./recall";

/** A document as the platform lists it. */
export interface ListedDocument {
  readonly type: DocumentType;
  readonly id: string;
  readonly urlId: string;
  readonly url: string;
  readonly name: string;
  /** Names of the folders above, as the platform joins them. */
  readonly path: string;
}

/** With the argument that names a document of the platform alone. */
export interface WithAddress {
  /** Such as `live:Acme/Models/Orders`; where several documents have this path: the id. */
  readonly address: string;
}

/** What an address names, as lists have it. */
export interface Listing {
  readonly documents: readonly ListedDocument[];
  /** Whether they are those of a folder and below, which itself was named. */
  readonly isFolder: boolean;
}

/** Which of the documents that an address means are read. */
export type ChooseListed = (found: readonly ListedDocument[]) => readonly ListedDocument[];

/** The data models among documents, where there are any. */
export const chooseModels: ChooseListed = (found) => {
  const models = found.filter(({ type }) => type === "data model");
  return models.length > 0 ? models : found;
};

/** The documents of one organization, with what its lists say. */
export class PlatformDocuments {
  readonly #client: AnalyticsClient;
  readonly #console: Pick<Console, "note" | "showProgress"> | undefined;
  readonly #lists = new Map<DocumentType, Promise<readonly ListedDocument[]>>();
  readonly #parents = new Map<DocumentType, Promise<ReadonlyMap<string, string>>>();
  #tree: Promise<FolderTree> | undefined;

  /**
   * @param console is told how far reading has come, and what was deleted meanwhile.
   * @param listed what was listed already; left out: it is listed when it is asked for.
   */
  constructor(
    client: AnalyticsClient,
    console?: Pick<Console, "note" | "showProgress">,
    listed?: readonly PlatformDocument[],
  ) {
    this.#client = client;
    this.#console = console;
    if (listed === undefined) return;
    const all = listed.filter(({ tag }) => tag === undefined).map((one) => ({ ...one, urlId: readUrlId(one.url) }));
    for (const type of allTypes) this.#lists.set(type, Promise.resolve(all.filter((one) => one.type === type)));
  }

  /**
   * The documents that an address names, with their contents; of a folder, all in and below.
   *
   * @param types those that make sense here.
   * @param choose which of those found are read; default: all.
   * @throws UsageError when there is none; ApiError when the platform refuses.
   */
  async read(
    address: PlatformAddress,
    types: readonly DocumentType[],
    choose: ChooseListed = (all) => all,
  ): Promise<Document[]> {
    if (address.by === "id") return [await this.#readById(address, types)];
    const found = choose((await this.list(address, types)).documents);
    const readAll = (step: () => void) =>
      Promise.all(
        found.map(async ({ id, type, name }) => {
          const document = await readUnless(isNotFound, this.#readAs(type, { ...address, by: "id", value: id }));
          step();
          if (document === undefined) this.#console?.note(`${name} (${id}) was deleted during the run.`);
          return document ?? [];
        }),
      );
    const read = this.#console?.showProgress("Reading documents", found.length, readAll) ?? readAll(() => {});
    const documents = (await read).flat();
    if (documents.length > 0) return documents;
    throw new UsageError(`${formatAddress(address)}: no such document any more.`);
  }

  /** The only document that an address names. @throws UsageError when it names several, such as all of a folder. */
  async readOne(address: PlatformAddress, types: readonly DocumentType[]): Promise<Document> {
    if (address.by === "id") return this.#readById(address, types);
    const { id, type } = await this.findOne(address, types);
    return this.#readAs(type, { ...address, by: "id", value: id });
  }

  /**
   * The documents that an address names, as the platform lists them, without their contents: by their name, of a folder
   * all in and below, else by their name in another spelling. An id may be that of a folder. A part and a version are
   * passed over.
   *
   * @throws UsageError when there is none.
   */
  async list(address: PlatformAddress, types: readonly DocumentType[]): Promise<Listing> {
    const { by, value } = address;
    const all = (await Promise.all(types.map((type) => this.#list(type)))).flat();
    const named = await this.#filterNamed(address, all);
    if (named.length > 0) return { documents: named, isFolder: false };
    const below = by === "url" ? [] : await this.#filterByFolder(address, types, all);
    if (below.length > 0) return { documents: below, isFolder: true };
    const plain = normalizePlainName(value);
    const alike = by === "path" ? all.filter(({ name }) => normalizePlainName(name) === plain) : [];
    if (alike.length > 0) return { documents: alike, isFolder: false };
    const hint =
      by === "path"
        ? suggestWord(value, [...new Set(all.flatMap((one) => [getPlatformPath(one), one.name, one.path]))])
        : "";
    throw new UsageError(`${value}: no such ${formatNoun(types)}, or these credentials can't read it.${hint}`);
  }

  /** Those that an address names themselves. */
  async #filterNamed(
    { by, value }: PlatformAddress,
    all: readonly ListedDocument[],
  ): Promise<readonly ListedDocument[]> {
    if (by === "id") return all.filter(({ id }) => isSameName(id, value));
    const isNamed = (one: ListedDocument) =>
      [one.id, one.urlId].includes(value) || mayName(value, one) || isSameName(one.name, parsePath(value).join("/"));
    const near = all.filter((one) => (by === "url" ? hasAddress(one, value) : isNamed(one)));
    const isOpen = by === "path" && near.length > 0 && (near.length > 1 || isExact(value));
    return isOpen ? this.#filterExact(value, near) : near;
  }

  /** The only document that an address names, as {@link list} has it. @throws UsageError also when there are several. */
  async findOne(address: PlatformAddress, types: readonly DocumentType[]): Promise<ListedDocument> {
    const { documents: found } = await this.list(address, types);
    const [only, other] = found;
    if (only === undefined || other !== undefined) throw await this.#refuseSeveral(address, found);
    return only;
  }

  /** Those in a folder and below. */
  async #filterByFolder(
    address: PlatformAddress,
    types: readonly DocumentType[],
    all: readonly ListedDocument[],
  ): Promise<readonly ListedDocument[]> {
    if (address.value === "") return all;
    const { tree, placed } = await this.#addFolders(all, types);
    return filterByFolder(placed, address.value, tree, formatAddress(address));
  }

  /** Documents with what names each of them in arguments. */
  async addAddresses<One extends ListedDocument>(
    documents: readonly One[],
    profile: string | undefined,
  ): Promise<(One & WithAddress)[]> {
    const types = allTypes.filter((type) => documents.some((one) => one.type === type));
    const [all, { tree, placed }] = await Promise.all([
      Promise.all(allTypes.map((type) => this.#list(type))),
      this.#addFolders(documents, types),
    ]);
    const named = countBy(all.flat().map((one) => normalizeName(getPlatformPath(one))));
    return placed.map((one) => {
      const isOnly = named.get(normalizeName(getPlatformPath(one))) === 1;
      const value = isOnly ? tree.writeFilePath(one) : one.id;
      return { ...one, address: formatAddress({ from: "platform", profile, by: isOnly ? "path" : "id", value }) };
    });
  }

  /** Documents with their folders. */
  async #addFolders<One extends ListedDocument>(documents: readonly One[], types: readonly DocumentType[]) {
    const [tree, ...lists] = await Promise.all([this.#readTree(), ...types.map((type) => this.#listParents(type))]);
    const find = (id: string) => lists.map((list) => list.get(id)).find((parentId) => parentId !== undefined);
    return { tree, placed: documents.map((one) => ({ ...one, parentId: find(one.id) ?? "" })) };
  }

  #readTree(): Promise<FolderTree> {
    this.#tree ??= readFolders(this.#client).then((folders) => new FolderTree(folders));
    return this.#tree;
  }

  /** The folders of all documents of a type, by their ids. */
  #listParents(type: DocumentType): Promise<ReadonlyMap<string, string>> {
    return recall(this.#parents, type, async () => {
      const files = collect(this.#client.files.list({ type: type === "data model" ? "data-model" : type }));
      return new Map((await readUnless(isForbidden, files))?.map(({ id, parentId }) => [id, parentId]));
    });
  }

  async #refuseSeveral(address: PlatformAddress, found: readonly ListedDocument[]): Promise<UsageError> {
    const { value, profile } = address;
    const noun = new Set(found.map(({ type }) => type)).size === 1 ? found[0]!.type : "document";
    const tree = await this.#readTree();
    const files = await Promise.all(found.slice(0, mostNamed).map(({ id }) => this.#client.files.get(id)));
    const isSame = found.every((one) => isSameName(getPlatformPath(one), getPlatformPath(found[0]!)));
    if (isSame && profile === undefined)
      return new UsageError(`${value}: ${found.length} ${noun}s have this name: ${describeChoice(files, tree)}`);
    const paths = files.map((file) => tree.writeFilePath(file));
    const addresses = files.map(({ id }, index) => {
      const path = paths[index]!;
      const isUnique = paths.indexOf(path) === paths.lastIndexOf(path);
      const named = isUnique ? ({ by: "path", value: path } as const) : ({ by: "id", value: id } as const);
      return formatAddress({ from: "platform", profile, ...named });
    });
    const more = found.length > files.length ? ` and ${found.length - files.length} more` : "";
    const choice = addresses.map(quoteArgument).join(", ");
    return new UsageError(`${formatAddress(address)}: ${found.length} ${noun}s. Name one: ${choice}${more}.`);
  }

  /** Those whose path is written so; a slash of the platform's path may be part of a name. */
  async #filterExact(path: string, near: readonly ListedDocument[]): Promise<readonly ListedDocument[]> {
    if (!isExact(path)) return near;
    const tree = await this.#readTree();
    const files = await Promise.all(near.map(({ id }) => this.#client.files.get(id)));
    const found = new Set(findFiles(path, files, tree).map(({ id }) => id));
    if (found.size > 0) return near.filter(({ id }) => found.has(id));
    const paths = files.map((file) => tree.writeFilePath(file)).join(", ");
    throw new UsageError(`${path}: no such document. A slash in a name is written \\/. There are: ${paths}.`);
  }

  #list(type: DocumentType): Promise<readonly ListedDocument[]> {
    return recall(this.#lists, type, () => listDocuments(this.#client, type));
  }

  /** What an id is isn't known: a model is looked for first, and the first refusal counts. */
  async #readById(address: PlatformAddress, types: readonly DocumentType[]): Promise<Document> {
    let first: unknown;
    for (const type of types) {
      try {
        return await this.#readAs(type, address);
      } catch (error) {
        const isOther = isNotFound(error) || (first !== undefined && error instanceof ApiError);
        if (!isOther) throw error;
        first ??= error;
      }
    }
    throw first;
  }

  async #readAs(type: DocumentType, { part: _, ...address }: PlatformAddress): Promise<Document> {
    const client = this.#client;
    if (type === "data model") {
      const documentVersion = await resolveVersion(client, address);
      const model = await readVersion(client, address, documentVersion);
      const { dataModelId: id, name, url, schemaVersion, pages, documentVersion: read, folderId, description } = model;
      const contents = { schemaVersion, pages: pages as Json };
      const latestVersion = model.latestDocumentVersion ?? read;
      const { updatedBy, updatedAt } = model;
      const about = { folderId, description, url, updatedBy, updatedAt };
      const stored = { id, documentVersion: read, latestVersion, ...about, client };
      return createDocument({ address, type, name, contents, stored, model });
    }
    if (address.version !== undefined) throw await refuseVersion(client, type, address);
    const read = await client[`${type}Contents`].get(address.value);
    const { id, name, contents, documentVersion, folderId, description, url, updatedBy, updatedAt } = read;
    const about = { folderId, description, url, updatedBy, updatedAt };
    const stored = { id, documentVersion, latestVersion: documentVersion, ...about, client };
    return createDocument({ address, type, name, contents: contents as JsonObject, stored });
  }
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const formatNoun = (types: readonly DocumentType[]) => (types.length === 1 ? types[0] : "document");

/** The short id at the end of a document's address in the product. */
const readUrlId = (url: string) => url.replace(/^.*[/-]/, "");

/** Documents that a message names. */
const mostNamed = 10;

async function listDocuments(client: AnalyticsClient, type: DocumentType): Promise<readonly ListedDocument[]> {
  if (type === "data model") {
    const models = await collectLiving(client.dataModels.list());
    return models.map((model) => ({ ...model, type, id: model.dataModelId }));
  }
  return (await readUnless(isForbidden, listCoded(client, type))) ?? [];
}

async function resolveVersion(
  client: AnalyticsClient,
  { value: id, version }: PlatformAddress,
): Promise<number | undefined> {
  if (typeof version !== "string") return version;
  const tags = await collect(client.dataModels.listTags(id));
  const tag = tags.find(({ name }) => isSameName(name, version));
  if (tag !== undefined) return tag.version;
  if (version === "") throw new UsageError(`${id}@: which version? ${await describeVersions(client, id)}`);
  const names = tags.map(({ name }) => name);
  const known = names.length === 0 ? "It has no tags." : `Its tags: ${names.join(", ")}.`;
  throw new UsageError(`${id}@${version}: the data model has no such tag. ${known} A number is a version.`);
}

/** @throws UsageError for a version that the platform doesn't have, with those that it has. */
async function readVersion(client: AnalyticsClient, address: PlatformAddress, documentVersion: number | undefined) {
  const { value: id } = address;
  try {
    return await client.dataModels.getSpec(id, { documentVersion });
  } catch (error) {
    if (documentVersion === undefined || !isAboutOneThing(error)) throw error;
    // Of a model that can't be read at all, its own refusal counts.
    const versions = await describeVersions(client, id);
    throw new UsageError(`${formatAddress(address)}: the data model has no version ${documentVersion}. ${versions}`);
  }
}

/** The versions of a data model, of which the platform has no list: the latest, and those with tags. */
async function describeVersions(client: AnalyticsClient, id: string): Promise<string> {
  const { documentVersion } = await client.dataModels.getSpec(id);
  const tags = await collect(client.dataModels.listTags(id));
  const tagged = tags.map(({ name, version }) => `${version} is ${name}`);
  return [`The latest is ${documentVersion}`, ...tagged].join("; ").concat(".");
}

/** Versions that a message names. */
const mostVersions = 20;

/** Earlier versions of workbooks and reports stay on the platform: says which there are, and how one comes back. */
async function refuseVersion(
  client: AnalyticsClient,
  type: "workbook" | "report",
  address: PlatformAddress,
): Promise<UsageError> {
  const { value: id, version } = address;
  const all = await client.documents.readVersions(type === "workbook" ? { workbookId: id } : { reportId: id });
  const names = new Map((await collect(client.tags.list())).map(({ versionTagId, name }) => [versionTagId, name]));
  const listed = all.slice(0, mostVersions).map(({ version: number, publishedAt, tags = [] }) => {
    const tagged = tags.map(({ versionTagId }) => names.get(versionTagId) ?? versionTagId);
    return `  ${[number, publishedAt, ...tagged].join("  ")}`;
  });
  const chosen = all.some((one) => one.version === version) ? version : "<version>";
  return new UsageError(
    `${formatAddress(address)}: the platform gives out earlier versions of data models only. This ${type} has:`,
    ...listed,
    type === "workbook"
      ? "To restore one there, run " +
          `npx pulumi-analytics api POST workbooks/${id}/restoreVersion --field version=${chosen}`
      : "To restore one, use the version history in the product.",
  );
}
