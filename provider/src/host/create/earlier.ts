import { listSecretNames, type Properties } from "../../core/engine";
import type { AnyKind } from "../../kinds/declare";
import { getJournalFolder, type Journal, type JournalledCreate } from "./journal";
import type { Registrations } from "./registrations";
import { openSealed } from "./seal";
import { getStack, type StackState, type StateResource } from "./stack-state";
import { isPlaceholder } from "./stamp";

/** The input by which the engine keeps what a create needs, if the engine is killed: with the pending create. */
export const attemptKey = "__attempt";

/** See {@link attemptKey}. */
export interface PlannedAttempt {
  /** See `formStamp`. */
  readonly stamp: string;
  /** The ids of the objects that had its natural key before; undefined: unknown. */
  readonly older?: readonly string[];
}

/** What a state says beside inputs and outputs that concerns creates; see `Envelope`. */
interface StateNotes {
  readonly stamp?: string;
  readonly older?: readonly string[];
  readonly settles?: readonly string[];
}

/** A create that an earlier run began; no entry of the state is known to have its object. */
export interface EarlierCreate {
  /** Undefined: an earlier release began it. */
  readonly stamp: string | undefined;
  /** Undefined: unknown. */
  readonly urn: string | undefined;
  /** The inputs that it sent, but for those of which only the encrypted value is known. */
  readonly sent: Properties;
  /** The names of those. */
  readonly encrypted: readonly string[];
  /** See {@link PlannedAttempt.older}. */
  readonly older: readonly string[] | undefined;
  /** The object's id, where the platform answered. */
  readonly id: string | undefined;
  /** Whether the engine keeps it as pending, and warns of it, until it is told to forget it. */
  readonly isPending: boolean;
  /** How to make the next run forget it: imperative clauses. */
  readonly forgetting: readonly string[];
}

/** A create that earlier runs began, as a message names it. */
export type OpenCreate = Pick<JournalledCreate, "id"> & {
  readonly urn: string;
  /** The name that the object was to get, if it has one that is no secret. */
  readonly name?: unknown;
};

/** What {@link EarlierCreates.find} finds. */
export interface FoundCreates {
  readonly earlier: readonly EarlierCreate[];
  readonly strays: readonly EarlierCreate[];
}

/** A create whose entry has no object. */
export interface UnansweredCreate extends Partial<PlannedAttempt> {
  /** The inputs that it sent. */
  readonly sent: Properties;
}

/** A create that asks for earlier ones. */
export interface Asking {
  readonly kind: AnyKind;
  readonly inputs: Properties;
  readonly urn: string | undefined;
  /** The create whose entry, which got no answer, it replaces; undefined: none. */
  readonly replaces?: UnansweredCreate;
  /** Identifies the base URL. */
  readonly place: string;
  readonly clientSecret: string;
  /** Opens inputs in the form of a state. */
  readonly open: (inputs: Properties) => Properties;
}

/** The creates that earlier runs began, from the state and from the journal. */
export class EarlierCreates {
  /** The stamps of those that a create of this run has settled, or takes care of. */
  readonly #settled = new Set<string>();

  constructor(
    private readonly journal: Journal,
    private readonly registrations: Registrations,
  ) {}

  /** The object of these creates is known, or that there is none. */
  settle(stamps: readonly string[]): void {
    for (const stamp of stamps) {
      this.#settled.add(stamp);
      this.journal.settle(stamp);
    }
  }

  isSettled(stamp: string): boolean {
    return this.#settled.has(stamp);
  }

  /**
   * The earlier creates whose object a create is to have: those of its own resource, or else one of a resource with
   * the same natural key that neither the state nor the program has, since it was renamed. And the strays, if it has
   * none: creates of the kind that are of no resource any more. It may be one of these, renamed.
   */
  async find(asking: Asking, state: StackState | undefined): Promise<FoundCreates> {
    const listOpen = () => this.list(asking, state);
    const all = listOpen();
    const isSame = (one: EarlierCreate) =>
      one.urn === asking.urn ||
      (one.stamp !== undefined && one.stamp === asking.replaces?.stamp) ||
      (one.urn === undefined && this.#isAlike(asking, one.sent));
    const own = all.filter(isSame);
    if (own.length > 0) return { earlier: own, strays: [] };
    const held = new Set(state?.entries.filter(({ id = "" }) => !isPlaceholder(id)).map(({ urn }) => urn));
    const isStray = ({ urn }: EarlierCreate) => urn !== undefined && !held.has(urn) && !this.registrations.has(urn);
    if (!all.some(isStray)) return { earlier: [], strays: [] };
    await this.registrations.end();
    const strays = listOpen().filter(isStray);
    const renamed = strays.find((one) => this.#isAlike(asking, one.sent));
    if (renamed === undefined) return { earlier: [], strays };
    // Another create finds it no more. What nobody takes is found again by the next run.
    if (renamed.stamp !== undefined) this.#settled.add(renamed.stamp);
    return { earlier: [renamed], strays: [] };
  }

  /** How many open creates have the same natural key as this one: so many equal objects are theirs. */
  countAlike(asking: Asking, sent: Properties, state: StackState | undefined): number {
    return this.list(asking, state, true).filter((one) => this.#isAlike({ ...asking, inputs: sent }, one.sent)).length;
  }

  /** The open creates of a kind in the stack. @param isWhole with those that creates of this run take care of. */
  list(asking: Asking, state: StackState | undefined, isWhole = false): readonly EarlierCreate[] {
    const { kind } = asking;
    const { entries = [], pending = [] } = state ?? {};
    const isOpen = this.#judge(entries);
    const journalled = this.journal.creates.filter(
      (one) => one.kind === kind.name && one.place === asking.place && isSameStack(one.urn, asking.urn),
    );
    const unanswered = entries.filter(({ id = "" }) => isPlaceholder(id));
    const found = [
      ...(asking.replaces === undefined ? [] : [openReplaced(asking, asking.replaces)]),
      ...journalled.map((one) => openJournalled(asking, one)),
      ...[...unanswered, ...pending].filter((one) => one.kind === kind.name).map((one) => openKept(asking, one)),
    ];
    const known = new Map<string, EarlierCreate>();
    for (const one of found.filter((each) => isOpen(each, isWhole))) {
      const key = one.stamp ?? `${one.urn}`;
      const former = known.get(key);
      const forgetting = [...(former?.forgetting ?? []), ...one.forgetting];
      known.set(key, { ...(former ?? one), isPending: one.isPending, forgetting });
    }
    return [...known.values()];
  }

  /** The creates whose object no entry has, in the stack of a URN. */
  listOpen(state: StackState | undefined, inStackOf: string): readonly OpenCreate[] {
    const isOpen = this.#judge(state?.entries ?? []);
    const journalled = this.journal.creates.filter(({ urn }) => urn !== undefined && isSameStack(urn, inStackOf));
    const all = [
      ...journalled.map(({ urn = "", create: stamp, id }) => ({ urn, stamp, id })),
      ...(state?.pending ?? []).map(({ urn, inputs }) => {
        const { name = inputs.title } = inputs;
        return { urn, name, stamp: readPlanned(inputs).stamp, id: undefined };
      }),
    ];
    return all.filter((one) => one.stamp !== undefined && isOpen(one));
  }

  /** Tells whether the object of a create is in none of these entries. */
  #judge(entries: StackState["entries"]) {
    const settled = new Set(this.journal.settled);
    const urns = new Set<string>();
    const ids = new Set<string>();
    for (const { urn, id, outputs } of entries) {
      if (id === undefined || isPlaceholder(id)) continue;
      const { stamp, settles = [] } = readNotes(outputs);
      for (const one of [...settles, ...(stamp === undefined ? [] : [stamp])]) settled.add(one);
      urns.add(urn);
      ids.add(id);
    }
    /** @param isWhole whether one that a create of this run takes care of is open too. */
    return ({ stamp, urn = "", id }: Pick<EarlierCreate, "stamp" | "urn" | "id">, isWhole = false): boolean =>
      stamp === undefined
        ? !urns.has(urn)
        : !settled.has(stamp) && !(id !== undefined && ids.has(id)) && (isWhole || !this.#settled.has(stamp));
  }

  #isAlike({ kind, inputs }: Pick<Asking, "kind" | "inputs">, sent: Properties): boolean {
    try {
      return kind.describe(sent) === kind.describe(inputs);
    } catch {
      // It has no natural key, or an encrypted one.
      return false;
    }
  }
}

function isSameStack(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || getStack(a) === getStack(b);
}

function openJournalled({ inputs, clientSecret }: Asking, one: JournalledCreate): EarlierCreate {
  const { create: stamp, urn, older, id } = one;
  // With other credentials, what it sent is unknown.
  const sent = (openSealed(clientSecret, one.sent) as Properties | undefined) ?? inputs;
  const forgetting = [`delete the files in ${getJournalFolder(process.env)}`];
  return { stamp, urn, sent, encrypted: [], older, id, isPending: false, forgetting };
}

function openReplaced({ urn }: Asking, { stamp, older, sent }: UnansweredCreate): EarlierCreate {
  return { stamp, urn, sent, encrypted: [], older, id: undefined, isPending: false, forgetting: [forgetEntry(urn)] };
}

function openKept({ kind, inputs, open }: Asking, { urn, id, inputs: kept, outputs }: StateResource): EarlierCreate {
  const encrypted = listSecretNames(kept);
  const clear = Object.fromEntries(Object.entries(kept).filter(([name]) => !encrypted.includes(name)));
  const notes = id === undefined ? readPlanned(kept) : readNotes(outputs);
  const sent = kind.shape.pickInputs(open(clear));
  const today = Object.fromEntries(encrypted.filter((name) => name in inputs).map((name) => [name, inputs[name]]));
  return {
    stamp: notes.stamp,
    urn,
    sent: { ...sent, ...today },
    encrypted,
    older: notes.older,
    id: undefined,
    isPending: id === undefined,
    forgetting: [
      id === undefined ? "run `pulumi refresh --yes --skip-preview --clear-pending-creates`" : forgetEntry(urn),
    ],
  };
}

/** How to make the next run forget a create that got no answer. */
export const forgetEntry = (urn: string | undefined) => `run \`pulumi state delete '${urn ?? "<urn>"}'\``;

/** What to do where the object of a create isn't among those found. @param forgetting see {@link EarlierCreate}. */
export const describeForgetting = (...forgetting: readonly string[]) =>
  `${forgetting.join(", and ")}; then run \`pulumi up\`, which creates another one.`;

const readPlanned = ({ [attemptKey]: planned }: Properties) => (planned ?? {}) as Partial<PlannedAttempt>;

const readNotes = (outputs: Properties): StateNotes => (outputs.__state ?? {}) as StateNotes;
