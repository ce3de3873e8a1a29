import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, startEmulator } from "analytics-emulator";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "../cli/support";
import { signIn } from "../unit/emulator/support";

/** Each at another moment between the first request and the last. */
const kills = process.env.FAULTS === "whole" ? 200 : 1;
const latencyMs = 20;

const defineElement = (connectionId: string) => ({
  id: "orders",
  kind: "table",
  name: "Orders",
  source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "id", name: "Id", formula: "[ORDERS/ORDER_ID]" }],
});

const base = createTemporaryFolder();
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ latencyMs, tokenRequestsPerSecond: null });
});
afterAll(() => emulator.stop());

/** The workbooks that are there, with those that nobody knows of. */
const listScratch = () =>
  emulator.snapshot().files.filter(({ name, deletedWith }) => name.includes("check ") && deletedWith === null);

test("a check that is killed at any moment leaves nothing after the next one", async () => {
  const api = await signIn(emulator);
  const { connections, folders } = emulator.seeded;
  const model = {
    name: "Orders",
    schemaVersion: 1,
    pages: [{ id: "p", name: "P", elements: [defineElement(connections.warehouse)] }],
  };
  await api.post("/v2/dataModels/spec", { ...model, folderId: folders.models });
  const checks = { checks: [{ table: "orders", unique: ["id"], rows: { min: 1 } }] };
  const cwd = createFolderWith(base, {
    "orders.json": JSON.stringify(model),
    "orders.checks.json": JSON.stringify(checks),
  });
  const env = { ...buildSettings(emulator), PULUMI_HOME: cwd };
  emulator.clearRequests();
  await runPiped(["check"], { cwd, env });
  const most = emulator.requests().length;
  expect(most).toBeGreaterThan(8);
  let left = 0;
  for (let kill = 0; kill < kills; kill++) {
    // The golden ratio spreads the moments evenly, however many there are.
    const moment = ((kill + 1) * 0.618034) % 1;
    emulator.clearRequests();
    let pid = 0;
    const killed = runPiped(["check"], { cwd, env, started: (id) => (pid = id) });
    while (emulator.requests().length < moment * most) await sleep(2);
    await sleep(((kill * 7) % 3) * latencyMs);
    process.kill(pid, "SIGKILL");
    await killed;
    left += listScratch().length;
    await runPiped(["check"], { cwd, env });
    expect(listScratch()).toEqual([]);
  }
  // Otherwise no kill came between the create and the delete.
  expect(left).toBeGreaterThan(0);
}, 1_800_000);
