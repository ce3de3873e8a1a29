import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { hasGo, type Language, languageHost } from "pulumi-cli";
import { compileGo, pythonFolder, stalePython } from "../../tools/sdk/src/sdk";
import { type Bench, type BenchOptions, cli, projectYaml, repository, startBench } from "./support";

const run = promisify(execFile);

// What isn't in the caches yet is built.
jest.setTimeout(900_000);

const scratch = mkdtempSync(join(tmpdir(), "languages-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The plugin's folder, to be copied: the CLI runs npm in it. */
const plugin = join(repository, "provider/plugin");

/** Whether programs in a language can run here; says what is skipped when not. */
async function hasHost(language: Language): Promise<boolean> {
  try {
    await languageHost(language, { cli: await cli });
    if (language === "python") await run("python3", ["-m", "venv", "--help"]);
    return true;
  } catch (error) {
    console.log(`skipped: ${(error as Error).message}`);
    return false;
  }
}

/** A bench whose engine finds the language host. */
async function bench(language: Language, options: BenchOptions): Promise<Bench> {
  const { env } = await cli;
  const PATH = [await languageHost(language, { cli: await cli }), env.PATH].join(delimiter);
  return startBench({ ...options, environment: { PATH, ...options.environment } });
}

/** The files of an example that uses the models of the quickstart. */
function filesOf(language: Language): Record<string, string> {
  const files = { yaml: ["Pulumi.yaml"], python: ["Pulumi.yaml", "__main__.py"] }[language];
  const example = join(repository, `examples/quickstart-${language}`);
  return {
    ...Object.fromEntries(files.map((file) => [file, join(example, file)])),
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

/** A bench whose project has the virtual environment. */
async function pythonBench(options: BenchOptions) {
  if (!(await hasHost("python"))) return undefined;
  virtualenv ??= installed();
  const folder = await virtualenv;
  const own = await bench("python", options);
  symlinkSync(folder, join(own.stack.directory, "venv"));
  return { run: (work: (bench: Bench) => Promise<void>) => work(own).finally(own.dispose) };
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

const imports = (runtime: string) =>
  `name: imports\nruntime: ${runtime}\npackages: { analytics: ./node_modules/pulumi-analytics/plugin }\n`;

describe("YAML", () => {
  test("the quickstart", async () => {
    if (!(await hasHost("yaml"))) return;
    const own = await bench("yaml", { files: filesOf("yaml") });
    await runsTheQuickstart(own).finally(own.dispose);
  });

  test("import writes YAML", async () => {
    if (!(await hasHost("yaml"))) return;
    const own = await bench("yaml", { texts: { "Pulumi.yaml": imports("yaml") } });
    const code = await imported(own).finally(own.dispose);
    expect(code).toMatch(/^resources:\n {2}models:\n {4}type: analytics:Folder\n {4}properties:\n/m);
  });
});

describe("Python", () => {
  test("the quickstart", async () => {
    const own = await pythonBench({ files: filesOf("python") });
    await own?.run(runsTheQuickstart);
  });

  test("import writes Python", async () => {
    const own = await pythonBench({ texts: { "Pulumi.yaml": imports("python") } });
    await own?.run(async (bench) => {
      const code = await imported(bench);
      expect(code).toContain("import pulumi_analytics as analytics\n");
      expect(code).toContain('models = analytics.Folder("models",\n');
    });
  });

  test("package add generates the SDK and makes it a requirement", async () => {
    const own = await pythonBench({ files: { plugin }, texts: { "Pulumi.yaml": "name: added\nruntime: python\n" } });
    await own?.run(async ({ stack }) => {
      const said = await stack.expect(["package", "add", "./plugin"]);
      expect(said).toContain("import pulumi_analytics as analytics\n");
      expect(readFileSync(join(stack.directory, "requirements.txt"), "utf8")).toBe("sdks/analytics\n");
    });
  });

  test("the SDK that is checked in is up to date", async () => {
    if (!(await hasGo())) return console.log("skipped: there is no Go");
    expect(await stalePython()).toEqual([]);
  });
});

describe("TypeScript", () => {
  test("import writes TypeScript", async () => {
    const own = await startBench({ texts: { "Pulumi.yaml": imports("nodejs"), "index.js": "" } });
    const code = await imported(own).finally(own.dispose);
    expect(code).toContain('const models = new analytics.Folder("models", {');
  });

  test("package gen-sdk generates the SDK", async () => {
    const own = await startBench({ files: { plugin }, texts: { "Pulumi.yaml": projectYaml } });
    try {
      await own.stack.expect(["package", "gen-sdk", "./plugin", "--language", "nodejs", "--out", "sdks"]);
      const generated = readFileSync(join(own.stack.directory, "sdks/nodejs/dataModel.ts"), "utf8");
      expect(generated).toContain("export class DataModel extends pulumi.CustomResource");
    } finally {
      await own.dispose();
    }
  });
});

test("the SDK for Go compiles", async () => {
  if (!(await hasGo())) return console.log("skipped: there is no Go");
  await compileGo();
});
