import { copyFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, projectYaml, startBench } from "../engine/support";
import { descendants, isAlive, kill, type Process } from "./processes";

const latencyMs = 40;

/** Sixty resources of the kinds whose creates differ most in how a lost one is found again. */
const program = `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const connectionId = config.require("connectionId");
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const spec = (index) => ({ pages: [{ id: "p", name: "Page " + index, elements: [{
  id: "facts", kind: "table", name: "Facts " + index,
  source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
}] }] });

const tags = times(20, (i) => new analytics.Tag("tag" + i, { name: "Tag " + i, color: "grass" }));
const folders = times(10, (i) => new analytics.Folder("folder" + i, { name: "Folder " + i, parentId: config.require("folderId") }));
times(10, (i) => new analytics.DataModel("model" + i, { name: "Model", folderId: folders[i].id, spec: spec(i) }));
times(10, (i) => new analytics.ApiCredential("credential" + i, {
  name: "Credential " + i, allowlist: ["*"], credential: { authMethod: "bearer", bearer: { token: "open-sesame" } },
}));
times(10, (i) => new analytics.DeploymentPolicy("policy" + i, { name: "Policy " + i, versionTagId: tags[i].id }));
`;
const resourceCount = 60;

/** What dies, by `kill -9`: the engine (the CLI's process), the plugin host, or both at once. */
type Victim = "engine" | "host" | "both";
const victims: readonly Victim[] = ["engine", "host", "both"];

interface Run {
  readonly seed: number;
  readonly victim: Victim;
  /** The kill comes when so many creates have been sent, … */
  readonly afterCreates: number;
  /** … and so many milliseconds later: before, while or after they are answered and saved. */
  readonly delayMs: number;
  /** Whether the user refreshes before the next `up`. */
  readonly refreshes: boolean;
  /** Whether the kill comes while the engine writes its state. Chance does that once in thirty kills or so; here it is made sure. */
  readonly cutsState: boolean;
}

const count = process.env.FAULTS === "whole" ? 27 : 3;
const runs = Array.from({ length: count }, (_, index): Run => {
  const random = generator(index + 1);
  return {
    seed: index + 1,
    victim: victims[index % victims.length]!,
    afterCreates: 1 + Math.floor(random() * (resourceCount - 1)),
    delayMs: Math.floor(random() * 4 * latencyMs),
    refreshes: index % 2 === 1,
    cutsState: index % 6 === 2,
  };
});

describe.each(runs)("$victim killed after $afterCreates creates and $delayMs ms (seed $seed)", (run) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": program },
      emulator: { seed: run.seed, latencyMs },
    });
  }, 120_000);
  afterAll(() => bench.dispose());

  test("what a user does next ends with every object once", async () => {
    const killed = bench.stack.run(["up", "--yes", "--skip-preview"]);
    await reaches(bench, run.afterCreates);
    await sleep(run.delayMs);
    const started = descendants().filter(({ command }) => /pulumi|dynamic-provider/.test(command));
    for (const victim of choose(started, run.victim)) kill(victim);
    expect((await killed).code).not.toBe(0);

    // The engine holds a lock on the stack; when it was killed, nobody else gives it back.
    if (run.cutsState) await truncate(stateOf(bench), 0);
    if (run.victim !== "host") await asUser(bench, ["cancel", "--yes"]);
    if (run.refreshes) await asUser(bench, ["refresh", "--yes", "--skip-preview", "--clear-pending-creates"]);
    await asUser(bench, ["up", "--yes", "--skip-preview"]);
    const made = contents(bench);
    expect(made).toHaveLength(resourceCount);
    expect(new Set(made).size).toBe(resourceCount);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(started.filter(({ pid }) => isAlive(pid))).toEqual([]);
  }, 300_000);
});

/** Runs a command as a user does who finds the state cut: the file backend writes it in place, and keeps the one before as a backup. */
async function asUser(bench: Bench, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await bench.stack.run(args);
  if (code === 0) return;
  expect(stdout + stderr).toContain("failed to load checkpoint");
  await copyFile(`${stateOf(bench)}.bak`, stateOf(bench));
  await bench.stack.expect(args);
}

function stateOf({ stack }: Bench): string {
  return join(stack.directory, "../state/.pulumi/stacks/bench/temporary.json");
}

/** Everything of the program that is on the platform, by what a person would call it. */
function contents({ emulator }: Bench): string[] {
  const { tags, files, apiCredentials, deploymentPolicies } = emulator.snapshot();
  const declared = files.filter(({ name, deletedWith }) => /^(Model|Folder \d+)$/.test(name) && deletedWith === null);
  return [
    ...declared.map(({ parentId, name }) => `${parentId}/${name}`),
    ...[...tags, ...apiCredentials, ...deploymentPolicies].map(({ name }) => name),
  ];
}

/** Resolves when so many creates have been sent. */
async function reaches(bench: Bench, creates: number): Promise<void> {
  while (bench.writes().length < creates) await sleep(2);
}

function choose(started: readonly Process[], victim: Victim): Process[] {
  const hosts = started.filter(({ command }) => command.includes("dynamic-provider"));
  const engines = started.filter(({ command }) => / up --yes/.test(command));
  return { engine: engines, host: hosts, both: [...engines, ...hosts] }[victim];
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
