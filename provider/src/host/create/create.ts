import { setTimeout as wait } from "node:timers/promises";
import { ApiError, checkCreatedId, isUncertain, writeWatchers } from "../../core/api";
import { dropUndefined, equal, type Properties } from "../../core/engine";
import { KeyedMutex } from "../../core/runtime";
import type { AnyKind, AnyRemote, Created, LifecycleContext } from "../../kinds/declare";
import { addKept } from "../baseline/kept";
import { type Access, change, doubtInputs, listChanged, readStored, type Written } from "../baseline/write";
import { type Adoptee, describeSeveral, findAdoptees, readAdoptee, removalOfAdopted } from "./adoption";
import { type Declared, type EarlierCreates, type FoundCreates, forgetEntry, listKnown } from "./earlier";
import { hintTakenName, listOlder, type OtherHolder, refuseTaken } from "./existing-objects";
import type { Holders } from "./holders";
import type { Journal } from "./journal";
import { JournalEntry } from "./journal-entry";
import { describeMissing } from "./names";
import { seal } from "./seal";
import {
  adviseAdopting,
  DoubtError,
  describeForgetting,
  findMade,
  isAsSent,
  longestLagMs,
  type OpenCreate,
  pauses,
} from "./search";
import { isAdopted, type StateReading, type StateResource } from "./stack-state";
import { formPlaceholder } from "./stamp";

/** An object on the platform. */
export interface Existing extends Written {
  readonly id: string;
  /** Of an object that was there before: the inputs, with what the declaration leaves to the platform. */
  readonly adopted?: Properties;
}

/** What a process knows of objects and creates. */
export interface Knowledge extends FoundCreates, StateReading {
  readonly holders: Holders;
  readonly creates: EarlierCreates;
  readonly journal: Journal;
  /** Call it when the create has ended. */
  noteChange(): void;
}

/**
 * Creates that could find the same object run one at a time, so that none takes an object that another is creating.
 */
const createTurns = () => new KeyedMutex();

/** Milliseconds that a create looks for its object after a refusal that isn't the platform's. */
const foreignRefusalMs = 2_000;
/** Milliseconds that it waits for lists without a message. */
const longestQuietMs = 5_000;
/** How often a create is sent while its answers are lost and no object appears. */
const mostSent = 8;

/**
 * One create: it adopts the object that `adopt` names, completes what an earlier run began, or creates one. Each id is
 * in the journal before anything else happens to its object.
 */
export class Create implements Access {
  readonly kind: AnyKind;
  readonly context: LifecycleContext;
  readonly inputs: Properties;
  /** What the journal has of it. */
  readonly entry: JournalEntry;
  /** What had the natural key before, once it is known. */
  older: readonly string[] | undefined;
  /** The object that it returns. */
  #id: string | undefined;
  /** The create of an earlier request or run whose object it takes, by what was sent. */
  #completed: OpenCreate | undefined;
  /** The strays whose object it takes. */
  readonly #ended: OpenCreate[] = [];

  constructor(
    private readonly declared: Declared,
    readonly known: Knowledge,
  ) {
    const { kind, context, inputs, stamp, older } = declared;
    this.kind = kind;
    this.context = context;
    this.inputs = inputs;
    this.entry = new JournalEntry(known.journal, stamp, () => this.#writeBegin());
    this.older = older;
  }

  /** Runs it. */
  async run(): Promise<Existing> {
    const { kind, inputs } = this;
    const leave = await this.context.run.get(createTurns).enter(`${kind.name} ${kind.describe(inputs)}`);
    try {
      return (await this.#adopt()) ?? (await this.#settle()) ?? (await this.#create());
    } catch (error) {
      if (!isUncertain(error)) this.entry.refuse();
      else if (this.entry.hasSent && this.#id === undefined && this.#isFindable) this.#keepPlaceholder();
      throw error;
    } finally {
      leave();
      this.known.noteChange();
    }
  }

  /** It got no answer: the state has to remember what it sent. */
  #keepPlaceholder(): void {
    const inputs = { ...this.#pickSent(this.inputs), ...this.kind.shape.pickCommon(this.inputs) };
    this.context.checkpoint(formPlaceholder(this.declared.stamp), { inputs, outputs: {} });
  }

  /** The stamps of earlier creates that its entry knows to be settled; undefined: none. */
  get settles(): readonly string[] | undefined {
    const { state } = this.known;
    const isReplaced = ({ urn }: StateResource) => urn === this.declared.urn;
    const handedOn = state && listKnown(state, [...state.entries, ...state.replaced].filter(isReplaced));
    const settles = [...this.#settled, ...(handedOn ?? [])];
    return settles.length > 0 ? settles : undefined;
  }

  /** The stamps of the earlier creates that it settles itself. */
  get #settled(): readonly string[] {
    return [...this.known.earlier, ...this.#ended].flatMap(({ stamp }) => stamp ?? []);
  }

  /** Whether its object can be looked for by what was sent. */
  get #isFindable(): boolean {
    return this.kind.adoption?.find !== undefined;
  }

  /** Adopts the declared object; undefined: there is none. */
  async #adopt(): Promise<Existing | undefined> {
    const { kind, context, inputs } = this;
    const found = await findAdoptees(this.#fresh, inputs);
    const ids = found.filter((one) => !this.#isReplaced(one) && !this.#isNew(one));
    if (ids.length > 1) throw new Error(describeSeveral(kind, inputs, ids));
    const [id] = ids;
    if (id === undefined) return undefined;
    const adoptee = await readAdoptee(this, id, inputs);
    if (adoptee === undefined) {
      const { message } = await describeMissing(kind, context.client, id);
      throw new Error(`adopt: ${message} Correct the id, or remove adopt to create the object.`);
    }
    const { remote, changed } = adoptee;
    this.#refuseReplacement(id, remote, changed);
    const wasCreated = await this.#wasCreated(id);
    // A run that is killed has created nothing, so the journal needn't know.
    this.#hold(id);
    this.known.creates.settle(this.#settled);
    const declared = addKept(kind, inputs, remote.inputs);
    const adopted = wasCreated ? undefined : declared;
    if (changed.length === 0) {
      this.#logUnwritten(`adopted ${kind.describe(inputs)} (${id}) as it is`);
      return { id, outputs: remote.outputs, values: {}, adopted };
    }
    const held = { ...remote, inputs: { ...remote.inputs, ...kind.shape.pickCommon(inputs) }, values: {} };
    // What the state doesn't remember is adopted again.
    const known = { ...context, isAdopted: !wasCreated, checkpoint: () => undefined };
    const written = await change({ kind, context: known }, id, held, declared);
    context.log(`adopted ${kind.describe(inputs)} (${id}) and updated its ${changed.join(", ")}`);
    return { id, ...written, adopted };
  }

  /** Whether this stack created the object: an entry says so, or it is what an earlier run created. */
  async #wasCreated(id: string): Promise<boolean> {
    const { earlier, strays } = this.known;
    for (const one of [...earlier, ...strays]) {
      if (one.older === undefined && one.id === undefined) continue;
      if (!(await isAsSent(this.#fresh, id, one, this.#listOthers(one)))) continue;
      this.#ended.push(one);
      return true;
    }
    return this.#isOfOwnEntry(id);
  }

  /** Whether an entry of the state has the object, and its resource created that. */
  #isOfOwnEntry(id: string): boolean {
    const { entries = [], replaced = [] } = this.known.state ?? {};
    const entry = [...entries, ...replaced].find((one) => one.id === id);
    return entry !== undefined && !isAdopted(entry);
  }

  /** For objects that another process may have created a moment ago. */
  get #fresh(): Access {
    return { kind: this.kind, context: { ...this.context, client: this.context.client.afterWrites } };
  }

  /**
   * Whether the create replaces an object, which isn't adopted then, unless it was adopted before: a replacement would
   * leave two.
   */
  #isReplaced(id: string): boolean {
    const isOwn = this.#isOfOwnEntry(id) || this.inputs.allowDelete === true;
    return this.isPredecessor(id) && isOwn;
  }

  /**
   * Whether this run created the object for another resource. `adopt: true` means what was there before, as a preview
   * says; where there can't be a second object, the two resources are of one.
   */
  #isNew(id: string): boolean {
    const isTrue = this.inputs.adopt === true && !this.kind.writing?.isRepeatable;
    return isTrue && this.known.holders.isCreated(id) && this.findOther(id) !== undefined;
  }

  /** @throws if an update can't change what differs. */
  #refuseReplacement(id: string, remote: AnyRemote, changed: readonly string[]): void {
    const { kind } = this;
    const fixed = changed.filter((key) => kind.shape.replaceOn.includes(key));
    if (fixed.length === 0) return;
    const theirs = fixed.map((key) => `${key}: ${JSON.stringify(remote.inputs[key])}`).join(", ");
    throw new Error(
      `adopt: ${kind.describe(remote.inputs)} (${id}) differs from the declaration in ${fixed.join(" and ")}, ` +
        `which can't be updated. Declare ${theirs}, or remove adopt to create a new object.`,
    );
  }

  /** Logs an adoption without a write, and the inputs that can't be compared. */
  #logUnwritten(what: string): void {
    const notComparable = this.kind.adoption?.notComparable?.(this.inputs);
    this.context.log(`${what}: nothing was written${notComparable === undefined ? "" : `; ${notComparable}`}`);
  }

  /**
   * Completes what an earlier run created for this resource, and updates it to the declaration, which may be another
   * one by now. Undefined: none created anything.
   *
   * @throws DoubtError; and after it was completed, where the declaration needs a replacement.
   */
  async #settle(): Promise<Existing | undefined> {
    if (!this.#isFindable) return undefined;
    for (const one of this.known.earlier) {
      const found = await this.#findEarlier(one);
      if (found !== undefined) return this.#complete(found, one);
    }
    for (const one of this.known.strays) {
      const found = await this.#findEarlier(one);
      if (found !== undefined) throw new DoubtError(describeStray(this.kind, one, found));
    }
    return undefined;
  }

  /** The object of a create of an earlier run; undefined: there is none. @throws DoubtError */
  async #findEarlier(one: OpenCreate): Promise<string | undefined> {
    const { creates, state } = this.known;
    const found = await findMade(this, one, {
      others: this.#listOthers(one),
      alike: creates.countAlike(this.declared, one.sent, state),
      // A create that may be sent again needs no wait for lists.
      forMs: this.kind.writing?.isRepeatable ? 0 : undefined,
      onWait: (ms) => this.#tellWait(one.sent, ms),
    });
    return found === "may appear" ? undefined : found;
  }

  /** A run that completed an earlier create may have been killed in its update. */
  #listOthers(one: OpenCreate): readonly OpenCreate[] {
    return this.known.earlier.filter((other) => other !== one);
  }

  #tellWait(sent: Properties, ms: number): void {
    if (ms < longestQuietMs) return;
    const span = ms > 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.ceil(ms / 1000)} seconds`;
    const what = `looks for the ${this.kind.describe(sent)}, which an earlier run began to create`;
    this.context.log(`${what}: lists may not show it for up to ${span}`);
  }

  /** Whether an entry holds the object, or another create is known to have made it. */
  isTaken(id: string): boolean {
    const { holders, journal } = this.known;
    const stamp = journal.stamps.get(id);
    return holders.isHeld(id) || (stamp !== undefined && !this.#settled.includes(stamp));
  }

  /** Whether the entry that the create replaces holds the object, or held it until this run deleted it. */
  isPredecessor(id: string): boolean {
    return this.known.holders.isPredecessor(id, this.declared.urn);
  }

  /** The resource whose entry holds the object, if that is another one. */
  findOther(id: string): OtherHolder | undefined {
    const { holders } = this.known;
    const urn = holders.find(id)?.urn;
    return urn === undefined || urn === this.declared.urn ? undefined : { urn, isDeclared: holders.isDeclared(id) };
  }

  /** Does what is left of a lost create, and updates the object to the declaration. */
  async #complete(id: string, lost: OpenCreate): Promise<Existing> {
    const { kind, context, inputs } = this;
    const { id: answered, sent: all, encrypted = [] } = lost;
    this.#completed = lost;
    const sent = this.#pickSent(all);
    context.log(describeFound(kind.describe(sent), id, answered !== undefined));
    this.take(id);
    const common = kind.shape.pickCommon(inputs);
    const created = await this.#send({ ...sent, ...common }, id);
    const { secretInputs: marked = [] } = this.declared;
    const secrets = [...new Set([...encrypted, ...kind.shape.secretInputs, ...marked])].filter((name) => name in sent);
    // A secret is always written, unless this run itself has sent it: what was sent may have been another one.
    const held = doubtInputs({ ...created, inputs: { ...sent, ...common } }, this.entry.hasSent ? [] : secrets);
    const changed = listChanged(kind, held, inputs);
    if (changed.length === 0) return created;
    context.checkpoint(id, held);
    const fixed = kind.shape.findChanged(held.inputs, inputs).filter((name) => kind.shape.replaceOn.includes(name));
    if (fixed.length > 0) {
      throw new Error(
        `An earlier run created the ${kind.describe(sent)} (${id}), and the state has it now. The declaration ` +
          `differs in ${fixed.join(" and ")}, which can't be updated. Run \`pulumi up\` again: it replaces the object.`,
      );
    }
    return { id, ...(await change(this, id, held, inputs)) };
  }

  /**
   * Creates the object. When a response is lost, it looks for the object, and sends the create again only if there
   * surely is none.
   */
  async #create(): Promise<Existing> {
    const { kind, inputs } = this;
    this.older ??= await listOlder(this);
    const { older } = this;
    await refuseTaken(this);
    this.#refuseUnknown(older);
    // It may be gone by now, if this run replaces it.
    const [there] = kind.writing?.isRepeatable ? (older ?? []) : [];
    const before = there === undefined ? undefined : await readAdoptee(this.#fresh, there, inputs);
    for (let sent = 1; ; sent += 1) {
      try {
        const { wasThere = false, ...created } = await this.#send(inputs, undefined, before);
        return wasThere ? await this.#adoptFound(created) : created;
      } catch (error) {
        // What a later call refuses isn't the create.
        if (this.#id !== undefined) throw error;
        if (!isUncertain(error) && sent === 1) throw await hintTakenName(this, error);
        // The calls of such a kind have repeated what was lost.
        if (kind.writing?.isRepeatable) throw error;
        const lost = { sent: inputs, older, forgetting: [forgetEntry(this.declared.urn)] };
        const found = await this.#findLost(lost, error);
        if (found !== undefined) return this.#complete(found, lost);
        // A refusal is final. An answer that can't be read would come again.
        if (!isUncertain(error) || isFinal(error) || sent >= mostSent) throw error;
        await wait(Math.random() * Math.min(pauses.firstMs * 2 ** sent, pauses.longestMs));
      }
    }
  }

  /** A create found its object: that is adopted, unless this stack created it. */
  async #adoptFound(found: Existing): Promise<Existing> {
    const { id } = found;
    const { kind, context, inputs } = this;
    if (await this.#wasCreated(id)) return found;
    const later = inputs.allowDelete === true ? "" : `: ${removalOfAdopted}`;
    context.log(`adopted ${kind.describe(inputs)} (${id}), which was there before${later}`);
    return { ...found, adopted: inputs };
  }

  /** @throws where an object may be what an earlier run created, because what that began is unknown. */
  #refuseUnknown(older: readonly string[] = []): void {
    const { kind, inputs } = this;
    const { problem } = this.known;
    if (problem === undefined || !this.#isFindable || kind.writing?.isRepeatable) return;
    const free = older.filter((id) => !this.isTaken(id) && !this.isPredecessor(id));
    if (free.length === 0) return;
    throw new DoubtError(describeUnknown(kind.describe(inputs), free, problem, "Nothing was created. "));
  }

  /** The object of a create that failed with this error; undefined: there surely is none. @throws the error. */
  async #findLost(lost: OpenCreate, error: unknown): Promise<string | undefined> {
    if (this.kind.adoption?.find === undefined) throw error;
    // After a refusal that isn't the platform's own, this run sends nothing again. The next run searches for longer.
    const forMs = isForeignRefusal(error) ? foreignRefusalMs : longestLagMs;
    const found = await findMade(this, lost, { endedAt: performance.now(), forMs }).catch((reason: unknown) => {
      if (reason instanceof DoubtError) throw addHint(error, reason.message);
      throw isUncertain(error) ? addHint(error, nextRunLooks) : error;
    });
    if (found !== "may appear") return found;
    throw addHint(error, nextRunLooks);
  }

  /**
   * Sends a create.
   *
   * @param madeId the object, if a lost create made it: then it does what is left.
   * @param before what the platform has already.
   */
  async #send(
    inputs: Properties,
    madeId?: string,
    before?: Adoptee,
  ): Promise<Existing & Pick<Created<Properties>, "wasThere">> {
    const { kind, entry } = this;
    const context: LifecycleContext = {
      ...this.context,
      madeId,
      // A create that leaves no object to find, such as a webhook request, counts as done if it may have been sent.
      mayBeDone: this.known.earlier.length > 0,
      replaces: (id) => this.isPredecessor(id),
      checkpoint: (id, remote) => this.#noteCreated(id, remote as AnyRemote),
    };
    const created: Created<Properties> = await writeWatchers.run(entry, kind.create, context, this.#pickSent(inputs));
    const { id, outputs } = created;
    // An object of its own beside the former one has other outputs.
    const isSame = before && Object.keys(outputs ?? {}).length > 0 && equal(outputs, before.remote.outputs);
    this.#noteCreated(id, { inputs, outputs: outputs ?? {} });
    if (madeId === undefined) context.client.noteCreated(kind.name, id.split("/").at(-1)!);
    const expected = { inputs, outputs: {}, values: {} };
    return {
      id,
      wasThere: created.wasThere ?? (before?.changed.length === 0 || isSame),
      ...(await readStored(this, id, expected, outputs, Object.keys(kind.fields))),
    };
  }

  /** What every kind has beside its own fields is never sent. */
  #pickSent(inputs: Properties): Properties {
    const { fields } = this.kind;
    return Object.fromEntries(Object.entries(inputs).filter(([name]) => Object.hasOwn(fields, name)));
  }

  #noteCreated(id: string, remote: AnyRemote): void {
    this.take(checkCreatedId(id));
    this.context.checkpoint(id, remote);
  }

  /**
   * It returns this object. Call it for an existing one before the first write to it.
   *
   * @throws when another resource of the program holds it.
   */
  take(id: string): void {
    if (id === this.#id) return;
    this.entry.begin();
    this.#hold(id);
    const { holders, creates } = this.known;
    if (this.entry.hasSent) holders.noteCreated(id);
    this.entry.made(id);
    creates.settle(this.#settled);
  }

  #hold(id: string): void {
    const { kind, inputs, stamp, urn } = this.declared;
    this.known.holders.noteDeclared(id, { stamp, urn }, () => kind.describe(inputs));
    this.#id = id;
  }

  #writeBegin(): void {
    const { kind, inputs, stamp, urn, address: place, clientSecret } = this.declared;
    // The object of another create has what that sent, and is no older than that.
    const { sent: all, older } = this.#completed ?? { sent: inputs, older: this.older };
    const sent = seal(clientSecret, this.#pickSent(all));
    const begun = { create: stamp, kind: kind.name, place, urn, older: older && [...older], sent };
    this.known.journal.begin(dropUndefined(begun));
  }
}

/** Why a create stops where an earlier run made an object that is of no resource. */
function describeStray(kind: AnyKind, stray: OpenCreate, id: string): string {
  const { sent, urn } = stray;
  return [
    `An earlier run created the ${kind.describe(sent)} (${id}) for ${urn}. No entry of the state has it, and this ` +
      "run doesn't declare that resource. Nothing was created, since this resource may be the same one, renamed.",
    `If it is: adopt: { id: "${id}" }`,
    "If --target leaves that resource out: run `pulumi up` without --target first.",
    "If it is another one: declare that resource again beside this one and run `pulumi up`, which takes it; then it " +
      "may be removed.",
    `If ${id} is to stay on the platform without a resource, and no other create of a killed run is open, since all ` +
      `are forgotten: ${describeForgetting(stray)}`,
  ].join("\n");
}

/**
 * The message for an object that a create found. Only if the platform had returned its id is it surely the create's own
 * object.
 */
function describeFound(what: string, id: string, wasAnswered: boolean): string {
  if (wasAnswered) return `recovered ${what} (${id}), which an earlier run created: it isn't created again`;
  return (
    `the response to the create of ${what} was lost, but ${id} was found: it isn't created again. ` +
    "If another stack created it at the same time, both stacks now manage it: see docs/guides/teams.md."
  );
}

/** Whether another request would get the same answer, and might create a second object. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.code === "unexpected_answer" || error.code === "unreadable_answer" || isForeignRefusal(error);
}

/** Whether something between this process and the platform refused a request, which may have passed it. */
function isForeignRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === undefined) return false;
  return error.status >= 300 && error.status < 500 && error.status !== 408;
}

const nextRunLooks = "The next `pulumi up` looks for the object before it creates another one.";

const addHint = (error: unknown, hint: string) => (error instanceof ApiError ? error.replaceHint(hint) : error);

/**
 * Why no create is sent where the state can't be read, and how to go on.
 *
 * @param described the object to create.
 * @param ids of the objects that have its natural key.
 * @param problem why the state can't be read.
 * @param outcome a sentence on what a create has done; empty: it is still to come.
 */
export function describeUnknown(described: string, ids: readonly string[], problem: string, outcome = ""): string {
  return (
    `There is a ${described} already (${ids.join(", ")}), and whether an earlier run of this stack created it is ` +
    `unknown: the state can't be read (${problem}). ${outcome}If it is the object, adopt it: ` +
    `${adviseAdopting(ids)}. If it is another one, put a Pulumi CLI that can read the state on the PATH, or set ` +
    "ANALYTICS_PULUMI_CLI to its path, and run `pulumi up` again."
  );
}
