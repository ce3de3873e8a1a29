import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildRichWorkbook, type Emulator, startEmulator } from "analytics-emulator";
import { buildSales } from "../unit/emulator/workbook/sales";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

type Document = { elements: Record<string, unknown>[]; layout: string; [field: string]: unknown };

const base = createTemporaryFolder();
let folders = 0;
let emulator: Emulator;
let id: string;
let out: string;

beforeEach(async () => {
  emulator = await startEmulator({});
  const contents = buildSales(emulator.seeded.connections.warehouse) as unknown as Document;
  contents.settings = { theme: { name: "0b8f2c1e-1111-4222-8333-444455556666" } };
  const made = await emulator.ui.request("POST", "/v2/workbooks", {
    name: "Sales",
    folderId: emulator.seeded.folders.sales,
    contents,
  });
  id = (made as { workbookId: string }).workbookId;
  out = `organization-${++folders}`;
});
afterEach(() => emulator.stop());

const run = (...args: string[]) => runPiped(args, { cwd: base, env: buildSettings(emulator) });
const read = (file: string) => readFileSync(join(base, out, file), "utf8");

async function editInProduct(edit: (document: Document) => void): Promise<void> {
  const { contents } = (await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`)) as {
    contents: Document;
  };
  edit(contents);
  await emulator.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents });
}

const find = (document: Document, element: string) => document.elements.find((one) => one.id === element)!;

test("a workbook is pulled into a folder with rows and references, and a program that adopts it", async () => {
  const pull = await run("pull", "live:Acme/Models/Sales/Sales", "--out", out);
  expect(pull).toMatchObject({ code: 0, stderr: "" });
  expect(pull.stdout).toContain(`created ${out}/workbooks/sales`);
  expect(pull.stdout).toContain("1 workbook: 1 created.");
  expect(readdirSync(join(base, out, "workbooks/sales/elements")).sort()).toContain("revenue.yaml");
  expect(read("workbooks/sales/workbook.yaml")).toContain("theme: { name: !ref theme }");
  expect(read("workbooks/sales/elements/orders.yaml")).toMatch(/connectionId: !ref \w+/);
  expect(
    readdirSync(join(base, out, "workbooks/sales/pages"))
      .map((page) => read(`workbooks/sales/pages/${page}`))
      .join(),
  ).toMatch(/- \{ rows: \d+, of: \[/);
  expect(read("workbooks.ts")).toMatch(
    /new analytics\.Workbook\(\s*"sales",\s*\{[\s\S]*contents: analytics\.workbookFile\("workbooks\/sales", \{[\s\S]*theme: "0b8f2c1e[\s\S]*adopt: \{ id: /,
  );
  expect(await run("validate", `${out}/workbooks`)).toMatchObject({ code: 0 });
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 unchanged.");
});

test("a dry run of a folder lists all that is in it, by arguments for the next command", async () => {
  const folderId = emulator.seeded.folders.sales;
  for (const name of ["P/L", "Weekly", "Weekly"])
    await emulator.ui.request("POST", "/v2/workbooks", { name, folderId });
  const { stdout } = await run("pull", "--dry-run", "live:Acme/", "--out", out);
  expect(stdout).toContain("\n  workbook    live:Acme/Models/Sales/Sales\n");
  expect(stdout).toContain("\n  data model  'live:Acme/Models/Sales/Legacy dataset'\n");
  expect(stdout).toContain("Add --all for workbooks and reports.");
  expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(existsSync(join(base, out))).toBe(false);
  const { named } = JSON.parse((await run("pull", "--dry-run", "--json", "live:", "--out", out)).stdout);
  expect(named).toContainEqual(expect.objectContaining({ id, type: "workbook", name: "Sales", isPulled: false }));
  const addresses = named.map(({ address }: { address: string }) => address);
  const again = await run("pull", "--dry-run", "--json", ...addresses, "--out", out);
  expect(JSON.parse(again.stdout).named.map((one: { id: string }) => one.id)).toEqual(
    named.map((one: { id: string }) => one.id),
  );
});

test("pull of a file changes nothing where nothing changed, and else only what did", async () => {
  await run("pull", id, "--out", out);
  const path = join(base, out, "workbooks/sales/elements/revenue.yaml");
  writeFileSync(path, `# The headline\n${readFileSync(path, "utf8")}`);
  const before = read("workbooks/sales/elements/orders.yaml");
  const same = await run("pull", `${out}/workbooks/sales`);
  expect(same).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("nothing to update") });
  expect(readFileSync(path, "utf8")).toMatch(/^# The headline\n/);

  await editInProduct((document) => {
    find(document, "revenue").name = "Turnover";
    document.elements.push({ id: "x9_Kd-3Fa1", kind: "text", body: "Made in the product" });
    document.layout = document.layout.replace(
      "</Page>",
      '<Element elementId="x9_Kd-3Fa1" gridColumn="1 / 25" gridRow="60 / 64"/></Page>',
    );
  });
  const dry = await run("pull", `${out}/workbooks/sales/elements/revenue.yaml`, "--dry-run");
  expect(dry.stdout).toContain("-name: Revenue");
  expect(readFileSync(path, "utf8")).toContain("name: Revenue\n");
  const update = await run("pull", `${out}/workbooks/sales`);
  expect(update).toMatchObject({ code: 0, stderr: "" });
  const updated = readFileSync(path, "utf8");
  expect(updated).toMatch(/^# The headline\n# yaml-language-server: .*\nkind: kpi-chart\nname: Turnover\n/);
  expect(read("workbooks/sales/elements/orders.yaml")).toBe(before);
  const added = readdirSync(join(base, out, "workbooks/sales/elements")).filter((file) => /x9/i.test(file));
  expect(added).toHaveLength(1);
  expect(read(`workbooks/sales/elements/${added[0]}`)).toContain("id: x9_Kd-3Fa1\n");
  expect((await run("pull", `${out}/workbooks/sales`)).stdout).toContain("nothing to update");

  await editInProduct((document) => {
    document.elements = document.elements.filter((one) => one.id !== "x9_Kd-3Fa1");
    document.layout = document.layout.replace(/\s*<Element elementId="x9_Kd-3Fa1"[^>]*\/>/, "");
  });
  await run("pull", `${out}/workbooks/sales`);
  expect(existsSync(join(base, out, `workbooks/sales/elements/${added[0]}`))).toBe(false);
});

test("pull of a file of one file keeps its comments, order and rows", async () => {
  await run("pull", id, "--out", out);
  const program = read("workbooks.ts");
  expect(program).not.toBe("");
  const { contents } = (await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`)) as {
    contents: Document;
  };
  writeFileSync(join(base, out, "one.json"), JSON.stringify({ ...contents }, null, 2));
  const same = await run("pull", `${out}/one.json`, "--from", id);
  expect(same).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("nothing to update") });
  const pretty = join(base, out, "one.yaml");
  writeFileSync(pretty, "# Mine\n");
  appendFileSync(pretty, JSON.stringify(contents));
  await editInProduct((document) => {
    find(document, "trend").name = "Course";
  });
  await run("pull", `${out}/one.yaml`, "--from", "live:Sales");
  expect(read("one.yaml")).toMatch(/^# Mine\n[\s\S]*"Course"/);
});

test("a folder that somebody made one file stays one, in later pulls and in the program", async () => {
  await run("pull", id, "--out", out);
  const { contents } = (await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`)) as {
    contents: Document;
  };
  rmSync(join(base, out, "workbooks/sales"), { recursive: true });
  writeFileSync(join(base, out, "workbooks/sales.yaml"), `# Mine\n${JSON.stringify(contents)}`);
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 unchanged.");
  expect(existsSync(join(base, out, "workbooks/sales"))).toBe(false);
  expect(read("workbooks.ts")).toContain('analytics.workbookFile("workbooks/sales.yaml"');
  await editInProduct((document) => {
    find(document, "revenue").name = "Turnover";
  });
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 updated.");
  expect(read("workbooks/sales.yaml")).toMatch(/^# Mine\n[\s\S]*"Turnover"/);
  await editInProduct((document) => {
    find(document, "revenue").name = "Income";
  });
  expect(await run("pull", `${out}/workbooks/sales.yaml`)).toMatchObject({ code: 0, stderr: "" });
  expect(read("workbooks/sales.yaml")).toContain('"Income"');
});

test("a later pull brings changes in, and leaves edited files alone", async () => {
  await run("pull", id, "--out", out);
  await editInProduct((document) => {
    find(document, "revenue").name = "Turnover";
  });
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 updated.");
  expect(read("workbooks/sales/elements/revenue.yaml")).toContain("name: Turnover\n");
  appendFileSync(join(base, out, "workbooks/sales/elements/trend.yaml"), "description: Mine\n");
  await editInProduct((document) => {
    find(document, "revenue").name = "Income";
  });
  const conflict = await run("pull", id, "--out", out);
  expect(conflict).toMatchObject({ code: 1, stdout: expect.stringContaining("1 workbook: 1 conflict.") });
  expect(read("workbooks/sales/elements/revenue.yaml")).toContain("name: Turnover\n");
});

test("the commit of a pull tells own edits from the platform's; each pull moves what both agree on", async () => {
  await run("pull", id, "--out", out);
  const runGit = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], { cwd: join(base, out) });
  runGit("init", "--quiet");
  runGit("add", ".");
  runGit("commit", "--quiet", "--message", "Pull");
  const trend = join(base, out, "workbooks/sales/elements/trend.yaml");
  appendFileSync(trend, "description: Mine\n");
  // A mistake of ours is none of the platform's.
  appendFileSync(join(base, out, "workbooks/sales/pages/data.yaml"), "  - { rows: 2, of: [nobody] }\n");
  // An edit that is committed without a pull leaves the commit of the pull as it is.
  runGit("commit", "--quiet", "--all", "--message", "Edit");
  const editName = (name: string) =>
    editInProduct((document) => {
      find(document, "revenue").name = name;
    });
  await editName("Turnover");
  const merged = await runPiped(["pull", id], { cwd: join(base, out), env: buildSettings(emulator) });
  expect(merged).toMatchObject({ code: 0, stdout: expect.stringContaining("1 workbook: 1 updated.") });
  expect(merged.stdout).toContain("updated workbooks/sales, which keeps its own edits\n");
  expect(merged.stdout).not.toContain("The platform has these");
  expect(await run("validate", `${out}/workbooks`)).toMatchObject({ code: 1 });
  expect(read("workbooks/sales/elements/revenue.yaml")).toContain("name: Turnover\n");
  expect(readFileSync(trend, "utf8")).toContain("description: Mine\n");
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 edited.");

  // What the files agreed on moves with each pull, of all and of the files, also where they keep edits.
  for (const [at, way] of [[id, "--out", out], [`${out}/workbooks/sales`], [id, "--out", out]].entries()) {
    await editName(`Income ${at}`);
    expect(await run("pull", ...way)).toMatchObject({ code: 0 });
    expect(read("workbooks/sales/elements/revenue.yaml")).toContain(`name: Income ${at}\n`);
    expect(readFileSync(trend, "utf8")).toContain("description: Mine\n");
  }
  // An edit that takes the platform's change back is one of its own.
  const revenue = join(base, out, "workbooks/sales/elements/revenue.yaml");
  writeFileSync(revenue, readFileSync(revenue, "utf8").replace("Income 2", "Turnover"));
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 edited.");
  await editName("Result");
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 conflict.");
});

test("a name without a value is told by a whole pull as by an update of the files", async () => {
  await run("pull", id, "--out", out);
  appendFileSync(join(base, out, "workbooks/sales/elements/trend.yaml"), "description: !ref nobody\n");
  const why = "workbooks/sales: no value for `nobody`. No pull gave it one, and the stack's state has none. Run";
  expect((await run("pull", id, "--out", out)).stdout).toContain(why);
  expect((await run("pull", `${out}/workbooks/sales`)).stderr).toContain(why);
});

test("a whole pull and an update of the files say the same of what only the platform changed", async () => {
  await run("pull", id, "--out", out);
  const ways = [[id, "--out", out], [`${out}/workbooks/sales`]];
  for (const [at, way] of [...ways, ...ways].entries()) {
    await editInProduct((document) => {
      find(document, "revenue").name = `Turnover ${at}`;
    });
    const updated = await run("pull", ...way);
    expect(updated).toMatchObject({ code: 0, stdout: expect.not.stringContaining("its own edits") });
    expect(read("workbooks/sales/elements/revenue.yaml")).toContain(`name: Turnover ${at}\n`);
  }
  expect((await run("pull", id, "--out", out)).stdout).toContain("1 workbook: 1 unchanged.");
});

test("what an update would stop at is told, with the setting that lets it pass", async () => {
  await editInProduct((document) => {
    (find(document, "orders").columns as object[]).push({ id: "loop", name: "Loop", formula: "[Loop] + 1" });
  });
  const { code, stdout } = await run("pull", "live:Acme/Models/Sales/Sales", "--out", out);
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  const [error, told, setting] = lines.slice(lines.findIndex((line) => line.startsWith("error")));
  expect(error).toMatch(/^error \S+\/sales\/elements\/orders\.yaml:\d+:\d+: the formula depends on itself: /);
  expect(error).toMatch(/ \[circular-formula\]$/);
  expect(told).toContain("The platform has these, and `pulumi up` stops at them.");
  expect(setting).toBe("  pulumi config set --path analytics:workbookRules.circular-formula warning");
});

test("--all pulls workbooks too; an unknown name is refused with the nearest", async () => {
  const all = await run("pull", "--all", "--out", out);
  expect(all.stdout).toContain(`created ${out}/workbooks/sales`);
  expect(existsSync(join(base, out, "workbooks.ts"))).toBe(true);
  const wrong = await run("pull", "live:Salse", "--out", `${out}-2`);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "Sales"?') });
});

test("pulled workbooks pass the rules, without what the platform returns and refuses in a write", async () => {
  const { connections, folders: places } = emulator.seeded;
  const contents = buildRichWorkbook({ connectionId: connections.warehouse, elements: 100 });
  await emulator.ui.request("POST", "/v2/workbooks", { name: "Rich", folderId: places.sales, contents });
  const pull = await run("pull", "live:Rich", "live:Sales report", "--out", out);
  expect(pull).toMatchObject({ code: 0, stderr: "" });
  expect(read("workbooks/rich/elements/joined.yaml")).not.toContain("groupingId: base");
  const checked = await run("validate", `${out}/workbooks`);
  expect(checked.stdout).toContain("0 errors");
  expect((await run("pull", "live:Rich", "--out", out)).stdout).toContain("1 workbook: 1 unchanged.");
});
