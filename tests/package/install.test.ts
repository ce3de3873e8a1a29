import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startEmulator } from "analytics-emulator";
import { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { chooseCases, testOfAll } from "../cases";
import { findFreePort, getCli, projectYaml, repository } from "../engine/support";
import { packAll } from "./packed";

const run = promisify(execFile);

const { version } = require("../../provider/package.json") as { version: string };

/** A program as a user of the packed package writes it, in plain JavaScript. */
const program = `
const analytics = require("pulumi-analytics");
const tag = new analytics.Tag("production", { name: "Production", color: "grass" });
const model = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: new (require("@pulumi/pulumi").Config)().require("folderId"),
  spec: "pages: [{ id: p, name: P, elements: [] }]",
});
exports.tag = tag.id;
exports.model = model.id;
`;

/** A program in TypeScript that uses what has types made of zod's. */
const typed = `
import { getTeamOutput } from "pulumi-analytics";
import * as host from "pulumi-analytics/host";
import * as native from "pulumi-analytics/native";
import * as policy from "pulumi-analytics/policy";
import type { DataModelSpec } from "pulumi-analytics/spec";
import * as testing from "pulumi-analytics/testing";
export const all = [host, native, policy, testing, getTeamOutput({ name: "Finance" }).id];
export const model: DataModelSpec = { pages: [{ id: "p", name: "P", elements: [] }] };
// @ts-expect-error Elements are a list.
export const wrong: DataModelSpec = { pages: [{ id: "p", name: "P", elements: 1 }] };
`;

/** Without what says nothing about the package. */
const quickly = ["--prefer-offline", "--no-audit", "--no-fund"];

/**
 * What beside the SDK an installation may bring. More than half of the bytes are those of libraries: zod has 6 million,
 * half of them its own sources, axios 2 and js-yaml 2. The library of `mcp` has a quarter of a million.
 */
const bound = { packages: 60, bytes: 21_250_000 };

/** The packages of an installation by their places, with the bytes of their files. */
function listInstalled(project: string): Map<string, number> {
  const lockfile = readFileSync(join(project, "node_modules/.package-lock.json"), "utf8");
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, object> };
  return new Map(Object.keys(packages).map((place) => [place, countBytes(join(project, place))]));
}

function countBytes(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "node_modules");
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? countBytes(path) : statSync(path).size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What npx runs, without npm: that takes a third of a second. */
function formCommand(project: string, ...words: string[]) {
  return run(join(project, "node_modules/.bin/pulumi-analytics"), words, { cwd: project });
}

/** A project with the package installed: the command, other entries, and a program that is applied. */
async function expectWorking(project: string): Promise<void> {
  await writeFile(join(project, "model.yaml"), "schemaVersion: 1\npages: [{ id: p, name: P, elements: [] }]\n");
  const asked = await run("npx", ["--no-install", "pulumi-analytics", "--version"], { cwd: project });
  expect(asked.stdout).toBe(`${version}\n`);
  expect(JSON.parse((await formCommand(project, "validate", "--json", "model.yaml")).stdout)).toMatchObject({
    files: 1,
    errors: 0,
  });
  const agent = new Client({ name: "agent", version: "1.0.0" });
  const command = join(project, "node_modules/.bin/pulumi-analytics");
  await agent.connect(new StdioClientTransport({ command, args: ["mcp"], cwd: project }));
  const told = await agent.callTool({ name: "read", arguments: { document: "model.yaml" } });
  expect(told.structuredContent).toMatchObject({ exit: 0, result: { type: "data model", name: "model" } });
  const { contents } = await agent.readResource({ uri: "pulumi-analytics://schema/data-model.json" });
  expect(contents).toEqual([expect.objectContaining({ mimeType: "application/schema+json" })]);
  await agent.close();
  const embed = 'import("pulumi-analytics/embed").then(({ embedEvents }) => console.log(embedEvents.noData))';
  expect((await run(process.execPath, ["-e", embed], { cwd: project })).stdout).toBe("document:element:nodata\n");

  const mocked = `require("@pulumi/pulumi").runtime.setMocks(require("pulumi-analytics/testing").mocks());
    new (require("pulumi-analytics").Tag)("t", { name: "T", color: "plum" }).id.apply(console.log)`;
  expect((await run(process.execPath, ["-e", mocked], { cwd: project })).stdout).toBe("t-id\n");

  const emulator = await startEmulator({ seed: 1 });
  const stack = await TemporaryStack.create({
    cli: await getCli(),
    files: {},
    texts: { "Pulumi.yaml": projectYaml, "index.js": program },
    nodeModules: join(project, "node_modules"),
    config: {
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      folderId: emulator.seeded.folders.models,
    },
    secrets: { "analytics:clientSecret": emulator.clientSecret },
  });
  try {
    expect(await stack.expect(["up", "--yes", "--skip-preview"])).toContain("3 created");
    expect(emulator.snapshot().tags.map(({ name }) => name)).toEqual(["Production"]);
  } finally {
    await stack.dispose();
    await emulator.stop();
  }
}

describe("the packed package, in an empty project", () => {
  let folder: string;
  let tarball: string;
  let drawer: string;
  let others: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "pulumi-analytics-pack-"));
    const findFile = await packAll(folder);
    tarball = findFile("pulumi-analytics");
    drawer = findFile("pulumi-analytics-diagram");
    others = [findFile("pulumi-analytics-policies"), findFile("analytics-emulator")];
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is light beside the SDK, and works; the package that draws is added when pictures are wanted", async () => {
    const project = join(folder, "light");
    await mkdir(project);
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true }));
    const install = (...packages: string[]) =>
      run("npm", ["install", ...quickly, "--ignore-scripts", ...packages], { cwd: project });
    // The older end of the range of the peer dependency.
    await install("@pulumi/pulumi@3.160.0");
    const before = listInstalled(project);
    await install(tarball);
    const brought = [...listInstalled(project)].filter(([place]) => !before.has(place));
    expect(brought.map(([place]) => place)).toContain("node_modules/pulumi-analytics");
    // What is above the bound shows by its name.
    expect(brought.length > bound.packages ? brought.map(([place]) => place) : []).toEqual([]);
    const bytes = brought.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes > bound.bytes ? Object.fromEntries(brought) : {}).toEqual({});

    await writeFile(join(project, "typed.ts"), typed);
    const strict = ["--noEmit", "--strict", "--skipLibCheck", "false", "--types", "node"];
    // The first one doesn't know the exports of a package, and many projects still have it.
    for (const resolution of chooseCases([
      ["--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "6.0"],
      ["--module", "node20"],
    ])) {
      const options = [...strict, ...resolution, "typed.ts"];
      // TypeScript 7 has lost the first one.
      const compiled = run(join(repository, "node_modules/.bin/tsc6"), options, { cwd: project });
      const { stdout: errors } = await compiled.catch((error: { stdout: string }) => error);
      // Who writes policies has that one installed.
      expect(errors.split("\n").filter((line) => line !== "" && !line.includes("'@pulumi/policy'"))).toEqual([]);
    }

    const element = "{ id: t, kind: table, name: Orders, columns: [] }";
    await writeFile(join(project, "model.yaml"), `pages: [{ id: p, name: P, elements: [${element}] }]\n`);
    const draw = (...words: string[]) => formCommand(project, "draw", "model.yaml", ...words);
    expect((await draw()).stdout).toContain("flowchart");
    await expect(draw("--out", "model.svg")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "error: draw needs the package pulumi-analytics-diagram: npm install -D " +
          `pulumi-analytics-diagram@${version}\n`,
      ),
    });

    await install("--save-dev", drawer);
    const starts = { "model.svg": "<svg xml", "model.png": "\x89PNG\r\n\x1a\n", "model.html": "<!doctyp" };
    for (const [file, start] of Object.entries(starts)) {
      expect((await draw("--out", file)).stdout).toBe(`${file} written: 1 model · 1 element\n`);
      expect((await readFile(join(project, file), "latin1")).slice(0, 8)).toBe(start);
    }
    await expectWorking(project);
  });

  test("init --emulator leads from an empty folder to a model's preview, judged by the policies", async () => {
    const project = join(folder, "shop");
    await mkdir(project);
    const { command, env } = await getCli();
    const environment = {
      ...process.env,
      ...env,
      PATH: [dirname(command), env.PATH, process.env.PATH].join(delimiter),
      PULUMI_HOME: join(folder, "home"),
    };
    await writeFile(join(project, "package.json"), "{}");
    await run("npm", ["install", ...quickly, tarball, ...others], { cwd: project });
    const { stdout, stderr } = await run(
      "npx",
      ["--no-install", "pulumi-analytics", "init", "--emulator", `${await findFreePort()}`],
      {
        cwd: project,
        env: environment,
      },
    );
    expect(stderr).toMatch(/DataModel orders create[\s\S]*✅ shop@v1\.0\.0 \(local: policies\)[\s\S]*\+ 2 to create/);
    expect(stdout).toContain(
      "shop is ready: the preview of stack emulator succeeded. The model is models/orders.yaml.",
    );
    expect(stdout).toMatch(/Then open http:\/\/127\.0\.0\.1:\d+ in a browser/);
    const settings = await readFile(join(project, "Pulumi.emulator.yaml"), "utf8");
    expect(settings).toMatch(/analytics:clientSecret:\s+secure: v1:/);

    // A new terminal has nothing of this one: it needs what the README says, and no more.
    const readme = await readFile(join(project, "README.md"), "utf8");
    const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = ""]) => text);
    const [start = "", work = ""] = blocks;
    const { PATH, PULUMI_HOME } = environment;
    const terminal = { HOME: folder, PATH, PULUMI_HOME, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const script = [
      "set -me",
      "trap 'kill %1' EXIT",
      start,
      "for round in $(seq 20); do npx --no-install pulumi-analytics doctor > doctor.txt && break; sleep 1; done",
      work.replaceAll(/^pulumi up/gm, "pulumi up --yes --skip-preview"),
      // Commands of this package need no passphrase.
      "unset PULUMI_CONFIG_PASSPHRASE",
      "npx --no-install pulumi-analytics diff models/orders.yaml live:Acme/Models/Orders",
    ].join("\n");
    const worked = await run("bash", ["-c", script], { cwd: project, env: terminal });
    expect(worked.stdout).toMatch(/\+ 2 created[\s\S]*The contents are the same\./);
    expect(await readFile(join(project, "doctor.txt"), "utf8")).not.toMatch(/failed|✗/);
  });

  // The other end of the range of the peer dependency, by another package manager.
  testOfAll("installs with pnpm beside a newer @pulumi/pulumi, and works", async () => {
    const project = join(folder, "pnpm");
    await mkdir(project);
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true }));
    const pnpm = [join(repository, "node_modules/pnpm/bin/pnpm.cjs"), "add", "--config.engine-strict=false"];
    await run(process.execPath, [...pnpm, tarball, "@pulumi/pulumi@3.270.0"], { cwd: project, maxBuffer: 1 << 26 });
    await expectWorking(project);
  });
});
