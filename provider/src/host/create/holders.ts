import { isPlaceholder } from "./stamp";

/** One entry of a state. */
export interface Entry {
  /** The stamp from its create; undefined: it was imported. */
  readonly stamp: string | undefined;
  /** The URN of its resource, if known. */
  readonly urn: string | undefined;
}

/** Whether two are one entry. Its stamp tells it, whatever a program calls it now; an imported one has only its URN. */
export function isSameEntry(one: Entry, other: Entry): boolean {
  if (one.stamp !== undefined || other.stamp !== undefined) return one.stamp === other.stamp;
  return one.urn === undefined || other.urn === undefined || one.urn === other.urn;
}

/** Entries by the id of their object. */
class Entries {
  readonly #all = new Map<string, readonly Entry[]>();

  list(id: string): readonly Entry[] {
    return this.#all.get(id) ?? [];
  }

  has(id: string, entry: Entry): boolean {
    return this.list(id).some((one) => isSameEntry(one, entry));
  }

  hasUrn(urn: string): boolean {
    return [...this.#all.values()].some((entries) => entries.some((one) => one.urn === urn));
  }

  /** Adds an entry, or learns its present URN. */
  add(id: string, entry: Entry): void {
    this.remove(id, entry);
    this.#all.set(id, [...this.list(id), entry]);
  }

  remove(id: string, entry: Entry): void {
    const at = this.list(id).findIndex((one) => isSameEntry(one, entry));
    if (at >= 0) this.keep(id, (one) => one !== this.list(id)[at]);
  }

  keep(id: string, isKept: (entry: Entry) => boolean): void {
    this.#all.set(id, this.list(id).filter(isKept));
  }
}

/** The entries that hold objects: those of the state, and those of this run. */
export class Holders {
  readonly #entries = new Entries();
  /** Those that the program of this run declares. */
  readonly #declared = new Entries();
  /** Those that this process removed. */
  readonly #released = new Entries();
  /** The objects that this run created. */
  readonly #created = new Set<string>();
  /** The URNs of the resources whose creates are to adopt an object, by its id. */
  readonly #planned = new Map<string, string>();
  /** The objects whose last entry this process removed. */
  readonly #deleted = new Set<string>();

  /** Whether an entry holds the object, or held it when this run began. */
  isHeld(id: string): boolean {
    return [this.#entries, this.#released].some((entries) => entries.list(id).length > 0);
  }

  isCreated(id: string): boolean {
    return this.#created.has(id);
  }

  noteCreated(id: string): void {
    this.#created.add(id);
  }

  /** Whether an entry with this URN holds an object. */
  hasEntry(urn: string): boolean {
    return this.#entries.hasUrn(urn);
  }

  /** An entry that holds the object; undefined: none does any more. */
  find(id: string): Entry | undefined {
    return this.#entries.list(id)[0];
  }

  /** Whether the program declares the object. */
  isDeclared(id: string): boolean {
    return this.#declared.list(id).length > 0;
  }

  /** Whether the entry with this URN holds the object, or an entry that this process removed did. */
  isPredecessor(id: string, urn: string | undefined): boolean {
    if (this.#deleted.has(id)) return true;
    return urn !== undefined && this.#entries.list(id).some((entry) => entry.urn === urn);
  }

  /** An entry of the state holds the object. */
  noteShown(id: string, entry: Entry): void {
    if (isPlaceholder(id)) return;
    if (!this.#entries.has(id, entry) && !this.#released.has(id, entry)) this.#entries.add(id, entry);
  }

  /** The state has these entries of an object. Any other imported one that was noted is one of these, renamed. */
  noteState(id: string, entries: readonly Entry[]): void {
    this.#entries.keep(id, ({ stamp }) => stamp !== undefined);
    for (const entry of entries) this.noteShown(id, entry);
  }

  /**
   * An entry of the state holds the object, and the program declares it.
   *
   * @throws when another resource of the program holds the object too.
   */
  noteDeclared(id: string, entry: Entry, description: () => string): void {
    this.#refuseSecond(id, entry, description, this.#findDeclared(id, entry));
    this.#entries.add(id, entry);
    this.#declared.add(id, entry);
  }

  /**
   * A create of this run is to adopt the object. It holds nothing yet: a delete meanwhile deletes it, and a resource
   * whose entry has the object keeps it.
   *
   * @throws when another resource of the program holds it, or is to adopt it.
   */
  planAdoption(id: string, entry: Entry, description: () => string): void {
    this.#refuseSecond(id, entry, description, this.#findDeclared(id, entry) ?? this.#planned.get(id));
    if (entry.urn !== undefined) this.#planned.set(id, entry.urn);
  }

  /** The URN of another resource of the program that has the object. */
  #findDeclared(id: string, entry: Entry): string | undefined {
    return this.#declared.list(id).find((one) => !isSameEntry(one, entry) && one.urn !== entry.urn)?.urn;
  }

  /** @throws when another resource of the program has, or is to have, the object. */
  #refuseSecond(id: string, { urn }: Entry, description: () => string, other: string | undefined): void {
    if (other === undefined || urn === undefined || other === urn) return;
    throw new Error(
      `${description()} (${id}) is the object of another resource that the program declares: ${other}. ` +
        `Nothing was written. Remove one of the two declarations; to move the object to ${urn}, remove the other one ` +
        `and give this one the option aliases: ["${other}"]. If both are to have an object of their own, remove ` +
        "adopt. If the state already has both, remove one declaration: that keeps the object, as does: pulumi state " +
        `delete '${urn}'.`,
    );
  }

  /** Removes an entry. Returns another entry that holds the object. */
  release(id: string, entry: Entry): Entry | undefined {
    // Of an imported one, the caller may not know the URN.
    const own = this.#entries.list(id).find((one) => isSameEntry(one, entry)) ?? entry;
    for (const entries of [this.#entries, this.#declared]) entries.remove(id, own);
    this.#released.add(id, own);
    const other = this.find(id);
    if (other === undefined) this.#deleted.add(id);
    return other;
  }

  /** The object whose last entry this process removed stays on the platform. */
  noteKept(id: string): void {
    this.#deleted.delete(id);
  }

  /** A removed entry stays in the state. */
  noteRetained(id: string, entry: Entry): void {
    this.#deleted.delete(id);
    this.#released.remove(id, entry);
    this.noteShown(id, entry);
  }
}
