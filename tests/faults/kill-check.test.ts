import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, startEmulator } from "analytics-emulator";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "../cli/support";
import { signIn } from "../unit/emulator/support";

/** Each at another moment between the first request and the last. */
const kills = process.env.FAULTS === "whole" ? 200 : 2;
const latencyMs = 20;

const defineElement = (connectionId: string, revenue = "Sum([Id])") => ({
  id: "orders",
  kind: "table",
  name: "Orders",
  source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "id", name: "Id", formula: "[ORDERS/ORDER_ID]" }],
  metrics: [{ id: "revenue", name: "Revenue", formula: revenue }],
});

/** The last moments are those of a process that has ended by itself. */
function endAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const base = createTemporaryFolder();
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ latencyMs, tokenRequestsPerSecond: null });
});
afterAll(() => emulator.stop());

/** Checks, and what a change does to a metric, with two scratch models beside the workbook. */
const commands = [["check"], ["check", "orders.json", "--against", "before/orders.json"]];

/** The scratch documents that are there, with those that nobody knows of. */
const listScratch = () =>
  emulator.snapshot().files.filter(({ name, deletedWith }) => name.includes("check ") && deletedWith === null);

test("a check that is killed at any moment leaves nothing after the next one", async () => {
  const api = await signIn(emulator);
  const { connections, folders } = emulator.seeded;
  const buildModel = (revenue?: string) => ({
    name: "Orders",
    schemaVersion: 1,
    pages: [{ id: "p", name: "P", elements: [defineElement(connections.warehouse, revenue)] }],
  });
  const model = buildModel();
  await api.post("/v2/dataModels/spec", { ...model, folderId: folders.models });
  const checks = { checks: [{ table: "orders", unique: ["id"], rows: { min: 1 } }] };
  const cwd = createFolderWith(base, {
    "orders.json": JSON.stringify(model),
    "orders.checks.json": JSON.stringify(checks),
    "before/orders.json": JSON.stringify(buildModel("Max([Id])")),
  });
  const env = { ...buildSettings(emulator), PULUMI_HOME: cwd };
  const counts: number[] = [];
  for (const command of commands) {
    emulator.clearRequests();
    await runPiped(command, { cwd, env });
    counts.push(emulator.requests().length);
  }
  expect(Math.min(...counts)).toBeGreaterThan(8);
  const countModels = () => emulator.requests().filter(({ path }) => path === "/v2/dataModels/spec").length;
  expect(countModels()).toBe(2);
  let left = 0;
  for (let kill = 0; kill < kills; kill++) {
    // The golden ratio spreads the moments evenly, however many there are.
    const moment = ((kill + 1) * 0.618034) % 1;
    emulator.clearRequests();
    let pid = 0;
    const command = commands[kill % commands.length]!;
    const killed = runPiped(command, { cwd, env, started: (id) => (pid = id) });
    while (emulator.requests().length < moment * counts[kill % commands.length]!) await sleep(2);
    await sleep(((kill * 7) % 3) * latencyMs);
    endAtOnce(pid);
    await killed;
    left += listScratch().length;
    await runPiped(command, { cwd, env });
    expect(listScratch()).toEqual([]);
  }
  // Otherwise no kill came between the create and the delete.
  expect(left).toBeGreaterThan(0);
}, 1_800_000);
