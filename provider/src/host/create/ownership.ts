import type { Run } from "../../core/runtime";
import type { Owner } from "./adoption";
import { Create } from "./create";
import {
  clearPending,
  type Declared,
  EarlierCreates,
  hasOpenCreate,
  type LeftCreate,
  listKnown,
  listPending,
} from "./earlier";
import { type Entry, Holders, isSameEntry } from "./holders";
import { getJournalFolder, Journal } from "./journal";
import { Registrations } from "./registrations";
import {
  isAdopted,
  type ReadState,
  readNotes,
  type StackState,
  StackStates,
  type StateReading,
  type StateResource,
} from "./stack-state";
import { createStamp, formStamp, isPlaceholder } from "./stamp";

/** A delete that is under way. */
export interface BegunDelete {
  /** Whether an earlier run began it, and was killed before the answer. */
  readonly wasBegun: boolean;
  /** Whether the state says that an earlier run has deleted it. */
  readonly wasDone: boolean;
  /** Notes that the platform answered. */
  end(): void;
}

/** Options of an {@link Ownership}. */
export interface OwnershipOptions {
  readonly quietMs?: number;
  readonly read?: ReadState;
  /** Shows the user a message. */
  readonly log?: (message: string) => void;
}

/**
 * Tracks which entries of a state hold which object of the platform, and what earlier runs began to create. It decides
 * when a create may return an existing object, and when a delete keeps the object.
 *
 * The engine treats two entries as two objects. A create may return an object that another entry of the state already
 * holds: after a rename without an alias, in a replacement, an adoption, or a recovery. The engine then deletes the
 * "old" object, which is the same object. The rules prevent that:
 *
 * 1. *Every create stamps its entry,* see {@link formStamp}. The stamp stays with the entry. The engine keeps it with a
 *    pending create, too. It distinguishes two entries that hold one object, even with the same URN. An imported entry
 *    has none, and is told by its URN.
 * 2. *The delete of the last entry deletes the object.* If another entry holds the object, in the state or in this
 *    process, a delete only logs that.
 * 3. *An object that the program declares under another URN is refused.* The error names the alias that moves it.
 *    The object under the same URN is the predecessor in a replacement, which `adopt` never adopts.
 * 4. *A create settles what an earlier run began* for its resource, see {@link EarlierCreates}, before it creates
 *    anything. It takes no object that an entry holds.
 *
 * A run reads its state when it first checks a new resource, before it creates any, and once before its first delete
 * after a create.
 */
export class Ownership {
  readonly #registrations: Registrations;
  readonly #states: StackStates;
  readonly #log: (message: string) => void;
  /** The stamps of the creates that ended processes began. */
  readonly #begun: ReadonlySet<string>;
  readonly #told = new Set<string>();
  /** The URNs of the creates that this run has planned. */
  readonly #planned = new Set<string>();
  /** The entries that this run removed from the state, by URN and stamp. */
  readonly #forgotten = new Set<string>();
  #before: Promise<StateReading> | undefined;
  /** The state that was read last. */
  #last: StackState | undefined;
  /** When the latest create or import ended, by `performance.now`. */
  #changedAt = 0;
  /** The entries that hold objects, as far as they are known. */
  readonly holders = new Holders();
  readonly creates: EarlierCreates;

  constructor(
    readonly journal: Journal,
    { quietMs, read, log = console.log }: OwnershipOptions = {},
  ) {
    this.#registrations = new Registrations(quietMs);
    this.creates = new EarlierCreates(journal, this.#registrations);
    this.#states = new StackStates(read);
    this.#log = log;
    this.#begun = new Set(journal.creates.map((one) => one.create));
  }

  /** The program of this run declares the resource. */
  registered(urn: string | undefined): void {
    this.#registrations.add(urn);
  }

  /**
   * An entry holds the object: for `diff` and `update`. The program declares it if it has registered the resource; a
   * refresh registers none.
   *
   * @param description how a message calls the object.
   * @throws when another resource of the program holds it too.
   */
  compared(id: string, entry: Entry, description: () => string): void {
    this.shown(id, entry);
    const isDeclared = entry.urn === undefined || this.#registrations.has(entry.urn);
    if (isDeclared) this.holders.noteDeclared(id, entry, description);
  }

  /**
   * An entry holds the object: for `read`. An object that a program only reads has no stamp, and no entry holds it.
   *
   * @param settles the creates that the entry knows to be settled.
   */
  shown(id: string, entry: Entry, settles: readonly string[] = []): void {
    this.#noteSaved(id, entry, settles);
    if (entry.stamp !== undefined) this.holders.noteShown(id, entry);
  }

  /** A create has ended, or a read without a state, which may be an import: a state that was read lacks the entry. */
  readonly noteChange = (): void => {
    this.#changedAt = performance.now();
  };

  /**
   * The stamp of a new resource's create. Call it before the run creates any. Where the state can't be read, it is
   * random: the resource may have an entry, of which the engine says nothing.
   */
  async planStamp(urn: string | undefined): Promise<string> {
    const { state } = await this.#readBefore(urn);
    if (urn !== undefined) this.#planned.add(urn);
    if (state === undefined) return createStamp();
    const isIts = (one: { readonly urn: string }) => one.urn === urn;
    // The engine doesn't show the entry of a tainted resource.
    const stamps = [...state.entries, ...state.replaced].filter(isIts).map(({ outputs }) => readNotes(outputs).stamp);
    return formStamp(state.pending.filter(isIts).length, urn, stamps.sort().join(" "));
  }

  /** Whose an object is that a new resource may adopt; undefined: the state can't be read. */
  async findOwner(id: string, kind: string, urn: string | undefined): Promise<Owner | undefined> {
    const { state } = await this.#readBefore(urn);
    if (state === undefined) return undefined;
    const entry = state.entries.find((one) => one.id === id);
    if (entry === undefined) return state.pending.some((one) => one.kind === kind) ? "stack" : "others";
    if (isAdopted(entry)) return "others";
    return entry.urn === urn ? "resource" : "stack";
  }

  /** Whether an earlier run was killed in a create of the resource, and none has found what became of it. */
  async hasOpen(urn: string | undefined): Promise<boolean> {
    const { state } = await this.#readBefore(urn);
    return state !== undefined && hasOpenCreate(state, urn);
  }

  /** Why the state can't be read; undefined: it can. */
  async findProblem(urn: string | undefined): Promise<string | undefined> {
    return (await this.#readBefore(urn)).problem;
  }

  /** Begins a create. The journal gets it with its first request that may create something. */
  async begin(declared: Declared): Promise<Create> {
    const before = await this.#readBefore(declared.urn);
    if (before.state !== undefined) this.#noteState(before.state);
    if (before.problem !== undefined) this.#tellOnce(describeUnreadable(before.problem));
    const found = await this.creates.find(declared, before.state);
    if (found.earlier.some(({ isPending }) => isPending)) this.#tellOnce(howToClear);
    const { holders, journal, creates, noteChange } = this;
    return new Create(declared, { ...before, ...found, holders, journal, creates, noteChange });
  }

  /** Learns from the state which entries hold what, if it has this one. */
  async noteEntries(id: string, entry: Entry): Promise<void> {
    const { state } = await this.#states.readSince(this.#changedAt, entry.urn ?? this.#registrations.any);
    // Without a URN, the state that is read may be another stack's.
    if (state === undefined) return;
    const all = [...state.entries, ...state.replaced];
    const isOurs = all.some((one) => one.id === id && isSameEntry(formEntry(one), entry));
    if (isOurs) this.#noteState(state);
  }

  /** Begins the delete of an object, by the stamp of its entry. The journal has it until its answer. */
  beginDelete(id: string, stamp: string | undefined): BegunDelete {
    const { journal } = this;
    journal.beginDelete(id);
    const replaced = this.#last?.replaced ?? [];
    const wasDone = replaced.some((one) => one.id === id && readNotes(one.outputs).stamp === stamp);
    return { wasBegun: journal.deletes.has(id), wasDone, end: () => journal.endDelete(id) };
  }

  /**
   * Before an entry leaves the state. Once no entry knows that a pending create is settled, the next create looks for
   * its object again, and may find that of another stack. A replacement hands on what its predecessor knew.
   *
   * @param settles the creates that it knows to be settled.
   * @throws if the state has one of them as pending, and no other entry knows it to be settled.
   */
  async refuseForgetting(id: string, entry: Entry, settles: readonly string[] = [], description: string) {
    if (settles.length === 0) return;
    const urn = entry.urn ?? this.#registrations.any;
    const { state, problem = "it is another stack's" } = await this.#states.readSince(0, urn);
    const isOwn = (one: StateResource) => one.id === id && isSameEntry(formEntry(one), entry);
    const own = state?.entries.find(isOwn);
    // Without a URN, the state that is read may be another stack's.
    if (state === undefined || (urn === undefined && own === undefined)) {
      throw new Error(describeUnknownMemory(description, problem));
    }
    const formKey = ({ urn: name, outputs }: StateResource) => `${name} ${readNotes(outputs).stamp}`;
    const others = [...state.entries, ...state.replaced].filter(
      (one) => !isOwn(one) && !this.#forgotten.has(formKey(one)),
    );
    const known = new Set(listKnown(state, others));
    const isLast = listPending(state, settles).some((stamp) => !known.has(stamp));
    const name = own?.urn ?? entry.urn ?? "";
    if (isLast && !this.#planned.has(name)) {
      const left = this.creates.listLeft(state, name).map(({ urn: one }) => one);
      throw new Error(describeMemory(description, left));
    }
    if (own !== undefined) this.#forgotten.add(formKey(own));
  }

  /** Removes an entry. Returns another entry that holds the object; undefined: delete the object. */
  async release(id: string, entry: Entry): Promise<Entry | undefined> {
    await this.noteEntries(id, entry);
    return this.holders.release(id, entry);
  }

  /** The engine ends the run; see {@link Journal.ended}. */
  ended(isSaved: boolean): void {
    const any = this.#registrations.any ?? this.#last?.entries[0]?.urn;
    const open = any === undefined ? [] : this.creates.listLeft(this.#last, any);
    const left = open.filter(({ urn }) => this.#isLeft(urn));
    if (left.length > 0) this.#log(describeLeft(left, (urn) => this.holders.hasEntry(urn)));
    this.journal.ended(isSaved);
  }

  /** Whether no run continues a create: its resource isn't declared, or has another object. */
  #isLeft(urn: string): boolean {
    return this.#registrations.has(urn) === this.holders.hasEntry(urn);
  }

  /** The state before this run creates anything: later, it has the run's own creates. Nothing, where there is no stack. */
  async #readBefore(urn: string | undefined): Promise<StateReading> {
    if (urn === undefined) return {};
    this.#before ??= this.#states.readSince(0, urn);
    return this.#before;
  }

  #noteState(state: StackState): void {
    this.#last = state;
    const byId = new Map<string, Entry[]>();
    for (const one of state.entries) {
      const { id } = one;
      if (id === undefined) continue;
      const entry = formEntry(one);
      this.#noteSaved(id, entry, readNotes(one.outputs).settles);
      byId.set(id, [...(byId.get(id) ?? []), entry]);
    }
    for (const [id, entries] of byId) this.holders.noteState(id, entries);
  }

  /** A state has the entry of a create: should a person make the state forget it, the journal doesn't bring it back. */
  #noteSaved(id: string, { stamp = "" }: Entry, settles: readonly string[] = []): void {
    if (!isPlaceholder(id)) this.creates.settle([stamp, ...settles].filter((one) => this.#begun.has(one)));
  }

  #tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#log(message);
  }
}

const formEntry = ({ urn, outputs }: StateResource): Entry => ({ urn, stamp: readNotes(outputs).stamp });

function describeUnreadable(problem: string): string {
  return (
    `warning: the state of the stack can't be read (${problem}), so it is unknown what an earlier run began to ` +
    "create. A create stops where the platform has an object of the same name. To read the state, put a Pulumi CLI " +
    "that can on the PATH, or set ANALYTICS_PULUMI_CLI to its path."
  );
}

/** The engine keeps the pending creates even after recovery. */
const howToClear =
  "An earlier run ended before it knew the results of its creates. This run takes the objects that it created, and " +
  "creates the rest. Pulumi keeps these creates as pending until you clear them, after this run and before you " +
  `remove the resources: ${clearPending}`;

const describeUnknownMemory = (description: string, problem: string) =>
  `${description} wasn't removed from the state, because its entry knows what became of a killed run's create, and ` +
  `whether Pulumi keeps that as pending is unknown: the state can't be read (${problem}). Put the Pulumi CLI on the ` +
  "PATH, or set ANALYTICS_PULUMI_CLI to its path, select the stack with `pulumi stack select`, and repeat.";

/** @param left the resources of the creates of earlier runs that nothing has settled. */
function describeMemory(description: string, left: readonly string[]): string {
  const others = [...new Set(left)].join(", ");
  return (
    `${description} wasn't removed from the state, because Pulumi keeps the create of a killed run as pending, and ` +
    "only this entry knows what became of it: without that, a later create may take another stack's object. " +
    (left.length === 0
      ? ""
      : `First declare ${others} again, or keep them declared, and run \`pulumi up\`: it takes what an earlier run ` +
        "created for them, and the next command forgets that. ") +
    `Run \`${clearPending}\`, and repeat.`
  );
}

/**
 * What earlier runs began to create that no resource has.
 *
 * @param hasEntry whether the state has an entry of a resource: with another object, or with an imported one.
 */
function describeLeft(left: readonly LeftCreate[], hasEntry: (urn: string) => boolean): string {
  const lines = left.map(({ urn, id, name }) => {
    const known = id ?? (typeof name === "string" ? JSON.stringify(name) : undefined);
    return `  ${urn}${known === undefined ? "" : ` (${known})`}`;
  });
  const others = left.some(({ urn }) => hasEntry(urn))
    ? " The object that the state has of such a resource is another one, or was imported: don't delete that. What a " +
      "replacement began, the same replacement finds, asked for again."
    : "";
  return (
    "warning: An earlier run began to create objects that no entry of the state has. What of them was created is " +
    `still on the platform:\n${[...new Set(lines)].join("\n")}\nIf the program declares it, and --target or a ` +
    `failure left it out: the next \`pulumi up\` without --target finds its object.${others} If neither: look for it ` +
    "there by this id or name, and delete it, or declare the resource again before `pulumi destroy` or " +
    "`pulumi refresh --clear-pending-creates`."
  );
}

function openOwnership(run: Run): Ownership {
  const { log } = run;
  const ownership = new Ownership(new Journal(getJournalFolder(process.env), { warn: log }), { log });
  run.onEnd((isSaved) => ownership.ended(isSaved));
  return ownership;
}

/** The ownership rules of a run, over the journal of this machine's user. */
export const getOwnership = (run: Run): Ownership => run.get(openOwnership);
