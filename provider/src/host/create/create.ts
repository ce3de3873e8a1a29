import { ApiError, type CreateOptions, checkCreatedId, ifItReplaces, isUncertain, writeWatchers } from "../../core/api";
import type { Properties } from "../../core/engine";
import { KeyedMutex } from "../../core/runtime";
import type { AnyKind, AnyRemote, CommonInputs, Created, LifecycleContext } from "../../kinds/declare";
import { readSettings } from "../../settings";
import { type Access, change, compare, readStored, type Written } from "../baseline/write";
import { createKey } from "./journal";
import { findLostObject, findLostRun, formProfileKey, type LostRun } from "./lost-run";
import { type Attempt, getOwnership } from "./ownership";
import { logToStack } from "./process-hooks";

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
 * Creates that could find the same object run one at a time, so that none adopts an object that another is creating.
 */
const recoveries = new KeyedMutex();

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
      profile: formProfileKey(settings),
      description: () => kind.describe(inputs),
    });
    return new Create(access, inputs, attempt, (inputs as CommonInputs).adopt ? undefined : lostRun);
  }

  /** Runs it. A failed one leaves its attempt in the journal, unless there surely is no object. */
  async run(): Promise<Existing> {
    const { kind, inputs, attempt } = this;
    if (attempt.lost !== undefined) mentionPendingOperations();
    const leave = this.#isSearching() ? await recoveries.enter(`${kind.name} ${kind.describe(inputs)}`) : undefined;
    try {
      return (await this.#adopt()) ?? (await this.#recover()) ?? (await this.#create());
    } catch (error) {
      if (!isUncertain(error)) attempt.noteRefused();
      throw error;
    } finally {
      leave?.();
      attempt.noteReturned();
    }
  }

  /** Adopts the declared object; undefined: there is none. */
  async #adopt(): Promise<Existing | undefined> {
    const { kind, context, inputs } = this;
    const id = await this.#findAdoptee();
    if (id === undefined) return undefined;
    const compared = (await compare(this, id, inputs)) ?? (await this.#readRestorable(id));
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
      throw new Error(`adopt: a ${kind.name} can only be found by its id: adopt: { id: "…" }.`);
    }
    const ids = (await kind.adoption.find(context, inputs)).filter((id) => !attempt.isPredecessor(id));
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
    const found = await findLostObject(this, lostRun);
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
   * Creates the object, unless an earlier attempt did: if a process is killed before the engine saves the response, no
   * state records the object.
   */
  async #create(): Promise<Existing> {
    const { kind, inputs, attempt } = this;
    const context: LifecycleContext = {
      ...this.context,
      createOptions: this.#buildOptions(),
      replaces: (id) => attempt.isPredecessor(id),
      checkpoint: (id, remote) => this.#noteCreated(id, remote as AnyRemote),
    };
    let created: Created<Properties>;
    try {
      created = await writeWatchers.run(attempt, kind.create, context, this.#pickSent());
    } catch (error) {
      // What a later call refuses isn't the name.
      throw attempt.hasObject ? error : await this.#hintTakenName(error);
    }
    const { id, outputs } = created;
    this.#noteCreated(id, { inputs, outputs: outputs ?? {} });
    const expected = { inputs, outputs: {}, values: {} };
    return { id, ...(await readStored(this, id, expected, outputs, Object.keys(kind.fields))) };
  }

  /** What every kind has beside its own fields is never sent. */
  #pickSent(): Properties {
    const { fields } = this.kind;
    return Object.fromEntries(Object.entries(this.inputs).filter(([name]) => Object.hasOwn(fields, name)));
  }

  #buildOptions(): CreateOptions {
    const { kind, inputs, context, attempt } = this;
    return {
      ...this.#chooseEarlier(),
      isTaken: (id) => attempt.isTaken(id),
      onFound: (id) => context.log(describeFound(kind.describe(inputs), id, id === attempt.lost?.id)),
    };
  }

  /** The earlier attempt whose object the client looks for first. */
  #chooseEarlier(): CreateOptions {
    const { kind, lostRun } = this;
    // All candidates were compared already.
    if (this.#isSearching()) return {};
    // A create that leaves no object to find, such as a webhook request, counts as done if it may have been sent.
    if (lostRun !== undefined && kind.adoption?.find === undefined && !lostRun.isJournalled) {
      return { attemptedAt: lostRun.since };
    }
    const { lost } = this.attempt;
    return { attemptedAt: lost?.since, attemptedId: lost?.id };
  }

  #noteCreated(id: string, remote: AnyRemote): void {
    this.attempt.noteCreated(checkCreatedId(id));
    this.context.checkpoint(id, remote);
  }

  /** The error of a refused create, with a hint if the name is taken. */
  async #hintTakenName(error: unknown): Promise<unknown> {
    const { kind, context, inputs } = this;
    // The status of a taken name is undocumented.
    const mayBeTaken =
      error instanceof ApiError &&
      // The object may be the create's own.
      error.outcome !== "unknown" &&
      !error.fromProxy &&
      [400, 409, 422].includes(error.status ?? 0);
    if (!mayBeTaken) return error;
    const ids: readonly string[] = (await kind.adoption?.find?.(context, inputs).catch(() => [])) ?? [];
    if (ids.length === 0) return error;
    return new Error(
      `${error.message} There is a ${kind.describe(inputs)} already (${ids.join(", ")}): adopt it with adopt: ` +
        `true, or choose another name. ${ifItReplaces}`,
    );
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
