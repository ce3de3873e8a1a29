import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { changeObjects, type PassingAnswer, startCorrupting } from "../corrupting";
import { clientId, clientSecret, identity, ScriptedServer } from "../unit/core/api/support";
import { buildOrdersTable, buildPage, createWholeOrganization, makeModel, readTree, startEmpty } from "./pull-support";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const folders = createTemporaryFolder();
const createFolder = () => mkdtempSync(join(folders, "run-"));

let emulator: Emulator;
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  emulator = await startEmpty({ seed: 1 });
});
afterEach(async () => {
  await stop?.();
  await emulator.stop();
});

/** Settings that lead to the emulator behind a proxy which changes every object of its answers. */
async function startBehind(change: (object: Record<string, unknown>, answer: PassingAnswer) => object) {
  const proxy = await startCorrupting(emulator.url, (answer) => {
    if (answer.path.endsWith("/token") || !answer.headers["content-type"]?.includes("json")) return undefined;
    return { text: changeObjects(answer.text, (object) => change(object, answer)) };
  });
  stop = proxy.stop;
  return { ...buildSettings(emulator), ANALYTICS_BASE_URL: proxy.url };
}

/** An orders model in the seeded folder of sales. */
const createOrders = () =>
  makeModel(emulator, "Orders", [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))]);

describe("folders that lie in each other", () => {
  async function createCircle() {
    const { sales, models } = emulator.seeded.folders;
    const parents: Record<string, string> = { [sales]: models, [models]: sales };
    const env = await startBehind((object) =>
      typeof object.id === "string" && Object.hasOwn(parents, object.id)
        ? { ...object, parentId: parents[object.id] }
        : object,
    );
    await createOrders();
    return { env, sales, models };
  }

  test.each([[[]], [["--all"]]])("pull %j ends, and names the folders with their ids", async (options) => {
    const { env, sales, models } = await createCircle();
    const cwd = createFolder();
    const { code, stdout } = await runPiped(["pull", "--json", ...options], { cwd, env });
    const told = JSON.parse(stdout) as { unreadable: { what: string; why: string }[] };
    expect(told.unreadable.filter(({ what }) => what.startsWith("folder")).map(({ why }) => why)).toEqual([
      expect.stringMatching(/^it lies in itself, in .*, and is declared as its id\. Move one of these folders/),
      expect.stringContaining(sales),
    ]);
    expect(told.unreadable.map(({ what }) => what).join()).toContain(models);
    expect(code).toBe(1);
    expect(Object.keys(readTree(cwd)).join()).toContain("orders.yaml");
  });

  test("so do the other walks to a folder", async () => {
    const { env, sales } = await createCircle();
    const cwd = createFolder();
    const pulled = await runPiped(["pull", sales, "--json"], { cwd, env });
    expect(JSON.parse(pulled.stdout)).toMatchObject({ models: [{ title: "Orders" }] });
    const drawn = await runPiped(["draw", "live:Acme/Models/Sales", "--format", "mermaid"], { cwd, env });
    expect(drawn.stdout + drawn.stderr).toContain("Orders");
    const compared = await runPiped(["diff", "live:Sales/Orders", "live:Orders"], { cwd, env });
    expect(compared.stderr).not.toContain("bug");
  });
});

/** Texts that a platform may hide: of credentials, connections and connectors. */
const hideable = ["analytics", "AKIA", "mail", "X-Key", "application/json"];

test.each([
  ["***", []],
  ["xxxx1234", []],
  ["an…cs", []],
  ["<redacted>", []],
  ["[HIDDEN]", ["--import"]],
  ["a***s", ["--import"]],
] as const)("a value that is shown as %s isn't written into a program, pull --all %j", async (mask, form) => {
  await createWholeOrganization(emulator);
  const env = await startBehind((object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key, hideable.includes(value as string) ? mask : value]),
    ),
  );
  const cwd = createFolder();
  const { code, stdout } = await runPiped(["pull", "--all", ...form, "--json"], { cwd, env });
  const { secrets } = JSON.parse(stdout) as { secrets: { key: string }[] };
  expect(code).toBe(0);
  const files = Object.entries(readTree(cwd)).filter(([path]) => path.endsWith(".ts"));
  expect(files.map(([path]) => path)).toEqual(expect.arrayContaining(["credentials.ts", "warehouse.ts"]));
  expect(files.filter(([, text]) => text.includes(mask)).map(([path]) => path)).toEqual([]);
  const asked = ["billingUsername", "mailClientId", "archiveAccessKeyId", "mapsKey"];
  if (form.length === 0) expect(secrets.map(({ key }) => key)).toEqual(expect.arrayContaining(asked));
});

test("a command that failed waits for no other call", async () => {
  const server = await ScriptedServer.start(({ path }) => {
    if (path === "/v2/whoami") return { json: identity };
    if (path === "/v2/files") return { hang: true };
    return { status: 400, json: { message: "refused" } };
  });
  try {
    const env = {
      ANALYTICS_BASE_URL: server.url,
      ANALYTICS_CLIENT_ID: clientId,
      ANALYTICS_CLIENT_SECRET: clientSecret,
    };
    const { code, stderr } = await runPiped(["pull"], { cwd: createFolder(), env, started: () => {} });
    expect(stderr).toContain("refused");
    expect(code).toBe(3);
    expect(server.calls.map(({ path }) => path)).toContain("/v2/files");
  } finally {
    await server.stop();
  }
});
