import {
  diffModels,
  type IdentityMap,
  type Json,
  type KnownModel,
  Model,
  type PlatformSpec,
  preserveAuthoring,
  readableIds,
  readStored,
  type SpecChange,
} from "../../core/spec";

/** A user's file as it reads, with the values of its names. */
export interface OwnModel {
  readonly form: Json;
  readonly refs: Readonly<Record<string, unknown>>;
  /** Parts that are left to the platform; see the resource's `ignorePaths`. */
  readonly ignorePaths?: readonly string[];
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
    named: (map) => readableIds(received, map),
  });
  return {
    ids,
    form: drifted === declared ? own.form : preserveAuthoring(own.form, drifted, own.refs),
    changes: diffModels(declared, drifted),
    ambiguities,
  };
}
