import { type Bench, startBench } from "../engine/support";
import { expectEverythingOnce, killUp, latencyMs, planBlows, runAsUser, texts } from "./killing";

const runs = planBlows(process.env.FAULTS === "whole" ? 27 : 1).map((blow, index) => ({
  ...blow,
  cutsState: index % 6 === 2,
  /** Whether the user refreshes before the next `up`. */
  refreshes: index % 2 === 1,
}));

describe.each(runs)("$victim killed after $afterCreates creates and $delayMs ms (seed $seed)", (run) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ texts, emulator: { seed: run.seed, latencyMs } });
  }, 120_000);
  afterAll(() => bench.dispose());

  test("what a user does next ends with every object once", async () => {
    const started = await killUp(bench, run);
    if (run.refreshes) await runAsUser(bench, ["refresh", "--yes", "--skip-preview", "--clear-pending-creates"]);
    await runAsUser(bench, ["up", "--yes", "--skip-preview"]);
    await expectEverythingOnce(bench, started);
  }, 300_000);
});
