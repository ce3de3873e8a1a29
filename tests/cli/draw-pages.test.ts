import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();

const sales = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Sales }, { id: data, name: Data, visibility: hidden }]
overlays: [{ id: help, type: modal, name: Help }]
elements:
  - { id: orders, kind: table, name: Orders, source: { kind: data-model, dataModelId: !ref orders,
    elementId: !ref orders#facts }, columns: [{ id: a, formula: "[Orders/A]" }] }
  - { id: kpi, kind: kpi-chart, name: "Revenue <b>&", source: { kind: table, elementId: orders },
    columns: [{ id: s, formula: "Sum([Orders/A])" }], value: { columnId: s } }
  - { id: trend, kind: bar-chart, name: Trend, source: { kind: table, elementId: orders },
    columns: [{ id: y, formula: "Count()" }], yAxis: { columnIds: [y] } }
  - { id: box, kind: container }
  - { id: views, kind: tabbed-container, tabs: [{ name: First }, { name: Second }] }
  - { id: one, kind: text, body: "# One" }
  - { id: two, kind: text, body: Two }
  - { id: note, kind: text, body: Note }
layout:
  main:
    - { rows: 6, of: [kpi: 8, trend: 16] }
    - { container: box, rows: 12, of: [{ tabs: views, rows: 11,
      of: { First: [{ rows: 3, of: [one] }], Second: [{ rows: 3, of: [two] }] } }] }
  data: [{ rows: 10, of: [orders] }]
  help: [{ rows: 3, of: [note] }]
`;
const changed = sales.replace("[kpi: 8, trend: 16]", "[kpi: 12, trend: 12]").replace("body: Note", "body: Noted");
writeFileSync(join(cwd, "sales.yaml"), sales);
writeFileSync(join(cwd, "changed.yaml"), changed);
writeFileSync(join(cwd, "model.yaml"), "schemaVersion: 1\npages: []\n");

/** The boxes of a page by their element, with their places. */
const listBoxes = (...args: string[]) => listBoxesAfter("draw", ...args);

async function listBoxesAfter(...args: string[]) {
  const { stdout } = await runPiped([...args, "--json"], { cwd });
  const { pages } = JSON.parse(stdout) as { pages: { id: string; boxes: Record<string, unknown>[] }[] };
  return Object.fromEntries(pages.map(({ id, boxes: all }) => [id, all]));
}

test("elements are boxes where the layout places them, those in containers and in the first tab too", async () => {
  const pages = await listBoxes("sales.yaml");
  expect(Object.keys(pages)).toEqual(["main", "data", "help"]);
  expect(pages.main!.map(({ id, x, y, width, height }) => [id, x, y, width, height])).toEqual([
    ["kpi", 0, 0, 320, 120],
    ["trend", 320, 0, 640, 120],
    ["box", 0, 120, 960, 240],
    ["views", 6, 126, 948, 220],
    ["one", 12, 152, 936, 60],
  ]);
  expect(pages.main![0]).toMatchObject({ kind: "kpi-chart", title: "Revenue <b>&", source: "Orders" });
});

test("a control says what it takes its values from, or which it has", async () => {
  const buildControl = (id: string, source: string) =>
    `  - { id: ${id}, kind: control, controlId: ${id}, controlType: segmented, source: ${source} }\n`;
  const manual = "{ kind: manual, valueType: text, values: [a, b, c, d, e, f, g], labels: [First, null] }";
  const controls =
    buildControl("own", manual) +
    buildControl("read", "{ kind: source, source: { kind: table, elementId: orders }, columnId: a }") +
    buildControl("none", "{ kind: manual, valueType: text, values: [] }");
  const text = sales
    .replace("  - { id: box,", `${controls}  - { id: box,`)
    .replace("  data: [", "  data: [{ rows: 2, of: [own, read, none] }, ");
  writeFileSync(join(cwd, "controls.yaml"), text);
  const { data = [] } = await listBoxes("controls.yaml");
  expect(data.slice(0, 3).map(({ source, values }) => source ?? values)).toEqual([
    "First, b, c, d, e, 2 more",
    "Orders",
    "no values",
  ]);
  const { stdout } = await runPiped(["draw", "controls.yaml", "--page", "data", "--format", "svg"], { cwd });
  expect(stdout).toContain("<title>Own: control: First, b, c, d, e, 2 more</title>");
  expect(stdout).toContain("<title>Read: control, from Orders</title>");
});

test("a web page shows every page, loads nothing and escapes names", async () => {
  const run = await runPiped(["draw", "sales.yaml", "--out", "sales.html"], { cwd });
  expect(run).toMatchObject({ code: 0, stdout: "sales.html written: 3 pages · 7 elements\n" });
  const html = readFileSync(join(cwd, "sales.html"), "utf8");
  expect(html).toContain("Revenue &#60;b&#62;&#38;");
  expect(html).not.toContain("<b>&");
  expect(html).not.toMatch(/<script|src=|url\(/);
  expect(html).toContain("default-src 'none'");
});

test("with an earlier version, what changed is marked, and told in words", async () => {
  const run = await runPiped(["diff", "sales.yaml", "changed.yaml", "--out", "both.html"], { cwd });
  expect(run).toMatchObject({ code: 1, stdout: "both.html written: 3 pages · 7 elements · 4 changes\n" });
  const html = readFileSync(join(cwd, "both.html"), "utf8");
  expect(html).toContain(
    "page Sales › KPI Revenue &#60;b&#62;&#38;: width <code>8 columns</code> → <code>12 columns</code>",
  );
  // The page of the data is as it was, and drawn once.
  expect(html.match(/<figcaption>\w+/g)).toEqual([
    "<figcaption>Before",
    "<figcaption>After",
    "<figcaption>Unchanged",
    "<figcaption>Before",
    "<figcaption>After",
  ]);
  const marks = (await listBoxesAfter("diff", "sales.yaml", "changed.yaml", "--out", "both.svg")).main!.map(
    ({ id, mark }) => [id, mark],
  );
  expect(marks).toEqual([
    ["kpi", "changed"],
    ["trend", "changed"],
    ["box", undefined],
    ["views", undefined],
    ["one", undefined],
  ]);
});

test("a picture of changes shows both versions of a page, side by side, and one that is the same once", async () => {
  await runPiped(["diff", "sales.yaml", "changed.yaml", "--out", "both.svg"], { cwd });
  const svg = readFileSync(join(cwd, "both.svg"), "utf8");
  expect([...svg.matchAll(/font-size="18"[^>]*>([^<]+)</g)].map(([, heading]) => heading)).toEqual([
    "Before: Sales",
    "After: Sales",
    "Unchanged: Data (hidden)",
    "Before: Help (overlay)",
    "After: Help (overlay)",
  ]);
  expect(svg.match(/data-element="orders"/g)).toHaveLength(1);
  expect(svg).toMatch(/ width="1968"/);
});

test("a pulled document is headed by the platform's name, several by their number", async () => {
  const root = join(cwd, "pulled");
  const about = { name: "Sales of all shops", folderId: "f", description: "" };
  const workbook = { file: "workbooks/kept", name: "kept", version: 1, hash: "", about, refs: {} };
  const manifest = { version: 1, organization: "o", everything: false, names: {}, program: {}, models: {} };
  mkdirSync(join(root, ".pulumi-analytics"), { recursive: true });
  mkdirSync(join(root, "workbooks"));
  const writeManifest = (text: string) => writeFileSync(join(root, ".pulumi-analytics/pull.json"), text);
  for (const name of ["kept", "b", "c", "d-e"]) writeFileSync(join(root, `workbooks/${name}.yaml`), sales);
  const readHeading = async (...names: string[]) => {
    await runPiped(["draw", ...names, "--out", "titled.html"], { cwd: root });
    return /<h1>(.*)<\/h1>/.exec(readFileSync(join(root, "titled.html"), "utf8"))![1];
  };
  writeManifest(JSON.stringify({ ...manifest, workbooks: { id: workbook } }));
  expect(await readHeading("workbooks/kept.yaml")).toBe("Sales of all shops");
  expect(await readHeading("workbooks/kept.yaml", "workbooks/d-e.yaml")).toBe("Sales of all shops, D E");
  expect(await readHeading("workbooks")).toBe("4 workbooks");
  writeManifest("{}");
  expect(await readHeading("workbooks/kept.yaml")).toBe("Kept");
});

test("titles are words: no Markdown or HTML of texts, no ids or names of files where others are known", async () => {
  const body = '"<h1>**Sales** of `orders`</h1>\\n\\n- [docs](https://x.y)"';
  const titled = sales
    .replace('body: "# One"', `body: ${body}`)
    .replace("id: trend, kind: bar-chart, name: Trend", "id: trend_by-month, kind: bar-chart")
    .replace("trend: 16", "trend_by-month: 16");
  writeFileSync(join(cwd, "sales-by-month.yaml"), titled);
  const titles = (await listBoxes("sales-by-month.yaml")).main!.map(({ title }) => title);
  expect(titles).toEqual(["Revenue <b>&", "Trend By Month", "", "First | Second", "Sales of orders"]);
  const readHeading = async (file: string) => {
    await runPiped(["draw", file, "--out", "titled.html"], { cwd });
    return /<h1>(.*)<\/h1>/.exec(readFileSync(join(cwd, "titled.html"), "utf8"))![1];
  };
  expect(await readHeading("sales-by-month.yaml")).toBe("Sales By Month");
  writeFileSync(join(cwd, "named.yaml"), `name: Sales of all shops\n${titled}`);
  expect(await readHeading("named.yaml")).toBe("Sales of all shops");
});

test("charts say that they are wireframes, show no values, and a donut is no pie", async () => {
  const drawChart = async (kind: string) => {
    writeFileSync(join(cwd, "chart.yaml"), sales.replace("kind: bar-chart", `kind: ${kind}`));
    const { stdout } = await runPiped(["draw", "chart.yaml", "--page", "main", "--format", "svg"], { cwd });
    expect(stdout).toContain("Wireframe from the layout. No data is shown.");
    expect(stdout).toContain(`${kind.replace("-", " ").replace("kpi", "KPI")} (wireframe), from Orders`);
    return /<g data-element="trend">(.*?)<\/g>/.exec(stdout)![1]!;
  };
  const bars = [...(await drawChart("bar-chart")).matchAll(/<rect [^>]*height="([\d.]+)" fill="#c3ccd6"/g)];
  expect(new Set(bars.map(([, height]) => height)).size).toBe(1);
  expect((await drawChart("donut-chart")).match(/<circle/g)).toHaveLength(2);
  expect((await drawChart("pie-chart")).match(/<circle/g)).toHaveLength(1);
  expect(await drawChart("kpi-chart")).not.toMatch(/>\d+<\/text>/);
});

test("one page, as SVG to stdout and as PNG to a file", async () => {
  const svg = await runPiped(["draw", "sales.yaml", "--page", "help", "--format", "svg"], { cwd });
  expect(svg.stdout).toMatch(/^<svg .*width="512"/);
  expect(svg.stdout).toContain("Note");
  expect(svg.stdout).not.toContain("Trend");
  const png = await runPiped(["draw", "sales.yaml", "--page", "help", "--out", "help.png"], { cwd });
  expect(png.code).toBe(0);
  expect(readFileSync(join(cwd, "help.png")).subarray(1, 4).toString()).toBe("PNG");
});

test("what can't be drawn says what can", async () => {
  const readFailure = async (...args: string[]) => (await runPiped(["draw", ...args], { cwd })).stderr;
  expect(await readFailure("sales.yaml", "--columns", "3")).toContain(
    "--columns: workbooks and reports alone are drawn",
  );
  expect(await readFailure("sales.yaml", "--page", "nothing")).toContain("There are: main, data, help.");
  expect(await readFailure("sales.yaml", "--format", "png")).toContain("Name a file: --out picture.png.");
  expect(await readFailure("sales.yaml", "--out", "sales.gif")).toContain("Use one of .svg, .png, .html");
  expect(await readFailure("nothing.yaml")).toContain("nothing.yaml");
});

test("without a format, the pages are lines for a terminal", async () => {
  const { stdout } = await runPiped(["draw", "sales.yaml", "--page", "data"], { cwd });
  expect(stdout).toBe("Data (hidden)\n  Orders: table, from data model\n");
});

test("several workbooks are one picture, whose pages say whose they are; with models they are a graph", async () => {
  const files = ["sales.yaml", "changed.yaml"];
  const both = await runPiped(["draw", ...files, "--out", "all.html"], { cwd });
  expect(both.stdout).toBe("all.html written: 6 pages · 14 elements\n");
  const html = readFileSync(join(cwd, "all.html"), "utf8");
  expect([...html.matchAll(/<h2>(.*)<\/h2>/g)].map(([, title]) => title)).toEqual(
    ["Sales", "Changed"].flatMap((name) =>
      ["Sales", "Data (hidden)", "Help (overlay)"].map((page) => `${name}: ${page}`),
    ),
  );
  const { stdout } = await runPiped(["draw", "sales.yaml", "--format", "dot"], { cwd });
  expect(stdout).toMatch(/^digraph /);
  const graph = await runPiped(["draw", "sales.yaml", "model.yaml", "--json"], { cwd });
  expect(JSON.parse(graph.stdout).groups.map(({ id }: { id: string }) => id)).toContain("model:model");
});

test("a workbook that is new or gone is drawn as that", async () => {
  for (const [folder, names] of Object.entries({ old: ["kept", "gone"], now: ["kept", "new"] })) {
    mkdirSync(join(cwd, folder));
    for (const name of names) writeFileSync(join(cwd, folder, `${name}.yaml`), sales);
  }
  const run = await runPiped(["diff", "old", "now", "--out", "folders.html"], { cwd });
  expect(run).toMatchObject({ code: 1, stdout: "folders.html written: 6 pages · 14 elements · 2 changes\n" });
  const html = readFileSync(join(cwd, "folders.html"), "utf8");
  expect(html).toContain("<li>New: workbook added</li>");
  expect(html).toContain("<li>Gone: workbook removed</li>");
});

test("a folder is compared with what it holds in a commit, with what came and went", async () => {
  const root = join(cwd, "repository");
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const runGit = (...args: string[]) => execFileSync("git", args, { cwd: root, env });
  mkdirSync(join(root, "workbooks"), { recursive: true });
  for (const name of ["kept", "gone"]) writeFileSync(join(root, `workbooks/${name}.yaml`), sales);
  runGit("init", "--quiet");
  runGit("add", ".");
  runGit("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "first");
  rmSync(join(root, "workbooks/gone.yaml"));
  // With the same contents, it would be the other one, moved.
  writeFileSync(
    join(root, "workbooks/new.yaml"),
    sales.replace("schemaVersion: 1", "schemaVersion: 1\ndescription: New"),
  );
  const { stdout } = await runPiped(["diff", "git:HEAD", "workbooks", "--out", "a.svg", "--json"], { cwd: root });
  expect(JSON.parse(stdout).changes.sort()).toEqual(["Gone: workbook removed", "New: workbook added"]);
  const before = await runPiped(["draw", "git:HEAD:workbooks", "--json"], { cwd: root });
  expect(JSON.parse(before.stdout).pages).toHaveLength(6);
});

test("diff leaves out what it is told to ignore in a workbook", async () => {
  const ignore = (...paths: string[]) => paths.flatMap((path) => ["--ignore", path]);
  const run = await runPiped(["diff", "sales.yaml", "changed.yaml", ...ignore("elements/note/body", "layout")], {
    cwd,
  });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toContain("The contents are the same.");
  expect(run.stdout).not.toContain("ignores nothing");
});

test("fmt keeps the meaning of a workbook, and a second time all of it", async () => {
  writeFileSync(join(cwd, "formatted.yaml"), sales);
  await runPiped(["fmt", "formatted.yaml"], { cwd });
  const once = readFileSync(join(cwd, "formatted.yaml"), "utf8");
  expect(once).not.toBe(sales);
  expect((await runPiped(["diff", "sales.yaml", "formatted.yaml"], { cwd })).code).toBe(0);
  await runPiped(["fmt", "formatted.yaml"], { cwd });
  expect(readFileSync(join(cwd, "formatted.yaml"), "utf8")).toBe(once);
});

test("diff compares two workbooks in words, and no workbook with a model", async () => {
  const run = await runPiped(["diff", "sales.yaml", "changed.yaml"], { cwd });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("~ page Sales › bar chart Trend: width `16 columns` → `12 columns`");
  expect((await runPiped(["diff", "sales.yaml", "sales.yaml"], { cwd })).code).toBe(0);
  const mixed = await runPiped(["diff", "sales.yaml", "model.yaml"], { cwd });
  expect(mixed.stderr).toContain("A workbook and a data model can't be compared. Name two of the same.");
});
