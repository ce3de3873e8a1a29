/** Parts of a model that are edited on the platform: named by patterns, never compared, and sent back as the platform has them. */

import { isObject, isOpen, type Json, type JsonObject } from "../json";
import { itemKey } from "../references/list-items";
import type { LocalSpec } from "../spec-types";

/**
 * A spec without the parts that patterns name.
 *
 * A pattern is a path with `/`; a step is a field, an item's id or position, `*` (any one) or `**` (any number).
 *
 * @example withoutIgnored(spec, ["pages/*\/elements/*\/description", "pages/scratch"])
 */
export function withoutIgnored<Spec extends LocalSpec>(spec: Spec, patterns: readonly string[]): Spec {
  return patterns.length === 0 ? spec : (walk(spec, undefined, compile(patterns), "") as Spec);
}

/**
 * A spec with the parts that patterns name taken from another one, or absent where they are absent there. Items are paired by id; what is
 * new in `mine` keeps its own. An item that a pattern names itself is taken even if `mine` has none.
 *
 * @example toServerIds(withTheirIgnored(spec, toLocalIds(server, map), ignorePaths), map) // what to send
 */
export function withTheirIgnored(mine: LocalSpec, theirs: LocalSpec, patterns: readonly string[]): LocalSpec {
  return patterns.length === 0 ? mine : (walk(mine, theirs, compile(patterns), "", true) as LocalSpec);
}

type Pattern = readonly string[];

/** What is left of the patterns at a place; a pattern with nothing left names the place itself. */
type Open = readonly Pattern[];

/** The steps of a pattern. */
export const stepsOf = (pattern: string): Pattern => pattern.split("/").filter((step) => step !== "");

const compile = (patterns: readonly string[]): Open => patterns.map(stepsOf);

/** The patterns that continue below a place with these names. */
function advance(open: Open, names: readonly string[]): Pattern[] {
  return open.flatMap((pattern) => {
    const [step, ...rest] = pattern;
    if (step === undefined) return [];
    if (step === "**") return [pattern, ...advance([rest], names)];
    return step === "*" || names.includes(step) ? [rest] : [];
  });
}

const isNamed = (open: Open) => open.some((pattern) => pattern.every((step) => step === "**"));

/** The value of a field with named parts taken from `theirs`, or left out when nothing is taken. */
function walk(mine: Json, theirs: Json | undefined, open: Open, field: string, isTaking = false): Json | undefined {
  if (open.length === 0 || typeof mine !== "object" || mine === null || isOpen(mine)) return mine;
  return Array.isArray(mine)
    ? walkItems(mine, Array.isArray(theirs) ? theirs : undefined, open, field, isTaking)
    : walkFields(mine, isObject(theirs) ? theirs : undefined, open, isTaking);
}

function walkFields(mine: JsonObject, theirs: JsonObject | undefined, open: Open, isTaking: boolean): JsonObject {
  const result: JsonObject = {};
  const keys = isTaking && theirs ? new Set([...Object.keys(mine), ...Object.keys(theirs)]) : Object.keys(mine);
  for (const key of keys) {
    const below = advance(open, [key]);
    const own = mine[key];
    let value = own;
    if (isNamed(below)) value = isTaking && !theirs ? own : theirs?.[key];
    else if (own !== undefined) value = walk(own, theirs?.[key], below, key, isTaking);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function walkItems(mine: Json[], theirs: Json[] | undefined, open: Open, field: string, isTaking: boolean): Json[] {
  const keyOf = (item: Json, index: number) => (isObject(item) ? itemKey(field, item, index) : String(index));
  const rest = new Map(theirs?.map((item, index) => [keyOf(item, index), item]));
  const result: Json[] = [];
  for (const [index, item] of mine.entries()) {
    const key = keyOf(item, index);
    const below = advance(open, [key, String(index)]);
    const other = rest.get(key);
    rest.delete(key);
    const value = isNamed(below) ? (isTaking ? (other ?? item) : undefined) : walk(item, other, below, "", isTaking);
    if (value !== undefined) result.push(value);
  }
  if (isTaking) for (const [key, item] of rest) if (isNamed(advance(open, [key]))) result.push(item);
  return result;
}
