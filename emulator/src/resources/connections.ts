import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createFailure, createNotFound, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage, buildTokenPage } from "../http/pages";
import { flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Connection, WarehouseTable } from "../state/records";

const Path = z.array(z.string()).min(1);

export function addConnectionRoutes(app: FastifyInstance): void {
  app.get("/v2/connections/paths", async (request) => {
    const { connectionId } = parseQuery(z.object({ connectionId: z.string().optional() }), request.query);
    const found = listPaths(request.call).filter(
      (one) => connectionId === undefined || one.connectionId === connectionId,
    );
    return buildPage(request, found, (one) => one, "total and hasMore");
  });

  app.get<{ Params: { inodeId: string } }>("/v2/connections/paths/:inodeId", async (request) => {
    const { connectionId, path } = findTable(request.call, request.params.inodeId);
    return { connectionId, path };
  });

  app.get<{ Params: { tableId: string } }>("/v2/connections/tables/:tableId/columns", async (request) => {
    const { columns } = findTable(request.call, request.params.tableId);
    return buildTokenPage(request, columns, ({ name, type }) => ({ name, type: { type }, visibility: "included" }));
  });

  app.post<{ Params: { connectionId: string } }>("/v2/connections/:connectionId/sync", async (request) => {
    const { call } = request;
    const { connectionId, details = {} } = findConnection(call, request.params.connectionId);
    const { path } = parseBody(defineObject(call, { path: z.array(z.string()) }), request.body);
    const { useServiceAccount } = parseQuery(z.object({ useServiceAccount: flag }), request.query);
    if (usesOauth(details) && !useServiceAccount && call.settings.oauthSyncs === "refuse") {
      throw createFailure(403, "API credentials can't sign in to this connection");
    }
    sync(call, connectionId, path);
    return {};
  });

  // The contract really says `connection` here, in the singular.
  app.post<{ Params: { connectionId: string } }>("/v2/connection/:connectionId/lookup", async (request) => {
    const { call } = request;
    const { connectionId } = findConnection(call, request.params.connectionId);
    const { path } = parseBody(defineObject(call, { path: Path }), request.body);
    return lookUp(call, connectionId, path);
  });
}

/** Databases, schemas and tables of the catalogs, each after what it is in. */
function listPaths(call: Call): { connectionId: string; urlId: string; path: readonly string[] }[] {
  const found = listIndexedTables(call).flatMap(({ connectionId, path, urlId }) => [
    ...path.slice(1).map((_, index) => {
      const scope = path.slice(0, index + 1);
      return { connectionId, urlId: getScope(call, connectionId, scope).urlId, path: scope };
    }),
    { connectionId, urlId, path },
  ]);
  return [...new Map(found.map((one) => [one.urlId, one])).values()];
}

/** The id of a table, or of the database or schema that a shorter path names. */
function lookUp(call: Call, connectionId: string, path: readonly string[]): Record<string, unknown> {
  const table = findTableByPath(call, connectionId, path);
  if (table) {
    return { kind: "table", inodeId: table.tableId, url: formUrl(table.urlId) };
  }
  if (!listIndexedTables(call).some((other) => isPathInside(other, connectionId, path))) {
    throw createNotFound("Path", path.join("."));
  }
  const { id, urlId } = getScope(call, connectionId, path);
  return { kind: "scope", inodeId: id, url: formUrl(urlId) };
}

/** The ids of a connection's root, of a database or of a schema. */
export function getScope(call: Call, connectionId: string, path: readonly string[]): { id: string; urlId: string } {
  const name = `scope ${connectionId} ${JSON.stringify(path)}`;
  return { id: call.ids.nameUuid(name), urlId: call.ids.nameUrlId(name) };
}

/** Whether an id, or one of a url, is that of a connection's root, of a database or of a schema. */
export function isScope(call: Call, id: string): boolean {
  return listIndexedTables(call).some(({ connectionId, path }) =>
    path.some((_, length) => {
      const scope = getScope(call, connectionId, path.slice(0, length));
      return scope.id === id || scope.urlId === id;
    }),
  );
}

function formUrl(urlId: string): string {
  return `https://app.analytics.example/acme/t/${urlId}`;
}

export function findTableByPath(call: Call, connectionId: string, path: readonly string[]): WarehouseTable | undefined {
  return listIndexedTables(call).find((table) => isPathEqual(table, connectionId, path));
}

export function listIndexedTables(call: Call): WarehouseTable[] {
  return call.store.warehouseTables.listAll().filter(({ isIndexed }) => isIndexed !== false);
}

function isPathEqual(table: WarehouseTable, connectionId: string, path: readonly string[]): boolean {
  return table.path.length === path.length && isPathInside(table, connectionId, path);
}

/** Whether a table is at a path, or in the database or schema that a shorter path names. */
function isPathInside(table: WarehouseTable, connectionId: string, path: readonly string[]): boolean {
  return table.connectionId === connectionId && path.every((name, index) => table.path[index] === name);
}

/** The catalog gets to know the tables that the warehouse has below a path. */
function sync(call: Call, connectionId: string, path: readonly string[]): void {
  for (const table of call.store.warehouseTables.listAll().filter((one) => isPathInside(one, connectionId, path))) {
    call.store.warehouseTables.put(table.tableId, { ...table, isIndexed: true });
  }
}

/** Whether people sign in to a connection themselves. */
export function usesOauth({ authType, useOauth, clientId }: NonNullable<Connection["details"]>): boolean {
  return authType === "oauth" || useOauth === true || clientId !== undefined;
}

/** Adds a table to the warehouse, or gives the one at its path other columns. */
export function addWarehouseTable(
  call: Pick<Call, "store" | "ids">,
  table: Omit<WarehouseTable, "tableId" | "urlId">,
): WarehouseTable {
  const { connectionId, path } = table;
  const before = call.store.warehouseTables.find((other) => isPathEqual(other, connectionId, path));
  const tableId = before?.tableId ?? formPathId(call, connectionId, path);
  const urlId = before?.urlId ?? call.ids.nameUrlId(tableId);
  return call.store.warehouseTables.put(tableId, { tableId, urlId, ...table });
}

/**
 * There is one warehouse of each type: a new connection leads to the tables that others know, once its catalog is
 * synced.
 */
export function addTablesOfType(call: Call, { connectionId, type }: Connection): void {
  const others = call.store.connections.listAll().filter((other) => other.type === type);
  const known = call.store.warehouseTables
    .listAll()
    .filter((table) => others.some((other) => other.connectionId === table.connectionId));
  for (const { path, columns } of known) addWarehouseTable(call, { connectionId, path, columns, isIndexed: false });
}

function formPathId({ ids }: Pick<Call, "ids">, connectionId: string, path: readonly string[]): string {
  return ids.nameUuid(`table ${connectionId} ${JSON.stringify(path)}`);
}

/** The id of the table at a path. A path outside the catalog has one too: specs may name it. */
export function getTableId(call: Call, source: { connectionId: string; path: readonly string[] }): string {
  const table = findTableByPath(call, source.connectionId, source.path);
  return table?.tableId ?? formPathId(call, source.connectionId, source.path);
}

export function findConnection(call: Call, connectionId: string): Connection {
  return requireExisting(call.store.connections.get(connectionId), "Connection", connectionId);
}

function findTable(call: Call, tableId: string): WarehouseTable {
  return requireExisting(
    listIndexedTables(call).find((table) => table.tableId === tableId),
    "Table",
    tableId,
  );
}
