import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "analytics-emulator";
import { clientId, clientSecret, ScriptedServer, stopServers } from "../unit/core/api/support";
import { createTemporaryFolder, runPiped, runWhole } from "./support";

const cwd = createTemporaryFolder();
const tables = ["SALES/PUBLIC/ORDERS", "SALES/PUBLIC/ORDERS.NEW"];

let server: ScriptedServer;
let env: Record<string, string>;

/** A platform of a few tables, which the catalog knows once they were synced. */
beforeEach(async () => {
  const catalog = new Set<string>();
  const missing = { status: 404, json: { code: "not_found", message: "no such thing" } };
  server = await ScriptedServer.start(({ method, path, body }) => {
    // Whose organization it is, nobody tells here.
    if (method === "GET") return missing;
    const name = (JSON.parse(body) as { path: string[] }).path.join("/");
    if (path === "/v2/connections/warehouse/sync") {
      for (const table of tables) if (table.startsWith(name)) catalog.add(table);
      return { json: {} };
    }
    if (path !== "/v2/connection/warehouse/lookup" || !catalog.has(name)) return missing;
    return { json: { kind: "table", inodeId: "i", url: "u" } };
  });
  env = {
    ANALYTICS_BASE_URL: server.url,
    ANALYTICS_CLIENT_ID: clientId,
    ANALYTICS_CLIENT_SECRET: clientSecret,
  };
});

afterEach(stopServers);

test("a table is known after it", async () => {
  const { code, stdout } = await runPiped(["sync", "warehouse", "SALES.PUBLIC.ORDERS"], { cwd, env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "The catalog has SALES.PUBLIC.ORDERS: table.\n" });
  const body = '{"path":["SALES","PUBLIC","ORDERS"]}';
  expect(server.calls.filter(({ method }) => method !== "GET")).toMatchObject([
    { method: "POST", path: "/v2/connections/warehouse/sync", body },
    { method: "POST", path: "/v2/connection/warehouse/lookup", body },
  ]);
});

test.each([".", "..", "", " "])("%j as the warehouse is a usage error", async (warehouse) => {
  const expected = `<warehouse>: ${JSON.stringify(warehouse)} is not an id. Give one such as 1b0c6a52-….`;
  const { code, stderr } = await runPiped(["sync", warehouse, "A.B"], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^error: .*\n$/m) });
  expect(stderr).toContain(`error: ${expected}\n`);
  const { stdout } = await runPiped(["sync", warehouse, "A.B", "--json"], { cwd, env });
  expect(JSON.parse(stdout)).toEqual({ error: { exit: 2, message: expected } });
});

test("in a project whose stack can't be read, the environment's credentials are said to be used, and why", async () => {
  const project = join(cwd, "project");
  mkdirSync(project);
  writeFileSync(join(project, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  const { code, stderr } = await runWhole(["sync", "warehouse", "SALES.PUBLIC.ORDERS", "--json"], {
    cwd: project,
    env: { ...env, PATH: "" },
  });
  expect(code).toBe(0);
  expect(stderr).toBe(
    `There is a Pulumi project in ${project}, but the command can't read the stack's settings: the ` +
      "Pulumi CLI is not on PATH. The command uses the environment's settings.\nOrganization at " +
      `${server.url}, from the environment\n`,
  );
});

test("a name with a dot stands in quotes", async () => {
  const { code, stdout } = await runPiped(["sync", "warehouse", 'SALES.PUBLIC."ORDERS.NEW"', "--json"], { cwd, env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    connectionId: "warehouse",
    path: ["SALES", "PUBLIC", "ORDERS.NEW"],
    known: true,
    kind: "table",
  });
});

test("a table that the warehouse doesn't have isn't known afterwards", async () => {
  const { code, stdout } = await runPiped(["sync", "warehouse", "SALES.PUBLIC.ORDRES"], { cwd, env });
  expect(code).toBe(1);
  expect(stdout).toContain("the catalog doesn't have SALES.PUBLIC.ORDRES yet. Check the spelling");
});

test("a connection that isn't there is the platform's refusal, a path that is none a usage error", async () => {
  const refused = await runPiped(["sync", "other", "SALES.PUBLIC"], { cwd, env });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("POST /v2/connections/other/sync: 404, no such thing");
  const misspelt = await runPiped(["sync", "warehouse", "SALES..ORDERS"], { cwd, env });
  expect(misspelt.code).toBe(2);
  expect(misspelt.stderr).toContain("SALES..ORDERS: not a path in a warehouse.");
});

test("a connection may be given by its name; one that nearly has it is suggested", async () => {
  const emulator = await startEmulator({ seed: 1 });
  try {
    const own = {
      ANALYTICS_BASE_URL: emulator.url,
      ANALYTICS_CLIENT_ID: emulator.clientId,
      ANALYTICS_CLIENT_SECRET: emulator.clientSecret,
    };
    const synced = await runPiped(["sync", "Warehouse", "SALES.PUBLIC.ORDERS", "--json"], { cwd, env: own });
    expect(JSON.parse(synced.stdout)).toMatchObject({
      connectionId: emulator.seeded.connections.warehouse,
      known: true,
    });
    const misspelt = await runPiped(["sync", "Warehose", "SALES.PUBLIC.ORDERS"], { cwd, env: own });
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain(
      'Warehose: no connection has this id or name. Did you mean "Warehouse"? Connections: Warehouse, Lakehouse',
    );
  } finally {
    await emulator.stop();
  }
});
