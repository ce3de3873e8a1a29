import { assignIds } from "../identity/assign";
import { isObject, isSameJson, type Json } from "../json";
import { type RewordOptions, reword } from "../references/reword";
import type { LocalSpec } from "../spec-types";
import { toCanonical } from "./canonical";

/**
 * Whether two specs mean the same, whatever their form, and however the platform spells references and derived names.
 *
 * @param options.stored `b` was read from the platform, see `reword`.
 */
export function hasSameMeaning(a: LocalSpec, b: LocalSpec, options: RewordOptions = {}): boolean {
  if (a === b) return true;
  const mine = toCanonical(a);
  return isSameJson(mine, reword(mine, toCanonical(b), options));
}

/** {@link hasSameMeaning} of any specs, ids given to parts that have none. */
export function equalSpecs(a: Json, b: Json, options: RewordOptions = {}): boolean {
  return isObject(a) && isObject(b) ? hasSameMeaning(assignIds(a), assignIds(b), options) : isSameJson(a, b);
}
