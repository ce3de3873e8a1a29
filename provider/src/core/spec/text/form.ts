import { canonicalOf, canonicalValue, elementNames, type NameOfElement } from "../diff/canonical";
import type { LocalSpec } from "../forms";
import { assignIds } from "../identity/assign";
import { isHole, isObject, type Json, type JsonObject, sameJson } from "../json";
import { itemKey } from "../references/list-items";
import { reword } from "../references/reword";
import { fieldShape, modelShape, pickObject, type Shape } from "../schema/shape";
import { bind } from "./holes";

/**
 * What the server has, written as the user would: wherever the two mean the same, the user's own text stays (holes, ids left out,
 * key order, defaults spelled out); only what differs takes the server's value. If all means the same, the user's spec comes back as
 * it is. Below `pages` only; the user's other top-level fields stay.
 *
 * @param form the user's spec, holes unfilled.
 * @param server the server's spec in the user's ids (see `toLocalIds`).
 * @param refs the values of the holes.
 */
export function keepForm(form: Json, server: LocalSpec, refs: Readonly<Record<string, unknown>> = {}): Json {
  const bound = assignIds(bind(form, refs).spec);
  const worded = reword(bound, server, { stored: true });
  if (sameJson(canonicalOf(bound), canonicalOf(worded))) return form;
  const keeper = new Keeper(elementNames(worded), elementNames(bound));
  const mine = (form as JsonObject).pages;
  const pages = keeper.field(modelShape.fields.get("pages")!.shape, "pages", mine, bound.pages, worded.pages);
  return { ...(form as JsonObject), ...(pages === undefined ? {} : { pages }) };
}

/** Goes through three trees side by side: the user's form, the same with holes filled and ids given, and the server's. */
class Keeper {
  constructor(
    private readonly serverNames: NameOfElement,
    private readonly boundNames: NameOfElement,
  ) {}

  /** The value of a field; undefined where it should be absent. */
  field(
    shape: Shape | undefined,
    name: string,
    form: Json | undefined,
    bound: Json | undefined,
    server: Json | undefined,
  ): Json | undefined {
    if (form === undefined || bound === undefined || server === undefined) return server;
    if (this.alike(shape, bound, server)) return form;
    if (isHole(form)) return server;
    if (Array.isArray(form) && Array.isArray(bound) && Array.isArray(server)) {
      return this.items(shape, name, form, bound, server);
    }
    if (isObject(form) && isObject(bound) && isObject(server)) return this.object(shape, form, bound, server);
    return server;
  }

  private alike(shape: Shape | undefined, bound: Json, server: Json): boolean {
    if (sameJson(bound, server)) return true;
    if (!shape) return false;
    return sameJson(canonicalValue(shape, bound, this.boundNames), canonicalValue(shape, server, this.serverNames));
  }

  private items(shape: Shape | undefined, name: string, form: Json[], bound: Json[], server: Json[]): Json[] {
    const item = shape?.is === "list" ? shape.item : undefined;
    const own = new Map<string, number>();
    for (const [index, value] of bound.entries()) {
      const key = isObject(value) ? itemKey(name, value, index) : undefined;
      if (key !== undefined && !own.has(key)) own.set(key, index);
    }
    return server.map((value, index) => {
      const at = isObject(value) ? own.get(itemKey(name, value, index)) : undefined;
      return at === undefined ? value : this.field(item, "", form[at], bound[at], value)!;
    });
  }

  /** Fields are compared in their canonical form, where what is implied is absent; between two kinds nothing is implied. */
  private object(shape: Shape | undefined, form: JsonObject, bound: JsonObject, server: JsonObject): JsonObject {
    const fields = pickObject(shape, server);
    const isSameKind = shape !== undefined && fields !== undefined && fields === pickObject(shape, bound);
    const mine = isSameKind ? (canonicalValue(shape, bound, this.boundNames) as JsonObject) : bound;
    const theirs = isSameKind ? (canonicalValue(shape, server, this.serverNames) as JsonObject) : server;
    // What the form spells out although it is implied stays only if the server's other fields imply it too.
    const staysImplied = (key: string) =>
      isSameKind &&
      (canonicalValue(shape, { ...server, [key]: bound[key] }, this.serverNames) as JsonObject)[key] === undefined;
    const result: JsonObject = {};
    for (const key in form) {
      const isKept =
        mine[key] === undefined ? theirs[key] === undefined && staysImplied(key) : sameJson(mine[key], theirs[key]);
      if (isKept) result[key] = form[key];
      else if (server[key] !== undefined) {
        result[key] = this.field(fieldShape(fields, key), key, form[key], bound[key], server[key]);
      }
    }
    for (const key in theirs) {
      if (!(key in form) && !sameJson(mine[key], theirs[key])) result[key] = server[key];
    }
    return result;
  }
}
