import type { DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import {
  assignReadableIds,
  diffModels,
  type IdentityMap,
  type Json,
  type KnownBase,
  type KnownModel,
  Model,
  mergeStored,
  type PlatformSpec,
  preserveAuthoring,
  readStored,
  type SpecChange,
  toPlatformSpec,
} from "pulumi-analytics-internal/core/model";

/** A user's file as it reads, with the values of its names. */
export interface OwnModel {
  readonly form: Json;
  readonly refs: Readonly<Record<string, unknown>>;
  /** Parts that are left to the platform; see the resource's `ignorePaths`. */
  readonly ignorePaths?: readonly string[];
}

/** What a file and the platform agreed on last. */
export interface MergeBase extends Omit<KnownBase, "model" | "ignorePaths" | "isCurrent"> {
  /** Default: what the file says now, so that all that differs on the platform changed there. */
  readonly model?: Model;
  /** The platform's version that they agreed on. */
  readonly documentVersion?: number;
}

/** A user's file, merged with what changed on the platform. */
export interface Merge extends Comparison {
  /** What the file and the platform both changed, from the file's value to the platform's, which the merge has. */
  readonly contested: readonly SpecChange[];
  /** Whether the platform has all that the merge has. */
  readonly isThere: boolean;
}

/** A user's file against what the platform has. */
export interface Comparison {
  /** The file's ids and the platform's; what is new there has got readable ones. */
  readonly ids: IdentityMap;
  /** What the platform has, written as the user would: the file's own form wherever the two mean the same. */
  readonly form: Json;
  /** From the file to the platform; none: they mean the same. */
  readonly changes: readonly SpecChange[];
  /** What couldn't be told apart, a sentence each. */
  readonly ambiguities: readonly string[];
}

/**
 * Compares a user's file with the platform's model as the provider does, so that both always agree on what has changed.
 *
 * @param received the platform's contents, in its ids.
 */
export function compare(
  own: OwnModel,
  received: PlatformSpec,
  known: Pick<KnownModel, "ids" | "baseline">,
): Comparison {
  const model = new Model(own.form, own.refs);
  const { ids, declared, drifted, ambiguities } = readStored(model, received, {
    ...known,
    ignorePaths: own.ignorePaths,
    named: (map) => assignReadableIds(received, map),
  });
  return {
    ids,
    form: drifted === declared ? own.form : preserveAuthoring(own.form, drifted, own.refs),
    changes: diffModels(declared, drifted),
    ambiguities,
  };
}

/**
 * Merges a user's file with what changed on the platform since they last agreed. What only the file changed stays;
 * where both changed the same, the platform's is taken.
 */
export function merge(
  { form, refs, ignorePaths }: OwnModel,
  server: DataModelRepresentation,
  { documentVersion, ...base }: MergeBase = {},
): Merge {
  const mine = new Model(form, refs);
  const received = toPlatformSpec(server);
  const known = { model: mine, ...base, ignorePaths, isCurrent: documentVersion === server.documentVersion };
  const found = mergeStored(mine, known, received, (map) => assignReadableIds(received, map));
  const { ids, isBehind, result, merged, mineFirst, isMergeThere: isThere, ambiguities } = found;
  return {
    ids,
    form: isBehind ? preserveAuthoring(form, result, refs) : form,
    changes: isBehind ? diffModels(found.mine, merged) : [],
    contested: isBehind ? diffModels(mineFirst, merged) : [],
    isThere,
    ambiguities,
  };
}
