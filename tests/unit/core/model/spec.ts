/**
 * The representation's functions for tests, which write specs by hand: any JSON will do here where the types ask in
 * whose ids it is, and parts without an id are given one.
 */

import * as spec from "../../../../provider/src/core/model";
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
} from "../../../../provider/src/core/model";

export * from "../../../../provider/src/core/model";

export const assignLocal = (value: Json): LocalSpec => assignIds(value);
export const castPlatform = (value: Json): PlatformSpec => value as PlatformSpec;

export const toServerIds = (value: Json, map: IdentityMap): JsonObject => spec.toServerIds(assignLocal(value), map);
export const toLocalIds = (value: Json, map: IdentityMap): JsonObject => spec.toLocalIds(castPlatform(value), map);
export const assignReadableIds = (value: Json, known?: IdentityMap) =>
  spec.assignReadableIds(castPlatform(value), known);
export const preserveAuthoring = (form: Json, value: Json, refs?: Record<string, unknown>) =>
  spec.preserveAuthoring(form, assignLocal(value), refs);
export const dropIgnored = (value: Json, patterns: readonly string[]): JsonObject =>
  spec.dropIgnored(assignLocal(value), patterns);
export const adoptIgnored = (mine: Json, theirs: Json, patterns: readonly string[]): JsonObject =>
  spec.adoptTheirIgnored(assignLocal(mine), assignLocal(theirs), patterns);
export const followRenames = (map: IdentityMap, before: Json, after: Json) =>
  spec.followRenames(map, assignLocal(before), assignLocal(after));
export const findRenames = (before: Json, after: Json): Rename[] =>
  spec.findRenames(assignLocal(before), assignLocal(after));
export const applyRenames = (value: Json, renames: readonly Rename[]): JsonObject =>
  spec.applyRenames(assignLocal(value), renames);

export function matchIdentity({
  sent,
  received,
  ...rest
}: Omit<Exchange, "sent" | "received"> & { sent: Json; received: Json }): MatchResult {
  return spec.matchIdentity({ sent: assignLocal(sent), received: castPlatform(received), ...rest });
}
