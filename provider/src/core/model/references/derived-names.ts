/**
 * The effective names of columns and elements without a name. The platform derives them, and leaves them out where the
 * user writes them.
 */

import { normalizePlainName, parseSoleName } from "../../formula";
import { isObject, type Json, type JsonObject, readKnownString, toList } from "../json";
import { findPrimary } from "./joins";

/** Finds an element by its id. */
export type FindElement = (id: string) => JsonObject | undefined;

/**
 * The effective name of a column: its own, or the last part of the reference it consists of; unknown for unnamed
 * calculations.
 */
export function getColumnName(column: JsonObject): string | undefined {
  if (column.name !== undefined) return readKnownString(column.name);
  return parseSoleName(readKnownString(column.formula) ?? "")?.segments.at(-1);
}

/** Every name that a column may have: where it has none of its own, the platform derives one in several ways. */
export function listColumnNames(column: JsonObject): (string | undefined)[] {
  const name = getColumnName(column);
  return column.name !== undefined || name === undefined ? [name] : [name, ...deriveColumnNames(column)];
}

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

/** The source that gives an element without a name its own; undefined where there is none. */
export function findNamesake(source: Json | undefined): JsonObject | undefined {
  if (!isObject(source)) return undefined;
  if (source.kind === "transpose") return findNamesake(source.source);
  if (source.kind !== "join" || readKnownString(source.name) !== undefined) return source;
  return findNamesake(findPrimary(source));
}

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
  return name.replace(/(?<!\s)\s*\(\d+\)$/, "");
}
