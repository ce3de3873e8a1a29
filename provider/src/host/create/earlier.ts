import { listSecretNames, type Properties } from "../../core/engine";
import type { Access } from "../baseline/write";
import { getJournalFolder, type Journal, type JournalledCreate } from "./journal";
import type { Registrations } from "./registrations";
import { openSealed } from "./seal";
import type { OpenCreate } from "./search";
import { getStack, readNotes, type StackState, type StateResource } from "./stack-state";
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

/** A create that no resource has, as a message names it. */
export type LeftCreate = Pick<JournalledCreate, "id"> & {
  readonly urn: string;
  /** The name that the object was to get, if it has one that is no secret. */
  readonly name?: unknown;
};

/** What {@link EarlierCreates.find} finds. */
export interface FoundCreates {
  readonly earlier: readonly OpenCreate[];
  readonly strays: readonly OpenCreate[];
}

/** The resource that a create is for. */
export interface Declared extends Access, PlannedAttempt {
  readonly inputs: Properties;
  readonly urn: string | undefined;
  /** The create whose entry, which got no answer, it replaces; undefined: none. */
  readonly replaces?: OpenCreate;
  /** The inputs that the program marks as secret. */
  readonly secretInputs?: readonly string[];
  /** A digest of the base URL. */
  readonly address: string;
  readonly clientSecret: string;
  /** Opens inputs in the form of a state. Default: they are in clear. */
  readonly open?: (inputs: Properties) => Properties;
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

  /** Whether this run knows what became of a create. */
  isSettled(stamp: string): boolean {
    return this.#settled.has(stamp);
  }

  /**
   * The earlier creates whose object a create is to have: those of its own resource, or else one of a resource with
   * the same natural key that neither the state nor the program has, since it was renamed. And the strays, if it has
   * none: creates of the kind that are of no resource any more. It may be one of these, renamed.
   */
  async find(declared: Declared, state: StackState | undefined): Promise<FoundCreates> {
    const listOpen = () => this.list(declared, state);
    const all = listOpen();
    const isSame = (one: OpenCreate) =>
      one.urn === declared.urn ||
      (one.stamp !== undefined && one.stamp === declared.replaces?.stamp) ||
      (one.urn === undefined && this.#isAlike(declared, one.sent));
    const own = all.filter(isSame);
    if (own.length > 0) return { earlier: own, strays: [] };
    const held = new Set(state?.entries.filter(({ id = "" }) => !isPlaceholder(id)).map(({ urn }) => urn));
    const isStray = ({ urn }: OpenCreate) => urn !== undefined && !held.has(urn) && !this.registrations.has(urn);
    if (!all.some(isStray)) return { earlier: [], strays: [] };
    await this.registrations.end();
    const strays = listOpen().filter(isStray);
    const renamed = strays.find((one) => this.#isAlike(declared, one.sent));
    if (renamed === undefined) return { earlier: [], strays };
    // Another create finds it no more. What nobody takes is found again by the next run.
    if (renamed.stamp !== undefined) this.#settled.add(renamed.stamp);
    return { earlier: [renamed], strays: [] };
  }

  /** How many open creates have the same natural key as this one: so many equal objects are theirs. */
  countAlike(declared: Declared, sent: Properties, state: StackState | undefined): number {
    return this.list(declared, state, true).filter((one) => this.#isAlike({ ...declared, inputs: sent }, one.sent))
      .length;
  }

  /** The open creates of a kind in the stack. @param isWhole with those that creates of this run take care of. */
  list(declared: Declared, state: StackState | undefined, isWhole = false): readonly OpenCreate[] {
    const { kind } = declared;
    const { entries = [], pending = [] } = state ?? {};
    const isOpen = this.#judge(state);
    const journalled = this.journal.creates.filter(
      (one) => one.kind === kind.name && one.place === declared.address && isSameStack(one.urn, declared.urn),
    );
    // A create has looked for what an earlier one of the same stamp sent.
    const latest = new Map(journalled.map((one) => [one.create, one]));
    const unanswered = entries.filter(({ id = "" }) => isPlaceholder(id));
    const found = [
      ...(declared.replaces === undefined ? [] : [declared.replaces]),
      ...[...latest.values()].map((one) => openJournalled(declared, one)),
      ...[...unanswered, ...pending].filter((one) => one.kind === kind.name).map((one) => openKept(declared, one)),
    ];
    const known = new Map<string, OpenCreate>();
    for (const one of found.filter((each) => isOpen(each, isWhole))) {
      const key = one.stamp ?? `${one.urn}`;
      const former = known.get(key);
      const forgetting = [...(former?.forgetting ?? []), ...one.forgetting];
      known.set(key, { ...(former ?? one), isPending: one.isPending, forgetting });
    }
    return [...known.values()];
  }

  /** The creates whose object no entry has, in the stack of a URN. */
  listLeft(state: StackState | undefined, inStackOf: string): readonly LeftCreate[] {
    const isOpen = this.#judge(state);
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

  /** Tells whether the object of a create is in no entry of a state. */
  #judge({ entries = [], replaced = [] }: Partial<StackState> = {}) {
    const settled = new Set([...this.journal.settled, ...replaced.flatMap(listSettles)]);
    const urns = new Set<string>();
    const ids = new Set<string>();
    for (const { urn, id, outputs } of entries) {
      if (id === undefined || isPlaceholder(id)) continue;
      for (const one of [readNotes(outputs).stamp, ...listSettles({ outputs })])
        if (one !== undefined) settled.add(one);
      urns.add(urn);
      ids.add(id);
    }
    /** @param isWhole whether one that a create of this run takes care of is open too. */
    return ({ stamp, urn = "", id }: Pick<OpenCreate, "stamp" | "urn" | "id">, isWhole = false): boolean =>
      stamp === undefined
        ? !urns.has(urn)
        : !settled.has(stamp) && !(id !== undefined && ids.has(id)) && (isWhole || !this.#settled.has(stamp));
  }

  #isAlike({ kind, inputs }: Declared, sent: Properties): boolean {
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

function openJournalled({ inputs, clientSecret }: Declared, one: JournalledCreate): OpenCreate {
  const { create: stamp, urn, older, id } = one;
  // With other credentials, what it sent is unknown.
  const sent = (openSealed(clientSecret, one.sent) as Properties | undefined) ?? inputs;
  const forgetting = [`delete the files in ${getJournalFolder(process.env)}`];
  return { stamp, urn, sent, encrypted: [], older, id, forgetting };
}

function openKept(declared: Declared, { urn, id, inputs: kept, outputs }: StateResource): OpenCreate {
  const { kind, inputs, open = (all) => all } = declared;
  const encrypted = listSecretNames(kept);
  const clear = Object.fromEntries(Object.entries(kept).filter(([name]) => !encrypted.includes(name)));
  const { stamp, older } = id === undefined ? readPlanned(kept) : readNotes(outputs);
  const today = Object.fromEntries(encrypted.filter((name) => name in inputs).map((name) => [name, inputs[name]]));
  return {
    stamp,
    urn,
    sent: { ...kind.shape.pickInputs(open(clear)), ...today },
    encrypted,
    older,
    isPending: id === undefined,
    forgetting: [id === undefined ? `run \`${clearPending}\`` : forgetEntry(urn)],
  };
}

/** The creates with these stamps that a state has as pending. */
export function listPending({ pending }: StackState, stamps: readonly string[]): readonly string[] {
  const kept = new Set(pending.map(({ inputs }) => readPlanned(inputs).stamp));
  return stamps.filter((stamp) => kept.has(stamp));
}

/** The pending creates of a state that these entries know to be settled. */
export const listKnown = (state: StackState, entries: readonly StateResource[]): readonly string[] =>
  listPending(state, entries.flatMap(listSettles));

/** Whether a state has a create of a resource as pending that no entry knows to be settled. */
export function hasOpenCreate(state: StackState, urn: string | undefined): boolean {
  const known = new Set(listKnown(state, [...state.entries, ...state.replaced]));
  return state.pending.some((one) => one.urn === urn && !known.has(readPlanned(one.inputs).stamp ?? ""));
}

const listSettles = ({ outputs }: Pick<StateResource, "outputs">) => readNotes(outputs).settles ?? [];

/** Makes the engine forget the creates that it keeps as pending. */
export const clearPending = "pulumi refresh --yes --skip-preview --clear-pending-creates";

/** How to make the next run forget a create that got no answer. */
export const forgetEntry = (urn: string | undefined) =>
  urn === undefined ? "run `pulumi state delete`, which asks for the resource" : `run \`pulumi state delete '${urn}'\``;

const readPlanned = ({ [attemptKey]: planned }: Properties) => (planned ?? {}) as Partial<PlannedAttempt>;
