import type { Call } from "../call";
import type { Inode } from "../state/records";
import { getScope, listIndexedTables } from "./connections";
import { findTaggedVersion } from "./documents/kinds";

/** An object that members and teams can be granted access to. */
export interface Grantable {
  /** The id under which its grants are kept. */
  readonly id: string;
  readonly urlId?: string;
  readonly kind: Exclude<Inode["type"], "symlink"> | "connection" | "path" | "tag" | "connector" | "credential";
  /** Ids of the objects above it, whose grants it inherits. */
  readonly above: readonly string[];
  /** Of a connection: its own id, which isn't that of the root of its catalog, where its grants are. */
  readonly connectionId?: string;
}

/** The object with an id, or one of a url; undefined when there is none, or no more. */
export function findGrantable(call: Call, id: string): Grantable | undefined {
  return findFileByPath(call, id) ?? findConnectionByPath(call, id) ?? findPath(call, id) ?? findOther(call, id);
}

function findFileByPath(call: Call, id: string): Grantable | undefined {
  const { store } = call;
  // A tagged version is a document of its own, in the folder of the document that was tagged.
  const tagged = findTaggedVersion(store, id);
  const source = tagged && findFileByPath(call, tagged.sourceId);
  if (source) {
    return { ...source, id, urlId: call.ids.nameUrlId(id) };
  }
  const file = store.files.get(id) ?? store.files.find(({ urlId }) => urlId === id);
  // What a shortcut points to has the grants.
  if (!file || file.deletedWith !== null || file.type === "symlink") {
    return undefined;
  }
  const above: string[] = [];
  for (let at = file.parentId; at !== null; at = store.files.get(at)?.parentId ?? null) {
    above.push(at);
  }
  // Personal areas are workspaces, too.
  return { id: file.id, urlId: file.urlId, kind: file.parentId === null ? "workspace" : file.type, above };
}

function findConnectionByPath(call: Call, id: string): Grantable | undefined {
  const connection = call.store.connections.find(
    ({ connectionId, isArchived }) => !isArchived && [connectionId, getScope(call, connectionId, []).id].includes(id),
  );
  if (!connection) {
    return undefined;
  }
  return {
    ...getScope(call, connection.connectionId, []),
    kind: "connection",
    above: [],
    connectionId: connection.connectionId,
  };
}

/** A database, a schema or a table. */
function findPath(call: Call, id: string): Grantable | undefined {
  for (const { connectionId, path, tableId, urlId } of listIndexedTables(call)) {
    const scopes = path.map((_, length) => getScope(call, connectionId, path.slice(0, length)));
    const all = [...scopes, { id: tableId, urlId }];
    const found = all.findIndex((scope, depth) => depth > 0 && [scope.id, scope.urlId].includes(id));
    if (found > 0) {
      return { ...all[found]!, kind: "path", above: all.slice(0, found).map((scope) => scope.id) };
    }
  }
  return undefined;
}

function findOther({ store }: Call, id: string): Grantable | undefined {
  if (store.tags.get(id)) {
    return { id, kind: "tag", above: [] };
  }
  const connector = store.apiConnectors.get(id);
  if (connector && !connector.isArchived) {
    return { id, kind: "connector", above: [] };
  }
  return store.apiCredentials.get(id) ? { id, kind: "credential", above: [] } : undefined;
}
