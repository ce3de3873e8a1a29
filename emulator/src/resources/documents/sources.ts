import type { Call } from "../../call";
import { createFailure } from "../../http/errors";
import type { TableElement } from "../../spec/schema";
import { type LeafSource, listLeafSources } from "../../spec/sources";
import type { DataElement, DocumentElement } from "../../state/records";
import { findTableByPath } from "../connections";
import { getPagesAt } from "../data-models/versions";
import { formUrl } from "../files";
import { LineageSources, listSourceEntries } from "../lineage";
import { type CompiledDocument, isData } from "./contents";

type Entry = Record<string, unknown>;

/** What the elements of a document read from outside of it, each source once. */
export function listSources({ call, data, sourceTags }: CompiledDocument, withUrls: boolean): Entry[] {
  const datasetIds = new Set(data.flatMap(({ datasetId }) => datasetId ?? []));
  const datasets = [...datasetIds].map((inodeId) => {
    const file = call.store.files.get(inodeId);
    return { type: "dataset", inodeId, ...(withUrls && file ? { url: formUrl(file) } : {}) };
  });
  const leaves = data
    .filter(({ datasetId }) => datasetId === undefined)
    .flatMap(({ table }) => listLeafSources(table.source));
  const addTag = (entry: Entry): Entry => {
    const versionTagId = sourceTags[String(entry.dataModelId)];
    return versionTagId === undefined ? entry : { ...entry, versionTagId };
  };
  return [...datasets, ...listSourceEntries(call, leaves, "inodeId").map(addTag)];
}

/**
 * What is missing of the sources of an element, or of the elements that it reads from; undefined when everything is
 * there.
 *
 * @param seen the elements on the way: they may read from each other in a circle.
 */
export function findMissingSource(
  document: CompiledDocument,
  element: DataElement,
  seen = new Set<DataElement>(),
): string | undefined {
  const { call } = document;
  const { table, datasetId } = element;
  if (datasetId !== undefined && call.store.files.get(datasetId)?.deletedWith !== null) {
    return `Source not found: dataset '${datasetId}'`;
  }
  for (const leaf of listLeafSources(table.source)) {
    const below = leaf.kind === "table" ? document.data.find((other) => other.table.id === leaf.elementId) : undefined;
    const missing = below && !seen.has(below) ? findMissingSource(document, below, seen.add(element)) : undefined;
    if (missing !== undefined) {
      return missing;
    }
    if (leaf.kind === "data-model" && !findModelTable(call, leaf, document.sourceTags)) {
      return `Source not found: element '${leaf.elementId}' of data model '${leaf.dataModelId}'`;
    }
    if (leaf.kind === "warehouse-table" && !findTableByPath(call, leaf.connectionId, leaf.path)) {
      return `Source not found: warehouse table '${leaf.path.join(".")}' on connection ${leaf.connectionId}`;
    }
  }
  return undefined;
}

export function findModelTable(
  call: Call,
  { dataModelId, elementId }: { dataModelId: string; elementId: string },
  sourceTags: CompiledDocument["sourceTags"] = {},
): TableElement | undefined {
  const pages = getPagesAt(call, dataModelId, sourceTags[dataModelId]) ?? [];
  const elements = pages.flatMap((page) => page.elements);
  const found = elements.find(({ id }) => id === elementId);
  return found?.kind === "table" ? found : undefined;
}

/** A line for each table and visualization, and one for each thing outside that they read from. */
export function listLineage(document: CompiledDocument): Entry[] {
  if (document.data.length === 0) {
    throw createFailure(document.call.settings.missingLineage, "The document has no lineage graph");
  }
  const lineage = new Lineage(document.call);
  const elements = document.data.map((element) => {
    const leaves = lineage.listLeaves(element);
    return {
      type: "element",
      elementId: element.table.id,
      sourceIds: [...new Set(leaves.map(({ sourceId }) => sourceId))],
      dataSourceIds: [...new Set(leaves.flatMap(({ dataSourceId = [] }) => dataSourceId))],
    };
  });
  return [...elements, ...lineage.listEntries()];
}

/** The graph of what one element reads from, directly and through other elements of the document. */
export function buildElementLineage(document: CompiledDocument, element: DocumentElement): Entry {
  if (!isData(element)) {
    throw createFailure(400, `Elements of type '${element.type}' have no lineage`);
  }
  if (element.hasLineage === false) {
    throw createFailure(document.call.settings.missingElementLineage, "The lineage of the element can't be read");
  }
  const lineage = new Lineage(document.call);
  const dependencies = new Map<string, Entry>();
  const edges: Entry[] = [];
  const formNodeId = (purpose: string, { table }: DataElement) =>
    document.call.ids.nameShort(`${purpose} ${document.documentId}/${table.id}`);
  /** Returns the id of the element's node. */
  const visit = (one: DataElement): string => {
    const nodeId = formNodeId("sheet", one);
    if (dependencies.has(nodeId)) return nodeId;
    dependencies.set(nodeId, { nodeId, type: "sheet", name: document.getName(one), elementId: one.table.id });
    let target = nodeId;
    if (one.table.source.kind === "join") {
      target = formNodeId("join", one);
      dependencies.set(target, { nodeId: target, type: "join" });
      edges.push({ source: target, target: nodeId, type: "source" });
    }
    for (const { sourceId, entry } of lineage.listLeaves(one)) {
      const next = entry ? undefined : document.data.find((other) => other.table.id === sourceId);
      edges.push({ source: next ? visit(next) : sourceId, target, type: "source" });
      // Elements of data models occur in edges only.
      if (entry && entry.type !== "data-model") {
        dependencies.set(sourceId, { nodeId: sourceId, type: entry.type, name: entry.name });
      }
    }
    return nodeId;
  };
  visit(element);
  return { dependencies: Object.fromEntries(dependencies), edges };
}

/** A thing that an element reads from; `entry` describes it when it is outside of the document. */
interface LineageLeaf {
  readonly sourceId: string;
  readonly dataSourceId?: string;
  readonly entry?: Entry;
}

/** The sources of elements under the ids that lineage calls them by. */
class Lineage {
  readonly #sources: LineageSources;
  readonly #datasets = new Map<string, Entry>();

  constructor(private readonly call: Call) {
    this.#sources = new LineageSources(call);
  }

  listEntries(): Entry[] {
    return [...this.#sources.listEntries(), ...this.#datasets.values()];
  }

  listLeaves({ datasetId, table }: DataElement): LineageLeaf[] {
    return datasetId === undefined
      ? listLeafSources(table.source).map((leaf) => this.#buildLeaf(leaf))
      : [this.#buildDatasetLeaf(datasetId)];
  }

  #buildLeaf(leaf: LeafSource): LineageLeaf {
    if (leaf.kind === "table") {
      return { sourceId: leaf.elementId };
    }
    const { sourceId, dataSourceId } = this.#sources.addEntry(leaf);
    return { sourceId, dataSourceId, entry: this.#sources.findEntry(sourceId) };
  }

  #buildDatasetLeaf(datasetId: string): LineageLeaf {
    const file = this.call.store.files.get(datasetId);
    const sourceId = `inode-${file?.urlId ?? this.call.ids.nameUrlId(datasetId)}`;
    const entry = { type: "dataset", connectionId: null, name: file?.name ?? null, inodeId: datasetId };
    this.#datasets.set(sourceId, entry);
    return { sourceId, dataSourceId: datasetId, entry };
  }
}
