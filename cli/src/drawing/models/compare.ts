import type { Change, Graph, GraphEdge, GraphNode, GraphPart } from "pulumi-analytics-diagram/graph";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import {
  applyRenames,
  assignIds,
  canonicalize,
  diffSpecs,
  findRenames,
  formatChange,
  type SpecChange,
} from "pulumi-analytics-internal/core/model";
import {
  getValue,
  isObject,
  type Json,
  type JsonObject,
  readKnownString,
} from "pulumi-analytics-internal/core/model/json";
import type { Pair } from "../../documents/pairing";
import { buildGraph, type DrawnModel, formNodeId, type GraphOptions, groupId } from "./graph";

/**
 * One graph of two versions, of which it is known which model is which: all that is in either, and what was added,
 * removed or changed. Elements are the same by id; an element that only got another id is recognized.
 */
export function comparePairs(pairs: readonly Pair<DrawnModel>[], options: GraphOptions = {}): Graph {
  const changes = new Changes();
  const renamed = new Map<string, string>();
  const aligned = pairs.flatMap(([old, now]) => {
    if (!old || !now) return old ? [old] : [];
    const same = alignModel(old, now, renamed);
    changes.add(now.key, old.spec, same.spec, now.spec);
    return [same];
  });
  const was = buildGraph(aligned, { ...options, renamed });
  const is = buildGraph(
    pairs.flatMap(([, now]) => now ?? []),
    options,
  );
  return {
    ...is,
    compared: true,
    groups: pairById(was.groups, is.groups).map(([old, now]) => {
      const { id, name } = now ?? old!;
      const lines = changes.getLines(id);
      const change = getChange(
        old,
        now,
        lines.length > 0 || normalizePlainName(name) !== normalizePlainName(old?.name ?? ""),
      );
      return { ...(now ?? old!), ...(change ? { change } : {}), ...(lines.length > 0 ? { changes: lines } : {}) };
    }),
    nodes: pairById(was.nodes, is.nodes).map(([old, now]) => changes.compareNode(old, now)),
    edges: pairById(was.edges, is.edges).map(([old, now]) => {
      const change = getChange(old, now, !isSameEdge(old, now));
      return { ...(now ?? old!), ...(change ? { change } : {}) };
    }),
  };
}

/** A model before, under the key and in the ids it has after; notes what nodes are called after. */
function alignModel(old: DrawnModel, now: DrawnModel, renamed: Map<string, string>): DrawnModel {
  if (!isObject(old.spec) || !isObject(now.spec)) return { ...old, key: now.key };
  const [was, is] = [assignIds(old.spec), assignIds(now.spec)];
  const renames = findRenames(was, is);
  for (const { kind, from, to } of renames) {
    if (kind === "element") renamed.set(formNodeId(now.key, from), formNodeId(now.key, to));
  }
  return { ...old, key: now.key, spec: applyRenames(was, renames) };
}

/**
 * The items of two lists by id, in the order of the second; what only the first has stands after what it stood after
 * there.
 */
function pairById<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
): (readonly [before: Item | undefined, after: Item | undefined])[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const now = new Set(after.map(({ id }) => id));
  const followers = new Map<string | undefined, Item[]>();
  let stayed: string | undefined;
  for (const item of before) {
    if (now.has(item.id)) stayed = item.id;
    else followers.set(stayed, [...(followers.get(stayed) ?? []), item]);
  }
  const listGoneAfter = (id: string | undefined) => (followers.get(id) ?? []).map((item) => [item, undefined] as const);
  return [
    ...listGoneAfter(undefined),
    ...after.flatMap((item) => [[old.get(item.id), item] as const, ...listGoneAfter(item.id)]),
  ];
}

function getChange(before: object | undefined, after: object | undefined, differs: boolean): Change | undefined {
  if (!before) return "added";
  if (!after) return "removed";
  return differs ? "changed" : undefined;
}

function isSameEdge(a: GraphEdge | undefined, b: GraphEdge | undefined): boolean {
  return a?.label === b?.label && a?.details.join("\n") === b?.details.join("\n");
}

/** The changes of models, by what they happened to. */
class Changes {
  readonly #lines = new Map<string, string[]>();
  readonly #parts = new Map<string, Change>();

  /** @param aligned the spec before, in the ids it has after. */
  add(key: string, before: Json, aligned: Json, after: Json): void {
    const [was, is] = [canonicalize(aligned), canonicalize(after)];
    for (const change of diffSpecs(before, after)) {
      const [page, element, part] = [2, 4, 6].map((depth) =>
        findId(change.action === "removed" ? was : is, change.path, depth),
      );
      const place = formPlaceId(key, page, element);
      this.#lines.set(place, [...this.getLines(place), formatChange(change)]);
      if (part !== undefined) this.#parts.set(formPartKey(place, String(change.path[4]), part), getPartChange(change));
    }
  }

  getLines(id: string): readonly string[] {
    return this.#lines.get(id) ?? [];
  }

  compareNode(before: GraphNode | undefined, after: GraphNode | undefined): GraphNode {
    const node = after ?? before!;
    const changes = before && after ? this.getLines(node.id) : [];
    const change = getChange(before, after, changes.length > 0);
    if (change !== "changed") return { ...node, ...(change ? { change } : {}) };
    const compareParts = (field: "columns" | "metrics") =>
      pairById(before![field], after![field]).map(([was, is]): GraphPart => {
        const partIs = this.#parts.get(formPartKey(node.id, field, (is ?? was!).id));
        return { ...(is ?? was!), ...(partIs ? { change: partIs } : {}) };
      });
    return { ...node, columns: compareParts("columns"), metrics: compareParts("metrics"), change, changes };
  }
}

/** The id of the innermost thing that the first steps of a path lead to; undefined when the path isn't so long. */
function findId(spec: Json, path: SpecChange["path"], depth: number): string | undefined {
  const value = path.length < depth ? undefined : getValue(spec, path.slice(0, depth));
  return isObject(value) ? readKnownString((value as JsonObject).id) : undefined;
}

/** The id of the node or group of a place in a model. */
function formPlaceId(model: string, page: string | undefined, element: string | undefined): string {
  if (element !== undefined) return formNodeId(model, element);
  return page === undefined ? groupId("model", model) : groupId("page", model, page);
}

const formPartKey = (node: string, field: string, id: string) => JSON.stringify([node, field, id]);

/** What happened to a part: something inside it may have been added or removed, too. */
function getPartChange({ action, path }: SpecChange): Change {
  return path.length === 6 && (action === "added" || action === "removed") ? action : "changed";
}
