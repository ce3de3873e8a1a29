import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "analytics-emulator";
import ts from "typescript";
import { parseSpec, validateSpec } from "../../provider/src/core/model";
import { getCli, repository, startBench } from "./support";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-analytics-guide-"));
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The TypeScript examples of a guide, in order. */
function listExamples(guide: string): string[] {
  const text = readFileSync(join(repository, "docs/guides", guide), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
}

/** Writes files as JavaScript. That they have no errors of types is a test of `snippets`. */
function compile(files: Record<string, string>): void {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true };
  for (const [name, text] of Object.entries(files)) {
    const { outputText } = ts.transpileModule(text, { compilerOptions });
    writeFileSync(join(folder, name.replace(/ts$/, "js")), outputText);
  }
}

test("the examples of the guide to unit tests: its test passes, and fails for another id", async () => {
  const [program = "", unitTest = ""] = listExamples("programs.md");
  const run = () =>
    promisify(execFile)(process.execPath, ["--test", "index.test.js"], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  compile({ "index.ts": program, "index.test.ts": unitTest });
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining("# pass 1") });
  const compiled = join(folder, "index.test.js");
  writeFileSync(compiled, readFileSync(compiled, "utf8").replace('"orders-id#facts"', '"another"'));
  expect(await run()).toMatchObject({ code: 1 });
});

test("the program of the guide to the Automation API applies, and can be destroyed", async () => {
  const program = listExamples("programs.md").find((code) => code.includes("LocalWorkspace")) ?? "";
  const emulator = await startEmulator({ seed: 1 });
  try {
    const { command, env } = await getCli();
    const place = `"analytics:baseUrl": { value: ${JSON.stringify(emulator.url)} }`;
    compile({
      "up.ts": program.replace('"analytics:region": { value: "aws-us-east" }', place),
      "destroy.ts": `
        import { LocalWorkspace } from "@pulumi/pulumi/automation";
        const program = async () => {};
        LocalWorkspace.selectStack({ projectName: "acme", stackName: "dev", program },
          { workDir: __dirname }).then(async (stack) => {
          await stack.refresh();
          await stack.destroy();
        });`,
    });
    mkdirSync(join(folder, "state"));
    const run = (script: string) =>
      promisify(execFile)(process.execPath, [script], {
        cwd: folder,
        env: {
          ...process.env,
          ...env,
          PATH: [dirname(command), process.env.PATH].join(delimiter),
          PULUMI_HOME: join(folder, "home"),
          PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
          PULUMI_CONFIG_PASSPHRASE: "temporary",
          PULUMI_SKIP_UPDATE_CHECK: "1",
          CLIENT_ID: emulator.clientId,
          CLIENT_SECRET: emulator.clientSecret,
        },
      });
    const { stdout } = await run("up.js");
    const [tag] = emulator.snapshot().tags;
    expect(tag).toMatchObject({ name: "Production" });
    expect(stdout.trim().split("\n").at(-1)).toBe(tag?.versionTagId);
    await run("destroy.js");
    expect(emulator.snapshot().tags).toEqual([]);
  } finally {
    await emulator.stop();
  }
});

test("the program that backs up all models writes each as a valid file", async () => {
  const backup = listExamples("data-models.md").find((code) => code.includes("backup/"));
  const { stack, emulator, dispose } = await startBench({
    texts: {
      "Pulumi.yaml": "name: backup\nruntime:\n  name: nodejs\n  options:\n    typescript: true\nmain: index.ts\n",
      "index.ts": backup ?? "",
    },
  });
  try {
    await stack.expect(["up", "--yes", "--skip-preview"]);
    expect(await stack.readOutputs()).toEqual({ saved: ["Legacy dataset"] });
    const file = join(stack.directory, `backup/${emulator.seeded.legacyModel}.json`);
    expect(validateSpec(parseSpec(readFileSync(file, "utf8")))).toEqual([]);
  } finally {
    await dispose();
  }
});
