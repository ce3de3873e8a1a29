import {
  assignIds,
  diffModels,
  type IdentityMap,
  type Json,
  type KnownModel,
  type LocalSpec,
  Model,
  matchIdentity,
  type PlatformSpec,
  preserveAuthoring,
  readableIds,
  readStored,
  type SpecChange,
  sameMeaning,
  toLocalIds,
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

/**
 * Readable ids for a model nobody has a file of. They are the platform's own where the provider couldn't find out from the contents which
 * thing is which, as it has to when it takes the model over.
 */
export function firstIds(received: PlatformSpec): IdentityMap {
  const ids = readableIds(received);
  const asItIs: Json = received;
  return isRecognised(toLocalIds(received, ids), received)
    ? ids
    : matchIdentity({ sent: assignIds(asItIs), received }).map;
}

/** Whether the provider, knowing no ids, finds that the platform has just what is declared. */
export function isRecognised(declared: LocalSpec, received: PlatformSpec): boolean {
  const { map } = matchIdentity({ sent: declared, received });
  return sameMeaning(declared, toLocalIds(received, map), { stored: true });
}
