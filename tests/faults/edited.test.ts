import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, type FaultInput, startEmulator } from "analytics-emulator";
import { registry } from "../../provider/src/kinds/registry";
import { chooseCases } from "../cases";
import { Host, type HostError } from "../host/support";
import { fillIn, prepareFor, samples } from "../samples";
import { type Contents, type Kept, makeComparable, readKept, runConcurrently } from "./matrix";

type Properties = Record<string, unknown>;

/** Seconds that lists lag behind creates: none does here. */
const listingLag = 0.2;

/** What becomes of the answer to a create that the platform carries out. */
const losses: Readonly<
  Record<string, { rules(call: FaultInput): FaultInput[]; isKilled?: boolean; readonly followed?: FaultInput }>
> = {
  "killed meanwhile": { rules: (call) => [{ ...call, fault: "delay", ms: 20_000, nth: 1 }], isKilled: true },
  "lost, then an outage": {
    rules: (call) => [{ ...call, fault: "reset-after", nth: 1 }],
    followed: { fault: "status", status: 501, body: "html" },
  },
  "a firewall's page": {
    rules: (call) => [{ ...call, fault: "status", status: 403, body: "html", applied: true, nth: 1 }],
  },
  "a redirect": { rules: (call) => [{ ...call, fault: "status", status: 303, body: "empty", applied: true, nth: 1 }] },
};
/** What a person does before the next run. */
const changes = ["nothing", "edits the declaration", "renames the resource by an alias"] as const;

interface Case {
  readonly kind: string;
  readonly loss: string;
  readonly change: (typeof changes)[number];
}

/** Kinds whose objects are read from the platform: nothing tells whether an event happened. */
const kinds = Object.keys(registry).filter((kind) => {
  const { events, keepsNothing } = samples[kind]!;
  return events === undefined && !keepsNothing;
});
const all = kinds.flatMap((kind) =>
  Object.keys(losses).flatMap((loss) => changes.map((change): Case => ({ kind, loss, change }))),
);
/** Each kind meets one loss and one change; `npm run test:all` tries all combinations. */
const sampled = all.filter(({ kind, loss, change }) => {
  const index = kinds.indexOf(kind);
  return (
    index % Object.keys(losses).length === Object.keys(losses).indexOf(loss) &&
    index % changes.length === changes.indexOf(change)
  );
});
const cases = chooseCases(all, 0).length === all.length ? all : sampled;

class Trial {
  kept: Kept | undefined;
  error: string | undefined;
  requests: string[] = [];
  isStruck = false;

  private constructor(
    readonly of: Case,
    readonly emulator: Emulator,
    readonly profile: string,
    readonly first: Properties,
    readonly wanted: Properties,
  ) {}

  static async start(of: Case, index: number): Promise<Trial> {
    const sample = samples[of.kind]!;
    const emulator = await startEmulator({ seed: index + 1 });
    const given = await prepareFor(of.kind, emulator);
    const profile = `trial${index}`;
    const formUrn = (name: string) => `urn:pulumi:dev::shop::analytics:index:${of.kind}::${name}${index}`;
    const declared = { ...fillIn(sample.declared, given), profile };
    const [edit] = Object.values(sample.updates ?? {});
    // A new certificate can't be active.
    const isEdited = of.change === "edits the declaration" && of.kind !== "SsoCertificate";
    const edited = isEdited && edit !== undefined ? fillIn(edit.to, given) : {};
    const name = of.change === "renames the resource by an alias" ? "renamed" : "first";
    return new Trial(
      of,
      emulator,
      profile,
      { ...declared, __urn: formUrn("first") },
      { ...declared, ...edited, __urn: formUrn(name) },
    );
  }

  /** The first run: the platform carries the create out, and the answer doesn't arrive. */
  async lose(host: Host): Promise<void> {
    const { kind, loss } = this.of;
    const [method, path] = samples[kind]!.create[0]!.split(" ") as [string, string];
    this.emulator.clearRequests();
    for (const rule of losses[loss]!.rules({ method, path } as FaultInput)) this.emulator.addFault(rule);
    const creating = host.create(this.first).catch((error: HostError) => {
      this.kept = readKept(error);
      this.error = error.details ?? error.message;
    });
    const { isKilled, followed } = losses[loss]!;
    if (isKilled || followed) await this.waitUntilStruck();
    if (followed) this.emulator.addFault(followed);
    if (!isKilled) await creating;
    this.isStruck = this.emulator.requests().some(({ fault }) => fault !== undefined);
    this.emulator.removeFault();
  }

  private async waitUntilStruck(): Promise<void> {
    const isStruck = () => this.emulator.requests().some(({ fault }) => fault !== undefined);
    for (let waited = 0; waited < 600_000 && !isStruck(); waited += 20)
      await new Promise((done) => setTimeout(done, 20));
  }

  /** What the engine does in the next `up`. */
  async run(host: Host): Promise<void> {
    this.error = undefined;
    try {
      if (this.kept === undefined) this.kept = await host.create(this.wanted);
      else await this.update(host, this.kept);
    } catch (error) {
      this.kept = readKept(error as HostError) ?? this.kept;
      this.error = (error as HostError).details ?? String(error);
    }
  }

  private async update(host: Host, { id, state }: Kept): Promise<void> {
    const { replaces } = await host.diff(id, state, this.wanted);
    if (replaces.length === 0) {
      this.kept = { id, state: await host.update(id, state, this.wanted) };
      return;
    }
    await host.delete(id, state);
    this.kept = undefined;
    this.kept = await host.create(this.wanted);
  }
}

// A setting is always there: the emulator has a record of those that were ever written.
const count = ({ organizationSettings: _, ...contents }: Contents) =>
  Object.fromEntries(Object.entries(contents).map(([name, objects]) => [name, objects.length]));

interface Outcome {
  readonly isStruck: boolean;
  readonly stuck?: string;
  readonly tries: number;
  readonly counts: Record<string, number>;
  readonly intended: Record<string, number>;
  readonly changes?: boolean;
}

async function runAll(given: readonly Case[]): Promise<Map<Case, Outcome>> {
  const home = await mkdtemp(join(tmpdir(), "edited-"));
  const trials = await Promise.all(given.map((of, index) => Trial.start(of, index)));
  const models = await Promise.all(given.map((of, index) => Trial.start(of, given.length + index)));
  const profiles = Object.fromEntries(
    [...trials, ...models].map(({ profile, emulator: { url: baseUrl, clientId, clientSecret } }) => [
      profile,
      { baseUrl, clientId, clientSecret, listingLag },
    ]),
  );
  const outcomes = new Map<Case, Outcome>();
  const runInHost = async (run: (host: Host) => Promise<void>) => {
    const host = await Host.start("", { environment: { PULUMI_HOME: home } });
    try {
      await host.configure({ "analytics:profiles": JSON.stringify(profiles) });
      await run(host);
    } finally {
      await host.stop();
    }
  };
  const forAll = (some: readonly Trial[], run: (trial: Trial, host: Host) => Promise<void>) =>
    runInHost((host) => runConcurrently(some.length, some, (trial) => run(trial, host.createForKind(trial.of.kind))));
  try {
    // What is intended: the same without a fault.
    await forAll(models, async (model, host) => {
      model.kept = await host.create(model.first);
      await model.run(host);
      if (model.error !== undefined) throw new Error(`${model.of.kind}: ${model.error}`);
    });
    await forAll(trials, (trial, host) => trial.lose(host));
    const tries = new Map<Trial, number>();
    for (const time of [1, 2]) {
      const left = trials.filter((trial) => time === 1 || trial.error !== undefined);
      await forAll(left, async (trial, host) => {
        tries.set(trial, time);
        await trial.run(host);
      });
    }
    await forAll(trials, async (trial, host) => {
      const { of, emulator, kept, wanted, error: stuck, isStruck } = trial;
      const model = models[trials.indexOf(trial)]!;
      const [counts, intended] = [emulator, model.emulator].map((one) => count(makeComparable(one.snapshot())));
      const changed = kept && (await host.diff(kept.id, kept.state, wanted)).changes;
      outcomes.set(of, {
        ...{ isStruck, stuck, tries: tries.get(trial)!, changes: changed },
        ...{ counts: counts!, intended: intended! },
      });
    });
    return outcomes;
  } finally {
    await Promise.all([...trials, ...models].map(({ emulator }) => emulator.stop()));
    await rm(home, { recursive: true, force: true });
  }
}

describe("after a create whose answer was", () => {
  let outcomes: ReadonlyMap<Case, Outcome>;
  beforeAll(async () => {
    outcomes = await runAll(cases);
  }, 3_600_000);

  test.each(cases.map((of) => [of.loss, of.kind, of.change, of] as const))(
    "%s: %s, and a person does this: %s: there is one object, in two runs at most",
    (_loss, _kind, _change, of) => {
      const { isStruck, stuck, counts, intended, changes } = outcomes.get(of)!;
      expect({ isStruck, stuck, changes }).toEqual({ isStruck: true, stuck: undefined, changes: false });
      expect(counts).toEqual(intended);
    },
  );
});
