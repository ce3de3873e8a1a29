/** The effective names of columns and elements without a name. The platform derives them, and leaves them out where the user writes them. */

import { isObject, type Json, type JsonObject, knownString, listOf } from "../json";
import { plainName, soleName } from "./formulas";
import { primaryOf } from "./joins";

/** Finds an element by its id. */
export type FindElement = (id: string) => JsonObject | undefined;

/**
 * The possible effective names of a column without a name, in plain form: the last part of the reference it consists of, alone or with what
 * it is reached through behind it (`Name (CUSTOMERS)`); or all behind the prefix, where a slash is part of the name. Nothing for a
 * calculation.
 */
export function derivedColumnNames({ formula }: JsonObject): string[] {
  const segments = soleName(knownString(formula) ?? "")?.segments ?? [];
  const last = segments.at(-1);
  if (last === undefined) return [];
  if (segments.length === 1) return [plainName(last)];
  return [plainName(last), plainName(`${last} (${segments.at(-2)})`), plainName(segments.slice(1).join(""))];
}

/**
 * The effective name of an element without a name, in plain form: that of its source. Undefined where that can't be known from
 * here (tables of other models).
 */
export function derivedElementName({ source }: JsonObject, find: FindElement): string | undefined {
  const name = sourceName(source, find, 0);
  return name === undefined ? undefined : plainName(name);
}

/** Tables may read from each other in a circle, which a rule reports. */
const deepest = 100;

function sourceName(source: Json | undefined, find: FindElement, depth: number): string | undefined {
  if (!isObject(source) || depth > deepest) return undefined;
  switch (source.kind) {
    case "warehouse-table":
      return knownString(listOf(source.path).at(-1));
    case "sql":
      return "Custom SQL";
    case "union":
      return Array.isArray(source.sources) ? `Union of ${source.sources.length} Sources` : undefined;
    case "join":
      return knownString(source.name) ?? sourceName(primaryOf(source), find, depth + 1);
    case "transpose":
      return sourceName(source.source, find, depth + 1);
    case "table": {
      const target = find(knownString(source.elementId) ?? "");
      return target && (knownString(target.name) ?? sourceName(target.source, find, depth + 1));
    }
    default:
      return undefined;
  }
}

/** A name without the number that the platform puts behind the second of two equal ones: `Amount (1)`. */
export function withoutNumber(name: string): string {
  return name.replace(/\s*\(\d+\)$/, "");
}
