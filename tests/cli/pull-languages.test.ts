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
