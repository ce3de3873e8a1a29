import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { registry } from "../../provider/src/kinds/registry";
import { testOfAll } from "../cases";
import { everyKind, modelFile, surroundings } from "./every-kind";
import { type Bench, projectYaml, startBench } from "./support";

// Whatever is missing is built before any test waits for it.

const packages = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";
const yamlProject = `name: bench\nruntime: yaml\n${packages}`;
const nodeProject = projectYaml + packages;

/** An object on the platform, as an import names it. */
interface Imported {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

/** The kinds of which the platform keeps nothing that can be imported. */
const events = ["WebhookTrigger", "ConnectionSync", "DbtArtifacts", "ModelCheck"];

/** A bench whose platform has an object of every kind, and whose stack is empty. */
async function startBenchOfAll(): Promise<{ bench: Bench; objects: Imported[] }> {
  const bench = await startBench({
    ...surroundings,
    texts: {
      "Pulumi.yaml": nodeProject,
      "index.js": everyKind.replace('"pulumi-analytics"', '"pulumi-analytics/native"'),
      "models/top.yaml": modelFile,
    },
  });
  const { seeded } = bench.emulator;
  const tag = { name: "Release", color: "grass" };
  const settings = { seeded, tag, title: "Orders", description: "Every order", formula: "[ORDERS/Amount]" };
  await bench.stack.write("settings.json", JSON.stringify(settings));
  await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  const objects = (await bench.stack.listResources()).flatMap(({ type, urn, id }) =>
    id === undefined ? [] : [{ type, name: urn.split("::").at(-1) as string, id }],
  );
  expect(new Set(objects.map(({ type }) => type.split(":").at(-1)))).toEqual(new Set(Object.keys(registry)));
  await forget(bench);
  return { bench, objects: objects.filter(({ type }) => !events.includes(type.split(":").at(-1)!)) };
}

/** Empties the state, and keeps the platform as it is. */
async function forget({ stack, emulator }: Bench): Promise<void> {
  const exported = JSON.parse(await stack.expect(["stack", "export"]));
  exported.deployment.resources = [];
  await stack.write("empty.json", JSON.stringify(exported));
  await stack.expect(["stack", "import", "--file", "empty.json"]);
  emulator.clearRequests();
}

describe("import of every kind", () => {
  let bench: Bench;
  let objects: Imported[];
  beforeAll(async () => {
    ({ bench, objects } = await startBenchOfAll());
  }, 900_000);
  beforeEach(() => forget(bench));
  afterAll(() => bench.dispose());

  /** Imports objects by a file; what the CLI said, and the code that it wrote. */
  async function importResources(resources: readonly Imported[]): Promise<{ said: string; code: string }> {
    await bench.stack.write("import.json", JSON.stringify({ resources }));
    const args = ["--file", "import.json", "--out", "code.txt", "--yes", "--skip-preview", "--protect=false"];
    const said = await bench.stack.expect(["import", ...args]);
    return { said, code: await readFile(join(bench.stack.directory, "code.txt"), "utf8") };
  }

  async function expectNothingToDo(): Promise<void> {
    await bench.stack.expect(["preview", "--refresh", "--expect-no-changes"]);
    expect(bench.writes()).toEqual([]);
  }

  test("ids have the forms that docs and schema show", () => {
    for (const { type, id } of objects) {
      const { idForms = ["<id>"] } = registry[type.split(":").at(-1)!]!().adoption ?? {};
      const patterns = idForms.map((form) => new RegExp(`^${form.replace(/<[^>]+>/g, "[^/]+")}$`));
      expect({ type, id, fits: patterns.some((pattern) => pattern.test(id)) }).toEqual({ type, id, fits: true });
    }
  });

  test("the option import of a TypeScript program", async () => {
    const ids = Object.fromEntries(objects.map(({ name, id }) => [name, id]));
    await bench.stack.write("Pulumi.yaml", nodeProject);
    const text = everyKind
      .replace('"pulumi-analytics"', '"pulumi-analytics/native"')
      .replace(new RegExp(`^new analytics.(${events.join("|")})\\([^;]*;`, "gm"), "");
    const importing = `
const ids = ${JSON.stringify(ids)};
pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) =>
  ids[name] && type.startsWith("analytics:") ? { props, opts: { ...opts, import: ids[name] } } : undefined);
`;
    await bench.stack.write("index.js", text.replace(/^const settings = /m, `${importing}const settings = `));
    const { steps } = JSON.parse(await bench.stack.expect(["preview", "--json"])) as {
      steps: { op: string; urn: string }[];
    };
    const listNamed = (operation: string) =>
      steps.flatMap(({ op, urn }) => (op === operation ? [urn.split("::").at(-1)] : [])).sort();
    expect(listNamed("import")).toEqual(objects.map(({ name }) => name).sort());
    // What only the program knows.
    const allowed = ["analyst", "area", "east", "east-north", "embed", "finance", "gantt", "home"];
    const sent = ["clicks", "credential", "quarterly", "weekly"];
    expect(listNamed("update")).toEqual([...allowed, ...sent].sort());
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes().sort()).toEqual([
      `PATCH /v2/api-credentials/${ids.credential}`,
      `PATCH /v2/reports/${ids.quarterly?.replace("/", "/schedules/")}`,
      `PATCH /v2/workbooks/${ids.weekly?.replace("/", "/schedules/")}`,
      `PUT /v2/connections/${ids.clicks}`,
    ]);
    bench.emulator.clearRequests();
    await bench.stack.write("index.js", text);
    await expectNothingToDo();
  }, 900_000);

  test("in bulk, as YAML: the code previews empty", async () => {
    await bench.stack.write("Pulumi.yaml", yamlProject);
    const { said, code } = await importResources(objects);
    expect(said).toContain(`${objects.length} imported`);
    expect(said).not.toMatch(/failed to validate|has a problem/);
    expect(said).toMatch(
      /API credential "Credential": the platform doesn't return `credential`, so it is not imported\./,
    );
    expect(code).toMatch(
      /^ {2}orders:\n {4}type: analytics:DataModel\n(.*\n)* {6}spec:\n {8}pages:\n {10}- elements:\n(.*\n)* {16}id: facts\n/m,
    );
    await bench.stack.write("Pulumi.yaml", yamlProject + code);
    await expectNothingToDo();
    await bench.stack.write("Pulumi.yaml", yamlProject + code.replace("'[ORDERS/Amount]'", "'[ORDERS/Amount] * 2'"));
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes()).toEqual([expect.stringMatching(/^PUT .*\/spec$/)]);
  }, 900_000);

  // In bulk, each is imported by the same code.
  testOfAll(
    "one by one, as YAML",
    async () => {
      for (const { type, name, id } of objects.filter(({ name }) => name === "orders" || name === "orders-release")) {
        await forget(bench);
        await bench.stack.write("Pulumi.yaml", yamlProject);
        const code = ["--out", "code.txt", "--yes", "--skip-preview", "--protect=false"];
        await bench.stack.expect(["import", type, name, id, ...code]);
        const yaml = await readFile(join(bench.stack.directory, "code.txt"), "utf8");
        await bench.stack.write("Pulumi.yaml", yamlProject + yaml);
        await expectNothingToDo();
      }
    },
    900_000,
  );

  test("texts with dollar signs: a model reads back as it was; a message says what others should write", async () => {
    await bench.stack.write("Pulumi.yaml", yamlProject);
    const { warehouse } = bench.emulator.seeded.connections;
    const statement = `select $$a$$ as x, '\${y}' as y, '$\${z}' as z, $1 as one, '$$$' as three`;
    const element = {
      id: "facts",
      kind: "table",
      name: `Facts \${here} $$`,
      source: { kind: "sql", connectionId: warehouse, statement },
      columns: [{ id: "x", name: "X", formula: "[Custom SQL/x]" }],
    };
    const model = { name: "Dollars", folderId: bench.emulator.seeded.folders.models, schemaVersion: 1 };
    const pages = [{ id: "main", name: "Main", elements: [element] }];
    const ui = bench.emulator.ui;
    const made = (await ui.request("POST", "/v2/dataModels/spec", { ...model, pages })) as { dataModelId: string };
    const tag = { name: "Dollars", color: "grass", description: `costs $$ and \${more}` };
    const { versionTagId } = (await ui.request("POST", "/v2/tags", tag)) as { versionTagId: string };
    bench.emulator.clearRequests();
    const { said, code } = await importResources([
      { type: "analytics:index:DataModel", name: "dollars", id: made.dataModelId },
      { type: "analytics:index:Tag", name: "priced", id: versionTagId },
    ]);
    expect(said).not.toMatch(/failed to validate|has a problem/);
    expect(said).toContain(
      'tag "Dollars": description has "$$", which Pulumi writes as it is and then reads as "$". In the code ' +
        'of the import, write each "$" of it twice: "costs $$$$ and $${more}".',
    );
    expect(code).toMatch(/^ {6}spec: \|-?\n {8}\{\n {10}"schemaVersion": 1,\n/m);
    const corrected = code.replace(/costs .*$/m, `costs $$$$$$$$ and $$\${more}`);
    await bench.stack.write("Pulumi.yaml", yamlProject + corrected);
    await expectNothingToDo();
  }, 900_000);

  test("an event can't be imported, and the message tells why", async () => {
    await bench.stack.write("Pulumi.yaml", yamlProject);
    const args = ["analytics:index:WebhookTrigger", "sent", "any", "--yes", "--skip-preview"];
    const { code, stdout, stderr } = await bench.stack.run(["import", ...args]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain(
      "A WebhookTrigger is an event: the platform keeps nothing that can be read or imported.",
    );
  }, 900_000);
});
