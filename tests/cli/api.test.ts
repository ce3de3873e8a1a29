import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { listAreas } from "../../cli/src/api/areas";
import { repository } from "../repository";
import { buildSales } from "../unit/emulator/workbook/sales";
import { buildSettings, createTemporaryFolder, runInTerminal, runPiped, runWhole } from "./support";

const cwd = createTemporaryFolder();
let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator({ seed: 1 });
  env = buildSettings(emulator);
});

afterAll(() => emulator.stop());

const runApi = (...args: string[]) => runPiped(["api", ...args], { cwd, env });

const readJson = async (...args: string[]) => {
  const { code, stdout, stderr } = await runApi(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
};

const listWrites = () =>
  emulator.requests().filter(({ method, path }) => method !== "GET" && !path.includes("auth/token"));

test.each(["whoami", "/whoami", "v2/whoami", "/v2/whoami"])("GET %s, with --json and without", async (path) => {
  const expected = { organizationId: expect.any(String), userId: expect.any(String) };
  expect(await readJson("GET", path)).toMatchObject(expected);
  expect(await readJson("get", path, "--json")).toMatchObject(expected);
});

describe("--all", () => {
  beforeAll(async () => {
    for (const n of [1, 2, 3, 4, 5])
      await emulator.ui.request("POST", "/v2/tags", { name: `Paged ${n}`, color: "cyan" });
    for (const n of [1, 2, 3]) {
      const credential = { authMethod: "basic", basic: { username: "robot", password: "open-sesame" } };
      const body = { name: `Paged ${n}`, allowlist: ["example.com"], credential };
      await emulator.ui.request("POST", "/v2/api-credentials", body);
    }
  });

  test.each([
    ["page and limit", ["tags", "--field", "limit=2"]],
    ["page and limit in the path", ["tags?limit=2"]],
    ["pageToken and pageSize", ["api-credentials", "--field", "pageSize=2"]],
    ["pages of the platform's own size", ["tags"]],
  ])("follows %s", async (_, args) => {
    const all = await readJson("GET", ...args, "--all");
    expect(all).toBeInstanceOf(Array);
    const { entries } = await readJson("GET", args[0]!.replace(/\?.*/, ""));
    expect(all).toEqual(entries);
  });

  test("is of reads alone", async () => {
    const { code, stderr } = await runApi("POST", "tags", "--all", "--yes");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "error: --all: POST has no pages. Leave it out.\n" });
  });
});

describe("a write", () => {
  test("is sent with --yes alone where nobody can answer", async () => {
    emulator.clearRequests();
    const { code, stderr } = await runApi("POST", "tags", "--field", "name=Refused", "--field", "color=cyan");
    expect(code).toBe(2);
    expect(stderr).toContain("Send POST /v2/tags? Not a terminal: cannot prompt. Use --yes.");
    expect(listWrites()).toEqual([]);
    const tag = await readJson("POST", "tags", "--field", "name=Allowed", "--field", "color=cyan", "--yes");
    await readJson("PATCH", `tags/${tag.versionTagId}`, "--field", "description=Yes", "--yes");
    expect(await readJson("GET", "tags", "--all")).toContainEqual(expect.objectContaining({ name: "Allowed" }));
    await readJson("DELETE", `tags/${tag.versionTagId}`, "--yes");
  });

  test("reads its body from a file", async () => {
    writeFileSync(join(cwd, "tag.json"), '{"name":"From a file","color":"cyan"}');
    expect(await readJson("POST", "tags", "--input", "tag.json", "--yes")).toMatchObject({
      versionTagId: expect.any(String),
    });
  });

  test("syncs a table of a warehouse", async () => {
    const { warehouse } = emulator.seeded.connections;
    const field = ["--field", 'path=["SALES","PUBLIC","ORDERS"]', "--yes"];
    expect((await runApi("POST", `connections/${warehouse}/sync`, ...field)).code).toBe(0);
    expect(await readJson("POST", `connection/${warehouse}/lookup`, ...field)).toMatchObject({ kind: "table" });
  });

  test("brings an earlier version of a workbook back", async () => {
    const contents = buildSales(emulator.seeded.connections.warehouse);
    const body = { name: "Sales", folderId: emulator.seeded.folders.sales, contents };
    const { workbookId: id } = (await emulator.ui.request("POST", "/v2/workbooks", body)) as { workbookId: string };
    const settings = { theme: { name: "Dark" } };
    await emulator.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents: { ...contents, settings } });
    const restore = ["POST", `workbooks/${id}/restoreVersion`, "--field", "version=1"];
    const question = `Send POST /v2/workbooks/${id}/restoreVersion?`;
    const read = () => readJson("GET", `workbooks/${id}`, "--field", "includeContents=true");

    const { code, stderr } = await runApi(...restore);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${question} Not a terminal`) });
    const refused = await runInTerminal(["api", ...restore], { cwd, env, answers: [{ when: question, type: "n\r" }] });
    expect(refused).toMatchObject({ asked: [expect.stringContaining(question)] });
    expect(await read()).toMatchObject({ latestVersion: 2, contents: { settings } });

    const answers = [{ when: question, type: "y\r" }];
    expect(await runInTerminal(["api", ...restore], { cwd, env, answers })).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({ latestVersion: 3, contents: expect.not.objectContaining({ settings }) });
    const byName = ["POST", "workbooks/{live:Acme/Models/Sales/Sales}/restoreVersion", "--field", "version=2"];
    expect((await runApi(...byName)).stderr).toContain(question);
    expect((await runApi(...byName, "--yes")).code).toBe(0);
    expect(await read()).toMatchObject({ latestVersion: 4, contents: { settings } });
  });
});

describe("secrets", () => {
  const create = ["POST", "credentials", "--field", "name=ci", "--yes"];

  test("of a new client are asked for, or nothing is sent", async () => {
    emulator.clearRequests();
    const { code, stderr } = await runApi(...create);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("add --show-secrets") });
    expect(listWrites()).toEqual([]);
  });

  test("of an answer are hidden in a pipe, unless they are asked for", async () => {
    const owner = (await readJson("GET", "whoami")).userId;
    const args = ["--field", `ownerId=${owner}`, "--field", 'scopes=["api"]'];
    const { clientSecret } = await readJson(...create, ...args, "--show-secrets");
    expect(clientSecret).toMatch(/\w{20,}/);
  });

  test("of a body stand in no error", async () => {
    const { code, stderr } = await runApi("POST", "tags", "--field", "password=hunter2hunter2", "--yes");
    expect(code).toBe(3);
    expect(stderr).not.toContain("hunter2");
  });
});

describe("what the platform refuses", () => {
  test("ends with 3 and its message", async () => {
    const { code, stderr } = await runApi("GET", "tags/nothing-like-it/workbooks");
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^error: GET \/v2\/tags\/nothing-like-it\/workbooks: 404/),
    });
  });

  test("an area that isn't there has the nearest", async () => {
    const { code, stderr } = await runApi("GET", "worbooks");
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('Did you mean "workbooks"?') });
  });
});

test("the page lists the areas", () => {
  const [, areas = ""] = readFileSync(join(repository, "docs/commands/api.md"), "utf8").split("## Areas");
  expect([...areas.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(listAreas());
});

test.each([
  [["FETCH", "tags"], "FETCH: not a method. Use one of: GET, POST, PUT, PATCH, DELETE."],
  [["GET", "https://elsewhere.example/v2/tags"], "not a path of the API"],
  [["GET", "tags/../credentials"], "not a path of the API"],
  [["GET", "tags/%2e%2e/credentials"], "not a path of the API"],
  [["GET", "tags//workbooks"], "not a path of the API"],
  [["GET", ""], "not a path of the API"],
  [["GET", "C:/Program Files/Git/v2/tags"], "Write tags, not /v2/tags"],
  [["GET", "tags", "--field", "limit"], "--field limit: write name=value"],
  [["GET", "tags", "--field", "limit=[1]"], "--field limit: a query takes no lists, objects or null."],
  [["GET", "tags", "--input", "tag.json"], "--input: GET has no body. Use --field."],
])("%j is a usage error", async (args, message) => {
  writeFileSync(join(cwd, "tag.json"), "{}");
  const { code, stderr } = await runApi(...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test("in a project whose stack can't be read, the environment's credentials are said to be used, and why", async () => {
  const project = join(cwd, "project");
  mkdirSync(project);
  writeFileSync(join(project, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  const { code, stderr } = await runWhole(["api", "GET", "whoami"], { cwd: project, env: { ...env, PATH: "" } });
  expect(code).toBe(0);
  expect(stderr).toContain(
    `There is a Pulumi project in ${project}, but the command can't read the stack's settings: the ` +
      "Pulumi CLI is not on PATH. The command uses the environment's settings.\n",
  );
});
