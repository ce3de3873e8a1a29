import { isPlaceholder } from "./stamp";

/** One entry of a state. */
export interface Entry {
  /** The stamp from its create; undefined: it was imported. */
  readonly stamp: string | undefined;
  /** The URN of its resource, if known. */
  readonly urn: string | undefined;
}

/** An entry that holds an object. */
export interface Holder extends Entry {
  /** Whether the program of this run declares it. */
  readonly isDeclared: boolean;
}

/** The entries that hold objects: those of the state, and those of this run. */
export class Holders {
  /** The entries by object and stamp. */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** The objects that an entry holds, or held when this run began. */
  readonly #held = new Set<string>();
  /** The objects whose last entry this process removed. */
  readonly #deleted = new Set<string>();
  /** The entries that this process removed, by object and stamp. */
  readonly #released = new Set<string>();

  isHeld(id: string): boolean {
    return this.#held.has(id);
  }

  /** Whether an entry with this URN holds an object. */
  hasEntry(urn: string): boolean {
    return [...this.#holders.values()].some((all) => [...all.values()].some((holder) => holder.urn === urn));
  }

  /** An entry that holds the object; undefined: none does any more. */
  find(id: string): Holder | undefined {
    return this.#listHolders(id)[0];
  }

  /** Whether the entry with this URN holds the object, or an entry that this process removed did. */
  isPredecessor(id: string, urn: string | undefined): boolean {
    if (this.#deleted.has(id)) return true;
    return urn !== undefined && this.#listHolders(id).some((holder) => holder.urn === urn);
  }

  /** An entry of the state holds the object. */
  noteShown(id: string, entry: Entry): void {
    if (isPlaceholder(id)) return;
    this.#held.add(id);
    const { stamp } = entry;
    // An object that a program only reads with `get` has no stamp, and no entry holds it.
    if (stamp === undefined || this.#holders.get(id)?.has(stamp) || this.#released.has(`${id} ${stamp}`)) return;
    this.#add(id, { ...entry, isDeclared: false });
  }

  /**
   * An entry of the state holds the object, and the program declares it.
   *
   * @throws when another resource of the program holds the object too.
   */
  noteDeclared(id: string, entry: Entry, description: () => string): void {
    const { stamp, urn } = entry;
    const other = this.#listHolders(id).find(
      (holder) => holder.isDeclared && holder.stamp !== stamp && holder.urn !== urn,
    );
    if (other?.urn !== undefined && urn !== undefined) {
      throw new Error(
        `${description()} (${id}) is the object of another resource that the program declares: ${other.urn}. ` +
          `Nothing was written. To move it to ${urn}, remove the other declaration and give this one the option ` +
          `aliases: ["${other.urn}"]. To create a separate object, remove adopt; if the state already has both, ` +
          `run: pulumi state delete '${urn}'.`,
      );
    }
    this.#held.add(id);
    this.#add(id, { ...entry, isDeclared: true });
  }

  /** Removes an entry. Returns another entry that holds the object. */
  release(id: string, { stamp = "" }: Entry): Entry | undefined {
    this.#held.add(id);
    this.#holders.get(id)?.delete(stamp);
    this.#released.add(`${id} ${stamp}`);
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
    this.#released.delete(`${id} ${entry.stamp ?? ""}`);
    this.noteShown(id, entry);
  }

  #listHolders(id: string): Holder[] {
    return [...(this.#holders.get(id)?.values() ?? [])];
  }

  #add(id: string, holder: Holder): void {
    const all = this.#holders.get(id) ?? new Map<string, Holder>();
    this.#holders.set(id, all.set(holder.stamp ?? "", holder));
  }
}
