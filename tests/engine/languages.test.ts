import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { hasGo, type Language, languageHost } from "pulumi-cli";
import { compileGo, pythonFolder, stalePython } from "../../tools/sdk/src/sdk";
import { type Bench, type BenchOptions, cli, projectYaml, repository, startBench } from "./support";

const run = promisify(execFile);
const long = 900_000;

const scratch = mkdtempSync(join(tmpdir(), "languages-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Whether a program is there; says what is skipped without it. */
async function has(program: string, ask: string[]): Promise<boolean> {
  const found = await run(program, ask).then(
    () => true,
    () => false,
  );
  if (!found) console.log(`skipped: there is no ${program}`);
  return found;
}

/** A bench whose engine finds the language host. */
async function bench(language: Language, options: BenchOptions): Promise<Bench> {
  const { env } = await cli;
  const PATH = [await languageHost(language, { cli: await cli }), env.PATH].join(delimiter);
  return startBench({ ...options, environment: { PATH, ...options.environment } });
}

/** The files of an example that uses the models of the quickstart. */
function filesOf(example: string): Record<string, string> {
  return {
    ...Object.fromEntries(
      { yaml: ["Pulumi.yaml"], python: ["Pulumi.yaml", "__main__.py"] }[example]?.map((file) => [
        file,
        join(repository, `examples/quickstart-${example}`, file),
      ]) ?? [],
    ),
    "../quickstart": join(repository, "examples/quickstart"),
  };
}

/** A virtual environment with the SDKs, for all programs of this file. */
let virtualenv: Promise<string> | undefined;
async function installed(): Promise<string> {
  const folder = join(scratch, "venv");
  await run("python3", ["-m", "venv", folder]);
  // Building a package writes into its folder.
  cpSync(pythonFolder, join(scratch, "sdk"), { recursive: true });
  await run(join(folder, "bin/pip"), ["install", "--quiet", "pulumi==3.250.0", join(scratch, "sdk")]);
  return folder;
}

/** What both languages do with the quickstart. */
async function runsTheQuickstart({ stack, emulator, writes }: Bench): Promise<void> {
  expect(await stack.expect(["preview"])).toMatch(/\+ 6 to create/);
  expect(writes()).toEqual([]);
  expect(await stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/\+ 6 created/);
  expect(writes().sort()).toEqual([
    "POST /v2/dataModels/spec",
    "POST /v2/dataModels/spec",
    "POST /v2/dataModels/spec",
    "POST /v2/tags",
    "POST /v2/tags",
  ]);
  const resources = await stack.resources();
  expect(resources.map(({ type }) => type).sort()).toEqual([
    ...Array(3).fill("analytics:index:DataModel"),
    ...Array(2).fill("analytics:index:Tag"),
  ]);
  const outputs = await stack.outputs();
  const orders = resources.find(({ urn }) => urn.endsWith("::orders"));
  expect(orders?.outputs?.elementIds).toEqual({ fact_orders: outputs.factOrders });
  expect(outputs.revenueModel).toMatch(/^http/);
  const columns = emulator
    .snapshot()
    .dataModelVersions.flatMap(({ pages }) => pages.flatMap(({ elements }) => elements))
    .flatMap((element) => (element.kind === "table" ? element.columns : []));
  expect(columns.find(({ id }) => id === outputs.revenueColumn)?.name).toBe("Revenue");
  await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  expect(await stack.expect(["destroy", "--yes", "--skip-preview"])).toMatch(/- 6 deleted/);
}

/** Imports a folder; the code that the CLI suggests for it. */
async function imported({ stack, emulator }: Bench): Promise<string> {
  const id = emulator.seeded.folders.models;
  const said = await stack.expect(["import", "analytics:index:Folder", "models", id, "--yes", "--skip-preview"]);
  expect(said).toMatch(/= 1 imported/);
  return said.slice(said.indexOf("Please copy"));
}

describe("YAML", () => {
  test(
    "the quickstart",
    async () => {
      if (!(await has("go", ["version"]))) return;
      const own = await bench("yaml", { files: filesOf("yaml") });
      await runsTheQuickstart(own).finally(own.dispose);
    },
    long,
  );

  test(
    "import writes YAML",
    async () => {
      if (!(await has("go", ["version"]))) return;
      const packages = "packages: { analytics: ./node_modules/pulumi-analytics/plugin }\n";
      const own = await bench("yaml", { texts: { "Pulumi.yaml": `name: imports\nruntime: yaml\n${packages}` } });
      const code = await imported(own).finally(own.dispose);
      expect(code).toMatch(/^resources:\n {2}models:\n {4}type: analytics:Folder\n {4}properties:\n/m);
    },
    long,
  );
});

describe("Python", () => {
  test(
    "the quickstart",
    async () => {
      if (!(await has("python3", ["-m", "venv", "-h"]))) return;
      virtualenv ??= installed();
      const own = await bench("python", { files: { ...filesOf("python"), venv: await virtualenv } });
      await runsTheQuickstart(own).finally(own.dispose);
    },
    long,
  );

  test(
    "import writes Python",
    async () => {
      if (!(await has("python3", ["-m", "venv", "-h"])) || !(await has("go", ["version"]))) return;
      const packages = "packages: { analytics: ./node_modules/pulumi-analytics/plugin }\n";
      const own = await bench("python", { texts: { "Pulumi.yaml": `name: imports\nruntime: python\n${packages}` } });
      const code = await imported(own).finally(own.dispose);
      expect(code).toContain("import pulumi_analytics as analytics\n");
      expect(code).toContain('models = analytics.Folder("models",\n');
    },
    long,
  );

  test(
    "the SDK that is checked in is up to date",
    async () => {
      if (!(await has("go", ["version"]))) return;
      expect(await stalePython()).toEqual([]);
    },
    long,
  );
});

test(
  "import writes TypeScript",
  async () => {
    if (!(await has("go", ["version"]))) return;
    const packages = "packages: { analytics: ./node_modules/pulumi-analytics/plugin }\n";
    const own = await startBench({ texts: { "Pulumi.yaml": projectYaml + packages, "index.js": "" } });
    const code = await imported(own).finally(own.dispose);
    expect(code).toContain('const models = new analytics.Folder("models", {');
  },
  long,
);

test(
  "the SDK for Go compiles",
  async () => {
    if (!(await hasGo())) return console.log("skipped: there is no Go");
    await compileGo();
  },
  long,
);
