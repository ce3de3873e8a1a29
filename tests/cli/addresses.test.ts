import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseSpec } from "../../provider/src/core/model";
import {
  createSales,
  describeModel,
  describeWorkbook,
  installPulumi,
  orders,
  project,
  type Sales,
} from "./impact-project";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
const renamed = orders.replace("name: Region", "name: Area");
let emulator: Emulator;
let sales: Sales;
let cwd: string;
let env: Record<string, string>;

/** Without the variables of a hook that runs the tests: they name the repository of the project. */
const ownEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
const runGit = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, env: ownEnv });

/** A deployed project in a repository, whose model was edited since. */
beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  sales = await createSales(emulator);
  cwd = createFolderWith(base, project);
  runGit("init", "-q", "-b", "main");
  runGit("add", "-A");
  runGit("commit", "-qm", "first");
  writeFileSync(join(cwd, "models/orders.yaml"), renamed);
  const refs = { warehouse: emulator.seeded.connections.warehouse };
  const states = [describeModel(sales, { spec: JSON.stringify(parseSpec(orders)), refs }), describeWorkbook(sales)];
  env = { ...buildSettings(emulator), ...installPulumi(cwd, states) };
});
afterAll(() => emulator.stop());

const run = (...args: string[]) => runPiped(args, { cwd, env });
/** What differs, a line each. */
const diff = async (...args: string[]): Promise<string[]> => {
  const { stdout, stderr } = await run("diff", ...args, "--json");
  const { changes, error } = JSON.parse(stdout) as { changes?: { text: string }[]; error?: { message: string } };
  return changes?.map(({ text }) => text) ?? [error?.message ?? stderr];
};

const change = "page P › table fact_orders › column region: name `Region` → `Area`";

test.each([
  ["git:main:models/orders.yaml", "models/orders.yaml"],
  ["git:main", "orders"],
  ["git:HEAD:orders", "./models/orders.yaml"],
  ["state:orders", "orders"],
  ["state:Sales", "orders"],
  ["state:", "models/orders.yaml"],
  ["state:models/orders.yaml", "orders"],
])("what was edited since: %s and %s", async (before, after) => {
  expect(await diff(before, after)).toEqual([change]);
});

test("a commit alone is the same document there, on either side", async () => {
  expect(await diff("orders", "git:main")).toEqual([change.replace("`Region` → `Area`", "`Area` → `Region`")]);
  expect(await diff("git:main:areas", "areas")).toEqual([]);
  expect(await diff("git:main:orders", "state:orders")).toEqual([]);
});

test("of folders, each document is compared, and what was added or removed is listed", async () => {
  const [areas, added] = [join(cwd, "models/areas.yaml"), join(cwd, "models/added.yaml")];
  const text = readFileSync(areas, "utf8");
  rmSync(areas);
  writeFileSync(added, orders.replace("Region", "Other"));
  try {
    for (const sides of [
      ["git:main", "models"],
      ["git:main:models", "models"],
    ]) {
      const { code, stdout } = await run("diff", ...sides);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^3 documents: 1 changed, 1 added, 1 removed$/m);
    }
    const { stdout } = await run("diff", "git:main", "models", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ differs: true, documents: [{ changes: [{ text: change }] }] });
  } finally {
    writeFileSync(areas, text);
    rmSync(added);
  }
  expect((await run("diff", "models", "models")).stdout).toContain("documents: 2 the same");
  expect(await run("diff", "models")).toMatchObject({ code: 1, stdout: expect.stringContaining("1 changed, 1 added") });
});

test("one document is compared with what its resource has on the platform: what writing it would change", async () => {
  const place = "page P › table fact_orders › column region: name";
  expect(await diff("orders")).toContain(`${place} \`Region\` → \`Area\``);
  expect(await diff("git:main:orders")).not.toContain(`${place} \`Region\` → \`Area\``);
  expect(await diff("git:main:orders")).toEqual(await diff("state:orders"));
  expect(await diff("orders", `${sales.dataModelId}`)).toContain(`${place} \`Area\` → \`Region\``);
  expect(await diff("orders", "live:Sales")).toContain(`${place} \`Area\` → \`Region\``);
  expect(await diff(`${sales.dataModelId}@1`)).toEqual([]);
});

test("a document of the platform that the stack declares by a file comes into that file", async () => {
  for (const document of [sales.dataModelId, "live:Sales"]) {
    const { code, stdout } = await run("pull", document, "--dry-run", "--json");
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, updates: [{ file: "models/orders.yaml" }] });
  }
  const mixed = await run("pull", sales.dataModelId, "live:Acme/Models", "--dry-run");
  expect(mixed.stderr).toContain("is updated, and live:Acme/Models is written as a new file.");
  expect((await run("pull", sales.dataModelId, "--out", "copy", "--dry-run")).stdout).toContain(
    "would create copy/models/",
  );
});

test("a link that leads around the project, or out of it, stops no search for a name", async () => {
  const around = createFolderWith(base, { "models/orders.yaml": orders });
  symlinkSync("..", join(around, "models/around"));
  symlinkSync(tmpdir(), join(around, "models/out"));
  for (const name of ["orders", "Orders "]) {
    const { code, stderr } = await runPiped(["diff", name, "models/orders.yaml"], { cwd: around, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }
  const all = await runPiped(["validate"], { cwd: around, env });
  expect(all.stderr).toContain("models/around: is the same folder as ");
});

test("a workbook is compared with the one on the platform", async () => {
  const all = await diff("workbooks/sales");
  expect(all.length).toBeGreaterThan(0);
  expect(all).toEqual(await diff(sales.workbookId, "sales"));
  expect(all).toEqual(await diff("live:Deployed", "workbooks/sales/pages/overview.yaml"));
  expect(await diff("sales", "git:main")).toEqual([]);
});

test("what is named wrongly is answered with what can be pasted", async () => {
  const nearest = "Did you mean models/orders.yaml? For a document of the platform, write live:order.";
  expect(await diff("order")).toEqual([`order: no file or document of this name here. ${nearest}`]);
  expect(await diff("models", "orders")).toEqual([
    "models: 2 documents. Name one of them: models/areas.yaml, models/orders.yaml.",
  ]);
  expect(await diff("orders.yaml")).toEqual(["orders.yaml: doesn't exist. Did you mean models/orders.yaml?"]);
  expect((await run("validate", "orders.yaml")).stderr).toContain("Did you mean models/orders.yaml?");
  expect((await diff("git:main:orders.yaml", "orders"))[0]).toContain("the commit has no document at this path");
  expect(await diff("state:order", "orders")).toEqual([
    'state:order: the stack has no document of this name. Did you mean "orders"?',
  ]);
  expect(await diff("git:main:order", "orders")).toEqual([
    "git:main:order: no file or document of this name here. Did you mean git:main:models/orders.yaml?",
  ]);
  expect((await diff("git:nowhere", "orders"))[0]).toContain(
    "git:nowhere: no branch, tag or commit of this repository.",
  );
  expect((await diff("areas"))[0]).toContain("models/areas.yaml: no resource of the stack is declared by this file.");
  expect((await diff(sales.dataModelId))[0]).toContain(`${sales.dataModelId}: is what the platform has.`);
  expect((await diff("live:Acme/Models", "orders"))[0]).toMatch(/^live:Acme\/Models: \d+ data models\. Name one: /);
});

test("two documents of a name are told apart by their paths", async () => {
  const twice = createFolderWith(base, { "a/orders.yaml": orders, "b/orders.yaml": orders });
  const { stderr, code } = await runPiped(["diff", "orders", "a/orders.yaml"], { cwd: twice, env });
  expect(stderr).toBe("error: orders: 2 documents have this name. Use one of: a/orders.yaml, b/orders.yaml.\n");
  expect(code).toBe(2);
});

test("files and commits alone need neither Pulumi nor the platform", async () => {
  const sent = emulator.requests().length;
  const alone = { cwd, env: { ...ownEnv, PULUMI_HOME: "/nowhere" } };
  expect((await runPiped(["diff", "git:main", "areas"], alone)).code).toBe(0);
  expect((await runPiped(["fmt", "--check", "orders"], alone)).code).not.toBe(2);
  expect(emulator.requests()).toHaveLength(sent);
});

test("fmt takes files and names, and says why nothing else", async () => {
  expect((await run("fmt", "--check", "orders", "workbooks/sales/workbook.yaml")).stdout).toContain("2 unchanged");
  expect((await run("fmt", "live:Acme/Models")).stderr).toBe(
    "error: live:Acme/Models: names documents of the platform, which makes no sense here. " +
      "Only files have a layout: name files or folders, such as `models`.\n",
  );
  expect((await run("fmt", "orders#fact_orders")).stderr).toContain("names a part of a document");
});

test("validate takes files and names, too", async () => {
  const { files } = JSON.parse((await run("validate", "orders", "sales", "--json")).stdout);
  expect(files).toBe(2);
  expect((await run("validate", "state:orders")).stderr).toContain("names the state of a stack, which makes no sense");
});

test("without arguments, the documents of the project are meant", async () => {
  expect(JSON.parse((await run("validate", "--json")).stdout)).toMatchObject({ files: 3 });
  expect((await run("fmt", "--check")).stdout).toContain("workbooks/sales/elements/chart.yaml");
});
