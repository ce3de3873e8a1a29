import { canonicalizeValue, createNameFinder, type NameOfElement, toCanonical } from "../diff/canonical";
import { assignIds } from "../identity/assign";
import { isObject, isPlaceholder, isSameJson, type Json, type JsonObject } from "../json";
import { formItemKey } from "../references/list-items";
import { reword } from "../references/reword";
import { getFieldShape, modelShape, pickObject, type Shape } from "../schema/shape";
import type { LocalSpec } from "../spec-types";
import { fillPlaceholders } from "../text/placeholders";

/**
 * The server's spec, written as the user would: where both mean the same, it keeps the user's text (placeholders, ids
 * left out, key order, defaults written out); elsewhere it has the server's value. If both mean the same everywhere, it
 * returns the user's spec itself. Below `pages` only; the user's other top-level fields stay.
 *
 * @param authored the user's spec, placeholders unfilled.
 * @param server the server's spec in the user's ids (see `toLocalIds`).
 * @param refs the values of the placeholders.
 */
export function preserveAuthoring(
  authored: Json,
  server: LocalSpec,
  refs: Readonly<Record<string, unknown>> = {},
): Json {
  const declared = assignIds(fillPlaceholders(authored, refs).spec);
  const worded = reword(declared, server, { stored: true });
  if (isSameJson(toCanonical(declared), toCanonical(worded))) return authored;
  const preserver = new Preserver(createNameFinder(worded), createNameFinder(declared));
  const mine = (authored as JsonObject).pages;
  const pages = preserver.preserveField(
    modelShape.fields.get("pages")!.shape,
    "pages",
    mine,
    declared.pages,
    worded.pages,
  );
  return { ...(authored as JsonObject), ...(pages === undefined ? {} : { pages }) };
}

/**
 * Walks three trees in parallel: the user's authored spec, the declared one (placeholders filled, ids assigned), and
 * the server's.
 */
class Preserver {
  constructor(
    private readonly serverNames: NameOfElement,
    private readonly declaredNames: NameOfElement,
  ) {}

  /** The value of a field; undefined where it should be absent. */
  preserveField(
    shape: Shape | undefined,
    name: string,
    authored: Json | undefined,
    declared: Json | undefined,
    server: Json | undefined,
  ): Json | undefined {
    if (authored === undefined || declared === undefined || server === undefined) return server;
    if (this.isAlike(shape, declared, server)) return authored;
    if (isPlaceholder(authored)) return server;
    if (Array.isArray(authored) && Array.isArray(declared) && Array.isArray(server)) {
      return this.preserveItems(shape, name, authored, declared, server);
    }
    if (isObject(authored) && isObject(declared) && isObject(server))
      return this.preserveObject(shape, authored, declared, server);
    return server;
  }

  private isAlike(shape: Shape | undefined, declared: Json, server: Json): boolean {
    if (isSameJson(declared, server)) return true;
    if (!shape) return false;
    return isSameJson(
      canonicalizeValue(shape, declared, this.declaredNames),
      canonicalizeValue(shape, server, this.serverNames),
    );
  }

  private preserveItems(
    shape: Shape | undefined,
    name: string,
    authored: Json[],
    declared: Json[],
    server: Json[],
  ): Json[] {
    const item = shape?.is === "list" ? shape.item : undefined;
    const own = new Map<string, number>();
    for (const [index, value] of declared.entries()) {
      const key = isObject(value) ? formItemKey(name, value, index) : undefined;
      if (key !== undefined && !own.has(key)) own.set(key, index);
    }
    return server.map((value, index) => {
      const at = isObject(value) ? own.get(formItemKey(name, value, index)) : undefined;
      return at === undefined ? value : this.preserveField(item, "", authored[at], declared[at], value)!;
    });
  }

  /**
   * Compares fields in canonical form, where implied values are absent. Between objects of different kinds nothing is
   * implied.
   */
  private preserveObject(
    shape: Shape | undefined,
    authored: JsonObject,
    declared: JsonObject,
    server: JsonObject,
  ): JsonObject {
    const fields = pickObject(shape, server);
    const isSameKind = shape !== undefined && fields !== undefined && fields === pickObject(shape, declared);
    const mine = isSameKind ? (canonicalizeValue(shape, declared, this.declaredNames) as JsonObject) : declared;
    const theirs = isSameKind ? (canonicalizeValue(shape, server, this.serverNames) as JsonObject) : server;
    // An implied value that the user wrote stays only if the server's other fields imply it too.
    const isStillImplied = (key: string) =>
      isSameKind &&
      (canonicalizeValue(shape, { ...server, [key]: declared[key] }, this.serverNames) as JsonObject)[key] ===
        undefined;
    const result: JsonObject = {};
    for (const key in authored) {
      const isKept =
        mine[key] === undefined ? theirs[key] === undefined && isStillImplied(key) : isSameJson(mine[key], theirs[key]);
      if (isKept) result[key] = authored[key];
      else if (server[key] !== undefined) {
        result[key] = this.preserveField(getFieldShape(fields, key), key, authored[key], declared[key], server[key]);
      }
    }
    for (const key in theirs) {
      if (!(key in authored) && !isSameJson(mine[key], theirs[key])) result[key] = server[key];
    }
    return result;
  }
}
