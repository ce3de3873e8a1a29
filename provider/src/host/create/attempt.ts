import type { WriteWatcher } from "../../core/api";
import { type Declared, type EarlierCreates, type FoundCreates, listKnown } from "./earlier";
import type { Holders } from "./holders";
import type { Journal } from "./journal";
import type { OpenCreate } from "./search";
import { isAdopted, type StackState, type StateResource } from "./stack-state";

/** What a process knows of objects and creates. */
export interface Knowledge {
  readonly holders: Holders;
  readonly earlier: EarlierCreates;
  readonly journal: Journal;
  /** The stack's state; undefined: it can't be read, or the create is in no stack. */
  readonly state?: StackState;
  /** Why it can't be read. */
  readonly problem?: string;
}

/** A create in progress: its entry in the journal, and the objects that it may return. */
export class Attempt implements WriteWatcher {
  #returned: string | undefined;
  /** Whether the journal has the create. */
  #isBegun = false;
  /** What the create sends, and what there was before. */
  #plan: { readonly sent: () => string; readonly older?: readonly string[] } = { sent: () => "" };
  /** How many requests were sent. */
  #sent = 0;

  /** The creates of earlier runs that it settles. */
  readonly earlier: readonly OpenCreate[];
  /** Creates of its kind that are of no resource any more. */
  readonly strays: readonly OpenCreate[];
  /** The stamps of those whose object it takes. */
  readonly #ended: string[] = [];

  /** @param noteReturned the engine gets the result. */
  constructor(
    private readonly declared: Declared,
    { earlier, strays }: FoundCreates,
    private readonly known: Knowledge,
    readonly noteReturned: () => void,
  ) {
    this.earlier = earlier;
    this.strays = strays;
  }

  /** Why what earlier runs began is unknown; undefined: it isn't. */
  get problem(): string | undefined {
    return this.known.problem;
  }

  /** The stamps of the earlier creates. */
  get settles(): readonly string[] {
    return [...this.earlier.flatMap(({ stamp }) => stamp ?? []), ...this.#ended];
  }

  /** The stamps of the pending creates that the entry knew to be settled which it replaces. */
  get handedOn(): readonly string[] {
    const { state } = this.known;
    if (state === undefined) return [];
    const isReplaced = ({ urn }: StateResource) => urn === this.declared.urn;
    return listKnown(state, [...state.entries, ...state.replaced].filter(isReplaced));
  }

  /** It takes the object of a stray. */
  noteEnded({ stamp }: OpenCreate): void {
    if (stamp !== undefined) this.#ended.push(stamp);
  }

  /** Whether the create has an object. */
  get hasObject(): boolean {
    return this.#returned !== undefined;
  }

  /** Whether it has sent a request that may have created one. */
  get hasSent(): boolean {
    return this.#sent > 0;
  }

  /** Whether the entry that the create replaces holds the object, or held it until this run deleted it. */
  isPredecessor(id: string): boolean {
    return this.known.holders.isPredecessor(id, this.declared.urn);
  }

  /** Whether an entry holds the object, or another create is known to have made it. */
  isTaken(id: string): boolean {
    const { holders, journal } = this.known;
    const stamp = journal.stamps.get(id);
    return holders.isHeld(id) || (stamp !== undefined && !this.settles.includes(stamp));
  }

  /** Whether this run created the object for another resource. */
  isNew(id: string): boolean {
    return this.known.holders.isCreated(id) && this.findOther(id) !== undefined;
  }

  /** How many creates of earlier runs sent the like. */
  countAlike({ sent }: OpenCreate): number {
    return this.known.earlier.countAlike(this.declared, sent, this.known.state);
  }

  /**
   * The create returns this object. Call it for an existing one before the first write to it.
   *
   * @throws when another resource of the program holds it.
   */
  take(id: string): void {
    if (id === this.#returned) return;
    this.#begin();
    this.#noteHeld(id);
    if (this.hasSent) this.known.holders.noteCreated(id);
    this.known.journal.made(this.declared.stamp, id);
    this.known.earlier.settle(this.settles);
  }

  /**
   * The create adopts an existing object. A run that is killed has created nothing, so the journal needn't know.
   *
   * @throws like {@link Attempt.take}.
   */
  adopt(id: string): void {
    this.#noteHeld(id);
    this.known.earlier.settle(this.settles);
  }

  /** Whether an entry of the state has the object, and its resource created that. */
  isOfOwnEntry(id: string): boolean {
    const entry = this.known.state?.entries.find((one) => one.id === id);
    return entry !== undefined && !isAdopted(entry);
  }

  /** The resource whose entry holds the object, if that is another one, and whether this run declares it. */
  findOther(id: string): { readonly urn: string; readonly isDeclared: boolean } | undefined {
    const { holders } = this.known;
    const urn = holders.find(id)?.urn;
    return urn === undefined || urn === this.declared.urn ? undefined : { urn, isDeclared: holders.isDeclared(id) };
  }

  /** What the journal gets with the first request. */
  plan(sent: () => string, older: readonly string[] | undefined): void {
    this.#plan = { sent, older };
  }

  /** A request is about to be sent. What only reads before it is killed leaves no attempt. */
  noteSending(): void {
    this.#sent += 1;
    this.#begin();
  }

  /** The platform certainly didn't carry out the request. If it was the first one, there is no object. */
  noteNotApplied(): void {
    if (this.#sent !== 1 || this.#returned !== undefined) return;
    this.#sent = 0;
    this.noteRefused();
  }

  /** The platform refused the create: there is no object. */
  noteRefused(): void {
    if (!this.#isBegun) return;
    this.#isBegun = false;
    this.known.journal.refused(this.declared.stamp);
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { stamp, urn, kind, place } = this.declared;
    const { sent, older } = this.#plan;
    const more = { ...(urn === undefined ? {} : { urn }), ...(older === undefined ? {} : { older: [...older] }) };
    this.known.journal.begin({ create: stamp, kind: kind.name, place, ...more, sent: sent() });
  }

  #noteHeld(id: string): void {
    const { kind, inputs, stamp, urn } = this.declared;
    this.known.holders.noteDeclared(id, { stamp, urn }, () => kind.describe(inputs));
    this.#returned = id;
  }
}
