import { type AnalyticsClient, collect, isAboutOneThing, isRefusal } from "../api";
import { type DocumentUses, readListedUses, readUses } from "../graph";
import type { Json } from "../model/json";

/** A workbook, report or data model; a tagged version is a document of its own. */
export interface PlatformDocument {
  readonly id: string;
  readonly type: "workbook" | "report" | "data model";
  readonly name: string;
  readonly path: string;
  readonly url: string;
  readonly ownerId: string;
  readonly updatedBy: string;
  /** The version tag that it carries. */
  readonly tag?: string;
  /** The file of a project that it is. */
  readonly file?: string;
  readonly stamp: string;
}

/** A document that couldn't be read, and why. */
export interface UnreadDocument {
  readonly document: PlatformDocument;
  readonly why: string;
}

/** A document with what it uses. */
export interface ReadDocument {
  readonly document: PlatformDocument;
  readonly uses: DocumentUses;
  readonly sourceTags: Readonly<Record<string, string>>;
  /** Only its columns could be read: filters, controls, texts and actions aren't known. */
  readonly isPartial: boolean;
}

/** Who is behind the ids of members. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** What is known of one version of a document. */
export interface KnownDocument {
  /** Its version and tags: what is known of another version is not used. */
  readonly stamp: string;
  readonly sources?: readonly KnownSource[];
  readonly uses?: DocumentUses;
  /** Whether only its columns could be read. */
  readonly isPartial?: boolean;
}

/** What a document reads from, as its list of sources says. */
export interface KnownSource {
  readonly type: string;
  readonly dataModelId?: string;
  readonly elementIds?: readonly string[];
  readonly versionTagId?: string;
}

/** Keeps what was read of documents, by their ids. */
export interface KnownDocuments {
  find(id: string, stamp: string): KnownDocument | undefined;
  keep(id: string, known: KnownDocument): void;
}

/** Does countable work, and may show how far it is; the work calls `step` with each piece done. */
export type ShowProgress = <T>(title: string, total: number, work: (step: () => void) => Promise<T>) => Promise<T>;

/** What a reader may do without. */
export interface ReaderOptions {
  /** What earlier runs have read, for an organization. Left out: nothing is known. */
  openKnown?(organizationId: string): KnownDocuments | undefined;
  /** Left out: nothing is shown. */
  readonly showProgress?: ShowProgress;
}

/** The reader itself remembers what it has read. */
const keepsNothing: KnownDocuments = { find: () => undefined, keep: () => {} };
const showNothing: ShowProgress = (_title, _total, work) => work(() => {});

/**
 * Reads what the documents of an organization use: lists, then the sources of all, then the contents of those that
 * matter. It reads each of these once, and nothing that is known of the same version. The client's lane for
 * representations has at most five requests under way.
 */
export class PlatformReader {
  readonly #unread = new Map<PlatformDocument, string>();
  readonly #names = new Map<string, string>();
  readonly #sources = new Map<PlatformDocument, Promise<readonly KnownSource[] | undefined>>();
  readonly #uses = new Map<PlatformDocument, Promise<ReadDocument | undefined>>();
  /** The types of documents whose contents the organization can't read as code. */
  readonly #withoutContents = new Set<PlatformDocument["type"]>();
  #people: Promise<ReadonlyMap<string, Person>> | undefined;

  private constructor(
    private readonly client: AnalyticsClient,
    private readonly known: KnownDocuments,
    private readonly showProgress: ShowProgress,
    readonly documents: readonly PlatformDocument[],
    /** Names of version tags by their ids. */
    readonly tags: ReadonlyMap<string, string>,
    /** Whether the lists have the documents of the whole organization. */
    readonly isWhole: boolean,
  ) {}

  /** Reads the lists. */
  static async open(client: AnalyticsClient, options: ReaderOptions = {}): Promise<PlatformReader> {
    const { openKnown, showProgress = showNothing } = options;
    const known = openKnown?.((await client.readIdentity()).organizationId) ?? keepsNothing;
    const { documents, tags, isWhole } = await readLists(client);
    return new PlatformReader(client, known, showProgress, documents, tags, isWhole);
  }

  /** The documents that couldn't be read. */
  get unread(): UnreadDocument[] {
    return [...this.#unread].map(([document, why]) => ({ document, why }));
  }

  /** How many documents {@link readSources} would have to ask for. */
  countUnreadSources(): number {
    return this.documents.filter(({ id, stamp }) => this.known.find(id, stamp)?.sources === undefined).length;
  }

  /** What each of some documents reads from; those that can't be read are in `unread`. */
  async readSources(documents = this.documents): Promise<ReadonlyMap<PlatformDocument, readonly KnownSource[]>> {
    const read = await this.#readAll("Reading sources", documents, this.#sources, async (document) => {
      const known = this.known.find(document.id, document.stamp);
      if (known?.sources) return known.sources;
      const sources = (await this.client.documents.readSources(getIds(document))).map(toKnownSource);
      this.known.keep(document.id, { ...known, stamp: document.stamp, sources });
      return sources;
    });
    return new Map(read);
  }

  /** What each of some documents uses; data models go first, as they tell the names of their elements. */
  async readUses(
    documents: readonly PlatformDocument[],
    sources: ReadonlyMap<PlatformDocument, readonly KnownSource[]>,
  ): Promise<ReadDocument[]> {
    const models = documents.filter(({ type }) => type === "data model");
    const others = documents.filter(({ type }) => type !== "data model");
    const read = async (document: PlatformDocument): Promise<ReadDocument> => {
      const own = sources.get(document) ?? [];
      const known = this.known.find(document.id, document.stamp);
      const found = known?.uses ? known : await this.#readContents(document, own);
      if (document.type === "data model") this.#learnNames(found.uses!);
      return { document, uses: found.uses!, sourceTags: listTags(own), isPartial: found.isPartial ?? false };
    };
    const readModels = await this.#readAll("Reading data models", models, this.#uses, read);
    const readOthers = await this.#readAll("Reading documents", others, this.#uses, read);
    return [...readModels, ...readOthers].map(([, one]) => one);
  }

  /** Names and addresses of members by their ids. */
  readPeople(): Promise<ReadonlyMap<string, Person>> {
    this.#people ??= readPeople(this.client);
    return this.#people;
  }

  async #readContents(document: PlatformDocument, sources: readonly KnownSource[]): Promise<KnownDocument> {
    const { id, stamp, type } = document;
    const keep = (uses: DocumentUses, isPartial: boolean) => {
      const known = { stamp, sources, uses, ...(isPartial ? { isPartial } : {}) };
      this.known.keep(id, known);
      return known;
    };
    if (type === "data model") {
      const { pages } = await this.client.dataModels.getSpec(id);
      return keep(readUses({ pages: pages as Json }, { dataModelId: id, names: this.#names }), false);
    }
    const contents = await this.#readRepresentation(document);
    if (contents !== undefined) return keep(readUses(contents as Json, { names: this.#names }), false);
    const columns = await this.client.documents.readColumns(getIds(document));
    const elements = sources.flatMap(({ dataModelId, elementIds = [] }) =>
      dataModelId === undefined ? [] : elementIds.map((elementId) => ({ dataModelId, elementId })),
    );
    return keep(readListedUses(columns, elements, this.#names), true);
  }

  /** Undefined: the document has no representation, or the organization doesn't have the feature. */
  async #readRepresentation(document: PlatformDocument): Promise<unknown> {
    if (this.#withoutContents.has(document.type)) return undefined;
    try {
      const { workbookContents, reportContents } = this.client;
      const documents = document.type === "report" ? reportContents : workbookContents;
      const contents = await documents.readContents(document.id);
      if (contents === undefined) this.#withoutContents.add(document.type);
      return contents;
    } catch (error) {
      if (isAboutOneThing(error)) return undefined;
      throw error;
    }
  }

  #learnNames({ exposed }: DocumentUses): void {
    for (const { is, key, name } of exposed) if (is === "element") this.#names.set(key, name);
  }

  /** Reads each that wasn't read before; one that the platform refuses, or can't give, is named in the end. */
  async #readAll<Found>(
    title: string,
    documents: readonly PlatformDocument[],
    before: Map<PlatformDocument, Promise<Found | undefined>>,
    read: (document: PlatformDocument) => Promise<Found>,
  ): Promise<[PlatformDocument, Found][]> {
    const tryRead = async (document: PlatformDocument): Promise<Found | undefined> => {
      try {
        return await read(document);
      } catch (error) {
        if (!isAboutOneThing(error)) throw error;
        this.#unread.set(document, error.message);
        return undefined;
      }
    };
    const found = await this.showProgress(title, documents.length, (step) =>
      Promise.all(
        documents.map(async (document): Promise<[PlatformDocument, Found][]> => {
          const reading = before.get(document) ?? tryRead(document);
          before.set(document, reading);
          const one = await reading.finally(step);
          return one === undefined ? [] : [[document, one]];
        }),
      ),
    );
    return found.flat();
  }
}

async function readPeople({ members }: AnalyticsClient): Promise<ReadonlyMap<string, Person>> {
  const all = await collect(members.list({ includeInactive: true })).catch((error) => {
    if (isRefusal(error)) return [];
    throw error;
  });
  return new Map(
    all.map(({ memberId, firstName, lastName, email }) => [
      memberId,
      { name: `${firstName} ${lastName}`.trim(), email },
    ]),
  );
}

const getIds = ({ id, type }: PlatformDocument) =>
  type === "workbook" ? { workbookId: id } : type === "report" ? { reportId: id } : { dataModelId: id };

/** The version tags at which a document reads data models, by their ids. */
export const listTags = (sources: readonly KnownSource[]): Record<string, string> =>
  Object.fromEntries(
    sources.flatMap(({ dataModelId, versionTagId }) =>
      dataModelId === undefined || versionTagId === undefined ? [] : [[dataModelId, versionTagId]],
    ),
  );

function toKnownSource({ type, dataModelId, elementIds, versionTagId }: Record<string, unknown>): KnownSource {
  return {
    type: String(type),
    ...(typeof dataModelId === "string" ? { dataModelId } : {}),
    ...(Array.isArray(elementIds) ? { elementIds: elementIds.map(String) } : {}),
    ...(typeof versionTagId === "string" ? { versionTagId } : {}),
  };
}

/** An administrator sees the documents of the whole organization, others what they may see. */
async function readLists(client: AnalyticsClient) {
  try {
    return { ...(await readDocuments(client, { skipPermissionCheck: true })), isWhole: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...(await readDocuments(client, {})), isWhole: false };
  }
}

async function readDocuments(client: AnalyticsClient, filter: { skipPermissionCheck?: boolean }) {
  const [workbooks, reports, models] = await Promise.all([
    collect(client.workbooks.list({ ...filter, excludeExplorations: true })),
    collect(client.reports.list(filter)),
    collect(client.dataModels.list(filter)),
  ]);
  const tags = new Map<string, string>();
  const documents = [
    ...workbooks.flatMap((one) => listVersions("workbook", one.workbookId, one, tags)),
    ...reports.flatMap((one) => listVersions("report", one.reportId, one, tags)),
    ...models.flatMap((one) => listVersions("data model", one.dataModelId, one, tags)),
  ];
  return { documents, tags };
}

type Listed =
  | Awaited<ReturnType<AnalyticsClient["workbooks"]["get"]>>
  | Awaited<ReturnType<AnalyticsClient["reports"]["get"]>>
  | Awaited<ReturnType<AnalyticsClient["dataModels"]["get"]>>;

/** A document, and its tagged versions as far as they are documents of their own. */
function listVersions(
  type: PlatformDocument["type"],
  id: string,
  { name, path, url, ownerId, updatedBy, latestVersion, isArchived, tags: its = [] }: Listed,
  tags: Map<string, string>,
): PlatformDocument[] {
  if (isArchived) return [];
  const about = { type, name, path, url, ownerId, updatedBy };
  for (const tag of its) tags.set(tag.versionTagId, tag.name);
  const tagged = its.flatMap(({ taggedDocumentId, name: tag, version, taggedAt }) =>
    taggedDocumentId === undefined ? [] : [{ ...about, id: taggedDocumentId, tag, stamp: `${version} ${taggedAt}` }],
  );
  return [{ ...about, id, stamp: String(latestVersion) }, ...tagged];
}
