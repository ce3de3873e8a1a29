import { remember } from "../data";
import { KeyedMutex } from "../runtime";
import { findNearest } from "../text";
import type { AnalyticsClient } from "./client";
import { isNotFound } from "./errors";
import { collect } from "./transport/pages";

/** A table of a warehouse. */
export interface CatalogTable {
  readonly connectionId: string;
  readonly path: readonly string[];
}

/** What the platform's catalog has of a table. */
export type CatalogEntry =
  | { readonly state: "known"; readonly columns: readonly string[] }
  /** `near` is a table of the same schema with almost the same name. */
  | { readonly state: "missing"; readonly near?: string }
  | { readonly state: "unreadable"; readonly why: string };

/** The maximum number of concurrent reads. */
const atOnce = 5;

/**
 * The platform's catalog of warehouses. Each table is read once, with two requests, at most five tables at once.
 *
 * @example await new Catalog(client).read({ connectionId, path: ["SALES", "ORDERS"] }) // { state: "known", … }
 */
export class Catalog {
  readonly #entries = new Map<string, Promise<CatalogEntry>>();
  readonly #lanes = new KeyedMutex();
  #next = 0;

  constructor(private readonly client: AnalyticsClient) {}

  /** Never throws: the result says what can't be read. */
  read(table: CatalogTable): Promise<CatalogEntry> {
    const key = JSON.stringify([table.connectionId, table.path]);
    return remember(this.#entries, key, () => this.#readInLane(String(this.#next++ % atOnce), table));
  }

  async #readInLane(lane: string, table: CatalogTable): Promise<CatalogEntry> {
    const leave = await this.#lanes.enter(lane);
    try {
      return await this.#readEntry(table);
    } finally {
      leave();
    }
  }

  async #readEntry({ connectionId, path }: CatalogTable): Promise<CatalogEntry> {
    const { connections } = this.client;
    try {
      const { inodeId } = await connections.lookup(connectionId, path);
      const columns = await collect(connections.listColumns(inodeId));
      return {
        state: "known",
        // The catalog keeps columns that the warehouse has no more.
        columns: columns.filter(({ visibility }) => visibility !== "removed").map(({ name }) => name),
      };
    } catch (error) {
      if (!isNotFound(error)) return { state: "unreadable", why: (error as Error).message };
      return this.#explainMissing(connectionId, path);
    }
  }

  /** A 404 may also mean the connection. */
  async #explainMissing(connectionId: string, path: readonly string[]): Promise<CatalogEntry> {
    const { connections, files } = this.client;
    const name = path.at(-1) ?? "";
    try {
      const schema = path.length > 1 ? (await connections.lookup(connectionId, path.slice(0, -1))).inodeId : undefined;
      if (schema === undefined) return { state: "missing" };
      const tables = await collect(files.list({ type: "table", parentId: schema })).catch(() => []);
      const near = findNearest(
        name,
        tables.map((table) => table.name),
      );
      return near === undefined ? { state: "missing" } : { state: "missing", near };
    } catch (error) {
      if (!isNotFound(error)) return { state: "unreadable", why: (error as Error).message };
      try {
        await connections.get(connectionId);
        return { state: "missing" };
      } catch (failure) {
        return { state: "unreadable", why: (failure as Error).message };
      }
    }
  }
}
