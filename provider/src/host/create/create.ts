import { setTimeout as wait } from "node:timers/promises";
import { ApiError, checkCreatedId, isUncertain, writeWatchers } from "../../core/api";
import type { Properties } from "../../core/engine";
import { KeyedMutex } from "../../core/runtime";
import type { AnyKind, AnyRemote, CommonInputs, Created, LifecycleContext } from "../../kinds/declare";
import { readSettings } from "../../settings";
import { type Access, change, compare, readStored, type Written } from "../baseline/write";
import type { Attempt } from "./attempt";
import { hintTakenName, listOlder, noteMade, refuseForgotten, refuseTaken } from "./existing-objects";
import { refuseInterrupted } from "./interrupted";
import type { CreateRecord } from "./journal";
import { findLostObject, findLostRun, formProfileKey, type LostRun } from "./lost-run";
import { getOwnership } from "./ownership";
import { logToStack } from "./process-hooks";
import { createKey, openSealed, seal } from "./seal";
import { DoubtError, findMade, getLagMs, type LostCreate, longestLagMs, pauses } from "./search";

/** An object on the platform. */
export interface Existing extends Written {
  readonly id: string;
}

/** The resource that a create is for. */
export interface Declared {
  readonly inputs: Properties;
  /** The stamp of its entry in the state; see {@link Ownership}. */
  readonly stamp: string;
  readonly urn: string | undefined;
  readonly profile: string | undefined;
}

/**
 * Creates that could find the same object run one at a time, so that none takes an object that another is creating.
 */
const creates = new KeyedMutex();

/** Milliseconds that a create waits for the object of an earlier run, instead of failing. */
const patienceMs = 8_000;
/** Milliseconds that a create looks for its object after a refusal that isn't the platform's. */
const foreignRefusalMs = 2_000;
/** How often a create is sent while its answers are lost and no object appears. */
const mostSent = 8;

/**
 * One create: it adopts the object that `adopt` names, recovers the one that a lost run created, or creates one. Each
 * id is in the journal before anything else happens to its object.
 */
export class Create implements Access {
  readonly kind: AnyKind;
  readonly context: LifecycleContext;

  private constructor(
    { kind, context }: Access,
    readonly inputs: Properties,
    readonly attempt: Attempt,
    /** Undefined, too: the object to adopt is declared. */
    readonly lostRun: LostRun | undefined,
    private readonly clientSecret: string,
  ) {
    this.kind = kind;
    this.context = context;
  }

  /** Begins a create: it reserves the earlier attempts that it recovers. The journal gets it with its first request. */
  static async begin(access: Access, { inputs, stamp, urn, profile }: Declared): Promise<Create> {
    const { kind } = access;
    const settings = readSettings(profile);
    const { baseUrl, clientId, clientSecret } = settings;
    // Before the journal has the create: what fails here sends nothing that a later run could recover.
    const lostRun = findLostRun(profile, urn);
    const attempt = await getOwnership().begin({
      stamp,
      urn,
      key: createKey(clientSecret, [baseUrl, clientId, kind.name, kind.writing?.sent?.(inputs) ?? inputs]),
      name: createKey(clientSecret, [baseUrl, clientId, kind.name, kind.describe(inputs)]),
      profile: formProfileKey(settings),
      place: createKey("", [baseUrl]),
      description: () => kind.describe(inputs),
    });
    return new Create(access, inputs, attempt, (inputs as CommonInputs).adopt ? undefined : lostRun, clientSecret);
  }

  /** Runs it. A failed one leaves its attempt in the journal, unless there surely is no object. */
  async run(): Promise<Existing> {
    const { kind, inputs, attempt } = this;
    if (attempt.lost.length > 0) mentionPendingOperations();
    const leave = await creates.enter(`${kind.name} ${kind.describe(inputs)}`);
    try {
      return (await this.#adopt()) ?? (await this.#recover()) ?? (await this.#settle()) ?? (await this.#create());
    } catch (error) {
      if (!isUncertain(error) && !(error instanceof DoubtError)) attempt.noteRefused();
      throw error;
    } finally {
      leave();
      attempt.noteReturned();
    }
  }

  /** Adopts the declared object; undefined: there is none. */
  async #adopt(): Promise<Existing | undefined> {
    const { kind, context, inputs } = this;
    const id = await this.#findAdoptee();
    if (id === undefined) return undefined;
    // A list from before may lack it.
    const compared =
      (await compare(this, id, inputs)) ??
      (await compare({ kind, context: this.#freshContext }, id, inputs)) ??
      (await this.#readRestorable(id));
    if (compared === undefined) {
      throw new Error(
        `adopt: there is no ${kind.name} with the id ${id}. Correct the id, or remove adopt to create a ${kind.name}.`,
      );
    }
    const { remote, changed } = compared;
    this.#refuseReplacement(id, remote, changed);
    this.attempt.take(id);
    if (changed.length === 0) {
      this.#logUnwritten(`adopted ${kind.describe(inputs)} (${id}) as it is`);
      return { id, outputs: remote.outputs, values: {} };
    }
    // From here on the stack manages the object, even if the update fails.
    const held = { ...remote, inputs: { ...remote.inputs, ...kind.shape.pickCommon(inputs) }, values: {} };
    context.checkpoint(id, held);
    const written = await change(this, id, held, inputs);
    context.log(`adopted ${kind.describe(inputs)} (${id}) and updated its ${changed.join(", ")}`);
    return { id, ...written };
  }

  /** For objects that another process may have created a moment ago. */
  get #freshContext(): LifecycleContext {
    return { ...this.context, client: this.context.client.afterWrites };
  }

  /** The id of the object to adopt; undefined: create one. The object that a replacement replaces is never adopted. */
  async #findAdoptee(): Promise<string | undefined> {
    const { kind, context, inputs, attempt } = this;
    const { adopt } = inputs as CommonInputs;
    if (!adopt) return undefined;
    if (adopt !== true) {
      const id = (await kind.adoption?.ownId?.(context.client, adopt.id)) ?? adopt.id;
      return attempt.isPredecessor(id) ? undefined : id;
    }
    if (kind.adoption?.find === undefined) {
      // Its create writes the declaration, whether or not the object exists.
      if (kind.writing?.isRepeatable) return undefined;
      throw new Error(`adopt: a ${kind.name} can only be found by its id: adopt: { id: "…" }.`);
    }
    const ids = (await kind.adoption.find(this.#freshContext, inputs)).filter((id) => !attempt.isPredecessor(id));
    if (ids.length > 1) {
      const all = ids.join(", ");
      throw new Error(
        `adopt: ${ids.length} objects match ${kind.describe(inputs)}: ${all}. Select one: adopt: { id: "…" }.`,
      );
    }
    return ids[0];
  }

  /** An archived object that an update restores: all that is declared counts as changed. */
  async #readRestorable(id: string): Promise<{ remote: AnyRemote; changed: string[] } | undefined> {
    const remote = (await this.kind.adoption?.archived?.(this.context, id)) as AnyRemote | undefined;
    return remote && { remote, changed: this.kind.shape.findChanged(remote.inputs, this.inputs) };
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

  /**
   * Whether it compares the objects that exist with the declaration, because the lost run may have created one of them.
   */
  #isSearching(): boolean {
    return this.lostRun !== undefined && this.kind.adoption?.origin !== undefined;
  }

  /** Adopts the object that the lost run created; undefined: it created none. */
  async #recover(): Promise<Existing | undefined> {
    const { kind, inputs, lostRun, attempt } = this;
    if (lostRun === undefined || !this.#isSearching()) return undefined;
    const found = await findLostObject(this, inputs, lostRun);
    if (found === undefined) return undefined;
    const { id, remote } = found;
    // If this run is lost too, the next one finds the object in the same way.
    attempt.take(id, lostRun.since);
    this.#logUnwritten(`recovered ${kind.describe(inputs)} (${id}), which the lost run created`);
    return { id, outputs: remote.outputs, values: {} };
  }

  /** Logs an adoption without a write, and the inputs that can't be compared. */
  #logUnwritten(what: string): void {
    const notComparable = this.kind.adoption?.notComparable?.(this.inputs);
    this.context.log(`${what}: nothing was written${notComparable === undefined ? "" : `; ${notComparable}`}`);
  }

  /**
   * Completes what an earlier attempt at this resource created, and updates it to the declaration, which may be another
   * one by now. Undefined: none created anything. If a process is killed before the engine saves the response, or the
   * response is lost, no state has the object.
   *
   * @throws while its object may still appear; and after it was completed, where the declaration needs a replacement.
   */
  async #settle(): Promise<Existing | undefined> {
    for (const record of this.#isSearching() ? [] : this.attempt.lost) {
      const lost = this.#describeLost(record);
      const id = await this.#findEarlier(lost, record.at);
      if (id !== undefined) return this.#complete(id, lost);
    }
    return undefined;
  }

  #describeLost({ id, at, since = at, older, sent }: CreateRecord): LostCreate {
    const text = sent?.();
    const opened = text === undefined ? undefined : openSealed(this.clientSecret, text);
    return {
      // With other credentials, or by an older release: what it was is unknown.
      sent: (opened as Properties | undefined) ?? this.#pickSent(this.inputs),
      since,
      id,
      older: older && new Set(older),
      isJournalled: true,
    };
  }

  /** The object of an attempt that began at a time (milliseconds since 1970); undefined: there is none. */
  async #findEarlier(lost: LostCreate, at: number): Promise<string | undefined> {
    const { kind } = this;
    if (kind.adoption?.find === undefined) return undefined;
    const since = Math.max(0, Date.now() - at);
    const found = await findMade(this, lost, { sinceMs: since, forMs: patienceMs });
    if (found !== "may appear") return found?.id;
    if (kind.writing?.isRepeatable) return undefined;
    const untilMs = at + (getLagMs(this) ?? longestLagMs);
    const seconds = Math.max(1, Math.ceil((untilMs - Date.now()) / 1000));
    throw new DoubtError(
      `An earlier run began to create the ${kind.describe(lost.sent)} at ${new Date(at).toISOString()}, and ended ` +
        "before it knew the result. The platform doesn't show the object, and may until " +
        `${new Date(untilMs).toISOString()}. Nothing was created. Run \`pulumi up\` again in ` +
        `${seconds} seconds: it looks for the object first.`,
    );
  }

  /** Does what is left of a lost create, and updates the object to the declaration. */
  async #complete(id: string, { id: answered, sent }: LostCreate): Promise<Existing> {
    const { kind, context, inputs, attempt } = this;
    context.log(describeFound(kind.describe(sent), id, answered !== undefined || attempt.known.includes(id)));
    attempt.take(id);
    const common = kind.shape.pickCommon(inputs);
    const created = await this.#send({ ...sent, ...common }, id);
    const changed = kind.shape.findChanged({ ...sent, ...common }, inputs, created.outputs);
    if (changed.length === 0) return created;
    const held = { inputs: { ...sent, ...common }, outputs: created.outputs, values: created.values };
    context.checkpoint(id, held);
    const fixed = changed.filter((name) => kind.shape.replaceOn.includes(name));
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
    const { kind, inputs, attempt } = this;
    const older = await listOlder(this);
    await refuseTaken(this);
    await refuseForgotten(this);
    if (this.lostRun === undefined && attempt.lost.length === 0) await refuseInterrupted(this, older);
    attempt.plan(() => seal(this.clientSecret, this.#pickSent(inputs)), older && [...older]);
    const begunAt = Date.now();
    const lost: LostCreate = {
      sent: this.#pickSent(inputs),
      since: begunAt,
      older,
      isJournalled: true,
    };
    for (let sent = 1; ; sent += 1) {
      try {
        return await this.#send(inputs);
      } catch (error) {
        // What a later call refuses isn't the create.
        if (attempt.hasObject) throw error;
        if (!isUncertain(error) && sent === 1) throw await hintTakenName(this, error);
        // The calls of such a kind have repeated what was lost.
        if (kind.writing?.isRepeatable) throw error;
        const found = await this.#findLost(lost, error);
        if (found !== undefined) return this.#complete(found.id, lost);
        // A refusal is final. An answer that can't be read would come again.
        if (!isUncertain(error) || isFinal(error) || sent >= mostSent) throw error;
        await wait(Math.random() * Math.min(pauses.firstMs * 2 ** sent, pauses.longestMs));
      }
    }
  }

  /** The object of a create that failed with this error; undefined: there surely is none. @throws the error. */
  async #findLost(lost: LostCreate, error: unknown): Promise<{ id: string } | undefined> {
    if (this.kind.adoption?.find === undefined) throw error;
    // After a refusal that isn't the platform's own, this run sends nothing again. The next run searches for longer.
    const forMs = isForeignRefusal(error) ? foreignRefusalMs : longestLagMs;
    const found = await findMade(this, lost, { sinceMs: 0, forMs }).catch((reason: unknown) => {
      if (reason instanceof DoubtError) throw addHint(error, reason.message);
      throw isUncertain(error) ? addHint(error, nextRunLooks) : error;
    });
    if (found !== "may appear") return found;
    throw addHint(error, nextRunLooks);
  }

  /** Sends a create. @param madeId the object, if a lost create made it: then it does what is left. */
  async #send(inputs: Properties, madeId?: string): Promise<Existing> {
    const { kind, attempt, lostRun } = this;
    const context: LifecycleContext = {
      ...this.context,
      madeId,
      // A create that leaves no object to find, such as a webhook request, counts as done if it may have been sent.
      mayBeDone: attempt.lost.length > 0 || (lostRun !== undefined && !lostRun.isJournalled),
      replaces: (id) => attempt.isPredecessor(id),
      checkpoint: (id, remote) => this.#noteCreated(id, remote as AnyRemote),
    };
    const created: Created<Properties> = await writeWatchers.run(attempt, kind.create, context, this.#pickSent(inputs));
    const { id, outputs } = created;
    this.#noteCreated(id, { inputs, outputs: outputs ?? {} });
    if (madeId === undefined) context.client.noteCreated(kind.name, id.split("/").at(-1)!);
    noteMade(this, id, inputs);
    const expected = { inputs, outputs: {}, values: {} };
    return { id, ...(await readStored(this, id, expected, outputs, Object.keys(kind.fields))) };
  }

  /** What every kind has beside its own fields is never sent. */
  #pickSent(inputs: Properties): Properties {
    const { fields } = this.kind;
    return Object.fromEntries(Object.entries(inputs).filter(([name]) => Object.hasOwn(fields, name)));
  }

  #noteCreated(id: string, remote: AnyRemote): void {
    this.attempt.noteCreated(checkCreatedId(id));
    this.context.checkpoint(id, remote);
  }
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

let hasMentioned = false;

/**
 * Logs, once per process, how to clear the engine's warnings: it keeps the pending operations of a killed run even
 * after recovery.
 */
function mentionPendingOperations(): void {
  if (hasMentioned) return;
  hasMentioned = true;
  logToStack(
    "An earlier run ended before it knew the results of its creates. This run adopts the objects that it created, " +
      "and creates the rest. If Pulumi still warns of pending operations afterwards, clear them: pulumi refresh " +
      "--yes --skip-preview --clear-pending-creates",
  );
}
