import { type Emulator, startEmulator } from "analytics-emulator";
import { signIn } from "../unit/emulator/support";
import {
  areas,
  chart,
  createSales,
  describeModel,
  describeWorkbook,
  installPulumi,
  orders,
  project,
  type Sales,
  table,
} from "./impact-project";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let emulator: Emulator;
let sales: Sales;

const createProject = (more: Record<string, string> = {}) => createFolderWith(base, { ...project, ...more });

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  sales = await createSales(emulator);
});
afterAll(() => emulator.stop());

test("a column is found by the label that the platform gives it, with what it is from", async () => {
  const cwd = createProject();
  const { code, stdout } = await runPiped(["impact", "orders#fact_orders.Region (Customer)"], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining("2 of 3 files read it.")]);
});

/** A model that reads its own columns in each way, and has a column and a metric of one id. */
const own = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: facts
        kind: table
        name: Facts
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, CORE, FACTS] }
        columns:
          - { id: region, name: Region, formula: "[FACTS/REGION]" }
          - { id: total, name: Total, formula: "[FACTS/TOTAL]" }
          - { id: loud, name: Loud, formula: "Upper([Region])" }
        metrics:
          - { id: regions, name: Regions, formula: "CountDistinct([Region])" }
          - { id: total, name: Sum, formula: "Sum([Total])" }
        groupings:
          - { id: by_region, groupBy: [region], calculations: [] }
      - id: areas
        kind: table
        name: Areas
        source: { kind: table, elementId: facts }
        columns:
          - { id: area, name: Area, formula: "[Facts/Region]" }
      - id: joined
        kind: table
        name: Joined
        source:
          kind: join
          primarySource: { kind: table, elementId: facts }
          joins:
            - left: { kind: table, elementId: facts }
              right: { kind: table, elementId: areas }
              joinType: inner
              columns: [{ left: "[Facts/Region]", right: "[Areas/Area]" }]
        columns:
          - { id: j, name: J, formula: "[Facts/Total]" }
`;

describe("a column of a model", () => {
  const cwd = createFolderWith(base, { "models/own.yaml": own });
  const run = (...args: string[]) => runPiped(args, { cwd });

  test("is read by its own model, where rename changes it, and by what names its id", async () => {
    expect((await run("impact", "own#facts.region")).stdout).toMatchInlineSnapshot(`
"own#facts.region: 1 of 1 file reads it.
The platform was not asked: this is about own files alone.

Breaks in own files (1)
  own (data model, models/own.yaml)
    P › Areas: column Area · models/own.yaml:24:47
    P › Facts: column Loud · models/own.yaml:13:53
    P › Facts: metric Regions · models/own.yaml:15:67
    P › Facts: column Region (grouping) · models/own.yaml:11:13
    P › Joined: join key · models/own.yaml:35:59
"
`);
    const { inFiles } = JSON.parse((await run("impact", "own#facts.region", "--json")).stdout);
    const renamed = JSON.parse((await run("rename", "own#facts.region", "Where", "--dry-run", "--json")).stdout);
    const read = inFiles.flatMap(({ places }: { places: { line: number }[] }) => places.map(({ line }) => line));
    const changed = renamed.changes.map(({ line }: { line: number }) => line).filter((line: number) => line !== 11);
    expect(changed.length).toBeGreaterThan(3);
    expect(read).toEqual(expect.arrayContaining(changed));
  });

  test("of an element or a model that goes as a whole doesn't count in it", async () => {
    const { stdout } = await run("impact", "own#facts");
    expect(stdout).toContain("Areas: column Area");
    expect(stdout).not.toContain("Facts: ");
    expect((await run("impact", "own")).stdout).toContain("own: nothing reads it");
  });

  test("with the id of a metric is told apart by its kind, as rename does", async () => {
    const choice =
      "error: own#facts.total: a column and a metric could be meant. Write 'own#facts.total (column)' for Total, or " +
      "'own#facts.total (metric)' for Sum.\n";
    for (const command of [["impact"], ["rename", "--dry-run"]]) {
      const [name = "", ...options] = command;
      const rest = name === "rename" ? ["New", ...options] : options;
      expect(await run(name, "own#facts.total", ...rest)).toEqual({
        code: 2,
        stdout: "",
        stderr: choice,
      });
    }
    const ofColumn = (await run("impact", "own#facts.total (column)")).stdout;
    expect(ofColumn).toContain("Facts: metric Sum");
    expect(ofColumn).toContain("Joined: column J");
    expect((await run("impact", "own#facts.total (metric)")).stdout).toContain("nothing reads it");
    const { changes, from } = JSON.parse(
      (await run("rename", "own#facts.total (metric)", "All", "--dry-run", "--json")).stdout,
    );
    expect([from, changes]).toEqual(["Sum", [expect.objectContaining({ line: 16, after: "All" })]]);
    expect((await run("rename", "own#facts.total (column)", "All", "--yes")).stdout).toContain("Renamed column Total");
    expect((await run("rename", "own#facts.total (column)", "All", "--yes")).stdout).toContain("Nothing to rename");
  });
});

test("without credentials, the project's files alone are asked, each place with its line", async () => {
  const cwd = createProject();
  const { code, stdout, stderr } = await runPiped(["impact", "orders#fact_orders.region"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatchInlineSnapshot(`
"orders#fact_orders.region: 2 of 3 files read it.
The platform was not asked: this is about own files alone.

Breaks in own files (2)
  areas (data model, models/areas.yaml)
    P › Areas: column Area · models/areas.yaml:14:47
  sales (workbook, workbooks/sales)
    Overview › By Area: column Area (axis) · workbooks/sales/elements/chart.yaml:5:36
    Overview › Orders: column Where · workbooks/sales/elements/orders.yaml:10:15
"
`);
});

test("a table of the warehouse is asked of the files, too", async () => {
  const cwd = createProject();
  const run = async (...args: string[]) => JSON.parse((await runPiped(["impact", ...args, "--json"], { cwd })).stdout);
  const all = await run("table:SALES.CORE.FACTS.REGION");
  const listFiles = ({ inFiles }: { inFiles: { file: string }[] }) => inFiles.map(({ file }) => file);
  expect(listFiles(all)).toEqual(["models/areas.yaml", "models/orders.yaml", "workbooks/sales"]);
  expect([all.isPlatformAsked, all.isWholeOrganization, all.unreadableFiles]).toEqual([false, false, []]);
});

test("a document that is a file and on the platform is told once, with owner and line", async () => {
  const cwd = createProject();
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [describeModel(sales), describeWorkbook(sales)]) };
  const { code, stdout } = await runPiped(["impact", "orders#fact_orders.region"], { cwd, env });
  expect(code).toBe(0);
  expect(stdout.replace(/https?:\/\/\S+/g, "<url>")).toMatchInlineSnapshot(`
"orders#fact_orders.region: 3 of 8 documents read it.

Breaks now (1)
  By hand (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › All: column Region
    <url>

Breaks in own files (2)
  areas (data model, models/areas.yaml)
    P › Areas: column Area · models/areas.yaml:14:47
  Deployed (workbook, workbooks/sales, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Overview › By Area: column Area (axis) · workbooks/sales/elements/chart.yaml:5:36
    Overview › Orders: column Where · workbooks/sales/elements/orders.yaml:10:15
    <url>
"
`);
  // By the names of the platform it is the same.
  const found = JSON.parse(
    (await runPiped(["impact", "live:Sales#Fact Orders.Region", "--json"], { cwd, env })).stdout,
  );
  expect(found.breaksNow.map(({ name }: { name: string }) => name)).toEqual(["By hand"]);
  expect(found.inFiles.map(({ file, id }: { file: string; id?: string }) => [file, id])).toEqual([
    ["models/areas.yaml", undefined],
    ["workbooks/sales", sales.workbookId],
  ]);
  expect(found.inFiles[1].places).toContainEqual({
    elementId: "orders",
    element: "Orders",
    kind: "table",
    page: "Overview",
    how: "column Where",
    file: "workbooks/sales/elements/orders.yaml",
    line: 10,
    column: 15,
  });
  const markdown = await runPiped(["impact", "orders#fact_orders.region", "--format", "markdown"], { cwd, env });
  expect(markdown.stdout).toMatch(
    /^- \[`Deployed \(workbook, workbooks\/sales, .*`\]\(https?:.*\)\n(.*\n)* {2}- `Overview › Orders: .* · workbooks\/sales\/elements\/orders.yaml:10:15`/m,
  );
});

test("a column is asked by any of its ids and names, and its readers are the same ones", async () => {
  const cwd = createProject({ "models/orders.yaml": orders.replace("id: region,", "id: c3,") });
  const { elements } = (await signIn(emulator).then((api) => api.get(`/v2/dataModels/${sales.dataModelId}/spec`))).body
    .pages[0];
  const [{ id: elementId, columns }] = elements as [{ id: string; columns: { id: string }[] }];
  const stored = columns[0]!.id;
  const ids = { pages: {}, elements: { fact_orders: { id: elementId, columns: { c3: stored } } } };
  const model = { ...describeModel(sales), outputs: { documentVersion: 1, ids } };
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [model, describeWorkbook(sales)]) };
  for (const part of ["fact_orders.c3", "fact_orders.Region", `${elementId}.${stored}`, `fact_orders.${stored}`]) {
    const { code, stdout } = await runPiped(["impact", `orders#${part}`, "--json", "--check"], { cwd, env });
    const { breaksNow, inFiles } = JSON.parse(stdout) as Record<"breaksNow" | "inFiles", { name: string }[]>;
    const found = [...breaksNow, ...inFiles].map(({ name }) => name);
    expect([part, code, found]).toEqual([part, 1, ["By hand", "areas", "Deployed"]]);
  }
});

test("a model is named by its resource, its path or a folder, and what nothing reads by its file", async () => {
  const cwd = createProject();
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [describeModel(sales), describeWorkbook(sales)]) };
  const run = (...args: string[]) => runPiped(["impact", ...args, "--json"], { cwd, env });
  const listReaders = async (what: string) => {
    const { breaksNow, inFiles } = JSON.parse((await run(what)).stdout);
    return [...breaksNow, ...inFiles].map(({ name, file }: { name: string; file?: string }) => file ?? name);
  };
  const readers = ["By hand", "models/areas.yaml", "workbooks/sales"];
  expect(await listReaders("state:orders#fact_orders.region")).toEqual(readers);
  expect(await listReaders("models/orders.yaml#Fact Orders.Region")).toEqual(readers);
  expect(await listReaders(`${sales.dataModelId}#Fact Orders.Region`)).toEqual(readers);
  expect(JSON.parse((await run("models")).stdout).questions).toEqual(["models/areas.yaml", "models/orders.yaml"]);
  const unused = await run("--unused", "orders", "--check");
  expect([unused.code, JSON.parse(unused.stdout).unused]).toEqual([
    1,
    [expect.objectContaining({ model: "Sales", element: "Fact Orders", name: "Amount", is: "column" })],
  ]);
  for (const [args, message] of [
    [["--unused", "areas"], "areas: the platform doesn't have this data model. Run `pulumi up` first."],
    [["--unused", "orders#fact_orders"], "--unused takes whole data models."],
    [["--unused", "table:A.B"], "--unused takes data models alone"],
    [["live:Sales@7"], "names a version"],
    [["git:main:models/orders.yaml"], "names a commit, which makes no sense here. Compare with it: --against."],
    [["live:Sales", "partner:Sales"], "The documents are of several organizations."],
    [["live:Sales", "--offline"], "is on the platform, which isn't asked. Name a file."],
  ] as const) {
    const { code, stdout } = await run(...args);
    expect([code, JSON.parse(stdout).error?.message]).toEqual([2, expect.stringContaining(message)]);
  }
});

test("a file that was mended is no break, though the platform still has the old workbook", async () => {
  const cwd = createProject({
    "workbooks/sales/elements/orders.yaml": table.replace("Region", "Amount"),
    "workbooks/sales/elements/chart.yaml": chart.replaceAll("areas", "other"),
  });
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [describeModel(sales), describeWorkbook(sales)]) };
  const found = JSON.parse((await runPiped(["impact", "orders#fact_orders.region", "--json"], { cwd, env })).stdout);
  expect(found.breaksNow.map(({ name }: { name: string }) => name)).toEqual(["By hand"]);
  expect(found.inFiles.map(({ file }: { file: string }) => file)).toEqual(["models/areas.yaml"]);
});

test("without a state, a model's file counts as the only data model of its name, and that is told", async () => {
  const cwd = createFolderWith(base, {
    "models/sales.yaml": orders,
    "uses.yaml": areas.replaceAll("!ref orders", "!ref sales"),
  });
  const { stdout } = await runPiped(["impact", "sales#fact_orders.region", "--json"], {
    cwd,
    env: buildSettings(emulator),
  });
  const found = JSON.parse(stdout);
  expect(found.breaksNow.map(({ name }: { name: string }) => name)).toEqual(["By hand", "Deployed"]);
  expect(found.inFiles.map(({ file }: { file: string }) => file)).toEqual(["uses.yaml"]);
  expect(found.notes).toEqual([
    "models/sales.yaml counts as the platform's data model Sales: no state says what it is.",
  ]);
});

test("a file that can't be read is named, and a folder without files needs credentials", async () => {
  const cwd = createProject({ "models/broken.yaml": "pages: [elements\n" });
  const { code, stdout } = await runPiped(["impact", "orders#fact_orders.region", "--check"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("Couldn't be read (1)\n  models/broken.yaml: ");
  const missing = await runPiped(["impact", "broken"], { cwd });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("models/broken.yaml:2:1: ")]);
  const none = await runPiped(["impact", "live:orders"], { cwd: createFolderWith(base, {}) });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("ANALYTICS_CLIENT_ID")]);
});

test("credentials that see a part say whose they are, and of how many documents", async () => {
  const partial = await startEmulator({ tokenRequestsPerSecond: null });
  try {
    const { dataModelId } = await createSales(partial);
    const api = await signIn(partial);
    const { userId } = (await api.get("/v2/whoami")).body;
    await api.patch(`/v2/members/${userId}`, { memberType: "creator" });
    const cwd = createFolderWith(base, {});
    const run = (...args: string[]) =>
      runPiped(["impact", `${dataModelId}#Fact Orders.Region`, ...args], { cwd, env: buildSettings(partial) });
    const limit = "As Ada Admin, 7 of ? documents: others may read it, too.";
    expect((await run()).stdout).toContain(`2 of 7 documents read it.\n${limit}\n`);
    expect((await run("--format", "markdown")).stdout).toContain(`\`${limit}\``);
    const found = JSON.parse((await run("--json")).stdout);
    expect([found.isWholeOrganization, found.seenBy, found.documents]).toEqual([false, "Ada Admin", 7]);
  } finally {
    await partial.stop();
  }
});

test("a report is asked, too, and a name that stands for no known model is named", async () => {
  const report = {
    kind: "report",
    pages: [{ id: "p", name: "Cover" }],
    elements: [
      {
        id: "t",
        kind: "table",
        name: "Orders",
        source: { kind: "data-model", dataModelId: { $ref: "orders" }, elementId: { $ref: "orders#fact_orders" } },
        columns: [{ id: "r", name: "Region", formula: "[Fact Orders/Region]" }],
      },
    ],
  };
  const other = areas.replaceAll("!ref orders", "!ref elsewhere");
  const files = { "orders.yaml": orders, "board.json": JSON.stringify(report, null, 2), "other.yaml": other };
  const cwd = createFolderWith(base, files);
  const { stdout } = await runPiped(["impact", "orders#fact_orders.region", "--json"], { cwd });
  const { inFiles, notes } = JSON.parse(stdout);
  expect(inFiles).toEqual([expect.objectContaining({ type: "report", name: "board", file: "board.json" })]);
  expect(inFiles[0].places[0]).toMatchObject({ line: 27, column: 23 });
  expect(notes).toEqual(["!ref elsewhere: no data model that is known here. Files that read from it may break, too."]);
});
