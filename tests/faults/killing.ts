import { rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hostProcess } from "../door";
import { type Bench, projectYaml } from "../engine/support";
import { isAlive, kill, listDescendants, type Process } from "./processes";

export const latencyMs = 40;

const policyCount = 5;

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
const contents = (kind, index, place) => ({ schemaVersion: 1, kind, pages: [{ id: "main", name: "Page " + index }],
  elements: [{ id: "note", kind: "text", body: "Note " + index }], layout: { main: [place] } });

const tags = times(15, (i) => new analytics.Tag("tag" + i, { name: "Tag " + i, color: "grass" }));
const folders = times(10, (i) => new analytics.Folder("folder" + i,
  { name: "Folder " + i, parentId: config.require("folderId") }));
const models = times(10, (i) => new analytics.DataModel("model" + i,
  { name: "Model", folderId: folders[i].id, spec: spec(i) }));
times(3, (i) => new analytics.Workbook("workbook" + i,
  { name: "Workbook", folderId: folders[i].id, contents: contents("workbook", i, { rows: 12, of: ["note"] }) }));
times(2, (i) => new analytics.Report("report" + i, { name: "Report", folderId: folders[i].id,
  contents: contents("report", i, { element: "note", x: 0, y: 0, width: 400, height: 200 }) }));
times(5, (i) => new analytics.DataModelTag("placement" + i, { dataModelId: models[i].id, tag: tags[i] }));
times(10, (i) => new analytics.ApiCredential("credential" + i, {
  name: "Credential " + i, allowlist: ["*"], credential: { authMethod: "bearer", bearer: { token: "open-sesame" } },
}));
times(${policyCount}, (i) => new analytics.DeploymentPolicy("policy" + i,
  { name: "Policy " + i, versionTagId: tags[i].id }));
`;
export const resourceCount = 60;
export const texts = { "Pulumi.yaml": projectYaml, "index.js": program };

/** What dies, by `kill -9`: the engine (the CLI's process), the plugin host, or both at once. */
export type Victim = "engine" | "host" | "both";
const victims: readonly Victim[] = ["engine", "host", "both"];

/** When a run is killed, and what. */
export interface Blow {
  readonly seed: number;
  readonly victim: Victim;
  /** It comes when so many creates have been sent, … */
  readonly afterCreates: number;
  /** … and so many milliseconds later: before, while or after they are answered and saved. */
  readonly delayMs: number;
  /**
   * Whether it comes while the engine writes its state. Chance does that once in thirty kills or so; so it is made
   * sure.
   */
  readonly cutsState?: boolean;
  /** Whether the lock that a killed engine leaves is removed; so unless it is false. */
  readonly cancels?: boolean;
}

/** So many blows, the same ones each time, to a program of so many resources. */
export function planBlows(count: number, resources = resourceCount): Blow[] {
  return Array.from({ length: count }, (_, index) => {
    const random = createGenerator(index + 1);
    return {
      seed: index + 1,
      victim: victims[index % victims.length]!,
      afterCreates: 1 + Math.floor(random() * (resources - 1)),
      delayMs: Math.floor(random() * 4 * latencyMs),
    };
  });
}

/**
 * An `up` that is killed. Answers the processes it had started.
 *
 * @param policies how many deployment policies the program has. The last one's create is held back, so that the run
 * isn't over before.
 */
export async function killUp(bench: Bench, blow: Blow, policies = policyCount): Promise<readonly Process[]> {
  const { victim, afterCreates, delayMs, cutsState, cancels = true } = blow;
  // However slow the machine is, the run isn't over before the blow comes.
  const path = "/v2/deploymentPolicies";
  const held = bench.emulator.addFault({ fault: "delay", method: "POST", path, nth: policies, ms: 20_000 });
  const killed = bench.stack.run(["up", "--yes", "--skip-preview"]);
  while (bench.writes().length < afterCreates) await sleep(2);
  await sleep(delayMs);
  const started = listDescendants().filter(
    // A server that keeps the state isn't the run's.
    ({ command }) => /pulumi|dynamic-provider/.test(command) && !/postgres|versitygw/.test(command),
  );
  for (const process of choose(started, victim)) kill(process);
  expect((await killed).code).not.toBe(0);
  bench.emulator.removeFault(held.id);

  if (cutsState) await cutState(bench);
  // The engine holds a lock on the stack; when it was killed, nobody else gives it back.
  if (cancels && victim !== "host") await runAsUser(bench, ["cancel", "--yes"]);
  return started;
}

/**
 * Leaves what a kill leaves while the state is written. The file backend renames a whole state into its place, but
 * writes the attributes beside it (a content type, a checksum) where they are, and can read no state whose attributes
 * are cut.
 */
async function cutState(bench: Bench): Promise<void> {
  await truncate(getAttributesPath(bench), 0);
}

/** Runs a command as a user does who is told that the state can't be read. */
export async function runAsUser(bench: Bench, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await bench.stack.run(args);
  if (code === 0) return stdout;
  expect(stdout + stderr).toContain("failed to load checkpoint");
  await rm(getAttributesPath(bench));
  return bench.stack.expect(args);
}

/**
 * Everything of the program is on the platform once, in the state, and as declared; nothing of the killed run lives on.
 */
export async function expectEverythingOnce(bench: Bench, started: readonly Process[], made = listContents(bench)) {
  expect(made).toHaveLength(resourceCount);
  expect(new Set(made).size).toBe(resourceCount);
  await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
  expect(started.filter(({ pid }) => isAlive(pid))).toEqual([]);
}

function getAttributesPath({ stack }: Bench): string {
  return join(stack.directory, "../state/.pulumi/stacks/bench/temporary.json.attrs");
}

/**
 * Everything of the program that is on the platform, by what a person would call it, but for the objects with the ids
 * given.
 */
export function listContents({ emulator }: Bench, except: ReadonlySet<string> = new Set()): string[] {
  const { tags, files, dataModels, apiCredentials, deploymentPolicies } = emulator.snapshot();
  const named = files.filter(({ id, name, deletedWith }) => {
    return /^(Model|Workbook|Report|Folder \d+)$/.test(name) && deletedWith === null && !except.has(id);
  });
  return [
    ...named.map(({ parentId, name }) => `${parentId}/${name}`),
    ...dataModels.flatMap((model) => model.tags.map(({ versionTagId }) => `${versionTagId} on ${model.documentId}`)),
    ...tags.map(({ name }) => name),
    ...apiCredentials.filter(({ apiCredentialId: id }) => !except.has(id)).map(({ name }) => name),
    ...deploymentPolicies.filter(({ deploymentPolicyId: id }) => !except.has(id)).map(({ name }) => name),
  ];
}

function choose(started: readonly Process[], victim: Victim): Process[] {
  const hosts = started.filter(({ command }) => command.includes(hostProcess));
  const engines = started.filter(({ command }) => / up --yes/.test(command));
  return { engine: engines, host: hosts, both: [...engines, ...hosts] }[victim];
}

/** Mulberry32. */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
