import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MINIMUM_VERSION, PULUMI_VERSION } from "pulumi-cli";
import {
  compile,
  createScratchDirectory,
  formBasicPath,
  GO,
  type Outcome,
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
const main = join(dist, "main.js");
let count = 0;
const createDirectory = () => join(scratch, String(count++));

/** A home, and the folder of the CLI in its cache. */
function createHome() {
  const home = createDirectory();
  return { home, versions: join(home, "versions"), bin: join(home, "versions", PULUMI_VERSION, "bin") };
}

/** A PATH with a script in place of Go. */
function putGo(script = GO): string {
  const bin = createDirectory();
  writeScript(join(bin, "go"), script);
  return bin;
}

const run = (home: string, path: readonly string[], args: readonly string[] = []): Promise<Outcome> =>
  runToEnd(process.execPath, [main, ...args], { PATH: formBasicPath(...path), PULUMI_HOME: home });

const HOSTS = ["pulumi-language-nodejs", "pulumi-language-python", "pulumi-language-yaml"];

test("what is downloaded and what is built is the same version", () => {
  const goMod = read(join(REPOSITORY, "tools", "pulumi-cli", "go", "go.mod"));
  const modules = [...goMod.matchAll(/^\tgithub\.com\/pulumi\/pulumi\/(\w+)\/v3 v(\S+)/gm)];
  expect(modules.map(([, name, version]) => ({ name, version }))).toEqual([
    { name: "pkg", version: PULUMI_VERSION },
    { name: "sdk", version: PULUMI_VERSION },
  ]);
});

describe("PATH", () => {
  test("is preferred to the cache, and the command prints what it would run", async () => {
    const { home, bin } = createHome();
    const own = createDirectory();
    const command = writeFakePulumi(own, "3.240.0");
    writeFakePulumi(bin, PULUMI_VERSION);
    expect(await run(home, [own])).toEqual({ code: 0, stdout: `${command}\n`, stderr: "" });
  });

  test.each([
    ["has no companions", (bin: string) => writeFakePulumi(bin, "3.250.0", []), "has no pulumi-language-nodejs"],
    ["is too old", (bin: string) => writeFakePulumi(bin, "3.100.0"), `is 3.100.0, older than ${MINIMUM_VERSION}`],
    ["tells no version", (bin: string) => writeFakePulumi(bin, "x"), "doesn't tell its version"],
    [
      "doesn't start",
      (bin: string) => {
        writeFakePulumi(bin, "x");
        return writeScript(join(bin, "pulumi"), "#!/bin/sh\nexit 1\n");
      },
      "doesn't start",
    ],
  ])("is passed over where its pulumi %s, with the reason", async (_, write, reason) => {
    const { home, bin } = createHome();
    const own = createDirectory();
    const unusable = write(own);
    const command = writeFakePulumi(bin, PULUMI_VERSION);
    const stderr = `Pulumi: PATH: ${unusable} ${reason}\n`;
    expect(await run(home, [own])).toEqual({ code: 0, stdout: `${command}\n`, stderr });
  });

  test("has the first that is usable", async () => {
    const [old, own] = [createDirectory(), createDirectory()];
    writeFakePulumi(old, "3.100.0");
    const command = writeFakePulumi(own, "3.250.0");
    expect((await run(createHome().home, [old, own])).stdout).toBe(`${command}\n`);
  });
});

describe("the cache", () => {
  test("runs with its folder on PATH, and ends as it ends", async () => {
    const { home, bin } = createHome();
    const command = writeFakePulumi(bin, "3.250.0");
    const script = `${read(command)}echo "$@" "$PATH" "$PULUMI_SKIP_UPDATE_CHECK"; [ "$1" = version ] || exit 7\n`;
    writeFileSync(command, script);
    const outcome = await run(home, [], ["up", "--yes"]);
    expect(outcome).toEqual({ code: 7, stdout: `v3.250.0\nup --yes ${bin}:${formBasicPath()} true\n`, stderr: "" });
  });

  test("has official language hosts as they are", async () => {
    const { home, bin } = createHome();
    writeFakePulumi(bin, "3.250.0");
    const host = writeScript(join(bin, "pulumi-language-nodejs"), "\x7fELF and so on");
    expect(await run(home, [putGo()])).toMatchObject({ code: 0, stderr: "" });
    expect(read(host)).toBe("\x7fELF and so on");
  });

  test.each([true, false])("has hosts of other sources renewed (with Go: %s)", async (withGo) => {
    const { home, bin, versions } = createHome();
    const command = writeFakePulumi(bin, "3.250.0");
    const old = writeScript(join(versions, `${PULUMI_VERSION}-tools/go-old/pulumi-language`), "#!/bin/sh\n");
    for (const host of HOSTS) {
      rmSync(join(bin, host), { force: true });
      symlinkSync(old, join(bin, host));
    }
    const { stdout, stderr } = await run(home, withGo ? [putGo()] : []);
    expect(stdout).toBe(`${command}\n`);
    const target = readlinkSync(join(bin, "pulumi-language-nodejs"));
    if (!withGo) {
      expect(target).toBe(old);
      expect(stderr).toMatch(/^Pulumi: cache: pulumi-language has to be built, and there is no Go/);
      return;
    }
    expect(target).toMatch(/-tools\/go-[0-9a-f]{12}\/pulumi-language$/);
    expect(readlinkSync(join(bin, "pulumi-language-yaml"))).toMatch(/\/go-yaml-[0-9a-f]{12}\/pulumi-language-yaml$/);
    expect(await run(home, [putGo()])).toMatchObject({ code: 0, stderr: "" });
  });
});

/** No download is tried: whatever is asked for over the network fails at once. */
const offline = join(scratch, "offline.js");
writeFileSync(offline, 'globalThis.fetch = () => Promise.reject(new Error("offline"));\n');
const startOffline = (home: string, path: readonly string[]) =>
  spawn(process.execPath, ["--require", offline, main], {
    env: { PATH: formBasicPath(...path), PULUMI_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
const runOffline = (home: string, path: readonly string[]) => waitForOutcome(startOffline(home, path));

const unreachable = "Pulumi: download: get.pulumi.com can't be reached (offline)";

describe("the build", () => {
  test("has companions beside the binary, and serves the next time", async () => {
    const { home, bin, versions } = createHome();
    const { code, stdout, stderr } = await runOffline(home, [putGo()]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(bin, "pulumi")}\n` });
    expect(readdirSync(bin).sort()).toEqual(["pulumi", ...HOSTS, "pulumi-resource-pulumi-nodejs"]);
    expect(read(join(bin, "pulumi-language-python"))).toContain("./pulumi-language");
    expect(read(join(bin, "pulumi-language-yaml"))).toContain("pulumi-yaml/cmd/pulumi-language-yaml");
    expect(stderr.split("\n").map((line) => line.replace(PULUMI_VERSION, "V"))).toEqual([
      unreachable,
      "Pulumi: building V with Go, which takes some minutes",
      "Pulumi: building pulumi-language with Go, which takes some minutes the first time",
      "Pulumi: built pulumi-language",
      "Pulumi: building pulumi-language-yaml with Go, which takes some minutes the first time",
      "Pulumi: built pulumi-language-yaml",
      "",
    ]);
    expect(await runOffline(home, [])).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(versions).sort()).toEqual([PULUMI_VERSION, `${PULUMI_VERSION}-tools`]);
  });

  test("tells what Go said when it fails, and leaves nothing", async () => {
    const { home, versions } = createHome();
    const go = putGo(`#!/bin/sh\n[ "$1" = env ] && exit\necho 'no required module' >&2; exit 1\n`);
    const { code, stderr } = await runOffline(home, [go]);
    expect(code).toBe(1);
    expect(stderr).toContain("no required module");
    expect(readdirSync(versions)).toEqual([]);
  });

  test("isn't possible without Go: one line says how to install Pulumi", async () => {
    const { home } = createHome();
    const { code, stderr } = await runOffline(home, []);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `${unreachable}\nNo Pulumi ${MINIMUM_VERSION} or newer was found, downloaded or built: ` +
        "install it as https://www.pulumi.com/docs/install/ says, or install Go, and try again.\n",
    );
  });

  /** Go that takes until the file `go` exists, and notes each start of it in `starts`. */
  const writeSlowGo = (home: string) => {
    mkdirSync(home, { recursive: true });
    const wait = `echo x >> ${home}/starts\nwhile [ ! -e ${home}/go ]; do sleep 0.05; done\n`;
    return putGo(GO.replace('[ "$1" = env ] && exit\n', `[ "$1" = env ] && exit\n${wait}`));
  };

  test("is done once by several processes, which share its result", async () => {
    const { home } = createHome();
    const go = writeSlowGo(home);
    const first = runOffline(home, [go]);
    await waitUntil(() => existsSync(join(home, "starts")));
    const second = startOffline(home, [go]);
    const secondOutcome = waitForOutcome(second);
    await new Promise((resolve) => second.stderr.once("data", resolve));
    writeFileSync(join(home, "go"), "");
    const { stdout } = await first;
    expect(await secondOutcome).toEqual({
      code: 0,
      stdout,
      stderr: "Pulumi: another process is installing it, waiting for that\n",
    });
    // The CLI, and the two programs that hold its language hosts.
    expect(read(join(home, "starts"))).toBe("x\n".repeat(3));
  });

  test("isn't stopped by one that was killed half-way", async () => {
    const { home, versions } = createHome();
    const go = writeSlowGo(home);
    const victim = startOffline(home, [go]);
    await waitUntil(() => existsSync(join(home, "starts")));
    victim.kill("SIGKILL");
    await waitForOutcome(victim);
    expect(existsSync(join(versions, PULUMI_VERSION))).toBe(false);
    writeFileSync(join(home, "go"), "");
    expect(await runOffline(home, [go])).toMatchObject({ code: 0 });
    expect(readdirSync(versions).sort()).toEqual([PULUMI_VERSION, `${PULUMI_VERSION}-tools`]);
  });
});
