import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import ts from "typescript";
import { chooseCases } from "../cases";
import { changeObjects, startCorrupting } from "../corrupting";
import { createWholeOrganization, readTree, startEmpty } from "./pull-support";
import { buildSettings, type CliRun, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const folders = createTemporaryFolder();
const createFolder = () => mkdtempSync(join(folders, "run-"));

/** What every name of the platform ends in: lines that a log's host obeys, and what moves or turns a terminal. */
const ending =
  "\n::error::pwned\r\nAT-START\u2028\u0085 ##[error]pwned ##vso[a]b\u001b[2J\u001b]0;t\u0007\u202e\u0000\u007f\ufeff" +
  "\u00ad\u034f\u115f\u17b4\u180e\u200b\u200c\u2060\u3164\ufe0f\uffa0\u{1d173}\u{e0041}";

const named = ["name", "title", "description", "firstName", "lastName", "path", "messageBody", "label"];

let emulator: Emulator;
let env: Record<string, string>;
let stop: () => Promise<void>;
beforeAll(async () => {
  emulator = await startEmpty({ seed: 1 });
  await createWholeOrganization(emulator);
  const proxy = await startCorrupting(emulator.url, ({ path, text, headers }) => {
    if (path.endsWith("/token") || !headers["content-type"]?.includes("json")) return undefined;
    return { text: changeObjects(text, rename) };
  });
  stop = proxy.stop;
  env = { ...buildSettings(emulator), ANALYTICS_BASE_URL: proxy.url };
});
afterAll(async () => {
  await stop();
  await emulator.stop();
});

function rename(object: Record<string, unknown>): object {
  const given = Object.entries(object).map(([key, value]) => {
    if (key === "translations") return [key, { [`Revenue${ending}`]: ending, "fn::readFile": "/etc/passwd" }];
    return [key, named.includes(key) && typeof value === "string" && value !== "" ? value + ending : value];
  });
  return Object.fromEntries(given);
}

/** What no output has: lines that a name begins, commands to the host of a log, and what controls a terminal. */
function expectPlain({ stdout, stderr }: CliRun): void {
  for (const text of [stdout, stderr]) {
    expect(text.split("\n").filter((line) => /^\s*(::|AT-START)|##\w*\[/.test(line))).toEqual([]);
    expect(text).not.toMatch(/(?![\t\n])\p{Cc}|[\u2028\u2029]|\p{Default_Ignorable_Code_Point}/u);
  }
}

const findModel = async (): Promise<{ id: string; element: string }> => {
  const { stdout } = await runPiped(["impact", "--unused", "--json"], { cwd: createFolder(), env });
  const [first] = (JSON.parse(stdout) as { unused: { dataModelId: string; element: string }[] }).unused;
  return { id: first!.dataModelId, element: first!.element };
};

const commands = [
  ["api", "GET", "connections", "--all"],
  ["impact", "table:SALES.PUBLIC.ORDERS", "--format", "markdown"],
  ["draw", "live:", "--format", "mermaid"],
  ["draw", "live:", "--format", "dot"],
  ["doctor"],
  ["pull", "--dry-run", "--all"],
  ["impact", "table:SALES.PUBLIC.ORDERS"],
  ["pull", "--all", "--import"],
];

test.each(chooseCases(commands, 3).map((args) => [args.join(" "), args] as const))(
  "%s: names stay in their lines",
  async (_, args) => {
    expectPlain(await runPiped(args, { cwd: createFolder(), env }));
  },
);

test("a model's own output, too", async () => {
  const { id, element } = await findModel();
  const cwd = createFolder();
  const runs = [
    ["impact", `${id}#${element}`],
    ["impact", id, "--format", "markdown"],
    ["impact", "--unused", id],
    ["diff", `live:${id}`, "a.yaml"],
  ];
  writeFileSync(join(cwd, "a.yaml"), "schemaVersion: 1\npages: []\n");
  for (const args of runs) {
    const run = await runPiped(args, { cwd, env });
    expect(run.stdout).toContain("pwned");
    expectPlain(run);
  }
});

test.each(chooseCases(["yaml", "nodejs", "python"]))("a program in %s has names and keys as texts", async (runtime) => {
  const cwd = createFolderWith(
    folders,
    runtime === "nodejs" ? {} : { "Pulumi.yaml": `name: x\nruntime: ${runtime}\n` },
  );
  const { stdout } = await runPiped(["pull", "--all", "--json"], { cwd, env });
  const { leftOut } = JSON.parse(stdout) as { leftOut: { kind: string; why: string }[] };
  const files = Object.entries(readTree(cwd)).filter(([path]) => /\.(ts|py)$|pulled\.yaml$/.test(path));
  expect(files.map(([, text]) => text).join()).toContain("pwned");
  for (const [path, text] of files) {
    expect(text.split("\n").filter((line) => /^\s*(::|AT-START)/.test(line))).toEqual([]);
    if (path.endsWith(".ts")) expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
  }
  const functions = leftOut.filter(({ why }) => why.includes('the key "fn::readFile"'));
  expect(functions.map(({ kind }) => kind)).toEqual(runtime === "yaml" ? ["Translation", "Translation"] : []);
});

test("a file's name is one line, and no command", async () => {
  const cwd = createFolderWith(folders, {});
  writeFileSync(join(cwd, "evil\n::error file=x::pwned.yaml"), "schemaVersion: 1\npages: [{ id: 1 }]\n");
  for (const args of [
    ["validate"],
    ["validate", "--json"],
    ["fmt"],
    ["draw"],
    ["rename", "evil#a", "B", "--dry-run"],
  ]) {
    const run = await runPiped([...args, ...(args[0] === "rename" ? [] : ["."])], { cwd, env });
    expect((run.stdout + run.stderr).split("\n").filter((line) => /^\s*::/.test(line))).toEqual([]);
  }
  const { stdout } = await runPiped(["validate", "--format", "github", "."], { cwd, env });
  const commands = stdout.split("\n").filter((line) => line.includes("::"));
  for (const line of commands)
    expect(line).toMatch(/^::(error|warning) file=evil%0A%3A%3Aerror file=x%3A%3Apwned\.yaml,/);
});
