import { assignIds } from "../identity/assign";
import { isObject, type Json, sameJson } from "../json";
import { type RewordOptions, reword } from "../references/reword";
import type { LocalSpec } from "../spec-types";
import { canonicalOf } from "./canonical";

/**
 * Whether two specs mean the same, whatever their form, and however the platform spells references and derived names.
 *
 * @param options.stored `b` was read from the platform, see `reword`.
 */
export function sameMeaning(a: LocalSpec, b: LocalSpec, options: RewordOptions = {}): boolean {
  if (a === b) return true;
  const mine = canonicalOf(a);
  return sameJson(mine, reword(mine, canonicalOf(b), options));
}

/** {@link sameMeaning} of any specs, ids given to parts that have none. */
export function equalSpecs(a: Json, b: Json, options: RewordOptions = {}): boolean {
  return isObject(a) && isObject(b) ? sameMeaning(assignIds(a), assignIds(b), options) : sameJson(a, b);
}
