import { ApiError, readMemberLabel, readUnlessGone, writeWatchers } from "../core/api";
import { parsePropertyPath } from "../core/property-path";
import { redact } from "../core/redact";
import { escapeText } from "../core/text";
import { dropUndefined, equal, hasUnknown, isUnknown, type Properties } from "../core/values";
import {
  type AnyKind,
  type AnyRemote,
  type CheckContext,
  getShape,
  type LifecycleContext,
  type Shape,
} from "../kinds/declare";
import {
  findSettingsProblems,
  getStackClient,
  isMissingDeleted,
  readRecoverySetting,
  readSettings,
  readSettingsTable,
  SettingsError,
} from "../settings";
import { createOverwriteGuard, type RefuseOverwrite } from "./conflict";
import { explainDelete, isConsentNeeded, isGuarded } from "./consent";
import {
  change,
  createKey,
  createOrRecover,
  createStamp,
  findLostRun,
  formProfileKey,
  getOwnership,
  logToStack,
  remindOfRecovery,
} from "./create";
import { PartiallyCreatedError, PlainError } from "./errors";
import { addHint } from "./hint";
import {
  createWrongOrganizationError,
  type GuardedOrganization,
  getCurrentName,
  guardOrganization,
  isElsewhere,
  isFromElsewhere,
} from "./organization-guard";
import { createNotVisibleToOtherError, getSightings } from "./sightings";
import { buildState, getEnvelope, getProfile, getStamp, type Held, readState, upgradeState } from "./state";
import { describeStoredValues, readStoredValues, restoreDeclared, type StoredValues } from "./stored";
import { checkedKey, digestSettings, digestWarnings, isShown, warnedKey } from "./warnings";

export { checkedKey, PartiallyCreatedError, warnedKey };

/** The resource option by which a resource gets another organization, as a {@link Difference} names it. */
const providerOption = "provider";

/** A resource of the program, beside its inputs. */
export interface ProgramResource {
  /** Undefined where the door isn't told. */
  readonly urn?: string;
  /** The inputs that the program marks as secret. */
  readonly secretInputs?: readonly string[];
  /** The option `replaceOnChanges`, where the engine leaves it to the provider. */
  readonly replaceOnChanges?: readonly string[];
}

/** See {@link GuardedOrganization}. */
type OtherMember = NonNullable<GuardedOrganization["other"]>;

/** What a check found. */
export interface Checked {
  /** The inputs that the state and the other calls are to have. */
  readonly inputs: Properties;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
  /** What a policy should know of an update, see {@link Review.changeSummary}. */
  readonly summary?: object;
}

/** What differs between the state and the declaration. */
export interface Difference {
  /** The inputs that differ in meaning. */
  readonly changed: readonly string[];
  /** Those of them that replace the object. */
  readonly replaces: readonly string[];
  /** Whether the declaration equals the one of the state's inputs: then the platform has something else, which only the provider sees. */
  readonly isDeclaredAsBefore: boolean;
}

/**
 * The life cycle of a kind: what both doors, the dynamic provider and the plugin, answer the engine. Properties are in clear, unknown values
 * are `unknownValue`, and a state is as the lifecycle made it.
 *
 * @throws {@link PlainError}, or {@link PartiallyCreatedError} when there is an object that the state must remember.
 */
export interface Lifecycle {
  /** Sends no request. `olds` are the inputs of the state; empty for a new resource. */
  check(resource: ProgramResource, olds: Properties, news: Properties): Checked;
  /** Sends no request. */
  diff(resource: ProgramResource, id: string, olds: Properties, news: Properties): Difference;
  create(resource: ProgramResource, news: Properties): Promise<{ id: string; state: Properties }>;
  /**
   * Undefined: there is no such object. A `state` without the lifecycle's own data is a lookup by id or an import; the object's own id may then be
   * another one.
   */
  read(
    resource: ProgramResource,
    id: string,
    state: Properties,
  ): Promise<{ id: string; state: Properties; inputs: Properties } | undefined>;
  update(resource: ProgramResource, id: string, olds: Properties, news: Properties): Promise<{ state: Properties }>;
  delete(resource: ProgramResource, id: string, state: Properties): Promise<void>;
}

/** What an operation is given beside the inputs. */
interface Given {
  readonly id?: string;
  readonly state?: Properties;
  /** The stamp of a create. */
  readonly stamp?: string;
  readonly news?: Properties;
}

/**
 * The life cycle that all kinds share: it maps the engine's calls to the kind's.
 *
 * @example `new KindLifecycle(tag, console.log).create({}, { name: "prod", color: "grass" })`
 */
export class KindLifecycle implements Lifecycle {
  readonly #shape: Shape;
  readonly #refuseOverwrite: RefuseOverwrite;
  /** The resources whose inputs, as last checked, equal those in the state. The platform may still have other values, which the engine can't see. */
  readonly #sameAsBefore = new Set<string | undefined>();
  /**
   * The resources whose entry in the state has the consent to a delete. It holds for a former entry of the same resource too: the engine keeps one whose
   * delete was refused after it had created the replacement, and nothing can change its inputs.
   */
  readonly #consented = new Set<string | undefined>();

  /** @param log shows the user a message about a resource. */
  constructor(
    private readonly kind: AnyKind,
    private readonly log: (message: string, urn: string | undefined) => void,
  ) {
    this.#shape = getShape(kind);
    this.#refuseOverwrite = createOverwriteGuard(kind, this.#shape);
  }

  check({ urn, secretInputs }: ProgramResource, olds: Properties, news: Properties): Checked {
    getOwnership().registered(urn);
    const { kind } = this;
    const before = this.#shape.inputsOf(this.#upgrade(olds));
    const given = this.#shape.inputsOf(news);
    const inputs: Properties = kind.review?.normalized?.(given) ?? given;
    const isNew = Object.keys(before).length === 0;
    const isSame = equal(before, inputs);
    if (isSame) this.#sameAsBefore.add(urn);
    else this.#sameAsBefore.delete(urn);
    if (urn !== undefined && before.allowDelete === true) this.#consented.add(urn);
    // A preview may tell what an update removes.
    const { texts, withoutSecrets } = this.#collectSecrets(secretInputs, olds, { ...news, ...inputs });
    const checked = kind.review?.isCheckedOnce ? digestSettings(this.#getSettings()) : undefined;
    const isChecked = isSame && !isNew && checked !== undefined && olds[checkedKey] === checked && !hasUnknown(inputs);
    const context = { isNew, settings: this.#getSettings(), urn, isChecked, before };
    const problems = [
      ...listSettingsProblems(getProfile(news), isNew, urn),
      ...(kind.settings === undefined ? [] : findSettingsProblems(kind.settings)),
      ...this.#shape.problemsOf(news, inputs, context),
    ];
    if (problems.length > 0) return { inputs, problems: problems.map(withoutSecrets) };
    remindOfRecovery();
    const warnings = isChecked ? olds[warnedKey] : this.#warn(olds, before, inputs, context, withoutSecrets);
    // Of an update, its warnings were told: the state need not remember them, and the engine would show that it does.
    const warned = isNew || isSame ? warnings : olds[warnedKey];
    for (const message of kind.review?.previewMessages?.(inputs, isNew ? undefined : before, context) ?? []) {
      this.log(withoutSecrets(message), urn);
    }
    return {
      inputs: {
        ...inputs,
        ...(warned === undefined ? {} : { [warnedKey]: warned }),
        ...(checked === undefined ? {} : { [checkedKey]: checked }),
      },
      problems: [],
      summary: isNew ? undefined : redact(kind.review?.changeSummary?.(inputs, before), texts),
    };
  }

  diff(resource: ProgramResource, id: string, olds: Properties, news: Properties): Difference {
    const { kind } = this;
    const { inputs: before, outputs } = this.#shape.remoteOf(this.#upgrade(olds));
    const after = this.#shape.inputsOf(news);
    this.#noteCompared(resource, id, olds, news);
    const changed = this.#shape.changedKeys(before, after, outputs);
    changed.push(...this.#findChangedHome(resource, id, olds, news));
    // A path inside a field counts as the whole field.
    const named = (resource.replaceOnChanges ?? []).map((path) => parsePropertyPath(path).name);
    const replaceOn = new Set(["profile", providerOption, ...kind.replaceOn, ...named]);
    // An unknown value counts as a change: only an object that is being created or replaced has an unknown id.
    const replaces = changed.filter((key) => replaceOn.has(key) || replaceOn.has("*"));
    if (replaces.length > 0 && isGuarded(kind, before)) {
      const refusal = `${kind.describe(before)} (${id}): changing ${replaces.join(" and ")} would delete it and create another. ${explainDelete(kind)}`;
      throw new PlainError(this.#collectSecrets(resource.secretInputs, olds, news).withoutSecrets(refusal));
    }
    return { changed, replaces, isDeclaredAsBefore: this.#sameAsBefore.has(resource.urn) };
  }

  async create(resource: ProgramResource, news: Properties): Promise<{ id: string; state: Properties }> {
    const { kind } = this;
    const inputs = this.#validateInputs(resource, news);
    const stamp = createStamp();
    return this.#run(resource, inputs, { stamp, news }, async (context, held) => {
      const profile = getProfile(inputs);
      const signIn = readSettings(profile);
      const { baseUrl, clientId, clientSecret } = signIn;
      // Before the journal has the create: what fails here sends nothing that a later run could recover.
      const lost = findLostRun(profile, resource.urn);
      const creation = await getOwnership().begin({
        stamp,
        urn: resource.urn,
        key: createKey(clientSecret, [baseUrl, clientId, kind.name, kind.writing?.sent?.(inputs) ?? inputs]),
        profile: formProfileKey(signIn),
        description: () => kind.describe(inputs),
      });
      try {
        const { id, outputs, values } = await writeWatchers.run(creation, () =>
          createOrRecover(kind, this.#shape, context, inputs, creation, lost),
        );
        this.#tellStored(context, inputs, values, {}, held);
        return { id, state: buildState(kind, this.#shape, { inputs, outputs }, values, held) };
      } finally {
        creation.returned();
      }
    });
  }

  async read(
    resource: ProgramResource,
    given: string,
    state: Properties,
  ): Promise<{ id: string; state: Properties; inputs: Properties } | undefined> {
    const isKnown = getEnvelope(state) !== undefined;
    if (isKnown) getOwnership().shown(given, getStamp(state));
    const before = readState(this.#shape, this.#upgrade(state));
    return this.#run(resource, before.inputs, { id: given, state }, async (context, held, other) => {
      const id = (isKnown ? undefined : await this.kind.adoption?.ownId?.(context.client, given)) ?? given;
      const read = () =>
        readUnlessGone<AnyRemote | undefined>(this.kind.read(context, id, isKnown ? before : undefined));
      // A deleted one that is to be restored stays in the state.
      const isShown = ({ outputs }: AnyRemote) => outputs.deleted !== true;
      const remote = isKnown ? await this.#look(context, id, before.inputs, other, read, isShown) : await read();
      if (remote === undefined) return undefined;
      const found = restoreDeclared(this.kind, this.#shape, remote.inputs, before.values);
      const inputs = dropUndefined({ ...found.inputs, ...this.#shape.commonOf(before.inputs) });
      const { outputs } = remote;
      return { id, state: buildState(this.kind, this.#shape, { inputs, outputs }, found.values, held), inputs };
    });
  }

  async update(
    resource: ProgramResource,
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ state: Properties }> {
    const before = readState(this.#shape, this.#upgrade(olds));
    const inputs = this.#validateInputs(resource, news, before.inputs);
    this.#noteCompared(resource, id, olds, news);
    return this.#run(resource, inputs, { id, state: olds, news }, async (context, held) => {
      const { texts } = this.#collectSecrets(resource.secretInputs, news, olds);
      await this.#refuseOverwrite(context, id, before, inputs, { inputs: held.secretInputs, texts });
      const { outputs, values } = await change(this.kind, this.#shape, context, id, before, inputs);
      this.#tellStored(context, inputs, values, before.values, held);
      return { state: buildState(this.kind, this.#shape, { inputs, outputs }, values, held) };
    });
  }

  async delete(resource: ProgramResource, id: string, state: Properties): Promise<void> {
    const { kind } = this;
    const before = this.#shape.remoteOf(this.#upgrade(state));
    await this.#run(resource, before.inputs, { id, state }, async (context, _held, former) => {
      const stamp = getStamp(state);
      const other = getOwnership().release(id, { stamp, urn: resource.urn });
      if (other !== undefined) {
        context.log(describeKept(kind.describe(before.inputs), id, other.urn));
        return;
      }
      try {
        const mayDelete =
          !isGuarded(kind, before.inputs) || this.#consented.has(resource.urn ?? getEnvelope(state)?.urn);
        if (!mayDelete && (await this.#isThere(context, { id, state }))) {
          throw new Error(`${kind.describe(before.inputs)} (${id}) was not deleted. ${explainDelete(kind)}`);
        }
        const remove = () => readUnlessGone(kind.delete(context, id, before).then(() => "deleted" as const));
        await this.#look(context, id, before.inputs, former, remove);
      } catch (error) {
        getOwnership().retained(id, stamp);
        throw error;
      }
    });
  }

  /** Runs a kind's calls. Their errors never contain a secret, and keep a partially created object in the state. */
  async #run<T>(
    { urn, secretInputs: marked }: ProgramResource,
    inputs: Properties,
    given: Given,
    body: (context: LifecycleContext, held: Held, other: OtherMember | undefined) => Promise<T>,
  ): Promise<T> {
    const { kind } = this;
    let checkpoint: { id: string; remote: AnyRemote; values: StoredValues; held: Held } | undefined;
    // The platform repeats values in its messages ("Expecting … but instead got: <value>"), and one may be a secret.
    const { texts, withoutSecrets } = this.#collectSecrets(marked, given.news, given.state);
    try {
      const known = getEnvelope(given.state);
      const profile = getCurrentName(getProfile(inputs), known);
      const client = getStackClient(profile, logToStack);
      const { home, unproven, other } = await guardOrganization(known, readSettings(profile).clientId, client);
      const secretInputs = given.news === undefined ? known?.secretInputs : marked;
      const stamp = given.stamp ?? known?.stamp;
      const held: Held = { ...home, stamp, secretInputs, ...(isConsentNeeded(kind) ? { urn: urn ?? known?.urn } : {}) };
      const context: LifecycleContext = {
        client,
        createOptions: {},
        settings: this.#getSettings(),
        replaces: () => false,
        checkpoint: (id, remote) => {
          checkpoint = { id, remote: remote as AnyRemote, values: readStoredValues(given.state ?? {}), held };
        },
        log: (message) => this.log(withoutSecrets(message), urn),
      };
      if (unproven !== undefined && !(await this.#isThere(context, given)))
        throw createWrongOrganizationError(unproven);
      return await body(context, held, other);
    } catch (error) {
      const known = { inputs, outputs: this.#shape.remoteOf(given.state ?? {}).outputs };
      const hinted = addHint(error, kind, known, given.id);
      const told = hinted instanceof ApiError ? hinted.redactTexts(texts) : hinted;
      const message = withoutSecrets(told instanceof Error ? told.message : String(told));
      if (checkpoint === undefined) throw new PlainError(message);
      const { id, remote, values, held } = checkpoint;
      throw new PartiallyCreatedError(message, id, buildState(kind, this.#shape, remote, values, held));
    }
  }

  /**
   * Runs an operation on an object of the state; undefined: the object was deleted.
   *
   * @throws if the object may exist, and the member behind the credentials only doesn't see it.
   */
  async #look<T>(
    { client }: LifecycleContext,
    id: string,
    inputs: Properties,
    other: OtherMember | undefined,
    operation: () => Promise<T | undefined>,
    isShown?: (found: T) => boolean,
  ): Promise<T | undefined> {
    const sought = {
      id,
      description: `${this.kind.describe(inputs)} (${id})`,
      folders: this.#shape.foldersOf(inputs),
      isPart: this.kind.adoption?.idForms !== undefined,
    };
    const found = await getSightings(client).look(sought, operation, isShown);
    if (found !== undefined || other === undefined || isMissingDeleted()) return found;
    const readLabel = (member: string) => readMemberLabel(client, member);
    throw createNotVisibleToOtherError(
      sought,
      await readLabel(other.member),
      other.former && (await readLabel(other.former)),
    );
  }

  async #isThere(context: LifecycleContext, { id = "", state = {} }: Given): Promise<boolean> {
    // A read logs drift, which is not the purpose here.
    const quiet = { ...context, log: () => undefined };
    return (
      (await readUnlessGone<AnyRemote | undefined>(this.kind.read(quiet, id, this.#shape.remoteOf(state)))) !==
      undefined
    );
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
    const told = describeStoredValues(kind, this.#shape, inputs, values, before, secretInputs);
    for (const what of told) log(`${kind.describe(inputs)}: ${what}`);
  }

  #getSettings(): CheckContext["settings"] {
    return this.kind.settings === undefined ? {} : readSettingsTable(this.kind.settings);
  }

  #upgrade(state: Properties): Properties {
    return upgradeState(state, this.kind.renamed);
  }

  /** The secret texts in properties, and a function that removes them and terminal escape sequences from a message. */
  #collectSecrets(
    marked: readonly string[] = [],
    ...all: (Properties | undefined)[]
  ): { texts: readonly string[]; withoutSecrets: (message: string) => string } {
    const texts = all.flatMap((properties = {}) =>
      this.#shape.secretsOf(properties, [...marked, ...(getEnvelope(properties)?.secretInputs ?? [])]),
    );
    return { texts, withoutSecrets: (message) => escapeText(redact(message, texts)) };
  }

  /** Shows the warnings that a declaration has, unless they were shown. Returns their digest. */
  #warn(
    olds: Properties,
    before: Properties,
    inputs: Properties,
    context: CheckContext,
    withoutSecrets: (message: string) => string,
  ): string | undefined {
    const warnings = this.kind.review?.warnings?.(inputs, context).map(withoutSecrets);
    if (warnings === undefined) return undefined;
    const digest = digestWarnings(warnings, inputs);
    const isAsBefore = !context.isNew && isShown(olds, digest) && this.#shape.changedKeys(before, inputs).length === 0;
    if (!isAsBefore) for (const warning of warnings) this.log(warning, context.urn);
    return digest;
  }

  /** Checks the inputs again before the first request: a policy may have changed them after `check`. */
  #validateInputs({ secretInputs }: ProgramResource, news: Properties, before?: Properties): Properties {
    const inputs = this.#shape.inputsOf(news);
    const context = { isNew: before === undefined, settings: this.#getSettings(), before };
    const problems = this.#shape.problemsOf(news, inputs, context);
    if (problems.length > 0)
      throw new PlainError(this.#collectSecrets(secretInputs, news).withoutSecrets(problems.join("\n")));
    return inputs;
  }

  /** What leads to another organization than the state's: the input `profile`, or the option `provider`. */
  #findChangedHome({ secretInputs }: ProgramResource, id: string, olds: Properties, news: Properties): string[] {
    const before = this.#shape.inputsOf(this.#upgrade(olds));
    const known = [getProfile(before), getEnvelope(olds), getProfile(this.#shape.inputsOf(news))] as const;
    if (isElsewhere(...known)) return ["profile"];
    try {
      return isFromElsewhere(...known) ? [providerOption] : [];
    } catch (error) {
      const message = `${this.kind.describe(before)} (${id}): ${(error as Error).message}`;
      throw new PlainError(this.#collectSecrets(secretInputs, olds, news).withoutSecrets(message));
    }
  }

  #noteCompared({ urn, secretInputs }: ProgramResource, id: string, olds: Properties, news: Properties): void {
    const inputs = this.#shape.inputsOf(news);
    try {
      getOwnership().compared(id, { stamp: getStamp(olds), urn }, () => this.kind.describe(inputs));
    } catch (error) {
      throw new PlainError(this.#collectSecrets(secretInputs, news).withoutSecrets((error as Error).message));
    }
  }
}

function describeKept(description: string, id: string, urn: string | undefined): string {
  const holder = urn ?? "another entry of the state";
  return (
    `kept ${description} (${id}) on the platform: ${holder} holds the same object. This resource is removed from the state only. ` +
    "To delete the object too, delete it on the platform."
  );
}

function listSettingsProblems(profile: string | undefined, isNew: boolean, urn: string | undefined): readonly string[] {
  if (isUnknown(profile)) return [];
  try {
    readSettings(profile);
    if (isNew) findLostRun(profile, urn);
    else readRecoverySetting();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
