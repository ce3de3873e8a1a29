import { setTimeout as wait } from "node:timers/promises";
import { type CreateRecord, isSameResource, isSameStack } from "./journal";

/**
 * The attempts of ended processes whose objects may be in no state, and the creates of this process that recover them.
 */
export class LostAttempts {
  /** Those that no create has reserved or settled. */
  readonly #open: Set<CreateRecord>;
  /** The objects of the reserved attempts, each with the stamp of the create that recovers it. */
  readonly #reservedFor = new Map<string, string>();

  /**
   * @param all oldest first.
   * @param returned see {@link Journal.returnedToOthers}.
   * @param isHeld whether an entry of the state holds the object: then no create recovers it.
   */
  constructor(
    private readonly all: readonly CreateRecord[],
    private readonly returned: readonly CreateRecord[],
    private readonly registrations: Registrations,
    private readonly isHeld: (id: string) => boolean,
  ) {
    this.#open = new Set(all);
  }

  /** Reserves the attempts that a create recovers: those of its own resource, or else those of a renamed one. */
  async reserve(
    about: Pick<CreateRecord, "stamp" | "key" | "name" | "urn" | "place">,
  ): Promise<readonly CreateRecord[]> {
    const { stamp, urn } = about;
    const listCandidates = () =>
      this.listAlike(about, urn).filter(
        ({ id, isSavePending }) => !isSavePending && !(id !== undefined && this.isHeld(id)),
      );
    const own = listCandidates().find((record) => urn !== undefined && record.urn === urn);
    const listRenamed = () =>
      listCandidates().find((record) => record.urn === undefined || !this.registrations.has(record.urn));
    if (own === undefined && listRenamed() !== undefined) await this.registrations.end();
    const first = own ?? listRenamed();
    const reserved = listCandidates().filter(
      (record) => record === first || (record.urn !== undefined && record.urn === first?.urn),
    );
    // Killed runs may have handed one object to two resources, one after the other.
    const ids = new Set(listIds(reserved));
    for (const record of this.#open) {
      if (reserved.includes(record) || (record.id !== undefined && ids.has(record.id))) this.#open.delete(record);
    }
    for (const id of ids) this.#reservedFor.set(id, stamp);
    return reserved;
  }

  /**
   * The open attempts of the same stack at the same resource, even with another declaration, and those with an equal
   * declaration. Equal declarations of another stack mean other objects.
   */
  listAlike(
    { key, name, place }: Pick<CreateRecord, "key" | "name" | "place">,
    urn: string | undefined,
  ): readonly CreateRecord[] {
    const isHere = (record: CreateRecord) => (record.place ?? place) === (place ?? record.place);
    const isSame = (record: CreateRecord) => urn !== undefined && record.urn === urn && isHere(record);
    const isAlike = (record: CreateRecord) => record.key === key || (name !== undefined && record.name === name);
    return [...this.#open].filter((record) => isSame(record) || (isAlike(record) && isSameStack(record.urn, urn)));
  }

  /**
   * The ids by which a create recognizes its object: of the attempts that it reserved, and of those at its resource
   * whose save is pending. If it reserved none, also of equal declarations whose resources the program doesn't declare.
   */
  listKnownIds(
    about: Pick<CreateRecord, "key" | "name" | "urn" | "place">,
    reserved: readonly CreateRecord[],
  ): string[] {
    const isRenamed = ({ urn }: CreateRecord) =>
      reserved.length === 0 && urn !== undefined && !this.registrations.has(urn);
    const others = this.listAlike(about, about.urn).filter(
      (record) => isSameResource(record.urn, about.urn) || isRenamed(record),
    );
    return listIds([...reserved, ...others]);
  }

  /** Whether another create than the one with this stamp has reserved the object. */
  isReservedForOther(id: string, stamp: string): boolean {
    return (this.#reservedFor.get(id) ?? stamp) !== stamp;
  }

  /** The attempts since a time at resources of this run's stack that its program doesn't declare. */
  listAbandoned(since: number): readonly CreateRecord[] {
    return [...this.#open].filter(
      ({ urn, at, id, isSavePending }) =>
        urn !== undefined &&
        at >= since &&
        !isSavePending &&
        !(id !== undefined && this.isHeld(id)) &&
        this.registrations.isOfStack(urn) &&
        !this.registrations.has(urn),
    );
  }

  /** Whether it is the object of an open attempt. */
  has(id: string): boolean {
    return [...this.#open].some((record) => record.id === id);
  }

  /** Whether a create of another resource returned the object. */
  isReturnedToOther(id: string, urn: string | undefined): boolean {
    return this.returned.some((record) => record.id === id && !isSameResource(record.urn, urn));
  }

  /** A create that reserved these attempts returned the object. Returns all attempts that this settles. */
  settle(id: string, reserved: readonly CreateRecord[]): readonly CreateRecord[] {
    const settled = [...new Set([...reserved, ...this.all.filter((record) => record.id === id)])];
    for (const record of settled) this.#open.delete(record);
    return settled;
  }

  /**
   * When the oldest lost attempt of a profile began in the stack of a resource, or else the oldest one with a pending
   * save. Undefined: there is none.
   */
  findStart(profile: string, urn: string | undefined): number | undefined {
    const all = this.all.filter((record) => record.profile === profile && isSameStack(record.urn, urn));
    const unfinished = all.filter(({ isSavePending }) => !isSavePending);
    return findEarliest(unfinished.length > 0 ? unfinished : all);
  }
}

/** The earliest time at which one of the attempts may have created an object; undefined: there are none. */
export function findEarliest(records: readonly CreateRecord[]): number | undefined {
  return records.length > 0 ? Math.min(...records.map(({ at, since }) => since ?? at)) : undefined;
}

/** The ids of the objects of attempts that got a response. */
export function listIds(records: readonly CreateRecord[]): string[] {
  return records.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/**
 * How long a program registers no resource before it counts as complete. If it registers more later, a create may have
 * reserved an attempt too early.
 */
const defaultQuietMs = 3000;

/** The resources that the program of this run declares, as far as it has registered them. */
export class Registrations {
  /** By URN, whether the state has an entry for the resource. */
  readonly #urns = new Map<string, boolean>();
  #lastAt = performance.now();

  /** @param quietMs how long a program registers no resource before it counts as complete. */
  constructor(private readonly quietMs = defaultQuietMs) {}

  /** @param isInState an engine checks a resource that it replaces twice, the second time as a new one. */
  add(urn: string | undefined, isInState: boolean): void {
    if (urn !== undefined) this.#urns.set(urn, isInState || this.isInState(urn));
    this.#lastAt = performance.now();
  }

  has(urn: string): boolean {
    return this.#urns.has(urn);
  }

  isInState(urn: string): boolean {
    return this.#urns.get(urn) === true;
  }

  /** Whether the run is one of the stack that this URN belongs to. */
  isOfStack(urn: string): boolean {
    const [any] = this.#urns.keys();
    return any !== undefined && isSameStack(any, urn);
  }

  /** Waits until the program registers no more resources. */
  async end(): Promise<void> {
    for (;;) {
      const leftMs = this.#lastAt + this.quietMs - performance.now();
      if (leftMs <= 0) return;
      await wait(leftMs);
    }
  }
}
