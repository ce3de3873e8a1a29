import { Graph } from "pulumi-analytics-internal/core/graph";
import {
  listModels,
  type Person,
  type PlatformDocument,
  type PlatformReader,
  type ReadDocument,
} from "pulumi-analytics-internal/core/impact";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { toList } from "pulumi-analytics-internal/core/model/json";
import { type FindNode, formExposureName, readExposureId, type WantedExposure } from "./exposures";

/** A workbook or report of the platform that reads nodes of a dbt project. */
export interface PlatformExposure {
  readonly document: PlatformDocument;
  readonly owner: Person | undefined;
  readonly dependsOn: readonly string[];
  /** Where it reads them: `Overview › By region`. */
  readonly elements: readonly string[];
  /** What it reads of them: `orders.region`. */
  readonly columns: readonly string[];
  /** Only its columns could be read. */
  readonly isPartial: boolean;
}

/** What was found on the platform. */
export interface PlatformExposures {
  readonly found: readonly PlatformExposure[];
  /** How many workbooks and reports read no node of the project. */
  readonly others: number;
  /** Whether a document that an exposure in the file is of reads nothing any more, or is one of the project's. */
  readonly isGone: (id: string) => boolean;
}

/**
 * Finds the workbooks and reports that read nodes of a dbt project, through data models or not.
 *
 * @param own ids of documents that the project declares: they are among its files.
 */
export async function findPlatformExposures(
  reader: PlatformReader,
  own: ReadonlySet<string>,
  findNode: FindNode,
): Promise<PlatformExposures> {
  const sources = await reader.readSources();
  const models = listModels(reader);
  const finder = new NodeFinder(await reader.readUses(models, sources), findNode);
  const isReader = (document: PlatformDocument) =>
    (sources.get(document) ?? []).some(
      ({ type, dataModelId = "" }) => type !== "data-model" || finder.models.has(dataModelId),
    );
  const documents = reader.documents.filter(
    (document) => document.type !== "data model" && !own.has(getOwnId(document, reader.documents)),
  );
  const read = await reader.readUses(documents.filter(isReader), sources);
  const people = await reader.readPeople();
  const byId = new Map<string, ReadDocument[]>();
  for (const one of read) {
    const id = getOwnId(one.document, reader.documents);
    byId.set(id, [...(byId.get(id) ?? []), one]);
  }
  const found = [...byId.values()].flatMap((versions) => {
    const exposure = finder.describe(versions, people);
    return exposure.dependsOn.length > 0 ? [exposure] : [];
  });
  const known = new Set(reader.documents.map(({ id }) => id));
  const unread = new Set(reader.unread.map(({ document }) => document.id));
  return {
    found: found.sort((a, b) => (a.document.id < b.document.id ? -1 : 1)),
    others: documents.filter(({ tag, id }) => tag === undefined && !unread.has(id)).length - found.length,
    isGone: (id) => own.has(id) || (!unread.has(id) && (known.has(id) || reader.isWhole)),
  };
}

/** The id of the document that a tagged version is of: both have one address. */
function getOwnId({ id, url, tag }: PlatformDocument, documents: readonly PlatformDocument[]): string {
  return tag === undefined ? id : (documents.find((one) => one.url === url && one.tag === undefined)?.id ?? id);
}

/** The nodes of a project that the platform's data models read, down to the tables of the warehouse. */
class NodeFinder {
  readonly #graph: Graph<ReadDocument>;
  /** Ids of the models that reach a node of the project. */
  readonly models: ReadonlySet<string>;

  constructor(
    models: readonly ReadDocument[],
    private readonly findNode: FindNode,
  ) {
    this.#graph = new Graph(models);
    const isReaching = ({ uses }: ReadDocument) => this.#listNodes(uses.uses.map(({ target }) => target)).length > 0;
    this.models = new Set(models.filter(isReaching).map(({ document }) => document.id));
  }

  /** One exposure for a document and its tagged versions. */
  describe(versions: readonly ReadDocument[], people: ReadonlyMap<string, Person>): PlatformExposure {
    const { document } = versions.find((one) => one.document.tag === undefined) ?? versions[0]!;
    const uses = versions.flatMap((one) => one.uses.uses);
    const nodes = this.#listNodes(uses.map(({ target }) => target));
    const places = uses.flatMap(({ page, element, target }) =>
      this.#listNodes([target]).length > 0 ? [page === undefined ? element : `${page} › ${element}`] : [],
    );
    return {
      document,
      owner: people.get(document.ownerId),
      dependsOn: sortUnique(nodes.map(({ reference }) => reference)),
      elements: sortUnique(places),
      columns: sortUnique(nodes.flatMap(({ column }) => column ?? [])),
      isPartial: versions.some(({ isPartial }) => isPartial),
    };
  }

  /** The nodes, and columns of them, below some keys. */
  #listNodes(keys: readonly string[]): { reference: string; column?: string }[] {
    return [...this.#graph.listRead(keys)].flatMap((key) => {
      const [is, path = "", part, name = ""] = key.split("/");
      const parts = path.split(".");
      // A word of a statement is a table if it has a schema.
      if (is !== "table" && (is !== "word" || parts.length < 2)) return [];
      const node = this.findNode(parts);
      if (node === undefined) return [];
      const { reference, columns } = node;
      return [part === "column" ? { reference, column: `${node.name}.${columns.get(name) ?? name}` } : { reference }];
    });
  }
}

const sortUnique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/**
 * The exposures of the platform's documents. One that is in the file keeps its name, whatever the document is called
 * now.
 */
export function namePlatformExposures(
  before: JsonObject,
  found: readonly PlatformExposure[],
  { owner, taken }: { owner: string; taken: readonly string[] },
): WantedExposure[] {
  const items = toList(before.exposures);
  const kept = new Map(items.flatMap((item) => [[readExposureId(item), (item as JsonObject).name as string] as const]));
  const names = new Set([...taken, ...found.flatMap(({ document }) => kept.get(document.id) ?? [])]);
  const choose = (exposure: PlatformExposure): string => {
    const { id, name } = exposure.document;
    const known = kept.get(id);
    if (known !== undefined && !taken.includes(known)) return known;
    // dbt's own style: snake case.
    const plain = formExposureName(name.toLowerCase());
    const free =
      plain !== formExposureName("") && !names.has(plain)
        ? plain
        : formExposureName(`${name.toLowerCase()}_${id.slice(0, 8)}`);
    names.add(free);
    return free;
  };
  return found.map((exposure) => ({
    name: choose(exposure),
    id: exposure.document.id,
    first: describeDocument(exposure),
    current: describeUse(exposure, owner),
    analytics: describePlaces(exposure),
  }));
}

function describeDocument({ document: { name, type, path } }: PlatformExposure): JsonObject {
  return { label: name, type: "dashboard", description: `${type === "report" ? "Report" : "Workbook"} in ${path}` };
}

function describeUse({ document, owner, dependsOn }: PlatformExposure, fallback: string): JsonObject {
  const known: JsonObject = owner === undefined ? { name: fallback } : { name: owner.name, email: owner.email };
  return { url: document.url, owner: known, depends_on: [...dependsOn] };
}

function describePlaces({ document, elements, columns, isPartial }: PlatformExposure): JsonObject {
  const known = { id: document.id, elements: [...elements], columns: [...columns] };
  return isPartial ? { ...known, columnsOnly: true } : known;
}
