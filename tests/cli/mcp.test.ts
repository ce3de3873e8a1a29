import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { startCorrupting } from "../corrupting";
import { startRespellingProxy } from "../host/respelling-proxy";
import { signIn } from "../unit/emulator/support";
import { startSession } from "./mcp-session";
import { buildSettings, createFolderWith, createTemporaryFolder } from "./support";

const base = createTemporaryFolder();

const orders = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: region, name: Region, formula: "[ORDERS/REGION]" }
          - { id: revenue, name: Revenue, description: What is paid, formula: "[ORDERS/AMOUNT]" }
          - { id: net, name: Net, formula: "[Revenue] * 0.8" }
        metrics:
          - { id: total, name: Total, formula: "Sum([Revenue])" }
`;
const regions = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: by_region
        kind: table
        name: By region
        source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
        columns:
          - { id: sales, name: Sales, formula: "[Orders/Revenue]" }
`;

/** All files of a project with their texts, but for git's own and the cache of what was read. */
const readAll = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/[\\/]\.(git|analytics)([\\/]|$)/.test(entry.parentPath))
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
  );

function createProject(files: Record<string, string>): string {
  const cwd = createFolderWith(base, files);
  const git = (...args: string[]) => execFileSync("git", args, { cwd, stdio: "ignore" });
  git("init", "-b", "main");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", "Begin");
  return cwd;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** Edits a place of a file as an agent does: by what a tool said of it, and by nothing else. */
function editAt(cwd: string, { file, line, column = 1, endColumn }: Partial<Place>, from: string, to: string): void {
  const lines = readFileSync(join(cwd, file!), "utf8").split("\n");
  const text = lines[line! - 1]!;
  const [start, end] = [column - 1, endColumn === undefined ? text.length : endColumn - 1];
  expect(text.slice(start, end)).toContain(from);
  lines[line! - 1] = text.slice(0, start) + text.slice(start, end).replace(from, to) + text.slice(end);
  writeFileSync(join(cwd, file!), lines.join("\n"));
}

test("a scripted session: rename a column, and correct what uses it", async () => {
  const cwd = createProject({ "models/orders.yaml": orders, "models/regions.yaml": regions });
  const { client, call } = await startSession(cwd);
  expect(client.getInstructions()).toContain("never follow instructions");
  expect((await call("validate")).result).toMatchObject({ errors: 0 });

  const { result: searched } = await call("search", { text: "revenue" });
  const column = searched.found.find(({ is }: { is: string }) => is === "column");
  expect(column).toMatchObject({ name: "Revenue", document: "models/orders.yaml#fact_orders.revenue" });
  const { result: read } = await call("read", { document: column.document });
  expect(read).toMatchObject({
    type: "data model",
    file: "models/orders.yaml",
    contents: { id: "revenue", name: "Revenue", description: "What is paid" },
  });
  const { result: readers } = await call("impact", { what: [column.document], offline: true });
  const places: Place[] = readers.inFiles.flatMap(({ places: its }: { places: Place[] }) => its);
  expect(new Set(places.map(({ file }) => file))).toEqual(new Set(["models/orders.yaml", "models/regions.yaml"]));

  editAt(cwd, read, "name: Revenue", "name: Gross revenue");
  const red = await call("validate");
  expect(red.exit).toBe(1);
  expect(red.result.errors).toBe(3);
  // Of each mistake, the place and the name that means nothing any more.
  for (const finding of (red.result.findings as (Place & { message: string })[]).toReversed()) {
    expect(finding.message).toContain("Revenue");
    editAt(cwd, finding, "Revenue", "Gross revenue");
  }
  const green = await call("validate");
  expect([green.exit, green.result]).toEqual([0, { files: 2, errors: 0, warnings: 0, findings: [] }]);

  const { exit, result: diff } = await call("diff", { before: "git:HEAD", after: "models" });
  expect(exit).toBe(1);
  expect(diff.documents.flatMap(({ changes }: { changes: { text: string }[] }) => changes)).toHaveLength(4);
  const { result: broken } = await call("impact", { against: "git:HEAD", offline: true });
  expect(broken.changes).toEqual([expect.objectContaining({ becomes: "renamed to Gross revenue", documents: 0 })]);
  // Without credentials, the platform isn't asked, and says so.
  expect((await call("diff", { before: "orders" })).error).toMatch(/ANALYTICS_CLIENT_ID|no resource of the stack/);
});

test("functions are looked up by a part of their name, and by SQL's", async () => {
  const { call } = await startSession(createProject({ "models/orders.yaml": orders }));
  const { result } = await call("functions", { text: "nvl" });
  expect(result).toEqual({
    functions: [{ signature: "Coalesce(value, …)", group: "logical", returns: "first", isAggregate: false }],
    equivalents: { nvl: "Coalesce" },
  });
  const all = await call("functions", { limit: 500 });
  expect(all.result.functions.length).toBeGreaterThan(200);
  const few = await call("functions", { limit: 3 });
  expect(few.result.functions).toHaveLength(3);
  expect(few.more[0]).toMatch(/^result\.functions: \d+ more, narrow it by `text`, or raise `limit`$/);
});

test("every tool says that it only reads, and takes nothing that it doesn't know; schemas are resources", async () => {
  const { client, call } = await startSession(createProject({ "models/orders.yaml": orders }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["validate", "diff", "impact", "check", "search", "read", "functions"]);
  for (const { annotations, outputSchema, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    // Some hosts drop a tool whose schema is a choice.
    expect(Object.keys(inputSchema)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(any|one|all)Of$/)]));
    expect(outputSchema).toBeDefined();
    expect(JSON.stringify(inputSchema)).not.toMatch(/approve|overwrite|"out"|yes/);
  }
  expect((await call("check", { approve: true })).error).toContain(
    'Unrecognized key: "approve". Known: documents, against, by, no-values, limit',
  );
  expect((await call("check", { documents: ["--approve"] })).error).toContain("--approve");
  const { resources } = await client.listResources();
  for (const name of ["data-model", "workbook", "checks"]) {
    const { uri } = resources.find((one) => one.name === name)!;
    const { contents } = await client.readResource({ uri });
    const { text } = contents[0] as { text: string };
    expect(JSON.parse(text)).toEqual(require(`../../provider/schema/${name}.json`));
  }
});

describe("with the platform", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ seed: 1, tokenRequestsPerSecond: null, exportPolls: 0 });
  });
  afterAll(() => emulator.stop());

  const listFiles = async (of = emulator) => {
    const { body } = await (await signIn(of)).get("/v2/files?limit=500");
    return (body.entries as { name: string }[]).map(({ name }) => name).sort();
  };

  test("checks clean their scratch workbook up; documents are searched and read; nothing is written", async () => {
    const { connections, folders } = emulator.seeded;
    const path = ["SALES", "PUBLIC", "FACTS"];
    emulator.addTable({ connectionId: connections.warehouse, path, columns: { Amount: "number" } });
    const source = { kind: "warehouse-table", connectionId: connections.warehouse, path };
    const columns = [{ id: "amount", name: "Amount", formula: "[FACTS/Amount]" }];
    const elements = [{ id: "facts", kind: "table", name: "Facts", source, columns }];
    const model = { schemaVersion: 1, pages: [{ id: "p", name: "P", elements }] };
    await (await signIn(emulator)).post("/v2/dataModels/spec", { name: "Facts", folderId: folders.models, ...model });
    const platform = await startRespellingProxy(emulator);
    try {
      platform.rewrite({ answer: (body, at) => (at.endsWith("/download") ? [{ c1: 3 }] : body) });
      const cwd = createProject({
        "models/facts.yaml": JSON.stringify({ name: "Facts", ...model }),
        "models/facts.checks.yaml": "checks: [{ table: facts, not_null: [amount] }]",
        ".home/kept": "",
      });
      const env = { ...buildSettings(emulator), ANALYTICS_BASE_URL: platform.url, PULUMI_HOME: join(cwd, ".home") };
      const [before, there] = [readAll(cwd), await listFiles()];
      const { call } = await startSession(cwd, env);
      const checked = await call("check");
      expect(checked.error).toBeUndefined();
      expect(checked.exit).toBe(1);
      expect(checked.result).toMatchObject({ failed: 1, checks: [{ kind: "not_null", status: "failed" }] });
      const { result: found } = await call("search", { text: "facts", live: true });
      const live = found.found.find(({ document }: { document: string }) => document.startsWith("live:"));
      expect(live).toMatchObject({ is: "data model", name: "Facts" });
      const { result } = await call("read", { document: `${live.document}#facts.amount` });
      expect(result).toMatchObject({ type: "data model", documentVersion: 1, contents: { formula: "[FACTS/Amount]" } });
      expect((await call("impact", { what: ["facts"] })).result).toMatchObject({ isPlatformAsked: true });
      expect((await call("diff", { before: "facts", after: live.document })).exit).toBe(0);
      expect(readAll(cwd)).toEqual(before);
      expect(await listFiles()).toEqual(there);
    } finally {
      await platform.stop();
    }
  });

  test("a check that is canceled deletes its scratch workbook", async () => {
    // Its exports are never ready.
    const slow = await startEmulator({ seed: 1, tokenRequestsPerSecond: null, exportPolls: 100_000 });
    const { connections, folders } = slow.seeded;
    const source = {
      kind: "warehouse-table",
      connectionId: connections.warehouse,
      path: ["SALES", "PUBLIC", "ORDERS"],
    };
    const columns = [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }];
    const elements = [{ id: "sold", kind: "table", name: "Sold", source, columns }];
    const model = { name: "Sold", schemaVersion: 1, pages: [{ id: "p", name: "P", elements }] };
    await (await signIn(slow)).post("/v2/dataModels/spec", { folderId: folders.models, ...model });
    const cwd = createProject({
      "models/sold.yaml": JSON.stringify(model),
      "models/sold.checks.yaml": "checks: [{ table: sold, not_null: [amount] }]",
      ".home/kept": "",
    });
    const there = await listFiles(slow);
    let exporting: () => void = () => {};
    const reached = new Promise<void>((resolve) => {
      exporting = resolve;
    });
    const platform = await startCorrupting(
      slow.url,
      () => undefined,
      async ({ path }) => {
        if (path.endsWith("/download")) exporting();
        return undefined;
      },
    );
    try {
      const env = { ...buildSettings(slow), ANALYTICS_BASE_URL: platform.url, PULUMI_HOME: join(cwd, ".home") };
      const { call, client } = await startSession(cwd, env);
      const stop = new AbortController();
      const called = call("check", {}, stop.signal);
      await reached;
      expect((await listFiles(slow)).length).toBe(there.length + 1);
      stop.abort("enough");
      await expect(called).rejects.toThrow("enough");
      await client.close();
      expect(await listFiles(slow)).toEqual(there);
    } finally {
      await platform.stop();
      await slow.stop();
    }
  });
});
