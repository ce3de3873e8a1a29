import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { probeProject } from "../../../../cli/src/doctor/probes/project";
import { probeTypeScript } from "../../../../cli/src/doctor/probes/typescript";
import { writeTsconfig } from "../../../../cli/src/project/program";
import { repository } from "../../../repository";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-typescript-")));
  write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
  write("index.ts", "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The SDK with nothing of it but the compiler that it brings. */
function installSdk(): void {
  const [from, to] = [join(repository, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi")];
  for (const name of ["package.json", "vendor"]) cpSync(join(from, name), join(to, name), { recursive: true });
}

/** The repository's TypeScript, of a later major version. */
const installTypeScript = () =>
  symlinkSync(join(repository, "node_modules/typescript"), join(folder, "node_modules/typescript"));

const { version } = require("typescript") as { version: string };
const later = { target: "es2022", module: "node16", moduleResolution: "node16" };

function probe() {
  return probeTypeScript(probeProject(folder, undefined).value!).findings;
}

const writeOptions = (compilerOptions: object) => write("tsconfig.json", JSON.stringify({ compilerOptions }));
const add = 'npm install -D "typescript@^5.9.0"';

test("the configuration that is written is one for the SDK's own compiler and for a later one", () => {
  installSdk();
  write("tsconfig.json", writeTsconfig(folder));
  const seen = "not installed; the SDK's own 3.8.3 compiles the program, with fewer checks";
  expect(probe()).toEqual([{ result: "warning", seen, hint: add }]);
  installTypeScript();
  write("tsconfig.json", writeTsconfig(folder));
  expect(probe()).toEqual([{ result: "ok", seen: version }]);
});

test("the SDK's own compiler that doesn't know an option is a failure, with what to install", () => {
  installSdk();
  writeOptions(later);
  expect(probe()).toEqual([
    {
      result: "failed",
      seen: expect.stringMatching(
        /^not installed; the SDK's own 3\.8\.3 refuses tsconfig\.json: Argument for '--target' option must be: /,
      ),
      hint: add,
    },
  ]);
});

test.each([
  [{ module: "commonjs", moduleResolution: "node" }, /Option 'moduleResolution=node10' is deprecated/],
  [{ module: "esnext", moduleResolution: "bundler" }, /its `module` leaves `import` as it is/],
  [{ module: "commonjs", moduleResolution: "node16" }, /Option 'module' must be set to 'Node16'/],
])("options %j, with which an installed compiler makes no program that Pulumi loads, are a failure", (options, why) => {
  installSdk();
  installTypeScript();
  writeOptions(options);
  const hint = 'Correct tsconfig.json. A program needs `"module": "node16", "moduleResolution": "node16"`.';
  expect(probe()).toEqual([{ result: "failed", seen: expect.stringMatching(why), hint }]);
  write("package.json", '{ "type": "module" }');
  if (options.module === "esnext") expect(probe()).toEqual([{ result: "ok", seen: version }]);
});

test("Pulumi.yaml names another configuration", () => {
  installSdk();
  installTypeScript();
  writeOptions({ module: "esnext" });
  writeOptions(later);
  write("mine.json", '{ "compilerOptions": { "target": "es1999" } }');
  write("Pulumi.yaml", "name: shop\nruntime: { name: nodejs, options: { tsconfig: mine.json } }\n");
  expect(probe()).toMatchObject([{ result: "failed", seen: expect.stringContaining("refuses mine.json: Argument") }]);
});

test("a version that the SDK doesn't work with is a failure", () => {
  installSdk();
  write("node_modules/typescript/package.json", '{ "version": "7.0.0", "main": "index.js" }');
  write("node_modules/typescript/index.js", 'exports.version = "7.0.0";');
  expect(probe()).toMatchObject([
    { result: "failed", seen: expect.stringMatching(/^7\.0\.0, but @pulumi\/pulumi .* needs/) },
  ]);
});

test.each(["name: shop\nruntime: yaml\n", "name: shop\nruntime: { name: nodejs, options: { typescript: false } }\n"])(
  "a program in another language needs none: %j",
  (text) => {
    write("Pulumi.yaml", text);
    expect(probe()).toMatchObject([{ result: "ok", seen: "not needed: the program isn't in TypeScript" }]);
  },
);
