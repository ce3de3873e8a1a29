import { isNotFound } from "../api";
import type { AnyKind, Call, Made, Remote } from "./kind";
import { inputProblems } from "./problems";
import { type ConfigSource, clientOf, configure, SettingsError, settingsOf } from "./settings";
import { clean, equal, isUnknown, type Properties, textsIn } from "./values";

/**
 * The shape of the state this release writes. Every older one is read for ever (see `upgrade`), since a state may wait for years
 * before the next `up`.
 */
const stateVersion = 1;

/** What the Node dynamic-provider host calls; see `@pulumi/pulumi/cmd/dynamic-provider`. */
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
  changes: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

/**
 * The life cycle every kind shares, between the engine's calls and the kind's.
 *
 * @example `dynamicProvider(tag).create({ name: "prod", color: "grass" })`
 */
export function dynamicProvider(kind: AnyKind): DynamicProvider {
  const inputKeys = ["connection", ...Object.keys(kind.inputs.shape)];

  function inputsOf(properties: Properties): Properties {
    return clean(Object.fromEntries(inputKeys.map((key) => [key, properties[key]])));
  }

  function outputsOf(state: Properties): Properties {
    return Object.fromEntries(
      Object.entries(state).filter(([key]) => !inputKeys.includes(key) && !key.startsWith("__")),
    );
  }

  function known(state: Properties): Remote<Properties, Properties> {
    const current = upgrade(state);
    return { inputs: inputsOf(current), outputs: outputsOf(current) };
  }

  function toState(remote: Remote<Properties, Properties>): Properties {
    return { ...clean(remote.inputs), ...clean(remote.outputs), __state: { version: stateVersion } };
  }

  /** Runs a kind's call. What it throws never carries a secret, and says what was half-made. */
  async function run<T>(inputs: Properties, state: Properties, body: (call: Call) => Promise<T>): Promise<T> {
    let reached: { id: string; remote: Remote<Properties, Properties> } | undefined;
    try {
      const call: Call = {
        client: clientOf(connectionOf(inputs)),
        reached: (id, remote) => {
          reached = { id, remote: remote as Remote<Properties, Properties> };
        },
        warn: (message) => console.error(`warning: ${redact(message, secretsOf(inputs))}`),
      };
      return await body(call);
    } catch (error) {
      const message = redact(messageOf(error), secretsOf(inputs));
      if (reached === undefined) throw new PlainError(message);
      throw new HalfMadeError(message, reached.id, { ...toState(reached.remote), __provider: state.__provider });
    }
  }

  function secretsOf(inputs: Properties): string[] {
    return kind.secret.flatMap((field) => textsIn(inputs[field]));
  }

  /** Every problem with the inputs, so that create and update can refuse what a policy rewrote after `check`. */
  function problemsOf(news: Properties): string[] {
    const own = clean(
      Object.fromEntries(Object.entries(news).filter(([key]) => !key.startsWith("__") && key !== "connection")),
    );
    const shape = inputProblems(kind.inputs, own);
    return shape.length > 0 ? shape : (kind.problems?.(own) ?? []);
  }

  function refuseInvalid(inputs: Properties): void {
    const problems = problemsOf(inputs);
    if (problems.length > 0) throw new PlainError(problems.join("\n"));
  }

  function changedKeys(olds: Properties, news: Properties): string[] {
    const own = kind.changed
      ? (kind.changed(olds, news) as string[])
      : Object.keys(kind.inputs.shape).filter((key) => !equal(olds[key], news[key]));
    return olds.connection === news.connection ? own : [...own, "connection"];
  }

  return {
    configure(request) {
      configure((key) => request.config.get(key));
    },

    async check(_olds, news) {
      const failures = [...settingsProblems(connectionOf(news)), ...problemsOf(news)].map((reason) => ({
        // Naming the property would make the engine print its whole value, a secret or a model of thousands of lines.
        property: "",
        reason: redact(reason, secretsOf(news)),
      }));
      return { inputs: clean(news), failures };
    },

    async diff(_id, olds, news) {
      const before = known(olds).inputs;
      const after = inputsOf(news);
      const changed = changedKeys(before, after);
      // A value that isn't known yet may turn out to be the old one: no reason to replace.
      const replaces = changed.filter(
        (key) => (key === "connection" || kind.replaceOn.includes(key)) && !isUnknown(after[key]),
      );
      return {
        changes: changed.length > 0,
        ...(replaces.length > 0
          ? { replaces, deleteBeforeReplace: kind.deleteBeforeReplace?.(before, after) ?? false }
          : {}),
      };
    },

    async create(news) {
      refuseInvalid(news);
      const inputs = inputsOf(news);
      return run(inputs, news, async (call) => {
        const { id, outputs }: Made<Properties> = await kind.create(call, inputs);
        call.reached(id, { inputs, outputs: outputs ?? {} });
        return {
          id,
          outs: toState({ inputs, outputs: outputs ?? (await readBack(call, id, { inputs, outputs: {} })) }),
        };
      });
    },

    async read(id, state) {
      const fromState = state.__state !== undefined;
      const before = known(state);
      return run(before.inputs, state, async (call) => {
        const remote = await orGone(kind.read(call, id, fromState ? before : undefined));
        if (remote === undefined) return { id: "", props: {} };
        const inputs = clean({ ...remote.inputs, connection: before.inputs.connection });
        return { id, props: toState({ inputs, outputs: remote.outputs }), inputs };
      });
    },

    async update(id, olds, news) {
      refuseInvalid(news);
      const before = known(olds);
      const inputs = inputsOf(news);
      return run(inputs, news, async (call) => {
        const changed = new Set(changedKeys(before.inputs, inputs));
        const outputs = await kind.update(call, id, before, inputs, changed);
        return { outs: toState({ inputs, outputs: outputs ?? (await readBack(call, id, { ...before, inputs })) }) };
      });
    },

    async delete(id, state) {
      const before = known(state);
      await run(before.inputs, state, async (call) => {
        await orGone(kind.delete(call, id, before));
      });
    },
  };

  async function readBack(call: Call, id: string, expected: Remote<Properties, Properties>): Promise<Properties> {
    const remote = await kind.read(call, id, expected);
    if (remote === undefined) {
      throw new Error(`${kind.name} ${id} was written, and the platform then says there is no such object.`);
    }
    return remote.outputs;
  }
}

/** Brings the state of an older release to today's shape. Version 1 is the first. */
function upgrade(state: Properties): Properties {
  const envelope = state.__state as { version?: number } | undefined;
  if (envelope?.version !== undefined && envelope.version > stateVersion) {
    throw new PlainError(
      `The state was written by a newer release of pulumi-analytics (state version ${envelope.version}, this one reads up to ${stateVersion}): upgrade the package.`,
    );
  }
  return state;
}

async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function connectionOf(properties: Properties): string | undefined {
  return typeof properties.connection === "string" ? properties.connection : undefined;
}

function settingsProblems(connection: string | undefined): readonly string[] {
  if (isUnknown(connection)) return [];
  try {
    settingsOf(connection);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The platform repeats values in its messages ("Expecting … but instead got: <value>"), and one may be a secret. */
function redact(message: string, secrets: readonly string[]): string {
  return [...secrets]
    .filter((secret) => secret.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.split(secret).join("[secret]"), message);
}

/** The host prints an error's stack beside its message; what a user needs is in the message. */
class PlainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "";
    this.stack = "";
  }
}

/** The host's form of "made, but not finished": the engine keeps the object in the state and calls `update` next time. */
class HalfMadeError extends PlainError {
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
