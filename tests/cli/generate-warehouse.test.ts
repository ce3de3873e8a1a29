import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { createTemporaryFolder, runPiped } from "./support";

const root = createTemporaryFolder();
let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator();
  env = {
    ANALYTICS_BASE_URL: emulator.url,
    ANALYTICS_CLIENT_ID: emulator.clientId,
    ANALYTICS_CLIENT_SECRET: emulator.clientSecret,
  };
});

afterAll(() => emulator.stop());

async function generate(...args: readonly string[]) {
  const cwd = mkdtempSync(join(root, "project-"));
  const connection = emulator.seeded.connections.warehouse as string;
  const run = await runPiped(["generate", "warehouse", "--connection", connection, ...args], { cwd, env });
  return { cwd, ...run };
}

const isModel = (name: string) => name.endsWith(".yaml");

function read(cwd: string): Record<string, string> {
  const folder = join(cwd, "models");
  return Object.fromEntries(
    readdirSync(folder)
      .filter(isModel)
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

test("a model for each table of a schema; relationships are guesses in comments", async () => {
  const { cwd, code, stdout } = await generate("SALES.PUBLIC");
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const models = read(cwd);
  expect(models["orders.yaml"]).toContain('- { id: customer_id, name: Customer Id, formula: "[ORDERS/CUSTOMER_ID]" }');
  expect(models["orders.yaml"]).toContain("path: [SALES, PUBLIC, ORDERS]");
  expect(models["orders.yaml"]).toContain("# Guess: customer_id → Customers. Write it with --set guess.");
  expect(models["orders.yaml"]).not.toContain("relationships:");
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
});

test("the setting guess writes them, and --tables chooses", async () => {
  const { cwd, stdout } = await generate("SALES.PUBLIC", "--set", "guess", "--tables", "?R*", "--tables", "*S");
  expect(stdout).toContain("Guessed relationships: 2");
  const models = read(cwd);
  expect(models["orders.yaml"]).toContain("name: Customers");
  expect(models["orders.yaml"]).toContain("{ sourceColumnId: customer_id, targetColumnId: id }");
  expect(await runPiped(["validate", "--strict", "models"], { cwd })).toMatchObject({ code: 0 });
  const few = await generate("SALES.PUBLIC", "--tables", "ord*", "--set", "per=schema");
  expect(Object.keys(read(few.cwd))).toEqual(["public.yaml"]);
});

test("one table, by its whole path", async () => {
  const { cwd } = await generate("SALES.PUBLIC.CUSTOMERS");
  expect(Object.keys(read(cwd))).toEqual(["customers.yaml"]);
});

test("a path that the catalog doesn't have is a usage error", async () => {
  expect(await generate("SALES.NOWHERE")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("SALES.NOWHERE: the catalog doesn't have it. Check the case, or run"),
  });
  expect(await generate("SALES")).toMatchObject({ code: 2 });
  expect(await generate("SALES.PUBLIC", "--tables", "NOPE*")).toMatchObject({ code: 2 });
});

test("the columns of each table take one request", async () => {
  const before = emulator.requests().length;
  const { cwd } = await generate("SALES.PUBLIC");
  const paths = emulator
    .requests()
    .slice(before)
    .map(({ path }) => path);
  const columns = paths.filter((path) => /\/tables\/[^/]+\/columns/.test(path));
  expect(columns.length).toBe(Object.keys(read(cwd)).length);
});
