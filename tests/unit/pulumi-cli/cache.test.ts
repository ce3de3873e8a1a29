import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createCacheSource, installVersion } from "pulumi-cli";
import { createScratchDirectory, GO, goOnPath, read, writeFakePulumi, writeScript } from "./scratch";

const scratch = createScratchDirectory();
let count = 0;
const createDirectory = () => join(scratch, String(count++));

async function find(versions: string) {
  const lines: string[] = [];
  const cli = await createCacheSource({ versions, log: (line) => lines.push(line) }).find();
  return { cli, lines };
}

test("an empty cache has none", async () => {
  expect(await find(createDirectory())).toEqual({ cli: undefined, lines: [] });
});

test("the newest version is used, whatever the order of their names", async () => {
  const versions = createDirectory();
  writeFakePulumi(join(versions, "3.99.0", "bin"), "3.99.0");
  writeFakePulumi(join(versions, "3.249.0", "bin"), "3.249.0");
  const command = writeFakePulumi(join(versions, "3.1000.0", "bin"), "3.1000.0");
  writeFakePulumi(join(versions, ".staging-x", "bin"), "3.2000.0");
  expect((await find(versions)).cli).toMatchObject({ command, version: "3.1000.0", source: "cache" });
});

test("an incomplete version is passed over for an older one", async () => {
  const versions = createDirectory();
  mkdirSync(join(versions, "3.252.0"), { recursive: true });
  const incomplete = writeFakePulumi(join(versions, "3.251.0", "bin"), "3.251.0", []);
  const command = writeFakePulumi(join(versions, "3.250.0", "bin"), "3.250.0");
  const { cli, lines } = await find(versions);
  expect(cli?.command).toBe(command);
  expect(lines).toEqual([`Pulumi: cache: ${incomplete} has no pulumi-language-nodejs`]);
});

describe("our language host", () => {
  const withGo = goOnPath(createDirectory);

  /** A version in a cache, and where its language host is. */
  function createCached() {
    const versions = createDirectory();
    const bin = join(versions, "3.250.0", "bin");
    writeFakePulumi(bin, "3.250.0");
    return { versions, languageHost: join(bin, "pulumi-language-nodejs") };
  }

  test.each([
    ["a script, as earlier releases put there", (path: string) => writeScript(path, "#!/usr/bin/env node\n")],
    ["one of other sources", (path: string) => linkPath(writeScript(buildOtherTool(path), ""), path)],
    ["one that isn't there", (path: string) => linkPath(buildOtherTool(path), path)],
  ])("is renewed when it is %s", async (_, put) => {
    withGo(GO);
    const { versions, languageHost } = createCached();
    put(languageHost);
    const { cli, lines } = await find(versions);
    expect(cli?.version).toBe("3.250.0");
    expect(lines).toEqual([
      expect.stringMatching(/^Pulumi: building pulumi-language with Go/),
      expect.stringMatching(/^Pulumi: built pulumi-language in \d+ s$/),
      "Pulumi: renewed the Node.js language host in the cache",
    ]);
    expect(readlinkSync(languageHost)).toMatch(/\/3\.250\.0-tools\/go-[0-9a-f]{12}\/pulumi-language$/);
    expect((await find(versions)).lines).toEqual([]);
  });

  test("stays as it is where the new one can't be built", async () => {
    withGo(undefined);
    const { versions, languageHost } = createCached();
    writeScript(languageHost, "#!/usr/bin/env node\n");
    const { cli, lines } = await find(versions);
    expect(cli?.version).toBe("3.250.0");
    expect(lines).toEqual([
      expect.stringMatching(/^Pulumi: cache: pulumi-language has to be built, and there is no Go/),
    ]);
    expect(read(languageHost)).toBe("#!/usr/bin/env node\n");
  });

  /** The path of a language host of other sources than these. */
  const buildOtherTool = (path: string) => join(path, "../../../3.250.0-tools/go-old/pulumi-language");

  function linkPath(target: string, path: string): void {
    rmSync(path);
    symlinkSync(target, path);
  }
});

test("an official language host stays as it is", async () => {
  const versions = createDirectory();
  const bin = join(versions, "3.250.0", "bin");
  writeFakePulumi(bin, "3.250.0");
  const languageHost = writeScript(join(bin, "pulumi-language-nodejs"), "\x7fELF and so on");
  expect((await find(versions)).cli?.version).toBe("3.250.0");
  expect(read(languageHost)).toBe("\x7fELF and so on");
});

describe("putting a version in", () => {
  test("takes the place of one that can't be used, and of what a killed process left", async () => {
    const versions = createDirectory();
    writeFakePulumi(join(versions, "3.250.0", "bin"), "3.250.0", []);
    mkdirSync(join(versions, ".staging-killed", "bin"), { recursive: true });
    const cli = await installVersion(versions, "3.250.0", "build", async (staging) => {
      writeFakePulumi(join(staging, "bin"), "3.250.0");
    });
    expect(cli).toMatchObject({ command: join(versions, "3.250.0", "bin", "pulumi"), source: "build" });
    expect(readdirSync(versions)).toEqual(["3.250.0"]);
    expect((await find(versions)).cli?.version).toBe("3.250.0");
  });

  test.each([
    ["fails", () => Promise.reject(new Error("no space"))],
    ["makes nothing", async () => {}],
    [
      "makes one that can't be used",
      async (staging: string) => void writeFakePulumi(join(staging, "bin"), "3.250.0", []),
    ],
  ])("leaves nothing behind when making it %s", async (_, fill) => {
    const versions = createDirectory();
    await expect(installVersion(versions, "3.250.0", "build", fill)).rejects.toThrow();
    expect(existsSync(versions)).toBe(true);
    expect(readdirSync(versions)).toEqual([]);
  });
});
