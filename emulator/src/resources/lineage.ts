import type { Call } from "../call";
import { ElementNames } from "../spec/names";
import type { LeafSource } from "../spec/sources";
import { getTableId } from "./connections";
import { buildCatalog } from "./data-models/references";
import { getLatestPages } from "./data-models/versions";

type Entry = Record<string, unknown>;

/**
 * Each source outside of a document once: models with the elements that are read of them, then tables and statements.
 *
 * @param tableField how the document's endpoint calls the id of a table.
 */
export function listSourceEntries(
  call: Call,
  leaves: readonly LeafSource[],
  tableField: "tableId" | "inodeId",
): Entry[] {
  const models = new Map<string, Set<string>>();
  const others = new Map<string, Entry>();
  for (const leaf of leaves) {
    if (leaf.kind === "data-model") {
      models.set(leaf.dataModelId, (models.get(leaf.dataModelId) ?? new Set()).add(leaf.elementId));
    } else if (leaf.kind === "warehouse-table") {
      const id = getTableId(call, leaf);
      others.set(id, { type: "table", [tableField]: id });
    } else if (leaf.kind === "sql") {
      const { connectionId, statement: definition } = leaf;
      const customSqlId = getCustomSqlId(call, leaf);
      others.set(customSqlId, { type: "custom-sql", connectionId, definition, customSqlId });
    }
  }
  const ofModels = [...models].map(([dataModelId, elementIds]) => ({
    type: "data-model",
    dataModelId,
    elementIds: [...elementIds],
  }));
  return [...ofModels, ...others.values()];
}

/** What the elements of a document depend on outside of it: each thing once, under the id that elements call it by. */
export class LineageSources {
  readonly #entries = new Map<string, Entry>();
  readonly #sqlNames = new Map<string, string>();

  constructor(private readonly call: Call) {}

  listEntries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** What an id stands for; undefined for one that no element has named. */
  findEntry(sourceId: string): Entry | undefined {
    return this.#entries.get(sourceId);
  }

  addEntry(leaf: Exclude<LeafSource, { kind: "table" }>): { sourceId: string; dataSourceId: string } {
    const { call } = this;
    switch (leaf.kind) {
      case "warehouse-table": {
        const inodeId = getTableId(call, leaf);
        const urlId = call.store.warehouseTables.get(inodeId)?.urlId ?? call.ids.nameUrlId(inodeId);
        const entry = { type: "table", connectionId: leaf.connectionId, name: leaf.path.at(-1), inodeId };
        return this.#add(`inode-${urlId}`, inodeId, entry);
      }
      case "data-model": {
        const { dataModelId, elementId } = leaf;
        const urlId = call.store.files.get(dataModelId)?.urlId ?? dataModelId;
        const pages = getLatestPages(call, dataModelId) ?? [];
        const element = pages.flatMap(({ elements }) => elements).find(({ id }) => id === elementId);
        const name = element ? new ElementNames(pages, buildCatalog(call)).getName(element) : null;
        const entry = { type: "data-model", connectionId: null, name, dataModelId };
        return this.#add(`${urlId}/${elementId}`, dataModelId, entry);
      }
      case "sql": {
        const { connectionId, statement: definition } = leaf;
        const id = getCustomSqlId(call, leaf);
        const count = this.#sqlNames.size;
        const name = this.#sqlNames.get(id) ?? (count === 0 ? "Custom SQL" : `Custom SQL (${count})`);
        this.#sqlNames.set(id, name);
        return this.#add(name, id, { type: "customSQL", connectionId, name, definition });
      }
    }
  }

  #add(sourceId: string, dataSourceId: string, entry: Entry) {
    this.#entries.set(sourceId, entry);
    return { sourceId, dataSourceId };
  }
}

function getCustomSqlId(call: Call, { connectionId, statement }: { connectionId: string; statement: string }): string {
  return call.ids.nameUuid(`sql ${connectionId} ${statement}`);
}
