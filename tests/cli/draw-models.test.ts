import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { assignIds, fillPlaceholders, type Json, type JsonObject, parseSpec } from "../../provider/src/core/model";
import { repository } from "../repository";
import { buildManyModels } from "../unit/cli/drawing/models";
import { readPng } from "../unit/cli/drawing/png";
import { type Client, signIn } from "../unit/emulator/support";
import { startEmpty } from "./pull-support";
import { buildSettings, createTemporaryFolder, runInTerminal, runPiped, stabilize } from "./support";

const quickstart = join(repository, "examples/quickstart/models");
const folder = createTemporaryFolder();

/** A version before that of the quickstart: other columns and joins, a table that went, a model that wasn't there. */
function writeEarlierVersion(): void {
  cpSync(quickstart, join(folder, "before"), { recursive: true });
  const edit = (file: string, from: RegExp, to: string) => {
    const path = join(folder, "before", file);
    const text = readFileSync(path, "utf8");
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
  };
  edit("orders.yaml", /\[ORDERS\/AMOUNT\]/, "[ORDERS/AMT]");
  edit("orders.yaml", / {10}- id: revenue.*$/s, '          - { id: tax, name: Tax, formula: "[ORDERS/TAX]" }\n');
  edit("revenue.yaml", /joinType: left-outer/, "joinType: inner");
  edit(
    "customers.yaml",
    /$/,
    "      - { id: old, kind: table, name: Old customers, columns: [], source: { kind: table, " +
      "elementId: dim_customers } }\n",
  );
}

beforeAll(() => {
  cpSync(quickstart, join(folder, "models"), { recursive: true });
  writeEarlierVersion();
});

const runDiagram = (...args: string[]) => runStable("draw", ...args);
const runStable = async (...args: string[]) => {
  const { code, stdout, stderr } = await runPiped(args, { cwd: folder });
  const names = { [folder]: "<folder>" };
  return { code, stdout: stabilize(stdout, names), stderr: stabilize(stderr, names) };
};

describe("of files", () => {
  test.each([
    ["Mermaid, unless something else is asked for", []],
    ["DOT", ["--format", "dot"]],
    ["SVG", ["--format", "svg", "--columns", "2"]],
    ["JSON: the graph itself", ["--json"]],
  ])("%s", async (_, args) => {
    const { code, stdout, stderr } = await runDiagram("models", ...args);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatchSnapshot();
  });

  test("one file: what it refers to stands outside", async () => {
    expect((await runDiagram("models/revenue.yaml", "--direction", "down", "--columns", "0")).stdout).toMatchSnapshot();
  });

  test("the same in a terminal", async () => {
    const { code, screen } = await runInTerminal(["draw", "models"], { cwd: folder });
    expect(code).toBe(0);
    expect(screen).toBe((await runDiagram("models")).stdout.trimEnd());
  });

  test("the ending of --out says the format; what is as it was isn't written", async () => {
    const firstBytes: Record<string, string> = {};
    for (const out of ["a.svg", "a.png", "a.html", "a.mmd", "a.dot"]) {
      expect(await runDiagram("models", "--out", out)).toEqual({
        code: 0,
        stdout: `${out} written: 3 models · 3 elements\n`,
        stderr: "",
      });
      firstBytes[out] = readFileSync(join(folder, out), "latin1").slice(0, 8);
      expect((await runDiagram("models", "--out", out)).stdout).toBe(`${out} is unchanged: 3 models · 3 elements\n`);
    }
    expect(firstBytes).toEqual({
      "a.svg": "<svg xml",
      "a.png": "\x89PNG\r\n\x1a\n",
      "a.html": "<!doctyp",
      "a.mmd": "---\ntitl",
      "a.dot": "digraph ",
    });
    expect((await runDiagram("models", "--out", "a.svg", "--columns", "1")).stdout).toMatch(/^a\.svg updated: /);
    expect(JSON.parse((await runDiagram("models", "--out", "pictures/b.svg", "--json")).stdout).file).toEqual({
      path: "pictures/b.svg",
      action: "create",
    });
    expect(readdirSync(join(folder, "pictures"))).toEqual(["b.svg"]);
  });

  test("--dry-run writes nothing", async () => {
    expect((await runDiagram("models", "--out", "c.svg", "--dry-run")).stdout).toBe(
      "c.svg would be written: 3 models · 3 elements\n",
    );
    expect(existsSync(join(folder, "c.svg"))).toBe(false);
  });

  test("--scale makes a PNG larger", async () => {
    await runDiagram("models", "--out", "one.png", "--scale", "1");
    await runDiagram("models", "--out", "three.png", "--scale", "3");
    const [one, three] = ["one.png", "three.png"].map((file) => readPng(readFileSync(join(folder, file))));
    expect(three?.width).toBe(3 * one!.width);
  });

  test("letters that the built-in font lacks are told of; a font given is used", async () => {
    const file = "pages: [{ id: p, name: P, elements: [{ id: t, kind: table, name: 月次売上レポート, columns: [] }] }]";
    writeFileSync(join(folder, "letters.yaml"), file);
    const { stdout, stderr } = await runDiagram("letters.yaml", "--out", "letters.png");
    expect(stderr).toBe("The built-in font has no 月次売上レ…. Add a font with --font <file>, or draw an SVG.\n");
    expect(stdout).toBe("letters.png written: 1 model · 1 element\n");
    const font = require.resolve("dejavu-fonts-ttf/ttf/DejaVuSerif.ttf");
    expect(await runDiagram("letters.yaml", "--out", "letters2.png", "--font", font)).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test("folders are walked as a DataModelDirectory does", async () => {
    const root = join(folder, "walked");
    for (const name of ["_parts", ".hidden", "node_modules", "deep"]) mkdirSync(join(root, name), { recursive: true });
    const text = "pages: [{ elements: [] }]";
    for (const file of [
      "b.yml",
      "a.yaml",
      "deep/c.json",
      "_left.yaml",
      "_parts/x.yaml",
      ".hidden/x.yaml",
      "node_modules/x.yaml",
      "notes.txt",
    ]) {
      writeFileSync(join(root, file), file.endsWith(".json") ? '{ "pages": [{ "elements": [] }] }' : text);
    }
    const { groups } = JSON.parse((await runDiagram("walked", "walked/a.yaml", "--json")).stdout);
    const models = groups.filter(({ kind }: JsonObject) => kind === "model");
    expect(models.map(({ file }: { file: string }) => file)).toEqual([
      "walked/a.yaml",
      "walked/b.yml",
      "walked/deep/c.json",
    ]);
  });

  test("includes may lie anywhere in the folder that is drawn", async () => {
    for (const name of ["included/_parts", "included/deep"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "included/_parts/id.yaml"), '- { id: id, name: ID, formula: "[X/ID]" }\n');
    const columns = "columns: [!include ../_parts/id.yaml]";
    writeFileSync(
      join(folder, "included/deep/m.yaml"),
      `pages: [{ id: p, name: P, elements: [{ id: t, kind: table, name: T, ${columns} }] }]`,
    );
    expect((await runDiagram("included")).stdout).toContain('["T\ntable · 1 column\nID"]');
    const alone = await runDiagram("included/deep/m.yaml");
    expect([alone.code, alone.stdout]).toEqual([2, ""]);
    expect(alone.stderr).toContain("`!include ../_parts/id.yaml` leads out of included/deep.");
  });

  test.each([
    ["a name of nothing", ["nowhere"]],
    ["a page of models", ["models", "--page", "main"]],
    ["changes of two versions", ["models", "--against", "before"]],
    ["a format nobody knows", ["models", "--out", "a.bmp"]],
    ["a PNG for the terminal", ["models", "--format", "png"]],
    ["a file that isn't there", ["nowhere.yaml"]],
    ["a folder without files", ["empty"]],
    ["a file that is no model", ["other.json"]],
    ["a file that is no YAML", ["broken.yaml"]],
    ["files and the platform", ["models", "--live"]],
    ["a choice among the platform's models without it", ["models", "--folder", "Acme"]],
    ["a number of columns that is none", ["models", "--columns", "many"]],
    ["a scale that is none", ["models", "--scale", "0"]],
    ["a picture too large", ["many", "--out", "huge.png", "--scale", "10"]],
    ["a level that is none", ["models", "--out", "a.png", "--level", "columns"]],
    ["a font that isn't there", ["models", "--out", "a.png", "--font", "no.ttf"]],
  ])("asked wrongly: %s", async (_, args) => {
    for (const name of ["empty", "many"]) mkdirSync(join(folder, name), { recursive: true });
    for (const { key, spec } of buildManyModels(50))
      writeFileSync(join(folder, "many", `${key}.json`), JSON.stringify(spec));
    writeFileSync(join(folder, "other.json"), '{ "name": "package" }');
    writeFileSync(join(folder, "broken.yaml"), "pages:\n  - id: [\n");
    const { code, stdout, stderr } = await runDiagram(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatchSnapshot();
    expect(existsSync(join(folder, "huge.png"))).toBe(false);
  });

  test("an error in a terminal", async () => {
    const { code, screen } = await runInTerminal(["draw", "nowhere.yaml"], { cwd: folder });
    expect(code).toBe(2);
    expect(stabilize(screen, { [folder]: "<folder>" })).toBe(
      "{red:error}: nowhere.yaml: doesn't exist; looked at <folder>/nowhere.yaml.",
    );
  });

  test("Ctrl-C while it draws ends it at once; no file is half-written", async () => {
    mkdirSync(join(folder, "crowd"));
    for (const { key, spec } of buildManyModels(1500))
      writeFileSync(join(folder, "crowd", `${key}.json`), JSON.stringify(spec));
    const { code, screen } = await runInTerminal(["draw", "crowd", "--out", "crowd.png", "--level", "elements"], {
      cwd: folder,
      answers: [{ when: "Drawing", type: "\x03" }],
    });
    expect(code).toBe(130);
    expect(screen).toContain("stopped. All files are complete");
    expect(readdirSync(folder).filter((file) => file.includes("crowd.png") || file.endsWith(".draft"))).toEqual([]);
  });
});

describe("what changed since an earlier version", () => {
  test("in Mermaid", async () => {
    const { code, stdout } = await runStable("diff", "before", "models", "--out", "changes.mmd");
    expect([code, stdout]).toEqual([1, "changes.mmd written: 3 models · 4 elements · 1 removed, 2 changed\n"]);
    expect(readFileSync(join(folder, "changes.mmd"), "utf8")).toMatchSnapshot();
  });

  test("as a graph", async () => {
    const graph = JSON.parse((await runStable("diff", "before", "models", "--out", "graph.svg", "--json")).stdout);
    const changed = [...graph.groups, ...graph.nodes, ...graph.edges].filter(({ change }) => change);
    expect(changed.map(({ id, change, changes }) => ({ id, change, changes }))).toMatchSnapshot();
  });

  test("a picture says how much", async () => {
    expect(await runStable("diff", "before", "models", "--out", "changes.png")).toMatchObject({
      code: 1,
      stdout: "changes.png written: 3 models · 4 elements · 1 removed, 2 changed\n",
    });
    expect(await runStable("diff", "models", "models", "--out", "same.svg")).toMatchObject({
      code: 0,
      stdout: "same.svg written: 3 models · 3 elements · no element changed\n",
    });
  });

  test("one file against another, under another name", async () => {
    const graph = JSON.parse(
      (await runStable("diff", "before/orders.yaml", "models/orders.yaml", "--out", "one.svg", "--json")).stdout,
    );
    expect(graph.nodes.map(({ id, change }: JsonObject) => [id, change])).toContainEqual([
      "orders#fact_orders",
      "changed",
    ]);
  });
});

test.each([
  ["diagram.png", ["draw", "docs/images/models/now", "--columns", "4"]],
  ["diagram-changes.png", ["diff", "docs/images/models/before", "docs/images/models/now"]],
])("the guide's picture %s is what the command draws", async (image, args) => {
  const out = join(folder, image);
  await runPiped([...args, "--out", out], { cwd: repository });
  // Should the drawing have changed: draw it to docs/images, and look at it.
  expect(readFileSync(out).equals(readFileSync(join(repository, "docs/images", image)))).toBe(true);
});

describe("of the platform", () => {
  let emulator: Emulator;
  let api: Client;
  const ids: Record<string, string> = {};

  /** Makes a model of a file, and notes what the platform calls it and its elements. */
  async function create(file: string, name: string, folderId: string): Promise<void> {
    const text = readFileSync(join(quickstart, `${file}.yaml`), "utf8");
    const form = parseSpec(text);
    const { spec } = fillPlaceholders(form, { warehouse: emulator.seeded.connections.warehouse, ...ids });
    const { pages } = assignIds(spec) as JsonObject;
    const made = await api.post("/v2/dataModels/spec", { name, folderId, schemaVersion: 1, pages });
    expect([made.status, made.text]).toEqual([200, made.text]);
    const { dataModelId } = made.body;
    ids[file] = dataModelId;
    const { body } = await api.get(`/v2/dataModels/${dataModelId}/spec`);
    const own = listElements(form);
    for (const [index, { id }] of listElements(body).entries()) ids[`${file}#${own[index]!.id}`] = id;
  }

  const listElements = (spec: Json) =>
    (spec as { pages: { elements: { id: string }[] }[] }).pages.flatMap(({ elements }) => elements);

  beforeAll(async () => {
    emulator = await startEmpty({ seed: 3 });
    api = await signIn(emulator);
    const { models, sales } = emulator.seeded.folders;
    await create("orders", "Orders", models);
    await create("customers", "Customers", models);
    await create("revenue", "Revenue", sales);
  });
  afterAll(() => emulator.stop());

  const runLive = (...args: string[]) => runThere("draw", ...args);
  const runThere = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPiped(args, {
      cwd: folder,
      env: buildSettings(emulator),
    });
    const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, `<${name}>`]));
    return { code, stdout: stabilize(stdout, names), stderr: stabilize(stderr, names) };
  };

  test("every model, with names of connections", async () => {
    const { code, stdout, stderr } = await runLive("live:");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatchSnapshot();
  });

  test("only a folder: models of others stand outside, by their names", async () => {
    const { groups } = JSON.parse((await runLive("live:Acme/Models/Sales", "--json")).stdout);
    expect(groups.map(({ kind, name }: JsonObject) => `${kind} ${name}`)).toEqual([
      "model Revenue",
      "page Revenue",
      "other-model Orders",
      "other-model Customers",
    ]);
  });

  test("only some", async () => {
    const { groups } = JSON.parse((await runLive(ids.orders!, ids.customers!, "--json")).stdout);
    expect(groups.filter(({ kind }: JsonObject) => kind === "model").map(({ name }: JsonObject) => name)).toEqual([
      "Orders",
      "Customers",
    ]);
  });

  test.each([
    ["a folder that isn't there", ["live:Acme/Model"]],
    ["a model that isn't there", ["live:Orderz"]],
  ])("asked wrongly: %s", async (_, args) => {
    const { code, stdout, stderr } = await runLive(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatchSnapshot();
  });

  test("without settings", async () => {
    const { code, stderr } = await runDiagram("live:");
    expect(code).toBe(2);
    expect(stderr).toMatchSnapshot();
  });

  test("connections that nobody may list go by their ids", async () => {
    emulator.addFault({ fault: "status", status: 403, path: "/v2/connections" });
    try {
      const { code, stdout } = await runLive("live:");
      expect(code).toBe(0);
      expect(stdout).toContain(`connection ${emulator.seeded.connections.warehouse}`);
    } finally {
      emulator.removeFault();
    }
  });

  test("a model that was deleted meanwhile is left out; a platform that fails is told of", async () => {
    emulator.addFault({ fault: "status", status: 404, path: `/v2/dataModels/${ids.revenue}/spec` });
    const gone = await runLive("live:");
    emulator.removeFault();
    expect(gone.code).toBe(0);
    expect(gone.stderr).toBe("Revenue (<revenue>) was deleted during the run.\n");
    emulator.addFault({ fault: "status", status: 403, path: "/v2/dataModels" });
    const refused = await runLive("live:");
    emulator.removeFault();
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/^error: /);
  });

  test("against the files: nothing changed; then what changed in the product, in the files' words", async () => {
    expect((await runThere("diff", "models", "live:", "--out", "live.svg")).stdout).toBe(
      "live.svg written: 3 models · 3 elements · no element changed\n",
    );
    await emulator.ui.changeFormula(ids.orders!, "Orders", "Amount", "[ORDERS/AMOUNT] * 2");
    const graph = JSON.parse((await runThere("diff", "models", "live:", "--out", "live.svg", "--json")).stdout);
    const changed = [...graph.groups, ...graph.nodes, ...graph.edges].filter(({ change }) => change);
    expect(changed.map(({ id, changes }) => ({ id, changes }))).toEqual([
      {
        id: "orders#fact_orders",
        changes: ["page Orders › table fact_orders › column amount: formula `[ORDERS/AMOUNT]` → `[ORDERS/AMOUNT] * 2`"],
      },
    ]);
  });
});
