import { orGone } from "../core/api";
import { redact } from "../core/redact";
import { plainText } from "../core/text";
import { clean, equal, isUnknown, type Properties, textsIn } from "../core/values";
import { type AnyKind, type AnyRemote, type LifecycleContext, shapeOf } from "../kinds/declare";
import { chosenProblems, chosenSettings, clientOf, recovery, SettingsError, settingsOf } from "../settings";
import { overwriteGuard } from "./conflict";
import {
  change,
  createKey,
  createOrRecover,
  lostRun,
  newStamp,
  ownership,
  profileKey,
  remindOfRecovery,
  stackLog,
} from "./create";
import { withHint } from "./hint";
import {
  currentName,
  guardOrganization,
  leadsElsewhere,
  type ObjectOrganization,
  wrongOrganization,
} from "./organization-guard";
import { checkedDigestOf, checkedKey, digestOf, warnedKey, wereShown } from "./warnings";

export { checkedKey, warnedKey };

/**
 * The version of the state that this release writes. All older versions stay readable (see `upgraded`), because years may pass before a stack's
 * next `up`.
 */
const stateVersion = 1;

/** A resource of the program, beside its inputs. */
export interface ProgramResource {
  /** Undefined where the door isn't told. */
  readonly urn?: string;
  /** The inputs that the program marks as secret. */
  readonly secretInputs?: readonly string[];
  /** The option `replaceOnChanges`, where the engine leaves it to the provider. */
  readonly replaceOnChanges?: readonly string[];
}

/** What a check found. */
export interface Checked {
  /** The inputs that the state and the other calls are to have. */
  readonly inputs: Properties;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
  /** What a policy should know of an update, see {@link Kind.changeSummary}. */
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
  /** Undefined: there is no such object. A `state` without the lifecycle's own data is a lookup by id or an import. */
  read(
    resource: ProgramResource,
    id: string,
    state: Properties,
  ): Promise<{ state: Properties; inputs: Properties } | undefined>;
  update(resource: ProgramResource, id: string, olds: Properties, news: Properties): Promise<{ state: Properties }>;
  delete(resource: ProgramResource, id: string, state: Properties): Promise<void>;
}

/**
 * The life cycle that all kinds share: it maps the engine's calls to the kind's.
 *
 * @param log shows the user a message about a resource.
 * @example `lifecycleOf(tag, console.log).create({}, { name: "prod", color: "grass" })`
 */
export function lifecycleOf(kind: AnyKind, log: (message: string, urn: string | undefined) => void): Lifecycle {
  const shape = shapeOf(kind);
  const refuseOverwrite = overwriteGuard(kind, shape);
  const upgrade = (state: Properties) => upgraded(state, kind.renamed);
  const settings = () => (kind.settings === undefined ? {} : chosenSettings(kind.settings));
  /** The resources whose inputs equal those in the state. The platform may still have other values, which the engine can't see. */
  const sameAsBefore = new Set<string | undefined>();
  /**
   * The resources whose entry in the state has the consent to a delete. It holds for a former entry of the same resource too: the engine keeps one whose
   * delete was refused after it had created the replacement, and nothing can change its inputs.
   */
  const consented = new Set<string | undefined>();

  /** Runs a kind's calls. Their errors never contain a secret, and keep a partially created object in the state. */
  async function run<T>(
    { urn, secretInputs: marked }: ProgramResource,
    inputs: Properties,
    from: { id?: string; state?: Properties; stamp?: string; news?: Properties },
    body: (context: LifecycleContext, held: Held) => Promise<T>,
  ): Promise<T> {
    let checkpoint: { id: string; remote: AnyRemote; held: Held } | undefined;
    // The platform repeats values in its messages ("Expecting … but instead got: <value>"), and one may be a secret.
    const said = speaker(marked, from.news, from.state);
    try {
      const known = envelopeOf(from.state);
      const profile = currentName(profileOf(inputs), known);
      const client = clientOf(profile, stackLog);
      const { home, unproven } = await guardOrganization(known, settingsOf(profile).clientId, client);
      const secretInputs = from.news === undefined ? known?.secretInputs : marked;
      const stamp = from.stamp ?? known?.stamp;
      const held: Held = { ...home, stamp, secretInputs, ...(isConsentNeeded(kind) ? { urn: urn ?? known?.urn } : {}) };
      const context: LifecycleContext = {
        client,
        createOptions: {},
        settings: settings(),
        replaces: () => false,
        checkpoint: (id, remote) => {
          checkpoint = { id, remote: remote as AnyRemote, held };
        },
        log: (message) => log(said(message), urn),
      };
      if (unproven !== undefined && !(await isThere(context, from))) throw wrongOrganization(unproven);
      return await body(context, held);
    } catch (error) {
      const known = { inputs, outputs: shape.remoteOf(from.state ?? {}).outputs };
      const told = withHint(error, kind, known, from.id);
      const message = said(told instanceof Error ? told.message : String(told));
      if (checkpoint === undefined) throw new PlainError(message);
      throw new PartiallyCreatedError(message, checkpoint.id, toState(checkpoint.remote, checkpoint.held));
    }
  }

  function toState(remote: AnyRemote, held: Held): Properties {
    const envelope: Envelope = { ...held, version: stateVersion };
    return { ...shape.stateOf(remote, held.secretInputs ?? []), __state: clean(envelope) };
  }

  /** Returns a function that removes the properties' secrets and terminal escape sequences from a message. */
  function speaker(marked: readonly string[] = [], ...all: (Properties | undefined)[]): (message: string) => string {
    const secrets = all.flatMap((properties = {}) => [
      ...shape.secretsOf(shape.inputsOf(properties)),
      ...[...marked, ...(envelopeOf(properties)?.secretInputs ?? [])].flatMap((key) => textsIn(properties[key])),
    ]);
    return (message) => plainText(redact(message, secrets));
  }

  async function isThere(
    context: LifecycleContext,
    { id = "", state = {} }: { id?: string; state?: Properties },
  ): Promise<boolean> {
    // A read logs drift, which is not the purpose here.
    const quiet = { ...context, log: () => undefined };
    return (await orGone<AnyRemote | undefined>(kind.read(quiet, id, shape.remoteOf(state)))) !== undefined;
  }

  /** Undefined for a kind that is checked each time, and where an input is secret. */
  function checkedDigest(inputs: Properties, secretInputs: readonly string[] = []): string | undefined {
    const isSecret = secretInputs.length > 0 || shape.secretsOf(inputs).length > 0;
    return kind.isCheckedOnce && !isSecret ? checkedDigestOf(inputs, settings()) : undefined;
  }

  /** Checks the inputs again before the first request: a policy may have changed them after `check`. */
  function validInputs({ secretInputs }: ProgramResource, news: Properties, isNew: boolean): Properties {
    const inputs = shape.inputsOf(news);
    const problems = shape.problemsOf(news, inputs, { isNew, settings: settings() });
    if (problems.length > 0) throw new PlainError(speaker(secretInputs, news)(problems.join("\n")));
    return inputs;
  }

  function compared({ urn, secretInputs }: ProgramResource, id: string, olds: Properties, news: Properties): void {
    const inputs = shape.inputsOf(news);
    try {
      ownership().compared(id, { stamp: stampOf(olds), urn }, () => kind.describe(inputs));
    } catch (error) {
      throw new PlainError(speaker(secretInputs, news)((error as Error).message));
    }
  }

  return {
    check({ urn, secretInputs }, olds, news) {
      ownership().registered(urn);
      const before = shape.inputsOf(upgrade(olds));
      const given = shape.inputsOf(news);
      const inputs: Properties = kind.normalized?.(given) ?? given;
      const isNew = Object.keys(before).length === 0;
      if (equal(before, inputs)) sameAsBefore.add(urn);
      if (urn !== undefined && before.allowDelete === true) consented.add(urn);
      const said = speaker(secretInputs, { ...news, ...inputs });
      const checked = checkedDigest(inputs, secretInputs);
      const isChecked = !isNew && checked !== undefined && !isUnknown(checked) && olds[checkedKey] === checked;
      const context = { isNew, settings: settings(), urn, isChecked };
      const problems = [
        ...settingsProblems(profileOf(news), isNew),
        ...(kind.settings === undefined ? [] : chosenProblems(kind.settings)),
        ...shape.problemsOf(news, inputs, context),
      ];
      if (problems.length > 0) return { inputs, problems: problems.map(said) };
      remindOfRecovery();
      const tell = (messages: readonly string[] = []) => {
        for (const message of messages) log(message, urn);
      };
      const warnings = isChecked ? undefined : kind.warnings?.(inputs, context).map(said);
      const digest = warnings && digestOf(warnings, inputs);
      const warned = isChecked ? olds[warnedKey] : digest;
      const isAsBefore = () => !isNew && wereShown(olds, digest) && shape.changedKeys(before, inputs).length === 0;
      if (warnings !== undefined && !isAsBefore()) tell(warnings);
      tell(kind.previewMessages?.(inputs, isNew ? undefined : before, context).map(said));
      return {
        inputs: {
          ...inputs,
          ...(warned === undefined ? {} : { [warnedKey]: warned }),
          ...(checked === undefined ? {} : { [checkedKey]: checked }),
        },
        problems: [],
        summary: isNew ? undefined : kind.changeSummary?.(inputs, before),
      };
    },

    diff(resource, id, olds, news) {
      const before = shape.inputsOf(upgrade(olds));
      const after = shape.inputsOf(news);
      compared(resource, id, olds, news);
      const changed = shape.changedKeys(before, after);
      if (leadsElsewhere(profileOf(before), envelopeOf(olds), profileOf(after))) changed.push("profile");
      // A path inside a field counts as the whole field.
      const named = (resource.replaceOnChanges ?? []).map((path) => path.split(/[.[]/, 1)[0] as string);
      const replaceOn = new Set(["profile", ...kind.replaceOn, ...named]);
      // An unknown value counts as a change: only an object that is being created or replaced has an unknown id.
      const replaces = changed.filter((key) => replaceOn.has(key) || replaceOn.has("*"));
      if (replaces.length > 0 && isGuarded(kind, before)) {
        const refusal = `${kind.describe(before)} (${id}): changing ${replaces.join(" and ")} would delete it and create another. ${howToDelete(kind)}`;
        throw new PlainError(speaker(resource.secretInputs, olds, news)(refusal));
      }
      return {
        changed,
        replaces,
        isDeclaredAsBefore: sameAsBefore.has(resource.urn),
      };
    },

    async create(resource, news) {
      const inputs = validInputs(resource, news, true);
      const stamp = newStamp();
      return run(resource, inputs, { stamp, news }, async (context, held) => {
        const profile = profileOf(inputs);
        const signIn = settingsOf(profile);
        const { baseUrl, clientId, clientSecret } = signIn;
        const creation = await ownership().begin({
          stamp,
          urn: resource.urn,
          key: createKey(clientSecret, [baseUrl, clientId, kind.name, kind.sent?.(inputs) ?? inputs]),
          profile: profileKey(signIn),
          description: () => kind.describe(inputs),
        });
        const { id, outputs } = await createOrRecover(kind, shape, context, inputs, creation, lostRun(profile));
        return { id, state: toState({ inputs, outputs }, held) };
      });
    },

    async read(resource, id, state) {
      const isKnown = state.__state !== undefined;
      if (isKnown) ownership().shown(id, stampOf(state));
      const before = shape.remoteOf(upgrade(state));
      return run(resource, before.inputs, { id, state }, async (context, held) => {
        const remote = await orGone<AnyRemote | undefined>(kind.read(context, id, isKnown ? before : undefined));
        if (remote === undefined) return undefined;
        const inputs = clean({ ...remote.inputs, ...shape.commonOf(before.inputs) });
        return { state: toState({ inputs, outputs: remote.outputs }, held), inputs };
      });
    },

    async update(resource, id, olds, news) {
      const before = shape.remoteOf(upgrade(olds));
      const inputs = validInputs(resource, news, false);
      compared(resource, id, olds, news);
      return run(resource, inputs, { id, state: olds, news }, async (context, held) => {
        await refuseOverwrite(context, id, before, inputs, held.secretInputs);
        const outputs = await change(kind, shape, context, id, before, inputs);
        return { state: toState({ inputs, outputs }, held) };
      });
    },

    async delete(resource, id, state) {
      const before = shape.remoteOf(upgrade(state));
      await run(resource, before.inputs, { id, state }, async (context) => {
        const stamp = stampOf(state);
        const other = ownership().release(id, { stamp, urn: resource.urn });
        if (other !== undefined) {
          context.log(kept(kind.describe(before.inputs), id, other.urn));
          return;
        }
        try {
          const mayDelete = !isGuarded(kind, before.inputs) || consented.has(resource.urn ?? envelopeOf(state)?.urn);
          if (!mayDelete && (await isThere(context, { id, state }))) {
            throw new Error(`${kind.describe(before.inputs)} (${id}) was not deleted. ${howToDelete(kind)}`);
          }
          await orGone(kind.delete(context, id, before));
        } catch (error) {
          ownership().retained(id, stamp);
          throw error;
        }
      });
    },
  };
}

/** The state's data beside inputs and outputs; the engine hides names that begin with two underscores. */
interface Envelope extends Held {
  readonly version: number;
}

/** The owner of the object, as the state records it. */
interface Held extends ObjectOrganization {
  /** The stamp that the create gave the entry; see {@link Ownership}. Undefined: an older release created it. */
  readonly stamp?: string;
  /** The inputs that the program marks as secret; undefined: none. */
  readonly secretInputs?: readonly string[];
  /** The URN, for kinds whose delete needs consent: the dynamic provider's host tells a delete none. */
  readonly urn?: string;
}

function stampOf(state: Properties): string | undefined {
  return envelopeOf(state)?.stamp;
}

function isConsentNeeded({ deleteLoses }: AnyKind): boolean {
  return deleteLoses !== undefined;
}

/** Whether the state lacks the consent that a delete needs. */
function isGuarded(kind: AnyKind, inputs: Properties): boolean {
  return isConsentNeeded(kind) && inputs.allowDelete !== true;
}

function howToDelete({ deleteLoses }: AnyKind): string {
  return (
    `Deleting it would delete ${deleteLoses}. To allow that, set allowDelete: true, run \`pulumi up\`, and repeat; ` +
    "to keep the object and only forget the resource, use the option retainOnDelete or `pulumi state delete`."
  );
}

function kept(description: string, id: string, urn: string | undefined): string {
  const holder = urn ?? "another entry of the state";
  return (
    `kept ${description} (${id}) on the platform: ${holder} holds the same object. This resource is removed from the state only. ` +
    "To delete the object too, delete it on the platform."
  );
}

/** Converts the state of an older release to the current version and names. Version 1 is the first. */
function upgraded(state: Properties, renamed: Readonly<Record<string, string>>): Properties {
  const version = envelopeOf(state)?.version ?? stateVersion;
  if (version > stateVersion) {
    throw new PlainError(
      `The state was written by a newer release of pulumi-analytics (state version ${version}, this release reads up to ${stateVersion}): upgrade the package.`,
    );
  }
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [renamed[key] ?? key, value]));
}

function envelopeOf(state: Properties | undefined): Envelope | undefined {
  return state?.__state as Envelope | undefined;
}

function profileOf(properties: Properties): string | undefined {
  // An empty name is reported as an invalid field, not as a missing profile.
  return typeof properties.profile === "string" && properties.profile !== "" ? properties.profile : undefined;
}

function settingsProblems(profile: string | undefined, isNew: boolean): readonly string[] {
  if (isUnknown(profile)) return [];
  try {
    settingsOf(profile);
    if (isNew) lostRun(profile);
    else recovery();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** An error without a stack: the host would print it beside the message, which has all that a user needs. */
export class PlainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "";
    this.stack = "";
  }
}

/** The error for a partially created object: the engine keeps the object in the state, and the next `up` calls `update`. */
export class PartiallyCreatedError extends PlainError {
  readonly reasons: string[];
  constructor(
    message: string,
    readonly id: string,
    public properties: Properties,
  ) {
    super(message);
    this.reasons = [message];
  }
}
