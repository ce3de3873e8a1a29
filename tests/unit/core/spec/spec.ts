/**
 * The representation's functions for tests, which write specs by hand: any JSON will do here where the types ask in
 * whose ids it is, and parts without an id are given one.
 */

import * as spec from "../../../../provider/src/core/spec";
import {
  assignIds,
  type Exchange,
  type IdentityMap,
  type Json,
  type JsonObject,
  type LocalSpec,
  type MatchResult,
  type PlatformSpec,
  type Rename,
} from "../../../../provider/src/core/spec";

export * from "../../../../provider/src/core/spec";

export const local = (value: Json): LocalSpec => assignIds(value);
export const platform = (value: Json): PlatformSpec => value as PlatformSpec;

export const toServerIds = (value: Json, map: IdentityMap): JsonObject => spec.toServerIds(local(value), map);
export const toLocalIds = (value: Json, map: IdentityMap): JsonObject => spec.toLocalIds(platform(value), map);
export const readableIds = (value: Json, known?: IdentityMap) => spec.assignReadableIds(platform(value), known);
export const preserveAuthoring = (form: Json, value: Json, refs?: Record<string, unknown>) =>
  spec.preserveAuthoring(form, local(value), refs);
export const withoutIgnored = (value: Json, patterns: readonly string[]): JsonObject =>
  spec.dropIgnored(local(value), patterns);
export const withTheirIgnored = (mine: Json, theirs: Json, patterns: readonly string[]): JsonObject =>
  spec.adoptTheirIgnored(local(mine), local(theirs), patterns);
export const followRenames = (map: IdentityMap, before: Json, after: Json) =>
  spec.followRenames(map, local(before), local(after));
export const findRenames = (before: Json, after: Json): Rename[] => spec.findRenames(local(before), local(after));
export const applyRenames = (value: Json, renames: readonly Rename[]): JsonObject =>
  spec.applyRenames(local(value), renames);

export function matchIdentity({
  sent,
  received,
  ...rest
}: Omit<Exchange, "sent" | "received"> & { sent: Json; received: Json }): MatchResult {
  return spec.matchIdentity({ sent: local(sent), received: platform(received), ...rest });
}
