import { orGone } from "../core/api";
import { redact } from "../core/redact";
import { plainText } from "../core/text";
import { clean, equal, isUnknown, type Properties, textsIn } from "../core/values";
import { type AnyKind, type AnyRemote, changeSummaryKey, type LifecycleContext, shapeOf } from "../kinds/declare";
import {
  type ConfigSource,
  chosenProblems,
  chosenSettings,
  clientOf,
  configure,
  recovery,
  SettingsError,
  settingsOf,
} from "../settings";
import {
  change,
  createKey,
  createOrRecover,
  lostRun,
  newStamp,
  ownership,
  profileKey,
  remindOfRecovery,
} from "./create";
import { withHint } from "./hint";
import {
  currentName,
  guardOrganization,
  leadsElsewhere,
  type ObjectOrganization,
  wrongOrganization,
} from "./organization-guard";

/**
 * The version of the state that this release writes. All older versions stay readable (see `upgraded`), because years may pass before a stack's
 * next `up`.
 */
const stateVersion = 1;

/** The methods that Node's dynamic-provider host calls; see `@pulumi/pulumi/cmd/dynamic-provider`. */
export interface DynamicProvider {
  configure(request: { config: { get: ConfigSource } }): void;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<DiffResult>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, state: Properties): Promise<{ id: string; props: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, state: Properties): Promise<void>;
}

interface CheckFailure {
  property: string;
  reason: string;
}

interface DiffResult {
  /** Undefined: the engine compares the inputs itself. */
  changes?: boolean;
  replaces?: string[];
}

/**
 * The life cycle that all kinds share: it maps the engine's calls to the kind's.
 *
 * @example `dynamicProvider(tag).create({ name: "prod", color: "grass" })`
 */
export function dynamicProvider(kind: AnyKind): DynamicProvider {
  const shape = shapeOf(kind);
  const upgrade = (state: Properties) => upgraded(state, kind.renamed);
  const settings = () => (kind.settings === undefined ? {} : chosenSettings(kind.settings));
  /** The resources whose inputs equal those in the state. The platform may still have other values, which the engine can't see. */
  const sameAsBefore = new Set<string | undefined>();

  /** Runs a kind's calls. Their errors never contain a secret, and keep a partially created object in the state. */
  async function run<T>(
    inputs: Properties,
    from: { id?: string; state?: Properties; stamp?: string; news?: Properties },
    body: (context: LifecycleContext, held: Held) => Promise<T>,
  ): Promise<T> {
    let checkpoint: { id: string; remote: AnyRemote; held: Held } | undefined;
    // The platform repeats values in its messages ("Expecting … but instead got: <value>"), and one may be a secret.
    const said = speaker(from.news, from.state);
    try {
      const known = envelopeOf(from.state);
      const profile = currentName(profileOf(inputs), known);
      const client = clientOf(profile);
      const { home, unproven } = await guardOrganization(known, settingsOf(profile).clientId, client);
      const secretInputs = secretInputsOf(from.news ?? from.state);
      const held: Held = { ...home, stamp: from.stamp ?? known?.stamp, secretInputs };
      const context: LifecycleContext = {
        client,
        createOptions: {},
        settings: settings(),
        replaces: () => false,
        checkpoint: (id, remote) => {
          checkpoint = { id, remote: remote as AnyRemote, held };
        },
        log: (message) => console.log(said(message)),
      };
      if (unproven !== undefined && !(await isThere(context, from))) throw wrongOrganization(unproven);
      return await body(context, held);
    } catch (error) {
      const known = { inputs, outputs: shape.remoteOf(from.state ?? {}).outputs };
      const told = withHint(error, kind, known, from.id);
      const message = said(told instanceof Error ? told.message : String(told));
      if (checkpoint === undefined) throw new PlainError(message);
      const state = toState(checkpoint.remote, checkpoint.held);
      throw new PartiallyCreatedError(message, checkpoint.id, {
        ...state,
        __provider: (from.news ?? from.state)?.__provider,
      });
    }
  }

  function toState(remote: AnyRemote, held: Held): Properties {
    const envelope: Envelope = { ...held, version: stateVersion };
    return { ...shape.stateOf(remote, held.secretInputs ?? []), __state: clean(envelope) };
  }

  /** Returns a function that removes the properties' secrets and terminal escape sequences from a message. */
  function speaker(...all: (Properties | undefined)[]): (message: string) => string {
    const secrets = all.flatMap((properties = {}) => [
      ...shape.secretsOf(shape.inputsOf(properties)),
      ...(secretInputsOf(properties) ?? []).flatMap((key) => textsIn(properties[key])),
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

  /** Checks the inputs again before the first request: a policy may have changed them after `check`. */
  function validInputs(news: Properties, isNew: boolean): Properties {
    const inputs = shape.inputsOf(news);
    const problems = shape.problemsOf(news, inputs, { isNew, settings: settings() });
    if (problems.length > 0) throw new PlainError(speaker(news)(problems.join("\n")));
    return inputs;
  }

  function compared(id: string, olds: Properties, news: Properties): void {
    const inputs = shape.inputsOf(news);
    try {
      ownership().compared(id, { stamp: stampOf(olds), urn: urnOf(news) }, () => kind.describe(inputs));
    } catch (error) {
      throw new PlainError(speaker(news)((error as Error).message));
    }
  }

  return {
    configure(request) {
      configure((key) => request.config.get(key));
    },

    async check(olds, news) {
      ownership().registered(urnOf(news));
      const before = shape.inputsOf(upgrade(olds));
      const given = shape.inputsOf(news);
      const inputs: Properties = kind.normalized?.(given) ?? given;
      const isNew = Object.keys(before).length === 0;
      if (equal(before, inputs)) sameAsBefore.add(urnOf(news));
      const said = speaker({ ...news, ...inputs });
      const context = { isNew, settings: settings(), urn: urnOf(news) };
      const problems = [
        ...settingsProblems(profileOf(news), isNew),
        ...(kind.settings === undefined ? [] : chosenProblems(kind.settings)),
        ...shape.problemsOf(news, inputs, context),
      ];
      if (problems.length === 0) remindOfRecovery();
      const declaredBefore = isNew ? undefined : before;
      const messages = problems.length > 0 ? [] : (kind.previewMessages?.(inputs, declaredBefore, context) ?? []);
      for (const message of messages) console.log(said(message));
      // With a property name, the engine would print the whole value: a secret, or a model of thousands of lines.
      const failures = problems.map((reason) => ({ property: "", reason: said(reason) }));
      const summary = problems.length > 0 || isNew ? undefined : kind.changeSummary?.(inputs, before);
      return { inputs: clean({ ...news, ...inputs, [changeSummaryKey]: summary }), failures };
    },

    async diff(id, olds, news) {
      const before = shape.inputsOf(upgrade(olds));
      const after = shape.inputsOf(news);
      compared(id, olds, news);
      const changed = shape.changedKeys(before, after);
      if (leadsElsewhere(profileOf(before), envelopeOf(olds), profileOf(after))) changed.push("profile");
      if (changed.length === 0) return { changes: false };
      const replaceOn = new Set(["profile", ...kind.replaceOn, ...replaceOnChanges(news)]);
      // An unknown value counts as a change: only an object that is being created or replaced has an unknown id.
      const replaces = changed.filter((key) => replaceOn.has(key) || replaceOn.has("*"));
      if (replaces.length > 0 || sameAsBefore.has(urnOf(news))) return { changes: true, replaces };
      // The engine applies a transform's `replaceOnChanges` only to changes that it finds itself: the host can't pass ours on.
      return {};
    },

    async create(news) {
      const inputs = validInputs(news, true);
      const stamp = newStamp();
      return run(inputs, { stamp, news }, async (context, held) => {
        const profile = profileOf(inputs);
        const signIn = settingsOf(profile);
        const { baseUrl, clientId, clientSecret } = signIn;
        const creation = await ownership().begin({
          stamp,
          urn: urnOf(news),
          key: createKey(clientSecret, [baseUrl, clientId, kind.name, kind.sent?.(inputs) ?? inputs]),
          profile: profileKey(signIn),
          description: () => kind.describe(inputs),
        });
        const { id, outputs } = await createOrRecover(kind, shape, context, inputs, creation, lostRun(profile));
        return { id, outs: toState({ inputs, outputs }, held) };
      });
    },

    async read(id, state) {
      const isKnown = state.__state !== undefined;
      if (isKnown) ownership().shown(id, stampOf(state));
      const before = shape.remoteOf(upgrade(state));
      return run(before.inputs, { id, state }, async (context, held) => {
        const remote = await orGone<AnyRemote | undefined>(kind.read(context, id, isKnown ? before : undefined));
        if (remote === undefined) return { id: "", props: {} };
        const inputs = clean({ ...remote.inputs, ...shape.commonOf(before.inputs) });
        return { id, props: toState({ inputs, outputs: remote.outputs }, held), inputs };
      });
    },

    async update(id, olds, news) {
      const before = shape.remoteOf(upgrade(olds));
      const inputs = validInputs(news, false);
      compared(id, olds, news);
      return run(inputs, { id, state: olds, news }, async (context, held) => {
        const outputs = await change(kind, shape, context, id, before, inputs);
        return { outs: toState({ inputs, outputs }, held) };
      });
    },

    async delete(id, state) {
      const before = shape.remoteOf(upgrade(state));
      await run(before.inputs, { id, state }, async (context) => {
        const other = ownership().release(id, stampOf(state));
        if (other === undefined) await orGone(kind.delete(context, id, before));
        else context.log(kept(kind.describe(before.inputs), id, other.urn));
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
}

/** The inputs that the program marks as secret. The host gets secrets in clear, so the resource class passes their names, and the state keeps them. */
function secretInputsOf(properties: Properties | undefined): readonly string[] | undefined {
  return (properties?.__secretInputs as readonly string[] | undefined) ?? envelopeOf(properties)?.secretInputs;
}

function stampOf(state: Properties): string | undefined {
  return envelopeOf(state)?.stamp;
}

/** The resource class passes the URN, because the host doesn't. */
function urnOf(news: Properties): string | undefined {
  return typeof news.__urn === "string" ? news.__urn : undefined;
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

/** The fields that the resource option `replaceOnChanges` names; a path inside a field counts as the whole field. */
function replaceOnChanges(news: Properties): string[] {
  const paths = (news.__replaceOnChanges ?? []) as string[];
  return paths.map((path) => path.split(/[.[]/, 1)[0] as string);
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
class PlainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "";
    this.stack = "";
  }
}

/** The host's error for a partially created object: the engine keeps the object in the state, and the next `up` calls `update`. */
class PartiallyCreatedError extends PlainError {
  readonly reasons: string[];
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Properties,
  ) {
    super(message);
    this.reasons = [message];
  }
}
