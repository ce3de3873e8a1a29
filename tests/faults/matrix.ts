import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { Host, type HostError, readHalfMade } from "../host/support";
import { type Operation, operations } from "../samples";
import { type Fault, faults, listingLag, requestTimeout } from "./faults";

type Properties = Record<string, unknown>;

/** One field of the matrix: an operation, the call of it that is struck, and what strikes. */
export interface Combination {
  readonly operation: Operation;
  readonly call: string;
  readonly fault: Fault;
}

/** What became of a combination. */
export interface Result {
  /** Whether a fault struck. */
  readonly struck: boolean;
  /** Why the operation failed under the fault; undefined: it didn't. */
  readonly error?: string;
  /** Why the next `up`, on a platform without faults, failed; undefined: it didn't. */
  readonly stuck?: string;
  /** Whether the `up` after that would change something. */
  readonly changes: boolean;
  /** What the program declares in the end, and what a refresh then finds; both undefined when nothing is. */
  readonly wanted?: Properties;
  readonly found?: Properties;
  /** What is on the platform in the end. */
  readonly platform: Contents;
  /**
   * What the same operation leaves there without a fault, and the mutating requests it sends, each as `METHOD path`.
   */
  readonly intended: { readonly platform: Contents; readonly sent: readonly string[] };
}

/**
 * Everything on a platform by collection, without what differs from one platform to the next; see
 * {@link makeComparable}.
 */
export type Contents = Readonly<Record<string, readonly unknown[]>>;

/** Every combination there is. */
export const combinations: readonly Combination[] = faults.flatMap((fault) =>
  operations.flatMap((operation) =>
    operation.calls
      .filter((call) => fault.strikes?.(call, operation) ?? true)
      .map((call): Combination => ({ operation, call, fault })),
  ),
);

/**
 * Runs combinations as the engine would: one process of the real dynamic-provider host makes what is there before, the
 * next one runs the operation under the fault, and a third one, with the platform well again, runs what the next `up`
 * would.
 *
 * Each has an organization, that is an emulator, of its own, so that many run at the same time. What is intended is
 * what the same operation leaves behind on a platform without faults.
 */
export async function runAll(given: readonly Combination[]): Promise<Map<Combination, Result>> {
  // Those of one operation together, because they share what is intended.
  const ordered = [...given].sort((a, b) => operations.indexOf(a.operation) - operations.indexOf(b.operation));
  const results = new Map<Combination, Result>();
  for (let start = 0; start < ordered.length; start += atATime) {
    for (const [combination, result] of await runSome(ordered.slice(start, start + atATime))) {
      results.set(combination, result);
    }
  }
  return results;
}

/** How many emulators the memory of a process has room for. */
const atATime = 250;

async function runSome(given: readonly Combination[]): Promise<Map<Combination, Result>> {
  const home = await mkdtemp(join(tmpdir(), "faults-"));
  const models = new Map<string, Trial>();
  const trials: Trial[] = [];
  try {
    for (const combination of given) {
      const key = formModelKey(combination);
      const { operation, fault } = combination;
      const model = models.get(key) ?? (await Trial.start(operation, fault.circumstance ? combination : undefined));
      models.set(key, model);
      trials.push(await Trial.start(operation, combination));
    }
    trials.push(...models.values());
    for (const step of ["prepare", "strike", "settle"] as const) {
      const host = await Host.start("", { environment: { PULUMI_HOME: home } });
      try {
        await host.configure(buildSettings(trials));
        await runConcurrently(40, trials, (trial) => trial[step](host.createForKind(trial.operation.kind)));
      } finally {
        await host.stop();
      }
    }
    return new Map(
      given.map((combination, index) => [
        combination,
        trials[index]!.buildResult(models.get(formModelKey(combination))!),
      ]),
    );
  } finally {
    await Promise.all(trials.map((trial) => trial.emulator.stop()));
    await rm(home, { recursive: true, force: true });
  }
}

/** Combinations with the same key intend the same. */
function formModelKey({ operation, fault }: Combination): string {
  return fault.circumstance ? `${operation.name} × ${fault.name}` : operation.name;
}

/** The stack configuration: a profile for every trial, named by its number. */
function buildSettings(trials: readonly Trial[]): Properties {
  const profiles = Object.fromEntries(
    trials.map(({ emulator: { url, clientId, clientSecret }, profile }) => [
      profile,
      { baseUrl: url, clientId, clientSecret, requestTimeout, listingLag },
    ]),
  );
  return { "analytics:profiles": JSON.stringify(profiles) };
}

/** What the engine keeps of a resource. */
export interface Kept {
  readonly id: string;
  readonly state: Properties;
}

/** One operation on an emulator of its own, under a fault or none. */
class Trial {
  private static count = 0;
  private before: Kept | undefined;
  private after: Kept | undefined;
  private wanted: Properties | undefined;
  private declared: Properties = {};
  private error: string | undefined;
  private struck = false;
  sent: string[] = [];
  private stuck: string | undefined;
  private changes = false;
  private found: Properties | undefined;
  platform: Contents = {};

  private constructor(
    readonly operation: Operation,
    readonly combination: Combination | undefined,
    readonly emulator: Emulator,
    readonly profile: string,
  ) {}

  static async start(operation: Operation, combination?: Combination): Promise<Trial> {
    Trial.count += 1;
    const seed = Trial.count;
    // Each with ids of its own, as organizations have.
    return new Trial(operation, combination, await startEmulator({ seed }), `trial${seed}`);
  }

  async prepare(host: Host): Promise<void> {
    const { operation, emulator, profile } = this;
    const given = await operation.given(emulator);
    this.declared = { ...operation.declared(given), profile };
    const wanted = operation.wanted(given);
    this.wanted = wanted && { ...wanted, profile };
    if (operation.verb !== "create") this.before = await host.create(this.declared);
    this.after = this.before;
  }

  async strike(host: Host): Promise<void> {
    const { combination, emulator } = this;
    const { settings } = emulator;
    emulator.clearRequests();
    if (combination) {
      const { fault, call } = combination;
      if (fault.settings) emulator.configure(fault.settings);
      for (const rule of fault.rules(call)) emulator.addFault(rule);
    }
    await this.runOperation(host).catch((error: HostError) => {
      this.error = error.details ?? error.message;
      this.after = readKept(error) ?? this.before;
    });
    if (combination?.fault.leads === "forgotten") this.after = this.before;
    const requests = emulator.requests();
    this.struck =
      requests.some(({ fault }) => fault !== undefined) ||
      combination?.fault.settings !== undefined ||
      combination?.fault.leads === "forgotten";
    this.sent = requests
      .filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")
      .map(({ method, path }) => `${method} ${path}`);
    emulator.removeFault();
    emulator.configure(settings);
  }

  /** What the next `up` does: nothing, or once more what failed or was forgotten; then looks. */
  async settle(host: Host): Promise<void> {
    if (this.error !== undefined || this.combination?.fault.leads === "forgotten") {
      await this.runOperation(host).catch((error: HostError) => {
        this.stuck = error.details ?? error.message;
      });
    }
    const { after, wanted } = this;
    this.platform = makeComparable(this.emulator.snapshot());
    if (after === undefined || wanted === undefined) return;
    this.changes = (await host.diff(after.id, after.state, wanted)).changes;
    this.found = (await host.read(after.id, after.state)).inputs;
  }

  /** What the engine does to come from what it has kept to what is wanted. */
  private async runOperation(host: Host): Promise<void> {
    const { after, wanted } = this;
    if (wanted === undefined) {
      if (after !== undefined) await host.delete(after.id, after.state);
      this.after = undefined;
    } else if (after === undefined) {
      this.after = await host.create(wanted);
    } else if (after.id.startsWith("unknown:")) {
      await host.diff(after.id, after.state, wanted);
      this.after = await host.create(wanted);
      await host.delete(after.id, after.state);
    } else {
      this.after = { id: after.id, state: await host.update(after.id, after.state, wanted) };
    }
  }

  buildResult(model: Trial): Result {
    const { struck, error, stuck, changes, wanted, found, platform } = this;
    return { struck, error, stuck, changes, wanted, found, platform, intended: model };
  }
}

export function readKept(error: HostError): Kept | undefined {
  const hasDetails = (error.metadata?.get("grpc-status-details-bin") ?? []).length > 0;
  return hasDetails ? readHalfMade(error) : undefined;
}

/** After an update whose end isn't known, the next one spells out what the declaration leaves out. */
const isDefault = (key: string, value: { readonly type?: unknown } | null) =>
  (key === "conditionOptions" && value?.type === "always") ||
  (key === "formatting" && ["{}", "null"].includes(JSON.stringify(value)));

/** Data without what differs from one platform to the next: ids become numbers in order of appearance, and times go. */
export function makeComparable(data: object): Contents {
  const numbers = new Map<string, string>();
  const isId = (key: string) => /(^id|Id|By|Key)$/.test(key);
  // Of an event no more is comparable than what it said.
  const isPassing = (key: string) => /At$|^traceId$/.test(key);
  JSON.stringify(data, (key, value) => {
    if (isId(key) && !isPassing(key) && typeof value === "string" && !numbers.has(value))
      numbers.set(value, `#${numbers.size + 1}`);
    return value;
  });
  const text = JSON.stringify(data, (key, value) => (isPassing(key) || isDefault(key, value) ? undefined : value));
  return JSON.parse(text, (_key, value) => (typeof value === "string" ? (numbers.get(value) ?? value) : value));
}

/** So many at the same time, until all are done. */
export async function runConcurrently<T>(
  most: number,
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await run(item);
  };
  await Promise.all(Array.from({ length: most }, work));
}
