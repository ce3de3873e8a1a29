import { type About, Attempt, UpdateAttempt } from "./attempt";
import { EarlierCreates, type OpenCreate } from "./earlier";
import { type Entry, Holders } from "./holders";
import { getJournalFolder, type Journal, openJournal } from "./journal";
import { getRun, logToStack, setEnding } from "./process-hooks";
import { Registrations } from "./registrations";
import { isAdopted, isUnreadable, type ReadState, type StackState, StackStates } from "./stack-state";
import { formStamp, isPlaceholder } from "./stamp";

/**
 * Tracks which entries of a state hold which object of the platform, and what earlier runs began to create. It decides
 * when a create may return an existing object, and when a delete keeps the object.
 *
 * The engine treats two entries as two objects. A create may return an object that another entry of the state already
 * holds: after a rename without an alias, in a replacement, an adoption, or a recovery. The engine then deletes the
 * "old" object, which is the same object. The rules prevent that:
 *
 * 1. *Every create stamps its entry.* The stamp is random and stays with the entry. The engine keeps it with a pending
 *    create, too. It distinguishes two entries that hold one object, even with the same URN.
 * 2. *The delete of the last entry deletes the object.* If another entry holds the object, in the state or in this
 *    process, a delete only logs that.
 * 3. *A create refuses an object that the program declares under another URN.* The error names the alias that moves it.
 *    The object under the same URN is the predecessor in a replacement, which `adopt` never adopts.
 * 4. *A create settles what an earlier run began* for its resource, see {@link EarlierCreates}, before it creates
 *    anything. It takes no object that an entry holds.
 *
 * A run reads its state when it first checks a new resource, before it creates any, and once before its first delete
 * after a create.
 */
export interface Ownership {
  /** The program of this run declares the resource. */
  registered(urn: string | undefined): void;
  /**
   * An entry holds the object: for `diff` and `update`. The program declares it if it has registered the resource; a
   * refresh registers none.
   *
   * @param description how a message calls the object.
   * @throws when another resource of the program holds it too.
   */
  compared(id: string, entry: Entry, description: () => string): void;
  /** An entry holds the object: for `read`. */
  shown(id: string, entry: Entry): void;
  /** Begins an update. The journal gets it with its first request. @param sent what it sends, sealed. */
  beginUpdate(id: string, sent: () => string): UpdateAttempt;
  /**
   * The stamp of a new resource's create. Call it before the run creates any.
   *
   * @param replaced the stamp of the entry that it replaces, if the state can't be read.
   */
  planStamp(urn: string | undefined, replaced: string | undefined): Promise<string>;
  /** Whose an object is that a new resource may adopt; undefined: the state can't be read. */
  findOwner(id: string, kind: string, urn: string | undefined): Promise<Owner | undefined>;
  /** Begins a create. The journal gets it with its first request that may create something. */
  begin(about: About): Promise<Attempt>;
  /** Learns from the state which entries hold what, if it has this one. */
  noteEntries(id: string, entry: Entry): Promise<void>;
  /** Begins the delete of an object. The journal has it until its answer. */
  beginDelete(id: string): BegunDelete;
  /** Removes an entry. Returns another entry that holds the object; undefined: delete the object. */
  release(id: string, entry: Entry): Promise<Entry | undefined>;
  /** The delete that followed a release failed: the entry stays in the state, and holds the object. */
  retained(id: string, entry: Entry): void;
  /** The object whose entry was released stays on the platform. */
  kept(id: string): void;
  /** Whether an entry of the state, or of this run, holds the object. */
  isHeld(id: string): boolean;
  /** An entry that holds the object; undefined: none is known. */
  findHolder(id: string): Entry | undefined;
  /** Whether this run knows what became of the create with a stamp. */
  isSettled(stamp: string): boolean;
  /** The engine ends this process normally; see {@link Journal.ended}. */
  ended(isSaved: boolean): void;
}

/** Who created an object: the resource itself, whose replacement asks, or its stack, as far as is known; or others. */
export type Owner = "resource" | "stack" | "others";

/** A delete that is under way. */
export interface BegunDelete {
  /** Whether an earlier run began it, and was killed before the answer. */
  readonly wasBegun: boolean;
  /** Notes that the platform answered. */
  end(): void;
}

/** Options of {@link openOwnership}, for tests. */
export interface OwnershipOptions {
  readonly quietMs?: number;
  readonly read?: ReadState;
}

/** The ownership rules over a journal. */
export function openOwnership(journal: Journal, { quietMs, read }: OwnershipOptions = {}): Ownership {
  const registrations = new Registrations(quietMs);
  const holders = new Holders();
  const earlier = new EarlierCreates(journal, registrations);
  const states = new StackStates(read);
  let before: ReturnType<StackStates["readSince"]> | undefined;
  /** When the latest create ended, by `performance.now`. */
  let createdAt = 0;
  let hasWarned = false;

  /** The state that was read last. */
  let last: StackState | undefined;

  const begun = new Set(journal.creates.map((one) => one.create));
  /** A state has the entry of a create: should a person make the state forget it, the journal doesn't bring it back. */
  const noteSaved = (id: string, { stamp = "" }: Entry) => {
    if (begun.has(stamp) && !isPlaceholder(id)) earlier.settle([stamp]);
  };

  const noteState = (state: StackState) => {
    last = state;
    for (const { id, urn, outputs } of state.entries) {
      if (id === undefined) continue;
      // An earlier release gave its entries no stamp.
      const entry = { urn, stamp: readStamp(outputs) ?? "" };
      noteSaved(id, entry);
      holders.noteShown(id, entry);
    }
  };

  /** The state before this run creates anything. Later, it has the run's own creates. */
  const readBefore = (urn: string) => {
    before ??= states.readSince(0, urn);
    return before;
  };

  /** Whether no run continues a create: its resource isn't declared, or has another object. */
  const isLeft = (urn: string) => (registrations.has(urn) ? holders.hasEntry(urn) : !holders.hasEntry(urn));

  async function noteEntries(id: string, entry: Entry): Promise<void> {
    const state = await states.readSince(createdAt, entry.urn ?? registrations.any);
    // Without a URN, the state that is read may be another stack's.
    const isOurs = !isUnreadable(state) && state.entries.some((one) => one.id === id && isSame(one.outputs, entry));
    if (isOurs) noteState(state);
  }

  return {
    registered: (urn) => registrations.add(urn),
    compared(id, entry, description) {
      noteSaved(id, entry);
      const isDeclared = entry.urn === undefined || registrations.has(entry.urn);
      if (isDeclared) holders.noteDeclared(id, entry, description);
      else holders.noteShown(id, entry);
    },
    shown(id, entry) {
      noteSaved(id, entry);
      holders.noteShown(id, entry);
    },
    beginUpdate: (id, sent) => new UpdateAttempt(id, sent, journal),
    async planStamp(urn, replaced) {
      const state = urn === undefined ? { problem: "" } : await readBefore(urn);
      if (isUnreadable(state)) return formStamp(0, urn, replaced);
      const isIts = (one: { readonly urn: string }) => one.urn === urn;
      // The engine doesn't show the entry of a tainted resource.
      const stamps = state.entries.filter(isIts).map(({ outputs }) => readStamp(outputs));
      return formStamp(state.pending.filter(isIts).length, urn, stamps.sort().join(" "));
    },
    async findOwner(id, kind, urn) {
      const state = urn === undefined ? { problem: "" } : await readBefore(urn);
      if (isUnreadable(state)) return undefined;
      const entry = state.entries.find((one) => one.id === id);
      if (entry === undefined) return state.pending.some((one) => one.kind === kind) ? "stack" : "others";
      if (isAdopted(entry)) return "others";
      return entry.urn === urn ? "resource" : "stack";
    },
    async begin(about) {
      const read = about.urn === undefined ? { problem: undefined } : await readBefore(about.urn);
      const state = "problem" in read ? undefined : read;
      const problem = "problem" in read ? read.problem : undefined;
      if (state !== undefined) noteState(state);
      if (problem !== undefined && !hasWarned) {
        hasWarned = true;
        logToStack(describeUnreadable(problem));
      }
      const found = await earlier.find(about, state);
      if (found.earlier.some(({ isPending }) => isPending)) mentionPending();
      return new Attempt(about, found, { holders, earlier, journal, state, problem }, () => {
        createdAt = performance.now();
      });
    },
    noteEntries,
    beginDelete(id) {
      journal.beginDelete(id);
      return { wasBegun: journal.deletes.has(id), end: () => journal.endDelete(id) };
    },
    async release(id, entry) {
      await noteEntries(id, entry);
      return holders.release(id, entry);
    },
    retained: (id, entry) => holders.noteRetained(id, entry),
    kept: (id) => holders.noteKept(id),
    isHeld: (id) => holders.isHeld(id),
    findHolder: (id) => holders.find(id),
    isSettled: (stamp) => earlier.isSettled(stamp),
    ended(isSaved) {
      const any = registrations.any ?? last?.entries[0]?.urn;
      const left = any === undefined ? [] : earlier.listOpen(last, any).filter(({ urn }) => isLeft(urn));
      if (left.length > 0) tellLeft(left);
      journal.ended(isSaved);
    },
  };
}

const readStamp = (outputs: { readonly __state?: unknown }) =>
  (outputs.__state as { readonly stamp?: string } | undefined)?.stamp;

const isSame = (outputs: object, { stamp }: Entry) => readStamp(outputs) === stamp;

function describeUnreadable(problem: string): string {
  return (
    `warning: the state of the stack can't be read (${problem}), so it is unknown what an earlier run began to ` +
    "create. A create stops where the platform has an object of the same name. To read the state, put the Pulumi CLI " +
    "on the PATH, or set ANALYTICS_PULUMI_CLI to its path."
  );
}

let hasMentioned = false;

/** Logs, once per process, how to clear the engine's warnings: it keeps the pending creates even after recovery. */
function mentionPending(): void {
  if (hasMentioned) return;
  hasMentioned = true;
  logToStack(
    "An earlier run ended before it knew the results of its creates. This run takes the objects that it created, and " +
      "creates the rest. If Pulumi still warns of pending operations afterwards, clear them: pulumi refresh --yes " +
      "--skip-preview --clear-pending-creates",
  );
}

/** Reports what earlier runs began to create that no resource has. */
function tellLeft(left: readonly OpenCreate[]): void {
  const lines = left.map(({ urn, id }) => `  ${urn}${id === undefined ? "" : ` (${id})`}`);
  logToStack(
    "warning: An earlier run began to create objects that no resource of this run has. What was created is still on " +
      `the platform:\n${[...new Set(lines)].join("\n")}\nIf the program declares it, and --target left it out: ` +
      "`pulumi up` without --target finds its object. If not: delete the object there, or declare the resource again " +
      "before `pulumi destroy` or `pulumi refresh --clear-pending-creates`.",
  );
}

let current: { readonly run: number; readonly ownership: Ownership } | undefined;

/** The ownership rules of this run, over the journal of this machine's user. */
export function getOwnership(): Ownership {
  if (current?.run !== getRun()) {
    const ownership = openOwnership(openJournal(getJournalFolder(process.env)));
    setEnding(ownership.ended);
    current = { run: getRun(), ownership };
  }
  return current.ownership;
}
