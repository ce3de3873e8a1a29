import { type Identity, readUnlessGone } from "../core/api";
import { unknownValue } from "../core/data";
import { dropUndefined, hasUnknown, type Properties, parsePropertyPath } from "../core/engine";
import type { Run } from "../core/runtime";
import { type AnyKind, type AnyRemote, type LifecycleContext, listEnds } from "../kinds/declare";
import { registry } from "../kinds/registry";
import { getStackClient, isCheckingLive } from "../settings";
import { addKept, listKept } from "./baseline/kept";
import { describeStoredValues, restoreDeclared, type StoredValues } from "./baseline/values";
import { change } from "./baseline/write";
import { checkedKey, warnedKey } from "./check-digests";
import { type Checked, Checks } from "./checks";
import {
  attemptKey,
  type Create,
  createStamp,
  DoubtError,
  describeAdoption,
  describeMissing,
  describeUnknown,
  type Entry,
  findMade,
  forgetEntry,
  getOwnership,
  isPlaceholder,
  listOlder,
  type OpenCreate,
  type Ownership,
  type PlannedAdoption,
  type PlannedAttempt,
  removalOfAdopted,
  Update,
} from "./create";
import { explainDelete, isGuarded, pickDeleteOptions } from "./delete-consent";
import { PartiallyCreatedError } from "./errors";
import type { Doubt } from "./missing-doubt";
import { getSightings, kept, type Sought } from "./missing-objects";
import { type Begun, createQuietContext, Operation } from "./operation";
import { isElsewhere, isFromElsewhere, isOfUnknown } from "./organization-guard";
import { refuseOverwrite } from "./overwrite-guard";
import { noteDanger } from "./relations";
import {
  buildState,
  getEnvelope,
  getProfile,
  getStamp,
  type Held,
  noteSettled,
  noteWrite,
  readInputs,
  readState,
} from "./state";
import { refuseTakingAlong } from "./taken-along";
import { type ProgramResource, Voice } from "./voice";

export { type Checked, checkedKey, PartiallyCreatedError, type ProgramResource, warnedKey };

/** The resource option by which a resource gets another organization, as a {@link Difference} names it. */
const providerOption = "provider";

/** Whether the platform has an object; a deleted one that the provider will restore stays in the state. */
const isThere = ({ outputs }: AnyRemote) => outputs.deleted !== true;

/** What differs between the state and the declaration. */
export interface Difference {
  /** The inputs that differ in meaning. */
  readonly changed: readonly string[];
  /** Those of them that replace the object. */
  readonly replaces: readonly string[];
  /**
   * Whether the declaration equals the one of the state's inputs: then the platform has something else, which only the
   * provider sees.
   */
  readonly isDeclaredAsBefore: boolean;
}

/**
 * The life cycle that all kinds share: what both doors, the dynamic provider and the plugin, answer the engine.
 * Properties are in clear, unknown values are `unknownValue`, and a state is as the lifecycle made it. Each call throws
 * {@link PlainError}, or {@link PartiallyCreatedError} when there is an object that the state must remember.
 *
 * @example `new KindLifecycle(tag, run).create({}, { name: "prod", color: "grass" })`
 */
export class KindLifecycle {
  readonly #checks: Checks;
  /**
   * What the program, or else the state, says of a resource's delete, such as the consent to it. It holds for entries
   * whose inputs no update can change: a former one, which the engine keeps where a delete was refused after it had
   * created the replacement, and a tainted one, which the engine only replaces.
   */
  readonly #deleteOptions = new Map<string, Properties>();
  /** The objects with contents that this run has compared, and their inputs in the state, by URN. */
  readonly #compared = new Map<string | undefined, { readonly id: string; readonly inputs: Properties }>();
  get #ownership(): Ownership {
    return getOwnership(this.run);
  }

  /** Whether this run has shown what a delete leaves behind. */
  #hasToldLeft = false;

  constructor(
    private readonly kind: AnyKind,
    private readonly run: Run,
  ) {
    this.#checks = new Checks(kind, run);
  }

  /** Sends no request. `olds` are the inputs of the state; empty for a new resource. */
  check(resource: ProgramResource, olds: Properties, news: Properties): Checked {
    const { urn } = resource;
    this.#ownership.registered(urn);
    if (urn !== undefined) {
      const [before, after] = [readInputs(this.kind, olds), news].map((one) => pickDeleteOptions(this.kind, one));
      this.#deleteOptions.set(urn, { ...before, ...after });
    }
    const checked = this.#checks.check(resource, olds, news);
    // The engine checks once more, as if it were new, what it replaces, for whatever reason.
    const replaced = Object.keys(olds).length === 0 ? this.#compared.get(urn) : undefined;
    if (replaced !== undefined) this.#checks.tellReplacement(resource, replaced.id, replaced.inputs, news);
    return checked;
  }

  /** What only the platform knows of what `check` found, where the stack's settings ask for it. */
  checkLive(resource: ProgramResource, olds: Properties, checked: Checked): Promise<Checked> {
    return this.#checks.checkLive(resource, olds, checked);
  }

  /**
   * Inputs beside the declared ones: what a new resource's create needs to know, so that the engine keeps it with the
   * pending create. Sends at most one list for each kind and folder or document.
   */
  async planCreate(resource: ProgramResource, olds: Properties, { inputs, problems }: Checked): Promise<Properties> {
    const { urn } = resource;
    if (problems.length > 0) return {};
    const isNew = Object.keys(readInputs(this.kind, olds)).length === 0;
    if (!isNew) {
      this.#known.add(urn);
      return dropUndefined({ [attemptKey]: olds[attemptKey] });
    }
    const stamp = await this.#ownership.planStamp(urn);
    // What an unanswered create made isn't older than the one that replaces it.
    const before = this.#unanswered.get(urn);
    const { older, adoption } =
      before === undefined ? await this.#lookBefore(inputs, urn) : { older: before.older, adoption: undefined };
    const voice = this.#createVoice(resource, inputs);
    if (this.kind.adoption?.find !== undefined && (await this.#ownership.hasOpen(urn)))
      voice.tell(`an earlier run was killed in the create of this resource: ${looksFirst}`);
    if (adoption !== undefined) this.#planAdoption(voice, adoption, { stamp, urn }, inputs);
    const isReplacing = before !== undefined || this.#known.has(urn);
    const unknown = isReplacing ? undefined : await this.#describeUnknown(inputs, urn, older);
    if (unknown !== undefined) voice.warn(`\`pulumi up\` will stop. ${unknown}`);
    return { [attemptKey]: dropUndefined({ stamp, older }) };
  }

  /** Tells of an adoption. @throws where another resource of the program has the object: its create would. */
  #planAdoption(voice: Voice, { id, message }: PlannedAdoption, entry: Entry, inputs: Properties): void {
    try {
      if (id !== undefined) this.#ownership.holders.planAdoption(id, entry, () => this.kind.describe(inputs));
    } catch (error) {
      throw voice.refuse((error as Error).message);
    }
    voice.tell(message);
  }

  /** Why the create of a new resource will stop, as its preview can know: an object has its natural key. */
  async #describeUnknown(
    inputs: Properties,
    urn: string | undefined,
    older: readonly string[] | typeof unknownValue | undefined,
  ): Promise<string | undefined> {
    const { kind } = this;
    if (!Array.isArray(older) || older.length === 0 || inputs.adopt || kind.writing?.isRepeatable) return undefined;
    const problem = await this.#ownership.findProblem(urn);
    return problem && describeUnknown(kind.describe(inputs), older, problem);
  }

  /** The URNs of the entries that the program declares, and this run may replace. */
  readonly #known = new Set<string | undefined>();
  /** By URN, the entries whose create got no answer, and that a create of this run replaces. */
  readonly #unanswered = new Map<string | undefined, OpenCreate>();

  /**
   * The ids of the objects that have the natural key of a new resource now, and what its create will adopt; undefined:
   * unknown.
   */
  async #lookBefore(
    inputs: Properties,
    urn: string | undefined,
  ): Promise<{ older?: readonly string[] | typeof unknownValue; adoption?: PlannedAdoption }> {
    const { kind } = this;
    // A plan allows any value in the place of an unknown one.
    if (hasUnknown(inputs)) return kind.adoption?.find === undefined ? {} : { older: unknownValue };
    try {
      const context = createQuietContext(this.run, kind, getStackClient(this.run, getProfile(inputs)));
      const [older, adoption] = await Promise.all([
        listOlder({ kind, context, inputs }),
        describeAdoption({ kind, context: { ...context, client: context.client.ofBurst } }, inputs, (id) =>
          this.#ownership.findOwner(id, kind.name, urn),
        ),
      ]);
      return { older: older && [...older].sort(), adoption };
    } catch {
      // A preview works without the platform.
      return {};
    }
  }

  diff(resource: ProgramResource, id: string, olds: Properties, news: Properties): Difference {
    const { kind } = this;
    const voice = this.#createVoice(resource, olds, news);
    // Its object is unknown: a create looks for it.
    if (isPlaceholder(id)) {
      const unanswered = this.#openUnanswered(resource, olds);
      this.#unanswered.set(resource.urn, unanswered);
      const what = kind.describe(unanswered.sent);
      voice.tell(`the create of the ${what} got no answer: ${looksFirst}`);
      const names = Object.keys(kind.fields).slice(0, 1);
      return { changed: names, replaces: names, isDeclaredAsBefore: false };
    }
    const { inputs: before, outputs } = readState(this.kind, olds);
    const { adopted } = getEnvelope(olds) ?? {};
    const after = this.#addKept(olds, before, this.kind.shape.pickInputs(news));
    this.#noteCompared(resource, id, olds, news);
    const changed = this.kind.shape.findChanged(before, after, outputs);
    changed.push(...this.#findChangedHome(voice, id, olds, news));
    // A path inside a field counts as the whole field.
    const named = (resource.replaceOnChanges ?? []).map((path) => parsePropertyPath(path).name);
    const replaceOn = new Set(["profile", providerOption, ...kind.shape.replaceOn, ...named]);
    // An unknown value counts as a change: only an object that is being created or replaced has an unknown id.
    const replaces = changed.filter((key) => replaceOn.has(key) || replaceOn.has("*"));
    if (replaces.length > 0 && (isGuarded(kind, before) || (adopted && before.allowDelete !== true))) {
      throw voice.refuse(
        `${kind.describe(before)} (${id}): changing ${replaces.join(" and ")} would delete it and create ` +
          `another. ${explainDelete(kind)} For that, declare ${replaces.join(" and ")} as before.`,
      );
    }
    const contrary = this.#checks.noteObject(resource, id, after);
    if (contrary !== undefined) throw voice.refuse(contrary);
    this.#checks.tellUpdate(resource, id, { inputs: before, outputs }, olds, news);
    if (kind.deletion?.takesAlong !== undefined) this.#compared.set(resource.urn, { id, inputs: before });
    return { changed, replaces, isDeclaredAsBefore: this.#checks.isAsBefore(resource) };
  }

  async create(resource: ProgramResource, news: Properties): Promise<{ id: string; state: Properties }> {
    const inputs = this.#checks.validate(resource, news);
    const planned = { stamp: createStamp(), ...(news[attemptKey] as PlannedAttempt | undefined) };
    const operation = new Operation(this.kind, { resource, inputs, stamp: planned.stamp, news }, this.run);
    let create: Create | undefined;
    try {
      const begun = await operation.begin();
      const { context } = begun;
      const { urn, secretInputs, open } = resource;
      const replaces = this.#unanswered.get(urn);
      create = await this.#ownership.begin({ ...begun, inputs, urn, ...planned, replaces, secretInputs, open });
      const { id, outputs, values, adopted } = await create.run();
      const noted = noteSettled(begun.held, create.settles, urn);
      const held = { ...noted, adopted: adopted && listKept(this.kind, inputs, adopted) };
      // The checks of its dependents follow.
      const contrary = this.#checks.noteObject(resource, id, inputs);
      if (contrary !== undefined) context.log(`warning: ${contrary}`);
      const kept = adopted ?? inputs;
      this.#tellStored(context, kept, values, {}, held);
      return { id, state: buildState(this.kind, { inputs: kept, outputs }, values, noteWrite(held)) };
    } catch (error) {
      throw await operation.explain(error, create);
    }
  }

  /**
   * Undefined: there is no such object. A `state` without the lifecycle's own data is a lookup by id or an import; the
   * object's own id may then be another one.
   */
  async read(
    resource: ProgramResource,
    given: string,
    state: Properties,
  ): Promise<{ id: string; state: Properties; inputs: Properties } | undefined> {
    const isKnown = getEnvelope(state) !== undefined;
    const { settles } = getEnvelope(state) ?? {};
    if (isKnown) this.#ownership.shown(given, { stamp: getStamp(state), urn: resource.urn }, settles);
    const before = readState(this.kind, state);
    const operation = new Operation(this.kind, { resource, inputs: before.inputs, id: given, state }, this.run);
    try {
      const begun = await operation.begin();
      const { context, held } = begun;
      const id = await this.#resolveId(begun, resource, given, state);
      if (id === undefined) return await this.#forget(given, resource, state);
      if (isPlaceholder(id)) return { id, state, inputs: before.inputs };
      const read = () => this.kind.read(context, id, isKnown ? before : undefined);
      const sightings = getSightings(this.run, context.client);
      const remote = await (isKnown
        ? sightings.readObject<AnyRemote>(this.#describeSought(begun, id, state, before), read, isThere)
        : readUnlessGone<AnyRemote | undefined>(read()));
      if (remote === undefined) {
        if (isKnown) return await this.#forget(given, resource, state);
        await this.#tellName(context, id);
        return undefined;
      }
      if (!isKnown) this.#ownership.noteChange();
      if (remote === kept) return { id, state, inputs: before.inputs };
      const found = restoreDeclared(this.kind, remote.inputs, before.values);
      const inputs = dropUndefined({ ...found.inputs, ...this.kind.shape.pickCommon(before.inputs) });
      const { outputs } = remote;
      const undeclared = Object.fromEntries((held.adopted ?? []).map((name) => [name, undefined]));
      const declared = dropUndefined({ ...inputs, ...undeclared });
      return { id, state: buildState(this.kind, { inputs, outputs }, found.values, held), inputs: declared };
    } catch (error) {
      throw await operation.explain(error);
    }
  }

  /** Before an entry leaves the state. @throws see {@link Ownership.refuseForgetting}. */
  async #forget(id: string, resource: ProgramResource, state: Properties): Promise<undefined> {
    const { settles, urn } = getEnvelope(state) ?? {};
    const entry = { stamp: getStamp(state), urn: resource.urn ?? urn };
    const description = `${this.kind.describe(readInputs(this.kind, state))} (${id})`;
    await this.#ownership.refuseForgetting(id, entry, settles, description);
  }

  /** Tells of a name in the place of the id that a person imports. */
  async #tellName({ client, log }: LifecycleContext, given: string): Promise<void> {
    const { isName, message } = await describeMissing(this.kind, client, given);
    if (isName) log(`${message} Write that id.`);
  }

  /**
   * The id of the object that a read is of: a person's for it, or that of a create which got no answer, once it is
   * there. Undefined: that create made none.
   */
  async #resolveId(begun: Begun, resource: ProgramResource, given: string, state: Properties) {
    const { context } = begun;
    if (getEnvelope(state) === undefined) return (await this.kind.adoption?.ownId?.(context.client, given)) ?? given;
    if (!isPlaceholder(given)) return given;
    try {
      return await this.#findUnanswered(begun, resource, given, state);
    } catch (error) {
      if (!(error instanceof DoubtError)) throw error;
      context.log(`warning: ${error.message}`);
      return given;
    }
  }

  /**
   * The object of an entry whose create got no answer; undefined: there is none, or a create of this run has it.
   *
   * @throws DoubtError
   */
  async #findUnanswered(
    { kind, context }: Begun,
    resource: ProgramResource,
    given: string,
    state: Properties,
    isForDelete = false,
  ) {
    const lost = this.#openUnanswered(resource, state);
    const { stamp = "", urn, sent } = lost;
    const ownership = this.#ownership;
    const isReplaced = [...this.#unanswered.values()].some((one) => one.stamp === stamp);
    if (isReplaced || ownership.creates.isSettled(stamp)) return undefined;
    await ownership.noteEntries(given, { stamp, urn });
    const seeker = { kind, context, isTaken: (id: string) => ownership.holders.isHeld(id) };
    const found = await findMade(seeker, lost, { isForDelete });
    if (found !== undefined) context.log(`found ${kind.describe(sent)} (${found}), whose create got no answer`);
    return found;
  }

  /** The create of an entry that got no answer. */
  #openUnanswered(resource: ProgramResource, state: Properties): OpenCreate {
    const { stamp, older, urn: kept } = getEnvelope(state) ?? {};
    const urn = resource.urn ?? kept;
    return { stamp, urn, sent: readInputs(this.kind, state), encrypted: [], older, forgetting: [forgetEntry(urn)] };
  }

  async update(
    resource: ProgramResource,
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ state: Properties }> {
    const { kind } = this;
    const before = readState(kind, olds);
    const declared = this.#checks.validate(resource, news, before.inputs);
    const inputs = this.#addKept(olds, before.inputs, declared);
    this.#noteCompared(resource, id, olds, news);
    const operation = new Operation(this.kind, { resource, inputs, id, state: olds, news }, this.run);
    try {
      const begun = await operation.begin();
      const { context } = begun;
      const adopted = begun.held.adopted && listKept(kind, declared, before.inputs);
      const held = { ...begun.held, adopted };
      const { texts } = this.#createVoice(resource, news, olds);
      const update = new Update(begun, id, before, inputs);
      await refuseOverwrite(begun, id, update.before, inputs, { inputs: held.secretInputs, texts });
      const { outputs, values } = await update.run(() => change(begun, id, update.before, inputs));
      this.#tellStored(context, inputs, values, before.values, held);
      // It says itself what it did.
      noteDanger(this.run, resource.urn, id, undefined);
      return { state: buildState(this.kind, { inputs, outputs }, values, noteWrite(held)) };
    } catch (error) {
      throw await operation.explain(error);
    }
  }

  async delete(resource: ProgramResource, given: string, state: Properties): Promise<void> {
    const { kind } = this;
    const known = readState(kind, state);
    const options = this.#deleteOptions.get(resource.urn ?? getEnvelope(state)?.urn ?? "");
    const before = { ...known, inputs: { ...known.inputs, ...options } };
    const operation = new Operation(kind, { resource, inputs: before.inputs, id: given, state }, this.run);
    try {
      const begun = await operation.begin();
      const { context } = begun;
      await this.#forget(given, resource, state);
      const id = isPlaceholder(given) ? await this.#findUnanswered(begun, resource, given, state, true) : given;
      if (id === undefined) return;
      const entry = { stamp: getStamp(state), urn: resource.urn };
      const holder = await this.#ownership.release(id, entry);
      if (holder !== undefined) {
        context.log(describeKept(kind.describe(before.inputs), id, holder.urn));
        return;
      }
      if (begun.held.adopted !== undefined && before.inputs.allowDelete !== true) {
        this.#ownership.holders.noteKept(id);
        context.log(`kept ${kind.describe(before.inputs)} (${id}): ${removalOfAdopted}`);
        return;
      }
      try {
        if (isGuarded(kind, before.inputs) && (id !== given || (await operation.isThere(context)))) {
          throw new Error(`${kind.describe(before.inputs)} (${id}) was not deleted. ${explainDelete(kind)}`);
        }
        await refuseTakingAlong(kind, context, { id, inputs: before.inputs });
        await this.#tellImpact(id, before.inputs, context);
        const remove = () => kind.delete(context, id, before).then(() => "deleted" as const);
        const deleted = await getSightings(this.run, context.client).remove(
          this.#describeSought(begun, id, state, before),
          remove,
        );
        const left = deleted && !this.#hasToldLeft ? kind.deletion?.leaves?.(before.inputs) : undefined;
        if (left !== undefined) context.log(left);
        this.#hasToldLeft ||= left !== undefined;
      } catch (error) {
        this.#ownership.holders.noteRetained(id, entry);
        throw error;
      }
    } catch (error) {
      throw await operation.explain(error);
    }
  }

  /** Says what a delete breaks, where the stack asks for it. */
  async #tellImpact(id: string, inputs: Properties, context: LifecycleContext): Promise<void> {
    const { impact } = this.kind.review ?? {};
    if (impact !== undefined && isCheckingLive("impact")) await impact.delete(id, inputs, context);
  }

  /** An object of the state, as the sightings of a run look for it. */
  #describeSought(
    { context, held, address }: Begun,
    id: string,
    state: Properties,
    before: AnyRemote,
  ): Sought<AnyRemote> {
    const { kind } = this;
    const { inputs, outputs } = before;
    const findForeignSource = async ({ organizationId, userId }: Identity): Promise<Doubt | undefined> => {
      const readLabel = (member: string) => context.client.members.readLabel(member);
      const tell = (source: string): Doubt => ({ reason: "source", source });
      if (isOfUnknown(getEnvelope(state))) return tell("by a release that noted no organization");
      if ((held.organization ?? organizationId) !== organizationId)
        return tell(`in the organization ${held.organization}, and ${await readLabel(userId)} is of ${organizationId}`);
      return (held.address ?? address) === address ? undefined : tell("at another base URL");
    };
    return {
      id,
      inputs,
      outputs,
      description: `${kind.describe(inputs)} (${id})`,
      area: kind.area,
      ends: listEnds(kind, id).map((end) => ({ ...end, areas: end.kinds.map((name) => registry[name]?.().area) })),
      folders: kind.shape.listFolders(inputs),
      permission: kind.needs.permission,
      writtenAt: held.writtenAt,
      findForeignSource,
      async read(client) {
        const found = await kind.read({ ...context, client }, id, before);
        return found !== undefined && isThere(found) ? found : undefined;
      },
      beginDelete: () => this.#ownership.beginDelete(id, getStamp(state)),
      log: context.log,
    };
  }

  /** Tells of what the platform stored in another form than it was declared. */
  #tellStored(
    { log }: LifecycleContext,
    inputs: Properties,
    values: StoredValues,
    before: StoredValues,
    { secretInputs }: Held,
  ): void {
    const { kind } = this;
    const told = describeStoredValues(kind, inputs, values, before, secretInputs);
    for (const what of told) log(`${kind.describe(inputs)}: ${what}`);
  }

  /** The declaration, for an adopted object with what it leaves to the platform. */
  #addKept(olds: Properties, before: Properties, declared: Properties): Properties {
    return getEnvelope(olds)?.adopted === undefined ? declared : addKept(this.kind, declared, before);
  }

  #createVoice(resource: ProgramResource, ...all: (Properties | undefined)[]): Voice {
    return new Voice(this.run, this.kind, resource, ...all);
  }

  /** What leads to another organization than the state's: the input `profile`, or the option `provider`. */
  #findChangedHome(voice: Voice, id: string, olds: Properties, news: Properties): string[] {
    const before = readInputs(this.kind, olds);
    const known = [getProfile(before), getEnvelope(olds), getProfile(this.kind.shape.pickInputs(news))] as const;
    if (isElsewhere(...known)) return ["profile"];
    try {
      return isFromElsewhere(this.run, ...known) ? [providerOption] : [];
    } catch (error) {
      throw voice.refuse(`${this.kind.describe(before)} (${id}): ${(error as Error).message}`);
    }
  }

  #noteCompared(resource: ProgramResource, id: string, olds: Properties, news: Properties): void {
    const inputs = this.kind.shape.pickInputs(news);
    try {
      this.#ownership.compared(id, { stamp: getStamp(olds), urn: resource.urn }, () => this.kind.describe(inputs));
    } catch (error) {
      throw this.#createVoice(resource, news).refuse((error as Error).message);
    }
  }
}

const looksFirst = "`pulumi up` looks for its object, and creates one only if there is none";

function describeKept(description: string, id: string, urn: string | undefined): string {
  const holder = urn ?? "another entry of the state";
  return (
    `kept ${description} (${id}) on the platform: ${holder} holds the same object. This resource is removed from ` +
    "the state only."
  );
}
