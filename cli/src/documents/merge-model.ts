import {
  assignReadableIds,
  diffModels,
  type IdentityMap,
  type Json,
  type KnownBase,
  type MergedModel,
  Model,
  mergeStored,
  type PlatformSpec,
  preserveAuthoring,
  type SpecChange,
} from "pulumi-analytics-internal/core/model";
import type { StateDocument } from "./states";

/** A user's data model as it reads, with the values of its names. */
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

/** A user's data model, merged with what changed on the platform. */
export interface ModelMerge {
  /** The file's ids and the platform's; what is new there has got readable ones. */
  readonly ids: IdentityMap;
  /** Written as the user would: the file's own form wherever the two mean the same. */
  readonly form: Json;
  /** From the file to the merge; none: they mean the same. */
  readonly changes: readonly SpecChange[];
  /** What the file and the platform both changed, from the file's value to the platform's, which the merge has. */
  readonly contested: readonly SpecChange[];
  /** Whether the platform has all that the merge has. */
  readonly isThere: boolean;
  /** What couldn't be told apart, a sentence each. */
  readonly ambiguities: readonly string[];
}

/**
 * Merges a user's data model with what changed on the platform since they last agreed, as the provider does. What only
 * the file changed stays; where both changed the same, the platform's is taken.
 *
 * @param received the platform's contents, in its ids.
 * @param version the platform's version that has them; the contents of one that they agreed on are those of the base.
 */
export function mergeModel(own: OwnModel, received: PlatformSpec, base: MergeBase = {}, version?: number): ModelMerge {
  const found = findMerge(own, received, base, version);
  const { ids, isBehind, result, merged, mineFirst, isMergeThere: isThere, ambiguities } = found;
  return {
    ids,
    form: isBehind ? preserveAuthoring(own.form, result, own.refs) : own.form,
    changes: isBehind ? diffModels(found.mine, merged) : [],
    contested: isBehind ? diffModels(mineFirst, merged) : [],
    isThere,
    ambiguities,
  };
}

/** The same in the platform's model: see `mergeStored`. */
export function findMerge(
  { form, refs, ignorePaths }: OwnModel,
  received: PlatformSpec,
  { documentVersion, ...base }: MergeBase,
  version?: number,
): MergedModel {
  const mine = new Model(form, refs);
  const isCurrent = documentVersion !== undefined && documentVersion === version;
  const known = { model: mine, ...base, ignorePaths, isCurrent };
  return mergeStored(mine, known, received, (map) => assignReadableIds(received, map));
}

/** What a file and the platform agreed on when a stack last wrote or read it; undefined where a secret hides it. */
export function readBase(
  state: StateDocument,
): (MergeBase & Required<Pick<MergeBase, "model" | "documentVersion">>) | undefined {
  const { ids, baseline, documentVersion, form, isConfidential, refs } = state;
  if (isConfidential || ids === undefined || documentVersion === undefined || form === undefined) return undefined;
  return { model: new Model(form, refs), ids, baseline: baseline?.contents, base: baseline?.written, documentVersion };
}
