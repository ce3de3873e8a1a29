import type { DataModelRepresentation } from "../../api";
import {
  assignIds,
  bind,
  diffSpecs,
  equalSpecs,
  type IdentityMap,
  type Json,
  type JsonObject,
  keepForm,
  matchIdentity,
  readableIds,
  type SpecChange,
  takeLeft,
  toLocalIds,
} from "../../spec";

/** A user's file as it reads, with the values of its names. */
export interface OwnModel {
  readonly form: Json;
  readonly refs: Readonly<Record<string, unknown>>;
  /** Parts that are left to the platform; see the resource's `leave`. */
  readonly leave?: readonly string[];
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

/** The part of the platform's answer that a file holds. */
export function contentsOf({ schemaVersion, pages }: DataModelRepresentation): JsonObject {
  return { schemaVersion, pages: pages as Json };
}

/**
 * Compares a user's file with the platform's model as the provider does, so that both always agree on what has changed.
 *
 * @param received the platform's contents, in its ids.
 * @param previous the ids known before.
 */
export function compare(own: OwnModel, received: JsonObject, previous: IdentityMap | undefined): Comparison {
  const mine = assignIds(bind(own.form, own.refs).spec);
  const { map, ambiguities } = matchIdentity({ sent: mine, received, previous });
  const ids = readableIds(received, map);
  const theirs = takeLeft(toLocalIds(received, ids), mine, own.leave ?? []);
  return {
    ids,
    form: keepForm(own.form, theirs, own.refs),
    changes: equalSpecs(mine, theirs) ? [] : diffSpecs(mine, theirs),
    ambiguities,
  };
}

/**
 * Readable ids for a model nobody has a file of. They are the platform's own where the provider couldn't find out from the contents which
 * thing is which, as it has to when it takes the model over.
 */
export function firstIds(received: JsonObject): IdentityMap {
  const ids = readableIds(received);
  return isRecognised(toLocalIds(received, ids), received) ? ids : matchIdentity({ sent: received, received }).map;
}

/** Whether the provider, knowing no ids, finds that the platform has just what is declared. */
export function isRecognised(declared: Json, received: JsonObject): boolean {
  const { map } = matchIdentity({ sent: assignIds(declared), received });
  return equalSpecs(toLocalIds(received, map), declared);
}
