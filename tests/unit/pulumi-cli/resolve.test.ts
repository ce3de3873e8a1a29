import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MINIMUM_VERSION, PULUMI_VERSION, type PulumiCli, resolvePulumi, type Source } from "pulumi-cli";
import {
  compile,
  createScratchDirectory,
  formBasicPath,
  GO,
  REPOSITORY,
  read,
  runToEnd,
  waitForOutcome,
  waitUntil,
  writeFakePulumi,
  writeScript,
} from "./scratch";

const scratch = createScratchDirectory();
const dist = compile(scratch);
let count = 0;
const createDirectory = () => join(scratch, String(count++));

const cli: PulumiCli = { command: "/opt/pulumi", version: "3.250.0", source: "path", env: {} };

function buildSource(name: string, find: Source["find"]) {
  return { name, find: jest.fn(find) };
}

test("the first source that has one is the last that is asked", async () => {
  const later = buildSource("later", async () => cli);
  const sources = [buildSource("none", async () => undefined), buildSource("some", async () => cli), later];
  expect(await resolvePulumi({ sources })).toBe(cli);
  expect(later.find).not.toHaveBeenCalled();
});

test("a source that fails is reported in one line and passed over", async () => {
  const log = jest.fn();
  const failing = buildSource("download", () => Promise.reject(new Error("unlucky\n  twice")));
  expect(await resolvePulumi({ log, sources: [failing, buildSource("some", async () => cli)] })).toBe(cli);
  expect(log.mock.calls).toEqual([["Pulumi: download: unlucky; twice"]]);
});

test("when none has one, one line says how to install Pulumi", async () => {
  const sources = [
    buildSource("none", async () => undefined),
    buildSource("bad", () => Promise.reject(new Error("x"))),
  ];
  const error = await resolvePulumi({ log: () => {}, sources }).catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toBe(
    `No Pulumi ${MINIMUM_VERSION} or newer was found, downloaded or built: ` +
      "install it as https://www.pulumi.com/docs/install/ says, or install Go, and try again.",
  );
});

test("what is downloaded and what is built is the same version", () => {
  const goMod = read(join(REPOSITORY, "tools", "pulumi-cli", "go", "go.mod"));
  const modules = [...goMod.matchAll(/^\tgithub\.com\/pulumi\/pulumi\/(\w+)\/v3 v(\S+)/gm)];
  expect(modules.map(([, name, version]) => ({ name, version }))).toEqual([
    { name: "pkg", version: PULUMI_VERSION },
    { name: "sdk", version: PULUMI_VERSION },
  ]);
});

describe("the command", () => {
  const run = (args: string[], env: NodeJS.ProcessEnv) =>
    runToEnd(process.execPath, [join(dist, "main.js"), ...args], env);

  test("prefers PATH to the cache and prints what it would run", async () => {
    const [bin, home] = [createDirectory(), createDirectory()];
    const command = writeFakePulumi(bin, "3.240.0");
    writeFakePulumi(join(home, "versions", "3.250.0", "bin"), "3.250.0");
    const outcome = await run([], { PATH: formBasicPath(bin), PULUMI_HOME: home });
    expect(outcome).toEqual({ code: 0, stdout: `${command}\n`, stderr: "" });
  });

  test("runs the one of the cache with its folder on PATH, and ends as it ends", async () => {
    const home = createDirectory();
    const bin = join(home, "versions", "3.250.0", "bin");
    const command = writeFakePulumi(bin, "3.250.0");
    const script = `${read(command)}echo "$@" "$PATH" "$PULUMI_SKIP_UPDATE_CHECK"; [ "$1" = version ] || exit 7\n`;
    writeFileSync(command, script);
    const outcome = await run(["up", "--yes"], { PATH: formBasicPath(), PULUMI_HOME: home });
    expect(outcome).toEqual({ code: 7, stdout: `v3.250.0\nup --yes ${bin}:${formBasicPath()} true\n`, stderr: "" });
  });
});

describe("several processes", () => {
  /** Starts a process whose only source takes until the file `go` exists, and notes each start of it in `starts`. */
  function start(home: string) {
    const script = `
      const fs = require("node:fs");
      const path = require("node:path");
      const { createCacheSource, installVersion, shareSource,
        resolvePulumi } = require(${JSON.stringify(join(dist, "index.js"))});
      const [home] = process.argv.slice(1);
      const versions = path.join(home, "versions");
      const log = (line) => process.stderr.write(line + "\\n");
      const slow = {
        name: "slow",
        find: () => installVersion(versions, "3.250.0", "build", async (staging) => {
          fs.appendFileSync(path.join(home, "starts"), "x");
          while (!fs.existsSync(path.join(home, "go"))) await new Promise((resolve) => setTimeout(resolve, 20));
          fs.cpSync(path.join(home, "made"), path.join(staging, "bin"), { recursive: true });
        }),
      };
      resolvePulumi({ log, sources: [createCacheSource({ versions, log }), shareSource([slow], { versions, log })] })
        .then((cli) => process.stdout.write(cli.source + " " + cli.command));
    `;
    return spawn(process.execPath, ["-e", script, home], { stdio: ["ignore", "pipe", "pipe"] });
  }

  test("do the work once and share its result", async () => {
    const home = createDirectory();
    writeFakePulumi(join(home, "made"), "3.250.0");
    const first = start(home);
    const firstOutcome = waitForOutcome(first);
    await waitUntil(() => existsSync(join(home, "starts")));
    const second = start(home);
    const secondOutcome = waitForOutcome(second);
    await new Promise((resolve) => second.stderr.once("data", resolve));
    writeFileSync(join(home, "go"), "");

    const command = join(home, "versions", "3.250.0", "bin", "pulumi");
    expect(await firstOutcome).toEqual({ code: 0, stdout: `build ${command}`, stderr: "" });
    expect(await secondOutcome).toEqual({
      code: 0,
      stdout: `cache ${command}`,
      stderr: "Pulumi: another process is installing it, waiting for that\n",
    });
    expect(read(join(home, "starts"))).toBe("x");
  });

  test("aren't stopped by one that was killed half-way", async () => {
    const home = createDirectory();
    writeFakePulumi(join(home, "made"), "3.250.0");
    const victim = start(home);
    await waitUntil(() => existsSync(join(home, "starts")));
    victim.kill("SIGKILL");
    await waitForOutcome(victim);
    const versions = join(home, "versions");
    expect(readdirSync(join(versions, ".lock"))).toHaveLength(1);
    expect(readdirSync(versions)).toEqual([".lock", expect.stringMatching(/^\.staging-/)]);

    writeFileSync(join(home, "go"), "");
    const outcome = await waitForOutcome(start(home));
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^build /), stderr: "" });
    expect(readdirSync(versions)).toEqual([".lock", "3.250.0"]);
    expect(readdirSync(join(versions, ".lock"))).toEqual([]);
  });
});

describe("the build", () => {
  const script = `
    const { buildSource } = require(${JSON.stringify(join(dist, "index.js"))});
    const log = (line) => process.stderr.write(line + "\\n");
    buildSource({ versions: process.argv[1], log }).find().then(
      (cli) => process.stdout.write(JSON.stringify(cli ?? null)),
      (error) => process.stdout.write("failed: " + error.message.split("\\n").at(-2)),
    );
  `;

  /** Builds with a shell script in place of Go. */
  async function build(go: string | undefined) {
    const [bin, versions] = [createDirectory(), createDirectory()];
    if (go !== undefined) writeScript(join(bin, "go"), go);
    const outcome = await runToEnd(process.execPath, ["-e", script, versions], { PATH: `${bin}:/bin` });
    return { ...outcome, versions };
  }

  test("puts the companions beside the binary", async () => {
    const { stdout, stderr, versions } = await build(GO);
    const bin = join(versions, PULUMI_VERSION, "bin");
    expect(JSON.parse(stdout)).toMatchObject({ command: join(bin, "pulumi"), version: "3.250.0", source: "build" });
    expect(readdirSync(bin).sort()).toEqual(["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]);
    expect(read(join(bin, "pulumi-language-nodejs"))).toContain("./pulumi-language");
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^Pulumi: building 3\.\S+ with Go, /),
      expect.stringMatching(/^Pulumi: building pulumi-language with Go, /),
      expect.stringMatching(/^Pulumi: built pulumi-language in \d+ s$/),
      expect.stringMatching(/^Pulumi: built 3\.\S+ with Go in \d+ s$/),
      "",
    ]);
  });

  test("tells what Go said when it fails", async () => {
    const { stdout, versions } = await build(
      `#!/bin/sh\n[ "$1" = env ] && exit\necho 'no required module' >&2; exit 1\n`,
    );
    expect(stdout).toBe("failed: no required module");
    expect(readdirSync(versions)).toEqual([]);
  });

  test("is no source without Go", async () => {
    expect(await build(undefined)).toMatchObject({ stdout: "null", stderr: "" });
  });
});
