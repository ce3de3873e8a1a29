/**
 * The effective names of columns and elements without a name. The platform derives them, and leaves them out where the
 * user writes them.
 */

import { isObject, type Json, type JsonObject, readKnownString, toList } from "../json";
import { normalizePlainName, parseSoleName } from "./formulas";
import { findPrimary } from "./joins";

/** Finds an element by its id. */
export type FindElement = (id: string) => JsonObject | undefined;

/**
 * The possible effective names of a column without a name, in plain form: the last part of the reference it consists
 * of, alone or with what it is reached through behind it (`Name (CUSTOMERS)`); or all behind the prefix, where a slash
 * is part of the name. Nothing for a calculation.
 */
export function deriveColumnNames({ formula }: JsonObject): string[] {
  const segments = parseSoleName(readKnownString(formula) ?? "")?.segments ?? [];
  const last = segments.at(-1);
  if (last === undefined) return [];
  if (segments.length === 1) return [normalizePlainName(last)];
  return [
    normalizePlainName(last),
    normalizePlainName(`${last} (${segments.at(-2)})`),
    normalizePlainName(segments.slice(1).join("")),
  ];
}

/**
 * The effective name of an element without a name, in plain form: that of its source. Undefined where that can't be
 * known from here (tables of other models).
 */
export function deriveElementName({ source }: JsonObject, find: FindElement): string | undefined {
  const name = findSourceName(source, find, 0);
  return name === undefined ? undefined : normalizePlainName(name);
}

/** The same for what has no other element behind it: as the warehouse, or the kind of source, spells it. */
export const readSourceName = (source: Json | undefined): string | undefined =>
  findSourceName(source, () => undefined, 0);

/** Tables may read from each other in a circle, which a rule reports. */
const deepest = 100;

function findSourceName(source: Json | undefined, find: FindElement, depth: number): string | undefined {
  if (!isObject(source) || depth > deepest) return undefined;
  switch (source.kind) {
    case "warehouse-table":
      return readKnownString(toList(source.path).at(-1));
    case "sql":
      return "Custom SQL";
    case "union":
      return Array.isArray(source.sources) ? `Union of ${source.sources.length} Sources` : undefined;
    case "join":
      return readKnownString(source.name) ?? findSourceName(findPrimary(source), find, depth + 1);
    case "transpose":
      return findSourceName(source.source, find, depth + 1);
    case "table": {
      const target = find(readKnownString(source.elementId) ?? "");
      return target && (readKnownString(target.name) ?? findSourceName(target.source, find, depth + 1));
    }
    default:
      return undefined;
  }
}

/** A name without the number that the platform puts behind the second of two equal ones: `Amount (1)`. */
export function dropNumber(name: string): string {
  return name.replace(/\s*\(\d+\)$/, "");
}
