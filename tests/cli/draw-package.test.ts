import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repository } from "../repository";
import { createTemporaryFolder, runInTerminal, runPiped, stabilize } from "./support";

const { dependencies, version } = require("../../provider/package.json") as {
  dependencies: Record<string, string>;
  version: string;
};
const drawer = `pulumi-analytics-diagram@${version}`;

const folder = createTemporaryFolder();
const project = join(folder, "project");
const modules = join(project, "node_modules");
const main = join(modules, "pulumi-analytics/dist/cli/main.js");
const commands = join(folder, "commands");

/** A project with the command in it, without the package that draws. */
beforeEach(() => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, "models"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true }');
  writeFileSync(
    join(project, "models/orders.yaml"),
    "pages: [{ id: p, name: P, elements: [{ id: t, kind: table, name: Orders, columns: [] }] }]\n",
  );
  const own = join(repository, "provider");
  for (const file of ["package.json", "dist/cli/main.js", "dist/cli/perform.js"]) {
    cpSync(join(own, file), join(modules, "pulumi-analytics", file));
  }
  for (const name of Object.keys(dependencies))
    symlinkSync(join(repository, "node_modules", name), join(modules, name));
});

function addDrawer(): void {
  symlinkSync(join(repository, "diagram"), join(modules, "pulumi-analytics-diagram"));
}

/** Package managers that note what they are asked for, and install what the tests have. */
beforeAll(() => {
  mkdirSync(commands);
  for (const name of ["npm", "pnpm", "yarn"]) {
    const script = [
      "#!/bin/sh",
      `echo "${name} $*" > "$PWD/asked"`,
      '[ -e "$PWD/offline" ] && { echo "npm error: no network" >&2; exit 1; }',
      `ln -s "${join(repository, "diagram")}" "$PWD/node_modules/pulumi-analytics-diagram"`,
    ];
    writeFileSync(join(commands, name), `${script.join("\n")}\n`);
    chmodSync(join(commands, name), 0o755);
  }
});

const buildOptions = () => ({
  cwd: project,
  main,
  columns: 250,
  env: { PATH: `${commands}${delimiter}${process.env.PATH}` },
});

const runDiagram = async (...args: string[]) => {
  const { code, stdout, stderr } = await runPiped(["draw", "models", ...args], buildOptions());
  return { code, stdout, stderr: stabilize(stderr, { [project]: "<project>" }) };
};

describe("without the package that draws", () => {
  test.each([
    ["a.svg", "package-lock.json", `npm install -D ${drawer}`],
    ["a.png", "", `npm install -D ${drawer}`],
    ["a.html", "pnpm-lock.yaml", `pnpm add -D ${drawer}`],
    ["b.html", "yarn.lock", `yarn add -D ${drawer}`],
  ])("%s beside %p: one line that says how to install it", async (out, lockfile, command) => {
    if (lockfile !== "") writeFileSync(join(project, lockfile), "");
    const stderr = `error: draw needs the package pulumi-analytics-diagram: ${command}\n`;
    expect(await runDiagram("--out", out)).toEqual({ code: 2, stdout: "", stderr });
  });

  test.each([[["--format", "mermaid"]], [["--format", "dot"]], [["--json"]], [["--out", "a.mmd"]], [["--help"]]])(
    "%p works",
    async (args) => {
      expect(await runDiagram(...args)).toMatchObject({ code: 0, stderr: "" });
    },
  );

  test.each([
    ["", `npm install -D ${drawer}`],
    ["pnpm-lock.yaml", `pnpm add -D ${drawer}`],
    ["yarn.lock", `yarn add -D ${drawer}`],
  ])("in a terminal it offers to install it, and then draws (%p)", async (lockfile, command) => {
    if (lockfile !== "") writeFileSync(join(project, lockfile), "");
    const answers = [{ when: "(y/N)", type: "y\r" }];
    const { code, screen } = await runInTerminal(["draw", "models", "--out", "a.svg"], {
      ...buildOptions(),
      answers,
    });
    expect(screen).toContain(`Run \`${command}\` in ${project}?`);
    expect(screen).toContain("a.svg written: 1 model · 1 element");
    expect(code).toBe(0);
    expect(readFileSync(join(project, "asked"), "utf8")).toBe(`${command}\n`);
  });

  test("in a terminal, declined: nothing is installed", async () => {
    const answers = [{ when: "(y/N)", type: "\r" }];
    const { code, screen } = await runInTerminal(["draw", "models", "--out", "a.svg"], {
      ...buildOptions(),
      answers,
    });
    expect(screen).toContain(`{red:error}: draw needs the package pulumi-analytics-diagram: npm install -D ${drawer}`);
    expect(code).toBe(2);
    expect(() => readFileSync(join(project, "asked"))).toThrow("ENOENT");
  });

  test("in a terminal, when the installation fails: its own words", async () => {
    writeFileSync(join(project, "offline"), "");
    const answers = [{ when: "(y/N)", type: "y\r" }];
    const { code, screen } = await runInTerminal(["draw", "models", "--out", "a.svg"], {
      ...buildOptions(),
      answers,
    });
    expect(screen).toContain(`{red:error}: \`npm install -D ${drawer}\` failed (exit code 1).\nnpm error: no network`);
    expect(code).toBe(2);
  });
});

test("with it, pictures are drawn, from a folder below the project, too", async () => {
  addDrawer();
  expect(await runDiagram("--out", "a.png")).toEqual({
    code: 0,
    stdout: "a.png written: 1 model · 1 element\n",
    stderr: "",
  });
  const below = { ...buildOptions(), cwd: join(project, "models") };
  expect(await runPiped(["draw", "orders.yaml", "--out", "a.svg"], below)).toMatchObject({ code: 0 });
});

test("of another version: one line that says so", async () => {
  const other = join(modules, "pulumi-analytics-diagram");
  mkdirSync(other);
  writeFileSync(join(other, "package.json"), '{ "version": "0.0.9", "main": "./index.js" }');
  expect(await runDiagram("--out", "a.svg")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      `error: draw needs pulumi-analytics-diagram ${version}, but 0.0.9 is installed in ` +
      `<project>/node_modules/pulumi-analytics-diagram: npm install -D ${drawer}\n`,
  });
});
