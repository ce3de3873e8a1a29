import pLimit from "p-limit";
import { type AnalyticsClient, collect, isAboutOneThing, isRefusal } from "pulumi-analytics-internal/core/api";
import type { Json } from "pulumi-analytics-internal/core/spec";
import { type DocumentUses, formElementKey, readListedUses, readUses } from "pulumi-analytics-internal/core/usage";
import type { Console } from "../console";
import { Cache, type KnownDocument, type KnownSource } from "./cache";

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

/** Above five at once the platform refuses requests. */
const mostAtOnce = 5;

/**
 * Reads what the documents of an organization use: lists, then the sources of all, then the contents of those that
 * matter. What an earlier run has read of the same version isn't read again.
 */
export class PlatformReader {
  readonly unread: UnreadDocument[] = [];
  readonly #limit = pLimit(mostAtOnce);
  readonly #names = new Map<string, string>();

  private constructor(
    private readonly client: AnalyticsClient,
    private readonly console: Console,
    private readonly cache: Cache,
    readonly documents: readonly PlatformDocument[],
    /** Names of version tags by their ids. */
    readonly tags: ReadonlyMap<string, string>,
    /** Whether the lists have the documents of the whole organization. */
    readonly isWhole: boolean,
  ) {}

  /** Reads the lists. */
  static async open(client: AnalyticsClient, console: Console, cwd: string): Promise<PlatformReader> {
    const { organizationId } = await client.readIdentity();
    const cache = new Cache(cwd, organizationId);
    const { documents, tags, isWhole } = await readLists(client);
    return new PlatformReader(client, console, cache, documents, tags, isWhole);
  }

  /** What each of some documents reads from; those that can't be read are in `unread`. */
  async readSources(documents = this.documents): Promise<ReadonlyMap<PlatformDocument, readonly KnownSource[]>> {
    const read = await this.#readAll("Reading sources", documents, async (document) => {
      const known = this.cache.find(document.id, document.stamp);
      if (known?.sources) return known.sources;
      const sources = (await this.client.documents.sources(getIds(document))).map(toKnownSource);
      this.cache.keep(document.id, { ...known, stamp: document.stamp, sources });
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
      const known = this.cache.find(document.id, document.stamp);
      const found = known?.uses ? known : await this.#readContents(document, own);
      if (document.type === "data model") this.#learnNames(found.uses!);
      return { document, uses: found.uses!, sourceTags: listTags(own), isPartial: found.isPartial ?? false };
    };
    const readModels = await this.#readAll("Reading data models", models, read);
    const readOthers = await this.#readAll("Reading documents", others, read);
    return [...readModels, ...readOthers].map(([, one]) => one);
  }

  /** Keeps what was read for the next run. */
  close(): void {
    this.cache.save();
  }

  /** Names and addresses of members by their ids. */
  async readPeople(): Promise<ReadonlyMap<string, Person>> {
    const members = await collect(this.client.members.list({ includeInactive: true })).catch((error) => {
      if (isRefusal(error)) return [];
      throw error;
    });
    return new Map(
      members.map(({ memberId, firstName, lastName, email }) => [
        memberId,
        { name: `${firstName} ${lastName}`.trim(), email },
      ]),
    );
  }

  async #readContents(document: PlatformDocument, sources: readonly KnownSource[]): Promise<KnownDocument> {
    const { id, stamp, type } = document;
    const keep = (uses: DocumentUses, isPartial: boolean) => {
      const known = { stamp, sources, uses, ...(isPartial ? { isPartial } : {}) };
      this.cache.keep(id, known);
      return known;
    };
    if (type === "data model") {
      const { pages } = await this.client.dataModels.getSpec(id);
      return keep(readUses({ pages: pages as Json }, { dataModelId: id, names: this.#names }), false);
    }
    const contents = await this.client.documents.contents(getIds(document)).catch((error) => {
      if (isAboutOneThing(error)) return undefined;
      throw error;
    });
    if (contents !== undefined) return keep(readUses(contents as Json, { names: this.#names }), false);
    const columns = await this.client.documents.columns(getIds(document));
    const keys = sources.flatMap(({ dataModelId, elementIds = [] }) =>
      dataModelId === undefined ? [] : elementIds.map((elementId) => formElementKey(dataModelId, elementId)),
    );
    return keep(readListedUses(columns, keys, this.#names), true);
  }

  #learnNames({ exposed }: DocumentUses): void {
    for (const { is, key, name } of exposed) if (is === "element") this.#names.set(key, name);
  }

  /** Reads several at once; one that the platform refuses, or can't give, is named in the end. */
  async #readAll<Found>(
    title: string,
    documents: readonly PlatformDocument[],
    read: (document: PlatformDocument) => Promise<Found>,
  ): Promise<[PlatformDocument, Found][]> {
    const found = await this.console.showProgress(title, documents.length, (step) =>
      Promise.all(
        documents.map((document) =>
          this.#limit(async () => {
            try {
              return [[document, await read(document)] as [PlatformDocument, Found]];
            } catch (error) {
              if (!isAboutOneThing(error)) throw error;
              this.unread.push({ document, why: error.message });
              return [];
            } finally {
              step();
            }
          }),
        ),
      ),
    );
    return found.flat();
  }
}

const getIds = ({ id, type }: PlatformDocument) =>
  type === "workbook" ? { workbookId: id } : type === "report" ? { reportId: id } : { dataModelId: id };

const listTags = (sources: readonly KnownSource[]): Record<string, string> =>
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
