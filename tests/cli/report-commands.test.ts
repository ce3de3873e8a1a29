import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { type Emulator, startEmulator } from "analytics-emulator";
import { run as runCommand } from "../../cli/src/cli";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

/** The commands that take workbooks, on a report that reads from a data model. */
const cwd = createTemporaryFolder();
const elsewhere = createTemporaryFolder();
let emulator: Emulator;
let env: Record<string, string>;
let id: string;

const run = (...args: string[]) => runPiped(args, { cwd, env });
const post = (path: string, body: object) => emulator.ui.request("POST", path, body) as Promise<Record<string, string>>;
const read = (file: string) => readFileSync(join(cwd, "reports/monthly", file), "utf8");
const readContents = async (report: string) =>
  ((await emulator.ui.request("GET", `/v2/reports/${report}?includeContents=true`)) as { contents: Contents }).contents;

interface Contents {
  elements: { id: string; name?: string; columns?: { id: string; formula: string }[] }[];
}

function buildContents(source: object) {
  const writePlace = (of: string, y: number) => `<Element elementId="${of}" x="48" y="${y}" width="720" height="200"/>`;
  const buildElement = (own: string, kind: string, more: object) => ({
    id: own,
    kind,
    name: own === "table" ? "Orders" : "By Region",
    source,
    columns: [{ id: "r", formula: "[Fact Orders/Region]" }],
    ...more,
  });
  return {
    schemaVersion: 1,
    kind: "report",
    config: { margin: 48, pageWidth: 816, pageHeight: 1056 },
    pages: [{ id: "first", name: "First" }],
    panels: [{ id: "top", type: "header", title: "Top", pages: ["first"] }],
    elements: [
      buildElement("table", "table", {}),
      buildElement("chart", "bar-chart", { xAxis: { columnId: "r" } }),
      { id: "note", kind: "text", body: "Last: {{Max([Orders/Region])}}" },
    ],
    layout:
      `<Page id="first">${writePlace("table", 48)}${writePlace("chart", 260)}</Page>` +
      `<Panel id="top">${writePlace("note", 0)}</Panel>`,
  };
}

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  env = buildSettings(emulator);
  const { connections, folders } = emulator.seeded;
  const connectionId = connections.warehouse;
  const path = ["SALES", "CORE", "FACTS"];
  emulator.addTable({ connectionId, path, columns: { REGION: "text", AMOUNT: "number" } });
  const columns = ["Region", "Amount"].map((name) => ({ id: name, name, formula: `[FACTS/${name}]` }));
  const source = { kind: "warehouse-table", connectionId, path };
  const elements = [{ id: "facts", kind: "table", name: "Fact Orders", source, columns }];
  const model = { name: "Sales", folderId: folders.models, schemaVersion: 1 };
  const { dataModelId = "" } = await post("/v2/dataModels/spec", {
    ...model,
    pages: [{ id: "p", name: "P", elements }],
  });
  const { pages } = (await emulator.ui.request("GET", `/v2/dataModels/${dataModelId}/spec`)) as {
    pages: { elements: { id: string }[] }[];
  };
  const contents = buildContents({ kind: "data-model", dataModelId, elementId: pages[0]!.elements[0]!.id });
  id = (await post("/v2/reports", { name: "Monthly", folderId: folders.sales, contents })).reportId!;
  const pull = await run("pull", dataModelId, "live:Monthly", "--out", ".");
  expect(pull).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => emulator.stop());

test("draw draws it as a report over its model", async () => {
  const { code, stdout } = await run("draw", "models", "reports");
  expect(code).toBe(0);
  expect(stdout).toContain("Monthly #40;report#41;");
  expect(stdout).not.toContain("workbook");
});

test("impact and impact --unused count what it reads", async () => {
  const impact = await run("impact", "live:Sales#Fact Orders.Region");
  expect(impact.stdout).toMatch(/Monthly \(report, .*\n.*First › By Region: column Region \(axis\)\n.*First › Orders/);
  expect(impact.stdout).toContain("reports/monthly/elements/chart.yaml:");
  const unused = await run("impact", "--unused", "live:Sales");
  expect(unused.stdout).toContain("Fact Orders.Amount (column)");
  expect(unused.stdout).not.toContain("Region");
});

test("validate --verify sends it", async () => {
  const manifest = JSON.parse(readFileSync(join(cwd, ".pulumi-analytics/pull.json"), "utf8")) as {
    reports: Record<string, { refs: Record<string, string> }>;
  };
  const refs = Object.entries(manifest.reports[id]!.refs).flatMap(([name, value]) => ["--ref", `${name}=${value}`]);
  emulator.clearRequests();
  const verified = await run("validate", "reports", "--verify", ...refs);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("0 errors, 0 warnings") });
  expect(emulator.requests().filter(({ method, path }) => method === "POST" && path === "/v2/reports")).toHaveLength(1);
});

test("edit brings what was published in a copy into its files", async () => {
  const [stdout, stop] = [new PassThrough(), new AbortController()];
  let told = "";
  stdout.on("data", (data) => {
    told += data;
  });
  const streams = { stdin: Readable.from([]), stdout, stderr: new PassThrough() };
  const ended = runCommand(["edit", "reports/monthly", "--json"], { ...streams, env, cwd, signal: stop.signal });
  for (let n = 0; n < 5_000 && !told.includes('"copy"'); n++) await new Promise((resolve) => setTimeout(resolve, 100));
  const { copy } = JSON.parse(told.split("\n")[0]!) as { copy: string };
  const contents = await readContents(copy);
  contents.elements.find((element) => element.id === "chart")!.name = "Regions";
  await emulator.ui.request("PUT", `/v2/reports/${copy}/contents`, { contents });
  stop.abort();
  await ended;
  expect(read("elements/chart.yaml")).toContain("name: Regions\n");
  writeFileSync(
    join(cwd, "reports/monthly/elements/chart.yaml"),
    read("elements/chart.yaml").replace("name: Regions", "name: By Region"),
  );
  await expect(emulator.ui.request("GET", `/v2/files/${copy}`)).rejects.toThrow("404");
});

test("rename changes what it names, in files and on the platform", async () => {
  const files = await run("rename", "sales#Fact Orders.Region", "Area", "--dry-run");
  expect(files.stdout).toMatch(
    /reports\/monthly\/elements\/chart\.yaml:\d+ +\[Fact Orders\/Region\] → \[Fact Orders\/Area\]/,
  );
  const args = ["rename", "live:Sales#Fact Orders.Region", "Area", "--live", "--yes"];
  const { code, stdout } = await runPiped(args, { cwd: elsewhere, env });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/written Sales \(data model\), version 2\n.*written Monthly \(report\), version 2/),
  });
  const { elements } = await readContents(id);
  expect(elements.map(({ columns }) => columns?.[0]?.formula)).toEqual([
    "[Fact Orders/Area]",
    "[Fact Orders/Area]",
    undefined,
  ]);
});
