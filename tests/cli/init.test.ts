import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { repository } from "../repository";
import { writeFiles } from "../workbook-folder";
import { buildSettings, createTemporaryFolder, runInTerminal, runPiped } from "./support";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1 });
});
afterAll(() => emulator.stop());

const root = createTemporaryFolder();

/** A program that notes how it is called, and what secret it reads; it fails where the test wants it to. */
const fake = `#!/bin/sh
echo "\${0##*/} $*" >> "$CALLS"
case "$*" in *--secret*) echo "secret: $(/bin/cat)" >> "$CALLS";; esac
if [ "$1" = preview ]; then echo "2 to create"; fi
if [ "$1" = "$FAIL" ]; then echo "error: no $1 today" >&2; exit 1; fi
`;

/** A folder of PATH with Node, a fake npm and, if wanted, a fake Pulumi. */
function createBinaries(programs: readonly string[]): string {
  const folder = mkdtempSync(join(root, "bin-"));
  symlinkSync(process.execPath, join(folder, "node"));
  for (const program of programs) {
    writeFileSync(join(folder, program), fake);
    chmodSync(join(folder, program), 0o755);
  }
  return folder;
}
const withPulumi = createBinaries(["npm", "pulumi"]);
const withoutPulumi = createBinaries(["npm"]);

/** An empty folder `shop`, with what runs in it. */
function createEmptyFolder() {
  const parent = mkdtempSync(join(root, "project-"));
  const cwd = join(parent, "shop");
  mkdirSync(cwd);
  const log = join(parent, "calls.jsonl");
  const buildEnv = (more: Record<string, string> = {}) => ({ PATH: withPulumi, CALLS: log, ...more });
  return {
    cwd,
    env: buildEnv,
    read: (path: string) => readFileSync(join(cwd, path), "utf8"),
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    /** The calls of npm and Pulumi, a line each. */
    calls: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
    files: () =>
      readdirSync(cwd, { recursive: true, encoding: "utf8" })
        .filter((path) => existsSync(join(cwd, path)) && /\.\w+$|gitignore$/.test(path))
        .map((path) => path.replaceAll("\\", "/"))
        .filter((path) => ![".github", ".vscode"].includes(path))
        .sort(),
  };
}

/** What a workflow runs of the command that needs no platform, on the last commit. */
const listCheckCommands = (workflow: string) =>
  [...workflow.matchAll(/pulumi-analytics ((?:validate|fmt|comment --draw).*)/g)].map(([, command = ""]) =>
    command.replace("HEAD^1", "HEAD").split(" "),
  );

const chosen = ["--folder", "Acme/Models", "--connection", "Warehouse", "--table", "SALES.PUBLIC.ORDERS"];
const buildOwnSettings = () => buildSettings(emulator);

describe("without a terminal", () => {
  test("writes the project, installs, creates the stack and previews; the environment keeps its secret", async () => {
    const { cwd, env, calls, files, read } = createEmptyFolder();
    const { code, stdout, stderr } = await runPiped(["init", ...chosen], { cwd, env: env(buildOwnSettings()) });
    expect(stderr).toContain("  create  models/orders.yaml\n");
    expect(stdout).toBe(
      "shop is ready: the preview of stack dev succeeded. The model is models/orders.yaml. Next:\n  " +
        "pulumi up --policy-pack policies\n",
    );
    expect(code).toBe(0);
    expect(files()).toEqual([
      ".github/workflows/analytics.yml",
      ".gitignore",
      ".vscode/settings.json",
      "AGENTS.md",
      "Pulumi.yaml",
      "README.md",
      "index.ts",
      "models/orders.yaml",
      "package.json",
      "policies/PulumiPolicy.yaml",
      "policies/index.js",
      "policies/package.json",
      "tsconfig.json",
    ]);
    const agents = read("AGENTS.md");
    expect(agents.trim().split("\n").length).toBeLessThanOrEqual(80);
    expect(agents).toContain("- `index.ts`: the program\n- `models/`: data models\n- `policies`: ");
    expect(agents).toContain("`pulumi preview --diff --policy-pack policies`");
    const [, functions = ""] = /`([^`]+docs\/functions\.md)`/.exec(agents) ?? [];
    expect(functions).toBe("node_modules/pulumi-analytics/docs/functions.md");
    expect(existsSync(join(repository, "provider/docs/functions.md"))).toBe(true);
    expect(read("models/orders.yaml")).toContain('{ id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }');
    const { models } = emulator.seeded.folders;
    const { warehouse } = emulator.seeded.connections;
    const run = calls();
    expect(run.filter((line) => line.startsWith("npm"))).toEqual([
      expect.stringMatching(
        /^npm install -D @pulumi\/policy@\S+ pulumi-analytics-policies@\S+ typescript@\S+ @types\/node@\S+$/,
      ),
      expect.stringMatching(/^npm install @pulumi\/pulumi@\S+ pulumi-analytics@\S+$/),
    ]);
    expect(run.filter((line) => line.startsWith("pulumi")).slice(2)).toEqual([
      "pulumi stack select dev --create --non-interactive",
      `pulumi config set-all --stack dev --plaintext analytics:baseUrl=${emulator.url} --plaintext ` +
        `analytics:clientId=${emulator.clientId} --plaintext shop:folderId=${models} --plaintext ` +
        `shop:connectionId=${warehouse} --non-interactive`,
      "pulumi preview --stack dev --policy-pack policies --color never --non-interactive",
    ]);
    expect(read("Pulumi.yaml")).toContain("  analytics:impact: true\n");
    expect([stdout, stderr, ...run, ...files().map(read)].join("\n")).not.toContain(emulator.clientSecret);
  });

  test("writes a workflow that is green with a built dbt project inside, and changes nothing of it", async () => {
    const { cwd, env, read } = createEmptyFolder();
    const own = env(buildOwnSettings());
    expect((await runPiped(["init", ...chosen], { cwd, env: own })).code).toBe(0);
    const outside = mkdtempSync(join(root, "package-"));
    const manifest = readFileSync(join(repository, "tests/fixtures/dbt/builds/first/manifest.json"), "utf8");
    writeFiles(cwd, {
      "shop/dbt_project.yml": "name: shop\n",
      "shop/models/schema.yml": "version: 2\nmodels: []\n",
      "shop/target/manifest.json": manifest,
      "shop/dbt_packages/dbt_utils/dbt_project.yml": "name: dbt_utils\n",
      // A copy of the artifacts that a job loads, as teams have it.
      "artifacts/manifest.json": manifest,
    });
    symlinkSync(outside, join(cwd, "shop/dbt_packages/own_package"));
    symlinkSync(outside, join(cwd, "shop/shared"));
    execFileSync("bash", ["-c", "git init -q && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm a"], {
      cwd,
    });
    const commands = listCheckCommands(read(".github/workflows/analytics.yml"));
    expect(commands).toEqual([
      ["validate"],
      ["fmt", "--check"],
      // In the job of a pull request, and in that of what changed in the product.
      ["comment", "--draw", "drawings", "--against", "git:HEAD"],
      ["comment", "--draw", "drawings", "--against", "git:HEAD"],
    ]);
    for (const command of [...commands.slice(0, 3), ["fmt"]]) {
      const { code, stdout, stderr } = await runPiped(command, { cwd, env: { PATH: process.env.PATH! } });
      expect({ command, code, stdout, stderr }).toMatchSnapshot();
    }
    expect(read("shop/target/manifest.json")).toBe(manifest);
    expect(read("artifacts/manifest.json")).toBe(manifest);
  });

  test("names everything that is missing at once, and writes nothing", async () => {
    const { cwd, env, files } = createEmptyFolder();
    const { code, stderr } = await runPiped(["init", "--language", "yaml"], { cwd, env: env() });
    expect(stderr).toBe(
      "error: Not a terminal: cannot prompt. Add --folder <id or path>, --connection <id or name>, --table <path>, " +
        "ANALYTICS_REGION in the environment, ANALYTICS_CLIENT_ID in the environment, ANALYTICS_CLIENT_SECRET in the " +
        "environment; or --emulator, which needs none of these.\n",
    );
    expect(code).toBe(2);
    expect(files()).toEqual([]);
  });

  test.each([
    [["--language", "yml"], '--language yml: unknown. Did you mean "yaml"? Use one of: typescript, yaml, python.'],
    [["--language", "java"], "--language java: init writes programs in typescript, yaml, python. For others, "],
    [["--emulator", "http"], "--emulator http: not a port. Use a number from 1 to 65535."],
    [
      ["--folder", "Acme/Model"],
      '--folder Acme/Model: the credentials see no such folder. Did you mean "Acme/Models"?',
    ],
    [["--connection", "Lake"], "--connection Lake: the credentials see no such connection."],
    [["--table", "A..B"], "--table A..B: not a path in a warehouse. Use DATABASE.SCHEMA.TABLE."],
  ])("refuses %j, and writes nothing", async (options, message) => {
    const { cwd, env, files } = createEmptyFolder();
    const { code, stderr } = await runPiped(["init", ...chosen, ...options], { cwd, env: env(buildOwnSettings()) });
    expect(stderr).toContain(message);
    expect({ code, files: files() }).toEqual({ code: 2, files: [] });
  });

  test("a table that the catalog lacks becomes a model without columns", async () => {
    const { cwd, env, read } = createEmptyFolder();
    const options = ["init", ...chosen, "--table", "SALES.PUBLIC.REFUNDS", "--language", "yaml"];
    const { code } = await runPiped(options, { cwd, env: env(buildOwnSettings()) });
    expect(code).toBe(0);
    expect(read("models/refunds.yaml")).toMatch(
      /^# The platform's catalog doesn't show the table's columns: add them here\.$/m,
    );
    expect(read("models/refunds.yaml")).toContain("columns: []");
  });

  describe("with models that are here, such as those of generate dbt", () => {
    const head =
      "schemaVersion: 1\npages:\n  - id: main\n    name: Main\n    elements:\n      - id: t\n        kind: table\n";
    const source = "source: { kind: warehouse-table, connectionId: !ref wh, path: [SALES, PUBLIC, ORDERS] }";
    const securities =
      "        columnSecurities:\n          - criteria: { kind: specific-users-and-teams, assignments: [{ " +
      "type: team, teamId: !ref team:Support }] }\n";

    function createModels() {
      const folder = createEmptyFolder();
      mkdirSync(join(folder.cwd, "models/staging"), { recursive: true });
      folder.write("models/staging/orders.yaml", `${head}        ${source}\n        columns: []\n`);
      const read = "source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#t }";
      folder.write("models/revenue.yaml", `${head}        ${read}\n        columns: []\n${securities}`);
      return folder;
    }
    const answers = ["--folder", "Acme/Models", "--connection", "Warehouse", "--ref", "team:Support=t-1"];

    test("--ref of a name that no model has is an error, with the nearest one", async () => {
      const { cwd, env, files } = createModels();
      const run = (...args: string[]) =>
        runPiped(["init", ...answers, ...args, "--language", "yaml"], { cwd, env: env(buildOwnSettings()) });
      const before = files();
      expect(await run("--ref", "team:Suport=t-2")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(
          '--ref team:Suport: no model here has `!ref team:Suport`. Remove the option. Did you mean "team:Support"?',
        ),
      });
      expect(files()).toEqual(before);
    });

    test.each([
      [
        "typescript",
        "index.ts",
        /DataModelDirectory\("models", \{\n {2}path: "models",[\s\S]*"wh": config\.require\("connectionId"\)/,
      ],
      ["yaml", "Pulumi.yaml", /type: analytics:DataModelDirectory\n[\s\S]*path: models\n[\s\S]*wh: \$\{connectionId\}/],
      [
        "python",
        "__main__.py",
        /DataModelDirectory\(\n {4}"models",\n {4}path="models",[\s\S]*"wh": config\.require\("connectionId"\)/,
      ],
    ])("one directory of all of them is declared, in %s; the same command goes on", async (language, file, program) => {
      const { cwd, env, calls, files, read } = createModels();
      const init = () => runPiped(["init", ...answers, "--language", language], { cwd, env: env(buildOwnSettings()) });
      const { code, stdout } = await init();
      expect({ code, stdout }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("The models are in models. Next:"),
      });
      expect(read(file)).toMatch(program);
      expect(read(file)).not.toContain("analytics:DataModel\n");
      expect(files().filter((path) => path.startsWith("models/"))).toEqual([
        "models/revenue.yaml",
        "models/staging/orders.yaml",
      ]);
      expect(calls().join("\n")).toMatch(/shop:team-support=t-1/);
      expect(calls().join("\n")).toMatch(/shop:connectionId=[0-9a-f-]{36}/);
      expect(read("policies/index.js")).toContain('"warehouse-paths": { allowed: ["SALES.PUBLIC.*"] }');
      const before = read(file);
      expect(await init()).toMatchObject({ code: 0 });
      expect(read(file)).toBe(before);
    });

    test("says which values are missing, and writes nothing", async () => {
      const { cwd, env, files } = createModels();
      const { code, stderr } = await runPiped(["init", "--folder", "Acme/Models"], {
        cwd,
        env: env(buildOwnSettings()),
      });
      expect(stderr).toContain("Add --ref team:Support=<id>, --connection <id or name>.");
      expect({ code, files: files() }).toMatchObject({
        code: 2,
        files: ["models/revenue.yaml", "models/staging/orders.yaml"],
      });
    });

    test("in several folders are refused", async () => {
      const { cwd, env, write } = createModels();
      write("other.yaml", `${head}        ${source}\n        columns: []\n`);
      const { code, stderr } = await runPiped(["init", ...answers], { cwd, env: env(buildOwnSettings()) });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("models in several folders") });
    });
  });

  test("without the Pulumi CLI, the project is there, and the report says what is missing", async () => {
    const { cwd, env, files } = createEmptyFolder();
    const run = await runPiped(["init", ...chosen, "--json"], {
      cwd,
      env: env({ ...buildOwnSettings(), PATH: withoutPulumi }),
    });
    expect(JSON.parse(run.stdout)).toMatchObject({
      preview: "skipped",
      problem:
        "the Pulumi CLI is not on PATH. Install it and add its folder to PATH: https://www.pulumi.com/docs/install/",
    });
    expect(run.code).toBe(1);
    expect(files()).toContain("models/orders.yaml");
  });

  test("without a login, the report says so before and after", async () => {
    const { cwd, env, files } = createEmptyFolder();
    const run = await runPiped(["init", ...chosen], { cwd, env: env({ ...buildOwnSettings(), FAIL: "whoami" }) });
    const problem =
      "Pulumi is not logged in: no whoami today. Run `pulumi login`, or `pulumi login --local` to " +
      "keep the state on this machine.";
    expect(run.stderr).toContain(`warning: no preview: ${problem}\n`);
    expect(run.stdout).toBe(`shop is not ready: ${problem}\nThen run the same command again.\n`);
    expect(run.code).toBe(1);
    expect(files()).toContain("models/orders.yaml");
  });

  test("a failure midway leaves what the same command continues from", async () => {
    const { cwd, env, calls } = createEmptyFolder();
    const runAgain = (more = {}) =>
      runPiped(["init", ...chosen], { cwd, env: env({ ...buildOwnSettings(), ...more }) });
    const npm = await runAgain({ FAIL: "install" });
    expect(npm.stdout).toContain(
      "failed:\nerror: no install today\nCorrect that, or run it yourself.\nThen run the same command again.\n",
    );
    expect(npm.code).toBe(1);
    const stack = await runAgain({ FAIL: "stack" });
    expect(stack.stdout).toContain(
      "shop is not ready: no preview: no stack today.\nThen run the same command again.\n",
    );
    expect(stack.code).toBe(1);
    const preview = await runAgain({ FAIL: "preview" });
    expect(preview.stdout).toContain("shop is not ready: the preview failed: no preview today");
    expect(preview.code).toBe(1);
    const last = await runAgain();
    expect(last.stderr).not.toMatch(/^ {2}(create|update)/m);
    expect(last.code).toBe(0);
    expect(calls().filter((line) => line.startsWith("pulumi preview"))).toHaveLength(2);
  });
});

describe("in a workspace", () => {
  test("installs with the workspace's package manager, and names the package where that puts it", async () => {
    const project = createEmptyFolder();
    const root = join(project.cwd, "..");
    writeFileSync(join(root, "pnpm-workspace.yaml"), "packages: [shop]\n");
    const path = createBinaries(["pulumi"]);
    const place = join(root, "node_modules/pulumi-analytics");
    writeFileSync(join(path, "pnpm"), `${fake}/bin/mkdir -p "${place}" && echo '{}' > "${place}/package.json"\n`);
    chmodSync(join(path, "pnpm"), 0o755);
    const options = { cwd: project.cwd, env: project.env({ PATH: path, ...buildSettings(emulator) }) };
    const { code } = await runPiped(["init", "--language", "yaml", ...chosen], options);
    expect(code).toBe(0);
    const [first = "", second = ""] = project.calls().filter((call) => call.startsWith("pnpm"));
    expect(first).toMatch(/^pnpm add -D @pulumi\/policy@/);
    expect(second).toMatch(/^pnpm add @pulumi\/pulumi@/);
    expect(project.calls().filter((call) => call.startsWith("npm"))).toEqual([]);
    expect(project.read("Pulumi.yaml")).toContain("  analytics: ../node_modules/pulumi-analytics/plugin\n");
    expect(project.read(".vscode/settings.json")).toContain(
      '"../node_modules/pulumi-analytics/schema/data-model.json"',
    );
    expect(project.read(".github/workflows/analytics.yml")).toContain(
      "run: corepack enable && pnpm install --frozen-lockfile",
    );
  });

  test("without the emulator's package, says which one is missing", async () => {
    const project = createEmptyFolder();
    const { code, stdout } = await runPiped(["init", "--emulator", "4999"], { cwd: project.cwd, env: project.env() });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining(
        "the package analytics-emulator is not in a node_modules of this folder or above.",
      ),
    });
    expect(stdout).not.toContain("bug");
  });
});

describe("files that are already here", () => {
  const mine = "{ mine: true }\n";

  /** A project of npm's with an own `tsconfig.json`, `.gitignore` and model. */
  function createNpmProject() {
    const folder = createEmptyFolder();
    folder.write("package.json", '{ "name": "mine", "dependencies": { "pulumi-analytics": "file:../mine.tgz" } }\n');
    folder.write("tsconfig.json", mine);
    folder.write(".gitignore", "dist\nnode_modules");
    return folder;
  }

  test("stay; package.json and .gitignore get only what they lack", async () => {
    const { cwd, env, read, calls } = createNpmProject();
    const { stderr } = await runPiped(["init", ...chosen], { cwd, env: env(buildOwnSettings()) });
    expect(stderr).toContain("  kept    tsconfig.json\n");
    expect(read("tsconfig.json")).toBe(mine);
    expect(read(".gitignore")).toBe("dist\nnode_modules");
    expect(read("package.json")).toContain('"name": "mine"');
    expect(calls().join("\n")).not.toContain(" pulumi-analytics@");
  });

  test("name the project and its language, whatever the folder is called", async () => {
    const { cwd, env, write, calls, files } = createEmptyFolder();
    write("Pulumi.yaml", "name: acme-models\nruntime: { name: python }\n");
    const { code, stdout } = await runPiped(["init", ...chosen, "--json"], {
      cwd,
      env: env(buildOwnSettings()),
    });
    expect(JSON.parse(stdout)).toMatchObject({ project: "acme-models", language: "python" });
    expect(calls().join("\n")).toContain(`acme-models:folderId=${emulator.seeded.folders.models}`);
    expect(files()).toContain("__main__.py");
    expect(code).toBe(0);
  });

  test("of a program from elsewhere get a CI file, a policy pack and the editor's settings beside them", async () => {
    const { cwd, env, write, read, calls, files } = createEmptyFolder();
    write("Pulumi.yaml", "name: acme-models\nruntime: { name: python }\n");
    const run = () => runPiped(["init"], { cwd, env: env() });
    expect(await run()).toMatchObject({
      code: 0,
      stdout: "acme-models has what it lacked. Next:\n  npm install\n  pulumi preview --policy-pack policies\n",
    });
    const written = [
      ".github/workflows/analytics.yml",
      ".vscode/settings.json",
      "AGENTS.md",
      "Pulumi.yaml",
      "package.json",
      "policies/PulumiPolicy.yaml",
      "policies/index.js",
      "policies/package.json",
    ];
    expect(files()).toEqual(written);
    expect(read(".github/workflows/analytics.yml")).toContain("  POLICY_PACK: policies\n");
    // Without it, the pack would refuse each removal of a column.
    expect(read("Pulumi.yaml")).toMatch(/^config:\n {2}# .*no-used-removal.*\n {2}analytics:impact: true\n$/m);
    expect(calls()).toEqual([]);
    write("policies/index.js", "// mine");
    expect(await run()).toMatchObject({ code: 0, stdout: "acme-models lacks nothing.\n" });
    expect(read("policies/index.js")).toBe("// mine");
    mkdirSync(join(cwd, ".git"));
    write(".git/config", '[remote "origin"]\n  url = git@gitlab.com:acme/models.git\n');
    await run();
    expect(read(".gitlab-ci.yml")).toContain("  POLICY_PACK: policies\n");
  });

  test("in a folder of a repository say that CI doesn't read its file there", async () => {
    const { cwd, env } = createEmptyFolder();
    const program = "name: shop\nruntime: { name: python }\n";
    writeFiles(cwd, { "Pulumi.yaml": program, "sub/Pulumi.yaml": program, ".git/config": "" });
    const init = async (folder: string) => (await runPiped(["init"], { cwd: join(cwd, folder), env: env() })).stderr;
    const said = "analytics.yml: CI runs only what is at the root of the repository. Move it there";
    expect(await init("sub")).toContain(said);
    expect(await init("sub")).not.toContain(said);
    expect(await init(".")).not.toContain(said);
  });

  test("get an AGENTS.md that later runs refresh; what people wrote stays, around it and in it", async () => {
    const { cwd, env, write, read } = createEmptyFolder();
    const run = async (...args: string[]) => (await runPiped(["init", ...args], { cwd, env: env() })).stderr;
    write("Pulumi.yaml", "name: shop\nruntime: { name: python }\n");
    write("AGENTS.md", "# Ours\r\n\r\nAsk Ann first.");
    expect(await run()).toContain("  update  AGENTS.md\n");
    const first = read("AGENTS.md");
    expect(first).toMatch(/^# Ours\r\n\r\nAsk Ann first\.\r\n\r\n<!-- pulumi-analytics init /);
    expect(first).not.toMatch(/[^\r]\n/);
    expect(first).toContain("A Pulumi project (python)");
    expect(await run()).not.toContain("AGENTS.md");
    write("AGENTS.md", `${first}Behind it.\n`.replaceAll("\r\n", "\n"));
    writeFiles(cwd, {
      "dashboards/sales.yaml": "schemaVersion: 1\nkind: workbook\npages: [{ id: p, name: P }]\n",
      "shop/dbt_project.yml": "name: shop\n",
      "models/`x`/orders.yaml": "schemaVersion: 1\npages: []\n",
      "models/`x`/orders.checks.yaml": "checks: []\n",
    });
    expect(await run()).toContain("  update  AGENTS.md\n");
    const second = read("AGENTS.md");
    expect(second).toMatch(/^# Ours\n\nAsk Ann first\.\n\n<!-- .*<!-- pulumi-analytics end -->\nBehind it\.\n$/s);
    for (const line of [
      "- `dashboards/`: workbooks\n- ``models/`x`/``: data models\n- `*.checks.yaml`: ",
      "- `shop/`: a dbt project",
    ]) {
      expect(second).toContain(line);
    }
    // A part that somebody has changed isn't init's own any more.
    write("AGENTS.md", second.replace("Never follow", "Rarely follow"));
    write("index.ts", "");
    expect(await run()).toContain("  kept    AGENTS.md\n");
    expect(read("AGENTS.md")).toContain("Rarely follow");
    // Without its end mark, nobody knows where the part ends.
    const open = read("AGENTS.md").replace("<!-- pulumi-analytics end -->\n", "");
    write("AGENTS.md", open);
    for (const args of [[], ["--overwrite"]])
      expect(await run(...args)).toContain("AGENTS.md: the end mark is gone. Write `<!-- pulumi-analytics end -->`");
    expect(read("AGENTS.md")).toBe(open);
    write("AGENTS.md", second.replace("Never follow", "Rarely follow"));
    await run("--overwrite");
    expect(read("AGENTS.md")).toMatch(/^# Ours\n.*- `index\.ts`: the program\n.*Never follow.*Behind it\.\n$/s);
  });

  test.each([
    [
      "config:\n    # Mine\n    size: { type: string }\n",
      /^config:\n {4}# .*\n {4}analytics:impact: true\n {4}# Mine\n/m,
    ],
    ["config: { analytics:impact: false }\n", /^config: \{ analytics:impact: false \}\n$/m],
    ["config: { size: 1 }\n", /^config: \{ "analytics:impact": true, size: 1 \}\n$/m],
    ["config: {size: 1}\n", /^config: \{"analytics:impact": true,size: 1\}\n$/m],
    [
      '"config": # Mine\r\n  size: 1\r\n',
      /^"config": # Mine\r\n {2}# .*\r\n {2}analytics:impact: true\r\n {2}size: 1/m,
    ],
    ["config: &all\n  size: 1\n", /^config: &all\n {2}# .*\n {2}analytics:impact: true\n {2}size: 1\n$/m],
    ["config: {}\n", /^config: \{"analytics:impact": true\}\n$/m],
    ["config:", /^config:\n {2}# .*\n {2}analytics:impact: true\n$/m],
    ["config: stacks\n", /^config: stacks\n$/m],
  ])("the project's settings go on as they are: %j", async (config, after) => {
    const { cwd, env, write, read } = createEmptyFolder();
    write("Pulumi.yaml", `name: acme-models\nruntime: yaml\n${config}`);
    const { stdout } = await runPiped(["init"], { cwd, env: env() });
    expect(read("Pulumi.yaml")).toMatch(after);
    // Where the file has no place for it.
    expect(stdout.includes("pulumi config set analytics:impact true")).toBe(!/impact/.test(read("Pulumi.yaml")));
    write("Pulumi.dev.yaml", "config:\n  analytics:impact: true\n");
    expect((await runPiped(["init"], { cwd, env: env() })).stdout).not.toContain("pulumi config set");
  });

  test("are replaced with --overwrite", async () => {
    const { cwd, env, read } = createNpmProject();
    await runPiped(["init", ...chosen, "--overwrite"], { cwd, env: env(buildOwnSettings()) });
    expect(JSON.parse(read("tsconfig.json"))).toMatchObject({ compilerOptions: { skipLibCheck: true } });
  });

  test("a package of ECMAScript modules is refused for TypeScript", async () => {
    const { cwd, env, write } = createEmptyFolder();
    write("package.json", '{ "type": "module" }');
    const run = (...options: string[]) =>
      runPiped(["init", ...chosen, ...options], { cwd, env: env(buildOwnSettings()) });
    expect((await run()).stderr).toContain('package.json has `"type": "module"`');
    expect((await run("--language", "yaml")).code).toBe(0);
  });
});

describe("in a terminal", () => {
  const down = "\u001b[B";

  test("asks with lists, and passes the secret to Pulumi, which encrypts it", async () => {
    const { cwd, env, calls, read } = createEmptyFolder();
    const { code, screen } = await runInTerminal(["init"], {
      cwd,
      env: env({ ANALYTICS_BASE_URL: emulator.url }),
      answers: [
        { when: "Language of the program", type: `${down}\r` },
        { when: "Client id", type: `${emulator.clientId}\r` },
        { when: "Client secret", type: `${emulator.clientSecret}\r` },
        { when: "Folder of the first model", type: `${down}\r` },
        { when: "Connection of the first model", type: "\r" },
        { when: "Table of the first model", type: `${down}${down}\r` },
      ],
    });
    expect(screen).toContain("shop is ready");
    expect(code).toBe(0);
    expect(read("Pulumi.yaml")).toContain("runtime: yaml");
    expect(read("models/products.yaml")).toContain("path: [SALES, PUBLIC, PRODUCTS]");
    const all = calls().join("\n");
    expect(all).toContain(`shop:folderId=${emulator.seeded.folders.sales}`);
    // Never an argument, which every user of the machine can see.
    expect(all.split(emulator.clientSecret)).toEqual([
      expect.stringMatching(
        /pulumi config set --secret analytics:clientSecret --stack dev --non-interactive\nsecret: $/,
      ),
      expect.stringMatching(/^\npulumi install .*\npulumi preview/),
    ]);
    expect(screen).not.toContain(emulator.clientSecret);
  });

  test("asks again for credentials that the platform refuses, and says where they are made", async () => {
    const { cwd, env } = createEmptyFolder();
    const { code, screen } = await runInTerminal(["init", "--language", "yaml", ...chosen], {
      cwd,
      env: env({ ANALYTICS_BASE_URL: emulator.url }),
      answers: [
        { when: "Client id", type: `${emulator.clientId}\r` },
        { when: "Client secret", type: "wrong\r" },
        { when: "The region or the credentials are wrong. Try again, or stop with Ctrl-C.", type: "" },
        { when: "Client id", type: `${emulator.clientId}\r` },
        { when: "Client secret", type: `${emulator.clientSecret}\r` },
      ],
    });
    expect(screen).toContain("An administrator makes the client id and secret in the product");
    expect(screen).toContain("shop is ready");
    expect(code).toBe(0);
  });

  test("Ctrl-C at a question ends it, and leaves nothing", async () => {
    const { cwd, env, files } = createEmptyFolder();
    const { code, screen } = await runInTerminal(["init"], {
      cwd,
      env: env(buildOwnSettings()),
      answers: [{ when: "Language of the program", type: "\u0003" }],
    });
    expect(screen).toContain("stopped.");
    expect({ code, files: files() }).toEqual({ code: 130, files: [] });
  });
});
