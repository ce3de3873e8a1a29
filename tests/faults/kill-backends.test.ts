import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BackendName,
  backendNames,
  type StateBackend,
  startStateBackend,
} from "../../bench/src/shared/state-backends";
import { type Bench, projectYaml, startBench } from "../engine/support";
import { expectEverythingOnce, killUp, latencyMs, planBlows, runAsUser, texts } from "./killing";

const planRuns = (name: BackendName) =>
  planBlows(process.env.FAULTS === "whole" ? 27 : 3).map((blow, index) => ({
    ...blow,
    cutsState: name === "file" && index % 6 === 2,
    /** Whether the user refreshes before the next `up`. */
    refreshes: index % 2 === 1,
  }));
const tenTags = {
  "Pulumi.yaml": projectYaml,
  "index.js": `
const analytics = require("pulumi-analytics");
for (let i = 0; i < 10; i++) new analytics.Tag("tag" + i, { name: "Tag " + i, color: "grass" });
`,
};
const up = ["up", "--yes", "--skip-preview"];

describe.each(backendNames)("with the state in %s", (name) => {
  let backend: StateBackend | undefined;
  let bench: Bench | undefined;

  beforeAll(async () => {
    backend = await startStateBackend(name);
    if (backend === undefined) console.warn(`The server of ${name} isn't installed: its tests are skipped.`);
  });
  afterEach(async () => {
    // The server is the same for all tests.
    await bench?.stack.run(["stack", "rm", "--yes", "--force"]);
    await bench?.dispose();
    bench = undefined;
  });
  afterAll(() => backend?.stop());

  /** Undefined where the server isn't installed. */
  async function open(options: Parameters<typeof startBench>[0]): Promise<Bench | undefined> {
    bench = backend && (await startBench({ ...options, environment: backend.environment }));
    return bench;
  }

  test.each(planRuns(name))(
    "$victim killed after $afterCreates creates and $delayMs ms (seed $seed): every object once",
    async (run) => {
      const opened = await open({ texts, emulator: { seed: run.seed, latencyMs } });
      if (opened === undefined) return;
      const started = await killUp(opened, run);
      if (run.refreshes) await runAsUser(opened, ["refresh", "--yes", "--skip-preview", "--clear-pending-creates"]);
      await runAsUser(opened, up);
      await expectEverythingOnce(opened, started);
      await opened.stack.expect(["preview", "--expect-no-changes"]);
    },
  );

  test("two people at once: the second is refused while the first holds the lock", async () => {
    const opened = await open({ texts: tenTags, emulator: { latencyMs: 500 } });
    if (opened === undefined) return;
    const first = opened.stack.run(up);
    await waitForCreate(opened);
    const second = await opened.stack.run(...runAsSomeoneElse(opened));
    expect(second.code).not.toBe(0);
    expect(second.stdout + second.stderr).toContain("the stack is currently locked by 1 lock(s)");
    expect((await first).code).toBe(0);
    expect(listTags(opened)).toHaveLength(10);
  });

  test("a lock removed by pulumi cancel: two runs at once create nothing twice", async () => {
    const opened = await open({ texts: tenTags, emulator: { latencyMs: 500 } });
    if (opened === undefined) return;
    const first = opened.stack.run(up);
    await waitForCreate(opened);
    await opened.stack.expect(["cancel", "--yes"]);
    const second = await opened.stack.run(...runAsSomeoneElse(opened));
    await first;
    expect(second.code).not.toBe(0);
    // Each run wrote its own state over the other's: what the last one lacks stands in no state, and is adopted.
    await opened.stack.write("index.js", tenTags["index.js"].replace('color: "grass"', 'color: "grass", adopt: true'));
    await opened.stack.expect(up);
    expect(listTags(opened)).toHaveLength(10);
    await opened.stack.expect(["preview", "--expect-no-changes"]);
  });

  test("a crash, and someone else continues on another machine: every object once", async () => {
    const opened = await open({ texts, emulator: { latencyMs } });
    if (opened === undefined) return;
    // With several folders on the platform, and not yet in the state: they may exist twice by name.
    const started = await killUp(opened, { seed: 1, victim: "both", afterCreates: 26, delayMs: 20, cancels: false });
    const [args, environment] = runAsSomeoneElse(opened);
    const locked = await opened.stack.run(args, environment);
    expect(locked.stdout + locked.stderr).toContain("the stack is currently locked by 1 lock(s)");
    await opened.stack.expect(["cancel", "temporary", "--yes"], environment);

    await opened.stack.expect(args, environment);
    await expectEverythingOnce(opened, started);
  });
});

async function waitForCreate({ writes }: Bench): Promise<void> {
  while (writes().length === 0) await sleep(10);
}

const listTags = ({ emulator }: Bench) => emulator.snapshot().tags.map(({ name }) => name);

/** An `up` on a machine that has nothing of the first one's but the project and the backend. */
function runAsSomeoneElse({ stack }: Bench): [args: string[], environment: Record<string, string>] {
  return [[...up, "--stack", "temporary"], { PULUMI_HOME: join(stack.directory, "../another-home") }];
}
