import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { load } from "js-yaml";
import { buildOrdersTable, buildPage, makeModel, startEmpty } from "./pull-support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

// `pull-import` and the engine's `languages` lead these programs to an update.

const base = createTemporaryFolder();
let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmpty({ seed: 1 });
  await makeModel(emulator, "Orders", [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))]);
});
afterEach(() => emulator.stop());

const plugin = "packages: { analytics: ./node_modules/pulumi-analytics/plugin }";

test.each([
  ["yaml", "pulled.yaml", "Copy the resources of pulled.yaml into Pulumi.yaml."],
  ["python", "pulled.py", "Add `import pulled` to `__main__.py`."],
])("in a %s project, the last lines lead to an update", async (runtime, file, use) => {
  const cwd = createFolderWith(base, { "Pulumi.yaml": `name: x\nruntime: ${runtime}\n` });
  const pull = (...args: string[]) => runPiped(["pull", ...args], { cwd, env: buildSettings(emulator) });
  const first = await pull();
  expect(first.stdout.split("\n\n").at(-1)).toBe(
    [
      "Run `npm install pulumi-analytics` first.",
      `Add \`${plugin}\` to Pulumi.yaml, then run \`pulumi install\`.`,
      use,
      "`pulumi up` imports all objects and writes nothing to the platform.\n",
    ].join("\n"),
  );
  const written = [".analytics", ".pulumi-analytics", ".vscode", "Pulumi.yaml", "models", file];
  expect(readdirSync(cwd).sort()).toEqual(written.sort());
  expect((await pull()).stdout).toBe("1 model: 1 unchanged.\n");
});

test.each([
  ["index.js", "main: index.js\nruntime: nodejs\n", 'Add `require("./pulled.ts");` to index.js.'],
  ["index.js", "runtime: { name: nodejs }\n", 'Add `require("./pulled.ts");` to index.js.'],
  ["src/main.ts", "runtime: nodejs\nmain: src/main.ts\n", 'Add `import "../pulled";` to src/main.ts.'],
])(
  "beside a program that begins with %s, it gets a module of its own, and the line for it",
  async (main, project, use) => {
    const cwd = createFolderWith(base, { "Pulumi.yaml": `name: x\n${project}`, [main]: "// Mine.\n" });
    const pull = () => runPiped(["pull", "--all"], { cwd, env: buildSettings(emulator) });
    const { code, stdout } = await pull();
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      `${use} \`pulumi up\` then adopts all objects and writes nothing to the platform.`,
    );
    expect(readdirSync(cwd)).toEqual(expect.arrayContaining(["pulled.ts", "models.ts", "models"]));
    expect(readdirSync(cwd)).not.toContain("index.ts");
    expect(readFileSync(join(cwd, main), "utf8")).toBe("// Mine.\n");
    expect(readFileSync(join(cwd, "tsconfig.json"), "utf8")).toContain('"pulled.ts"');
    expect((await pull()).stdout).not.toContain("created");
  },
);

test.each([
  ["go", "runtime: go\n"],
  ["dotnet", "runtime: { name: dotnet }\n"],
  ["nodejs, index.js", "runtime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n"],
])("beside a program of runtime %s, only documents are written, and the way to the code", async (runtime, project) => {
  const cwd = createFolderWith(base, { "Pulumi.yaml": `name: x\n${project}`, "index.js": "", "main.go": "" });
  const run = (...args: string[]) => runPiped(["pull", "--all", ...args], { cwd, env: buildSettings(emulator) });
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toContain(
    `The program (runtime ${runtime}) can't load TypeScript, so only the documents were written.`,
  );
  expect(stdout).toContain(plugin);
  expect(stdout).toContain("Run `pulumi-analytics pull --all --import-file import.json`");
  expect(stdout).not.toContain("adopts all");
  const own = [
    ".analytics",
    ".pulumi-analytics",
    ".vscode",
    "Pulumi.yaml",
    "index.js",
    "main.go",
    "models",
    "reports",
    "workbooks",
  ];
  expect(readdirSync(cwd).filter((name) => !own.includes(name))).toEqual([]);
  expect(await run("--import-file", "import.json")).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(cwd, "import.json"), "utf8")).resources).not.toEqual([]);
});

test("in YAML, what is pulled takes no name of the program's, and keeps its own once it is copied", async () => {
  const program = [
    "name: x\nruntime: yaml\nconfig:\n  sales: { type: string }\nvariables:\n  acme: 1\nresources:",
    "  orders: { type: analytics:Tag, properties: { name: Mine, color: grass } }\n",
  ].join("\n");
  const cwd = createFolderWith(base, { "Pulumi.yaml": program });
  const pull = (...args: string[]) => runPiped(["pull", ...args], { cwd, env: buildSettings(emulator) });
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const listNames = () => Object.keys((load(read("pulled.yaml")) as { resources: object }).resources);
  await pull();
  const names = listNames();
  expect(names).toContain("orders-DataModel");
  expect(names.filter((name) => ["orders", "sales", "acme", "pulumi"].includes(name))).toEqual([]);
  await pull("--import-file", "import.json");
  const { resources } = JSON.parse(read("import.json")) as { resources: { name: string }[] };
  expect(resources.map(({ name }) => name).filter((name) => ["orders", "sales", "acme"].includes(name))).toEqual([]);
  writeFileSync(join(cwd, "Pulumi.yaml"), program + read("pulled.yaml").split("resources:\n")[1]);
  expect((await pull()).stdout).toBe("1 model: 1 unchanged.\n");
  expect(listNames()).toEqual(names);
});
