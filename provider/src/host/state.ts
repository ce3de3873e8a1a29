import { dropUndefined, type Properties } from "../core/engine";
import type { AnyKind, AnyRemote } from "../kinds/declare";
import {
  addTriedValues,
  buildStoredValues,
  readStoredValues,
  readTried,
  type StateObject,
  type StoredValues,
} from "./baseline/values";
import { PlainError } from "./errors";
import type { ObjectOrganization } from "./organization-guard";

/**
 * The version of the state that this release writes. Older ones stay readable (see {@link upgrade}), because years may
 * pass before a stack's next `up`.
 */
const stateVersion = 1;

/** The state's data beside inputs and outputs; the engine hides names that begin with two underscores. */
export interface Envelope extends Held {
  readonly version: number;
}

/** The owner of the object, as the state records it. */
export interface Held extends ObjectOrganization {
  /** The stamp that the create gave the entry; see {@link Ownership}. Undefined: it was imported. */
  readonly stamp?: string;
  /** The inputs that the program marks as secret; undefined: none. */
  readonly secretInputs?: readonly string[];
  /** When this stack last created or updated the object (ISO 8601). Undefined: it was imported. */
  readonly writtenAt?: string;
  /** A digest of the base URL of that. */
  readonly address?: string;
  /** The URN, where a delete needs it, for its options or `settles`: the dynamic provider's host passes none to it. */
  readonly urn?: string;
  /** Of an entry whose create got no answer: the ids of the objects that had its natural key before. */
  readonly older?: readonly string[];
  /** Of an object that was adopted: the fields that the declaration leaves to the platform. Undefined: it was created. */
  readonly adopted?: readonly string[];
  /** The stamps of earlier creates of which the entry knows what became. */
  readonly settles?: readonly string[];
}

/** Of an object that was just written. */
export function noteWrite(held: Held): Held {
  return { ...held, writtenAt: new Date().toISOString() };
}

/** Of an entry that knows what became of earlier creates; undefined: of none. Its delete needs the URN. */
export function noteSettled(held: Held, settles: Held["settles"], urn: string | undefined): Held {
  return settles === undefined ? held : { ...held, settles, urn: urn ?? held.urn };
}

/** The state that an object has after an operation. */
export function buildState(kind: AnyKind, remote: AnyRemote, values: StoredValues, held: Held): Properties {
  const envelope: Envelope = { ...held, version: stateVersion };
  const { secretInputs = [] } = held;
  return {
    ...kind.shape.formState(remote, secretInputs),
    ...buildStoredValues(kind, remote.inputs, addTriedValues(values, remote.tried), secretInputs),
    __state: dropUndefined(envelope),
  };
}

/** The object that a state describes; inverse of {@link buildState}. */
export function readState(kind: AnyKind, state: Properties): StateObject {
  const values = readStoredValues(state);
  return { ...kind.shape.parseState(upgrade(kind, state)), values: addTriedValues(values), tried: readTried(values) };
}

/** The inputs in a state. */
export function readInputs(kind: AnyKind, state: Properties): Properties {
  return kind.shape.pickInputs(upgrade(kind, state));
}

/** Converts an older state to the current version and names. Version 1 is the first. */
function upgrade({ shape: { renamed } }: AnyKind, state: Properties): Properties {
  const version = getEnvelope(state)?.version ?? stateVersion;
  if (version > stateVersion) {
    throw new PlainError(
      `The state was written by a newer release of pulumi-analytics (state version ${version}, this release reads ` +
        `up to ${stateVersion}): upgrade the package.`,
    );
  }
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [renamed[key] ?? key, value]));
}

export function getEnvelope(state: Properties | undefined): Envelope | undefined {
  return state?.__state as Envelope | undefined;
}

export function getStamp(state: Properties): string | undefined {
  return getEnvelope(state)?.stamp;
}

export function getProfile(properties: Properties): string | undefined {
  // An empty name is reported as an invalid field, not as a missing profile.
  return typeof properties.profile === "string" && properties.profile !== "" ? properties.profile : undefined;
}
