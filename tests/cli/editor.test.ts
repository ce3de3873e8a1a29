import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { repository } from "../repository";
import { buildMonthly } from "../unit/emulator/workbook/monthly";
import { buildSales } from "../unit/emulator/workbook/sales";
import { LanguageServer } from "../unit/language-server";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let emulator: Emulator;
const servers: LanguageServer[] = [];

beforeAll(async () => {
  emulator = await startEmulator({});
  const { connections, folders } = emulator.seeded;
  const folderId = folders.sales;
  for (const [path, name, contents] of [
    ["/v2/workbooks", "Sales", buildSales(connections.warehouse)],
    ["/v2/reports", "Monthly", buildMonthly(connections.warehouse)],
  ] as const) {
    await emulator.ui.request("POST", path, { name, folderId, contents });
  }
});
afterAll(async () => {
  for (const server of servers) server.stop();
  await emulator.stop();
});

/** A project with the package, in a folder below the one that the editor has open. */
function createProject(name: string): string {
  const project = join(base, name);
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(join(repository, "provider"), join(project, "node_modules/pulumi-analytics"), "junction");
  return project;
}

const run = (cwd: string, ...args: string[]) => runPiped(args, { cwd, env: buildSettings(emulator) });

/** An editor with the settings that a command wrote. */
async function openEditor(root: string): Promise<LanguageServer> {
  const settings = JSON.parse(readFileSync(join(root, ".vscode/settings.json"), "utf8"));
  const server = new LanguageServer({ root, settings });
  servers.push(server);
  await server.start();
  return server;
}

/** The YAML files of documents, by their paths. */
function readDocuments(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const documents = files.filter((file) => /^(?:models|workbooks|reports)[\\/].*\.yaml$/.test(file));
  return Object.fromEntries(documents.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

const schemaLine = /^# yaml-language-server: \$schema=(\S+?)(?:#\S+)?\n/;

test("an editor completes, explains and checks what pull wrote, with the settings that it wrote", async () => {
  const root = createProject("organization");
  expect(await run(root, "pull", "--all")).toMatchObject({ code: 0 });
  const documents = readDocuments(root);
  const kinds = new Set(Object.keys(documents).map((file) => file.replace(/[^/\\]+\.yaml$/, "")));
  expect([...kinds]).toEqual(
    expect.arrayContaining(["models/", "workbooks/sales/elements/", "reports/monthly/pages/"]),
  );
  const server = await openEditor(root);
  for (const [file, text] of Object.entries(documents)) {
    const [, schema = ""] = schemaLine.exec(text)!;
    expect(readFileSync(join(root, file, "..", schema), "utf8")).toContain("$schema");
    expect([file, await server.open(file, text)]).toEqual([file, []]);
  }
  for (const [pattern, key, wrong, problem, offered] of [
    [/^models\/.*yaml$/, /^pages:/m, "pages: 5\n", "Incorrect type. Expected one of array, string.", "folderId"],
    [/^workbooks\/.*workbook\.yaml$/, /^pages:/m, "settings: 5\n", "Incorrect type", "overlays"],
    [/^workbooks\/.*elements\/revenue\.yaml$/, /^kind:/m, "name: 5\n", "Incorrect type", "description"],
    [/^reports\/.*report\.yaml$/, /^pages:/m, "config: { margin: wide }\n", "Incorrect type", "overlays"],
  ] as const) {
    const [file = "", text = ""] = Object.entries(documents).find(([path]) => pattern.test(path)) ?? [];
    const changed = text.replace(new RegExp(`^${wrong.split(":")[0]}:.*\n(?:[ -].*\n)*`, "m"), "") + wrong;
    // Beside the right one, which the editor has open.
    const other = file.replace(".yaml", ".wrong.yaml");
    expect([file, await server.open(other, changed)]).toEqual([file, [expect.stringContaining(problem)]]);
    expect(await server.readHover(other, changed, key)).not.toBe("");
    expect(await server.complete(other, changed)).toContain(offered);
  }
});

test("an editor without schema lines has the settings", async () => {
  const root = createProject("settings");
  await run(root, "pull", "live:Acme/Models/Sales/Sales");
  const server = await openEditor(root);
  const [file = "", text = ""] = Object.entries(readDocuments(root)).find(([path]) => /elements/.test(path)) ?? [];
  const without = text.replace(schemaLine, "");
  expect(await server.open(file, without)).toEqual([]);
  const wrong = `${without.replace(/^name: .*\n/m, "")}name: 5\n`;
  expect(await server.open(file.replace(".yaml", ".wrong.yaml"), wrong)).toEqual([
    expect.stringContaining("Incorrect type"),
  ]);
});

test("in a repository, the settings of its folder get the paths of the project in it", async () => {
  const root = join(base, "repository");
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(root, ".vscode"));
  writeFileSync(join(root, ".vscode/settings.json"), '{\n  "editor.tabSize": 2\n}\n');
  const project = createProject("repository/analytics");
  mkdirSync(join(project, "target"));
  const shop = join(repository, "tests/fixtures/dbt/shop");
  copyFileSync(join(shop, "dbt-1.11.manifest.json"), join(project, "target/manifest.json"));
  const generate = () => run(project, "generate", "dbt", "target/manifest.json");
  expect((await generate()).stderr).toBe("updated ../.vscode/settings.json, for editors\n");
  const settings = readFileSync(join(root, ".vscode/settings.json"), "utf8");
  expect(settings).toContain('"editor.tabSize": 2,\n');
  expect(settings).toContain('"./analytics/node_modules/pulumi-analytics/schema/data-model.json": [');
  expect(settings).toContain('"analytics/models/**/*.yaml"');
  const server = await openEditor(root);
  const documents = Object.entries(readDocuments(project));
  expect(documents.length).toBeGreaterThan(1);
  for (const [file, text] of documents) expect(await server.open(`analytics/${file}`, text)).toEqual([]);

  // What a person then removes from the settings stays away, and files keep their lines.
  writeFileSync(join(root, ".vscode/settings.json"), "{}\n");
  expect(await generate()).toMatchObject({ code: 0, stderr: "" });
  await run(project, "fmt", "models");
  expect(Object.entries(readDocuments(project))).toEqual(documents);
  rmSync(join(root, ".vscode/settings.json"));
});
