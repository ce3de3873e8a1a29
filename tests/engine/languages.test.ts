import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { findCodegen, hasGo } from "pulumi-cli";
import { listPackages } from "../../cli/src/init/packages";
import { type Language, languages } from "../../cli/src/project/languages";
import { OneFile, programLanguages } from "../../cli/src/pull/program";
import { writeAccess, writeYaml } from "../../cli/src/text/writers/yaml";
import { findProject } from "../../tools/quickstart/src/languages";
import { dataFolder, runStory } from "../../tools/quickstart/src/story";
import { convertExamples, type Example } from "../../tools/sdk/src/examples";
import { compileGo, compileTypeScript, writePython } from "../../tools/sdk/src/sdk";
import { testOfAll } from "../cases";
import { runPiped } from "../cli/support";
import { listBlocks, pages } from "../snippets/blocks";
import { groupPrograms, listPrograms, nameModule } from "../snippets/programs";
import { type Declared, declareAll, resourceNames, writeKnown } from "../unit/cli/text/hostile-programs";
import { followMessages, pythonProgram, yamlProgram } from "./followed-messages";
import { configureOrganization, describeOrganization } from "./organization-bench";
import { type Bench, type BenchOptions, findFreePort, getCli, projectYaml, repository, startBench } from "./support";

const run = promisify(execFile);

jest.setTimeout(900_000);

const scratch = mkdtempSync(join(tmpdir(), "languages-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The plugin's folder, to be copied: the CLI runs npm in it. */
const plugin = join(repository, "provider/plugin");

/** Whether programs in Python can run here; says what is skipped when not. */
async function hasPython(): Promise<boolean> {
  try {
    await run("python3", ["-m", "venv", "--help"]);
    return true;
  } catch (error) {
    console.log(`skipped: ${(error as Error).message}`);
    return false;
  }
}

/** The files of the quickstart in a language. */
async function listFiles(language: "yaml" | "python"): Promise<Record<string, string>> {
  return (await findProject(language)).options.files;
}

/**
 * The quickstart in Python as `pulumi install` leaves it: its SDK and virtual environment serve all programs of this
 * file.
 */
let installing: Promise<Bench> | undefined;
afterAll(async () => (await installing)?.dispose());

async function installPython(): Promise<Bench> {
  const own = await startBench({ files: await listFiles("python") });
  await own.stack.expect(["install"]);
  return own;
}

/** The folder of that project; nothing where Python can't run. */
async function installProject(): Promise<string | undefined> {
  if (!(await hasPython())) return undefined;
  installing ??= installPython();
  return (await installing).stack.directory;
}

/** A bench whose project has the virtual environment. */
async function startPythonBench(options: BenchOptions) {
  const folder = await installProject();
  if (folder === undefined) return undefined;
  const own = await startBench(options);
  symlinkSync(join(folder, "venv"), join(own.stack.directory, "venv"));
  return { run: (work: (bench: Bench) => Promise<void>) => work(own).finally(own.dispose) };
}

/** Every step of the quickstart, in a project of another language. */
async function runQuickstart({ stack, emulator }: Bench): Promise<void> {
  const titles: string[] = [];
  const tell = {
    async runStep(title: string, body: () => Promise<string>) {
      await body();
      titles.push(title);
    },
  };
  await runStory(tell, emulator, stack, "../quickstart/models/orders.yaml");
  expect(titles).toHaveLength(dataFolder === undefined ? 9 : 11);
}

/** Imports a folder; the code that the CLI suggests for it. */
async function importResources({ stack, emulator }: Bench): Promise<string> {
  const id = emulator.seeded.folders.models;
  const said = await stack.expect(["import", "analytics:index:Folder", "models", id, "--yes", "--skip-preview"]);
  expect(said).toMatch(/= 1 imported/);
  return said.slice(said.indexOf("Please copy"));
}

/** Runs `init` with the emulator, where nothing has to be installed but what the language itself needs. */
async function startProject(language: Language, models: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = mkdtempSync(join(scratch, "init-"));
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  const devDependencies = Object.fromEntries(listPackages(language, { emulator: true }).map(({ name }) => [name, "*"]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, devDependencies }));
  for (const [file, text] of Object.entries(models)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { env } = await getCli();
  const port = await findFreePort();
  const args = [join(repository, "provider/dist/cli/main.js"), "init", "--emulator", `${port}`, "--language", language];
  const { stdout, stderr } = await run(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, PULUMI_HOME: join(folder, "home") },
  }).catch((failed: { stdout: string; stderr: string }) => failed);
  return stderr + stdout;
}

const emulatorReady =
  / is ready: the preview of stack emulator succeeded[\s\S]*Then open http:\/\/127\.0\.0\.1:\d+ in a browser: the emulator shows what it holds\.\n$/;

// One language tells what the engine says, the others that their programs are right.
const chooseOf = { typescript: testOfAll, yaml: test, python: testOfAll };
for (const language of languages) {
  chooseOf[language](`init declares the models that are here, in ${language}, and previews them`, async () => {
    if (language === "python" && !(await hasPython())) return;
    const head =
      "schemaVersion: 1\npages:\n  - id: main\n    name: Main\n    elements:\n      - id: t\n        kind: table\n" +
      "        columns: []\n";
    const write = (source: string) => `${head}        source: { ${source} }\n`;
    const said = await startProject(language, {
      "dbt/orders.yaml": write("kind: warehouse-table, connectionId: !ref wh, path: [SALES, PUBLIC, ORDERS]"),
      "dbt/staging/revenue.yaml": write("kind: data-model, dataModelId: !ref orders, elementId: !ref orders#t"),
    });
    expect(said).toMatch(/DataModel dbt-orders create[\s\S]*\+ 4 to create/);
    expect(said).toContain("The models are in dbt. Next:");
  });
}

const pluginLine = "packages: { analytics: ./node_modules/pulumi-analytics/plugin }\n";

const writeImports = (runtime: string) => `name: imports\nruntime: ${runtime}\n${pluginLine}`;

test("Pulumi's own checks accept the schema, and refuse one that is wrong", async () => {
  if (!(await hasGo())) return void console.log("skipped: there is no Go");
  const check = async (file: string) => run(await findCodegen(), ["check", file]);
  const schema = join(plugin, "schema.json");
  await check(schema);
  const wrong = join(scratch, "wrong.json");
  writeFileSync(
    wrong,
    readFileSync(schema, "utf8").replaceAll("#/types/analytics:index:TagColor", "#/types/analytics:index:Nothing"),
  );
  await expect(check(wrong)).rejects.toThrow(/Nothing/);
});

describe("YAML", () => {
  // `quickstart` has the story in TypeScript; `plugin` and `yaml-programs` have programs in YAML.
  testOfAll("the quickstart", async () => {
    const own = await startBench({ files: await listFiles("yaml"), emulator: { data: dataFolder } });
    await runQuickstart(own).finally(own.dispose);
  });

  // `package/install` has one of TypeScript.
  testOfAll("init ends in a preview without errors", async () => {
    expect(await startProject("yaml")).toMatch(emulatorReady);
  });

  test("after an install, Pulumi keeps the schema and starts the plugin once in a run", async () => {
    const program = `name: kept\nruntime: yaml\npackages: { analytics: ./plugin }
resources: { staging: { type: "analytics:Tag", properties: { name: Staging, color: amber } } }\n`;
    const own = await startBench({ files: { plugin }, texts: { "Pulumi.yaml": program } });
    try {
      const launcher = join(own.stack.directory, "plugin/pulumi-resource-analytics");
      const counted = readFileSync(launcher, "utf8").replace('":" //;', '$& echo started >> "$(dirname "$0")/starts";');
      writeFileSync(launcher, counted);
      const readStarts = () =>
        readFileSync(join(own.stack.directory, "plugin/starts"), "utf8").match(/started/g)?.length;
      await own.stack.expect(["install"]);
      await own.stack.expect(["up", "--yes", "--skip-preview"]);
      const before = readStarts() ?? 0;
      await own.stack.expect(["preview", "--expect-no-changes"]);
      expect(readStarts()).toBe(before + 1);
    } finally {
      await own.dispose();
    }
  });

  test("messages lead to their end", async () => {
    const texts = { "Pulumi.yaml": `name: messages\nruntime: yaml\n${pluginLine}${yamlProgram}` };
    const own = await startBench({ texts });
    await followMessages(own).finally(own.dispose);
  });

  testOfAll("a pulled program is evaluated to what was declared, whatever texts and names it has", async () => {
    const { file, declared } = declareAll("import");
    // As variables, the resources need no platform, and the outputs have all of them.
    const write = (text: string) => text.replace(/^resources:$/m, "variables:").replaceAll(".id}", ".properties.name}");
    const listOutputs = (text: string) => Object.keys((load(text) as { variables: object }).variables);
    const own = write(new OneFile(programLanguages.yaml, [file], [], "").writeText());
    // The CLI itself writes `Pulumi.yaml` anew, and then reads no key with these.
    const names = resourceNames.filter((name) => !/[\p{C}\u2028\u2029]/u.test(name));
    const known = write(writeKnown("yaml", names).writeText());
    const evaluate = async (program: string) => {
      const outputs = listOutputs(program).map((name, index) => [`o${index}`, writeAccess(name, "properties")]);
      const text = `name: hostile\nruntime: yaml\n${program}${writeYaml({ outputs: Object.fromEntries(outputs) })}\n`;
      const { stack, dispose } = await startBench({ texts: { "Pulumi.yaml": text } });
      try {
        await stack.expect(["up", "--yes", "--skip-preview"]);
        const found = JSON.parse(await stack.expect(["stack", "output", "--json"])) as Record<string, Declared[2]>;
        return outputs.map(([output]) => found[output as string]);
      } finally {
        await dispose();
      }
    };
    const isFunction = (args: Declared[2]) => /^fn::/i.test(Object.keys(args.translations as object)[0]!);
    expect(await evaluate(own)).toEqual(declared.map(([, , args]) => args).filter((args) => !isFunction(args)));
    const named = names.filter((name) => !name.endsWith("\\"));
    const folders = await evaluate(known);
    expect(folders.flatMap((one) => (one?.name === "B" ? [one.parentId] : []))).toEqual(named.map(() => "A"));
  });

  testOfAll("import writes YAML", async () => {
    const own = await startBench({ texts: { "Pulumi.yaml": writeImports("yaml") } });
    const code = await importResources(own).finally(own.dispose);
    expect(code).toMatch(/^resources:\n {2}models:\n {4}type: analytics:Folder\n {4}properties:\n/m);
  });
});

describe("Python", () => {
  // Pulumi writes the SDK from the schema, which its own checks accept; what it sends is what programs in YAML send.
  testOfAll("the quickstart's program is applied, and changes nothing again", async () => {
    const own = await startPythonBench({ files: await listFiles("python") });
    await own?.run(async ({ stack, writes }) => {
      await stack.expect(["up", "--yes", "--skip-preview"]);
      expect(writes()).toHaveLength(5);
      await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    });
  });

  // What it says after the first step is said by the plugin, as in TypeScript.
  testOfAll("the quickstart", async () => {
    const own = await startPythonBench({ files: await listFiles("python"), emulator: { data: dataFolder } });
    await own?.run(runQuickstart);
  });

  // Another environment to install.
  testOfAll("init generates the SDK, and ends in a preview without errors", async () => {
    if (!(await hasPython())) return;
    expect(await startProject("python")).toMatch(emulatorReady);
  });

  // Another installation.
  testOfAll("the examples of the pages pass mypy and pyright", async () => {
    const folder = await installProject();
    if (folder === undefined) return;
    const python = join(folder, "venv/bin/python");
    await run(python, ["-m", "pip", "install", "--quiet", "mypy==1.18.2"]);
    const checked = mkdtempSync(join(scratch, "mypy-"));
    for (const page of pages) {
      const parts = listBlocks("python").filter((block) => block.page === page);
      // Blocks of a page build on those before them.
      if (parts.length === 0) continue;
      writeFileSync(join(checked, `${page.replaceAll(/\W/g, "_")}.py`), parts.map(({ code }) => code).join("\n"));
    }
    // Those of the reference, as Pulumi's converter writes them.
    for (const [at, { converted }] of ((await convert()) ?? []).entries())
      writeFileSync(join(checked, `converted_${at}.py`), converted.python);
    const { stdout } = await run(python, ["-m", "mypy", "--strict", "."], { cwd: checked }).catch((error) => error);
    expect(stdout).toMatch(/^Success: no issues found in \d{2,3} source files$/m);
    const pyright = [require.resolve("pyright/index.js"), "--pythonpath", python, "."];
    const said = await run(process.execPath, pyright, { cwd: checked }).catch((error) => error);
    expect(said.stdout).toMatch(/^0 errors, 0 warnings/m);
  });

  // `snippets` has those in YAML and TypeScript.
  testOfAll("programs of the pages are applied as they are written", async () => {
    for (const programs of groupPrograms(listPrograms("python").creating)) {
      const texts = {
        "Pulumi.yaml": `name: snippets\nruntime: { name: python, options: { virtualenv: venv } }\n${pluginLine}`,
        "__main__.py": programs.map((program) => `import pages.${nameModule(program)}\n`).join(""),
        ...Object.fromEntries(programs.map((program) => [`pages/${nameModule(program)}.py`, program.code])),
      };
      const own = await startPythonBench(describeOrganization(texts));
      await own?.run(async (bench) => {
        await configureOrganization(bench);
        await bench.stack.expect(["up", "--yes", "--skip-preview"]);
      });
    }
  });

  // The plugin says them, and the one in YAML has been led there.
  testOfAll("messages lead to their end", async () => {
    const own = await startPythonBench({
      texts: {
        "Pulumi.yaml": `name: messages\nruntime: { name: python, options: { virtualenv: venv } }\n${pluginLine}`,
        "__main__.py": pythonProgram,
      },
    });
    await own?.run(followMessages);
  });

  // Pulumi writes it, from the schema that it has written YAML from.
  testOfAll("import writes Python", async () => {
    const own = await startPythonBench({ texts: { "Pulumi.yaml": writeImports("python") } });
    await own?.run(async (bench) => {
      const code = await importResources(bench);
      expect(code).toContain("import pulumi_analytics as analytics\n");
      expect(code).toContain('models = analytics.Folder("models",\n');
    });
  });

  // `pull-import` has the story of YAML.
  testOfAll("what pull writes is a module that imports an organization, and the next preview is empty", async () => {
    const project = `name: pulled\nruntime: { name: python, options: { virtualenv: venv } }\n${pluginLine}`;
    const own = await startPythonBench({ texts: { "Pulumi.yaml": project, "__main__.py": "import pulled\n" } });
    await own?.run(async ({ stack, writes, emulator }) => {
      const { code, stdout } = await runPiped(["pull", "--all"], { cwd: stack.directory, env: stack.environment });
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Add `import pulled` to") });
      emulator.clearRequests();
      expect(await stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/= \d\d imported/);
      await stack.expect(["preview", "--expect-no-changes"]);
      expect(writes()).toEqual([]);
    });
  });

  testOfAll("package add generates the SDK and makes it a requirement", async () => {
    const own = await startPythonBench({
      files: { plugin },
      texts: { "Pulumi.yaml": "name: added\nruntime: python\n" },
    });
    await own?.run(async ({ stack }) => {
      const said = await stack.expect(["package", "add", "./plugin"]);
      expect(said).toContain("import pulumi_analytics as analytics\n");
      expect(readFileSync(join(stack.directory, "requirements.txt"), "utf8")).toBe("sdks/analytics\n");
    });
  });

  testOfAll("the SDK takes text where it has an enum, as type checkers read it", async () => {
    const folder = await installProject();
    if (folder === undefined) return;
    const tag = readFileSync(join(folder, "sdks/analytics/pulumi_analytics/tag.py"), "utf8");
    expect(tag).toContain("color: pulumi.Input[Union[_builtins.str, 'TagColor']]");
  });

  testOfAll("the SDK of a release is a package with the page about it", async () => {
    if (!(await hasGo())) return console.log("skipped: there is no Go");
    const folder = join(scratch, "sdk");
    await writePython(folder);
    const { version } = JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as {
      version: string;
    };
    await run("python3", ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", scratch, folder]);
    const wheel = join(scratch, `pulumi_analytics-${version}-py3-none-any.whl`);
    const { stdout: names } = await run("python3", ["-m", "zipfile", "--list", wheel]);
    for (const name of ["data_model.py", "py.typed", "pulumi-plugin.json"]) {
      expect(names).toContain(`pulumi_analytics/${name}`);
    }
    const read = `import zipfile, sys; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())`;
    const metadata = `pulumi_analytics-${version}.dist-info/METADATA`;
    const { stdout: about } = await run("python3", ["-c", read, wheel, metadata]);
    expect(about).toContain("# pulumi-analytics for Python");
  });
});

describe("TypeScript", () => {
  testOfAll("import writes TypeScript", async () => {
    const own = await startBench({ texts: { "Pulumi.yaml": writeImports("nodejs"), "index.js": "" } });
    const code = await importResources(own).finally(own.dispose);
    expect(code).toContain('const models = new analytics.Folder("models", {');
  });

  testOfAll("package gen-sdk generates the SDK", async () => {
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

/** The examples of the schema, as Pulumi's converter writes them; says what is skipped without Go. */
async function convert(): Promise<readonly Example[] | undefined> {
  if (await hasGo()) return convertExamples();
  console.log("skipped: there is no Go");
  return undefined;
}

testOfAll("the SDK for Go compiles, and so do the examples in Go, which are what the converter writes", async () => {
  const examples = await convert();
  if (examples === undefined) return;
  expect(examples.filter(({ go, converted }) => go !== converted.go).map(({ token }) => token)).toEqual([]);
  await compileGo(examples.map(({ converted }) => converted.go));
});

testOfAll("the examples compile as the converter writes them in TypeScript", async () => {
  const examples = await convert();
  if (examples !== undefined) await compileTypeScript(examples.map(({ converted }) => converted.typescript));
});
