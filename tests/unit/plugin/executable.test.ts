import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";

const repository = join(__dirname, "../../..");
const executable = join(repository, "provider/plugin/pulumi-resource-analytics");
const commands = ["provider/bin/pulumi-analytics.js", "emulator/bin/analytics-emulator.js"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "executable-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A PATH whose `node` runs a script first. */
function createPathWithNode(script: string): string {
  const preload = join(folder, "preload.js");
  writeFileSync(preload, script);
  const node = join(folder, "node");
  writeFileSync(node, `#!/bin/sh\nexec "${process.execPath}" --require "${preload}" "$@"\n`);
  chmodSync(node, 0o755);
  return [folder, process.env.PATH].join(delimiter);
}

/** A PATH whose `node` says that it is another release. */
function createPathWithRelease(version: string): string {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  return createPathWithNode(`Object.defineProperty(process, "versions", { value: ${versions} });
Object.defineProperty(process, "version", { value: "v${version}" });`);
}

test("without Node on PATH, the executable says what is missing", () => {
  const { status, stdout, stderr } = spawnSync(executable, { env: { PATH: __dirname }, encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "pulumi-analytics needs Node 20 or newer on PATH.\n",
  });
});

test.each(["16.20.2", "18.20.8"])("on Node %s, each executable says which one it needs, in one line", (version) => {
  const env = { ...process.env, PATH: createPathWithRelease(version) };
  const plugin = spawnSync(executable, ["127.0.0.1:1"], { env, encoding: "utf8" });
  expect(plugin).toMatchObject({
    status: 1,
    stdout: "",
    stderr: `pulumi-analytics needs Node 20 or newer. This is Node ${version}.\n`,
  });
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync(join(repository, command), ["--help"], { env, encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^\\S+ needs Node 20 or newer\\. This is Node ${version}\\.\\n$`)),
    });
  }
});

test.each([
  "pulumi-analytics",
  "pulumi-analytics/host",
  "pulumi-analytics/native",
  "pulumi-analytics/policy",
  "pulumi-analytics/spec",
  "pulumi-analytics/testing",
  "pulumi-analytics-policies",
  "analytics-emulator",
])("%s ends a program on an older Node in the same words", (name) => {
  const env = { ...process.env, PATH: createPathWithRelease("18.20.8") };
  const { status, stderr } = spawnSync("node", ["-e", `require("${name}")`], {
    cwd: repository,
    env,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  const words = stderr.split("\n").filter((line) => line.includes("needs Node"));
  expect(words).toEqual([expect.stringMatching(/^\[?\S+ needs Node 20 or newer\. This is Node 18\.20\.8\.\]?$/)]);
});

/** A file that was cut short. */
const cut = "const cut = {";

test.each([
  ["provider/plugin/pulumi-resource-analytics", "plugin.js", cut],
  ["provider/bin/pulumi-analytics.js", "../dist/cli/main.js", cut],
  // What runs a command is loaded later.
  ["provider/bin/pulumi-analytics.js", "../dist/cli/main.js", `exports.ended = (async () => require("./perform"))();`],
  ["emulator/bin/analytics-emulator.js", "../dist/cli.js", cut],
])("%s of a damaged package says so in one line", (file, program, text) => {
  const bin = join(folder, "package/bin");
  mkdirSync(bin, { recursive: true });
  const copy = join(bin, file.split("/").at(-1)!);
  copyFileSync(join(repository, file), copy);
  const line = /^The installed package \S+ is damaged: .+ Install it again\.\n$/;
  expect(spawnSync(process.execPath, [copy], { encoding: "utf8" }).stderr).toMatch(line);
  mkdirSync(join(bin, program, ".."), { recursive: true });
  writeFileSync(join(bin, program), text);
  expect(spawnSync(process.execPath, [copy], { encoding: "utf8" }).stderr).toMatch(line);
});

/** The files that the command loads: those of its package by their names, others by the package's name. */
function listLoaded(args: readonly string[]): string[] {
  const preload = join(folder, "loaded.js");
  writeFileSync(preload, `process.on("exit", () => console.error(JSON.stringify(Object.keys(require.cache))));`);
  const command = join(repository, "provider/bin/pulumi-analytics.js");
  const { stderr } = spawnSync(process.execPath, ["--require", preload, command, ...args], { encoding: "utf8" });
  const files = (JSON.parse(stderr) as string[]).slice(2);
  return [...new Set(files.map((file) => /node_modules\/([^/]+)/.exec(file)?.[1] ?? basename(file)))].sort();
}

test("help loads the command line alone, and a command what it needs", () => {
  expect(listLoaded(["--help"])).toEqual(["main.js"]);
  expect(listLoaded(["pull", "--help"])).toEqual(["main.js"]);
  expect(listLoaded(["complete", "=val"])).toEqual(["complete.js"]);
  const model = join(repository, "examples/content/models/orders.yaml");
  expect(listLoaded(["validate", model])).toEqual(["js-yaml", "main.js", "perform.js", "zod"]);
});

test.each([
  ["has a compile cache", 'require("module").enableCompileCache = () => console.log("enabled");', "enabled\n"],
  ["has none", 'delete require("module").enableCompileCache;', ""],
  ["loads a module that prints", 'console.log("injecting 2 variables");', "injecting 2 variables\n"],
])("on a Node that %s, the plugin starts, and prints its port alone", (_, script, said) => {
  // It ends when it has printed its port.
  const stop = `const fs = require("fs");
const { writeSync } = fs;
fs.writeSync = (to, text) => { writeSync(to, text); if (/^\\d/.test(text)) process.exit(); };`;
  const env = { ...process.env, PATH: createPathWithNode(`${stop}\n${script}`) };
  const { stdout, stderr } = spawnSync(executable, { env, encoding: "utf8" });
  expect(stdout).toMatch(/^\d+\n$/);
  expect(stderr).toBe(said);
});

test("what runs before the check is JavaScript that the oldest Node.js reads", () => {
  for (const file of [executable, ...commands.map((command) => join(repository, command))]) {
    const text = readFileSync(file, "utf8")
      .replace(/^#!.*\n/, "")
      .replaceAll(/^\s*\/\/.*$/gm, "");
    expect(text).not.toMatch(/\b(?:const|let|class|import|async|await)\b|=>|`|\?\.|\?\?/);
  }
});
