import type { Run } from "../core/runtime";

/** A change that may delete parts of its object, which other resources manage. */
interface Update {
  /** The kind of these; left out: any. */
  readonly kind?: string;
  /** Shows a warning about the updated resource. */
  warn(part: string): void;
}

/** A resource whose object is a part of another one. */
interface Part {
  readonly kind: string;
  /** How messages call it. */
  readonly name: string;
}

/** By the id of the whole, and then by URN. */
type Noted<Value> = Map<string, Map<string, Value>>;

/** What an update or replacement of one resource does to others of a run. The engine checks them in any order. */
class Dangers {
  readonly #updates: Noted<Update> = new Map();
  readonly #parts: Noted<Part> = new Map();
  /** The pairs for which a warning was shown. */
  readonly #told = new Set<string>();

  /** @param update undefined: it endangers nothing. */
  noteUpdate(urn: string | undefined, id: string, update: Update | undefined): void {
    if (!note(this.#updates, urn, id, update)) return;
    for (const [other, part] of this.#parts.get(id) ?? []) this.#warn([urn, update], [other, part]);
  }

  /** @param id of the whole; undefined: not known yet. */
  notePart(urn: string | undefined, id: string | undefined, part: Part): void {
    if (!note(this.#parts, urn, id, part)) return;
    for (const [other, update] of this.#updates.get(id ?? "") ?? []) this.#warn([other, update], [urn, part]);
  }

  #warn([updated, update]: [string | undefined, Update], [urn, part]: [string | undefined, Part]): void {
    const pair = JSON.stringify([updated, urn]);
    if ((update.kind ?? part.kind) !== part.kind || this.#told.has(pair)) return;
    this.#told.add(pair);
    update.warn(part.name);
  }
}

function note<Value>(
  all: Noted<Value>,
  urn: string | undefined,
  id: string | undefined,
  noted: Value | undefined,
): noted is Value {
  if (urn === undefined || id === undefined) return false;
  const ofId = all.get(id) ?? new Map<string, Value>();
  all.set(id, ofId);
  if (noted === undefined) ofId.delete(urn);
  else ofId.set(urn, noted);
  return noted !== undefined;
}

const createDangers = () => new Dangers();

export const getDangers = (run: Run): Dangers => run.get(createDangers);
