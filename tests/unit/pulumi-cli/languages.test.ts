import { mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { codegen, languageHost, type PulumiCli } from "pulumi-cli";
import { basicPath, fakePulumi, REPOSITORY, read, scratchDirectory, writeScript } from "./scratch";

const scratch = realpathSync(scratchDirectory());
let count = 0;
const directory = () => {
  const made = join(scratch, String(count++));
  mkdirSync(made);
  return made;
};

/** In place of Go: a program that says what it was built from. */
const GO = `#!/bin/sh
[ "$1" = env ] && exit
for last; do :; done
while [ "$1" != -o ]; do shift; done
mkdir -p "\${2%/*}"
printf "#!/bin/sh\\necho $last\\n" > "$2"
chmod +x "$2"
`;
const bundledPython = join(REPOSITORY, "tools/pulumi-cli/dist/pulumi-language-python.js");

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

/** A PATH with Go, or without. */
function withGo(script: string | undefined): void {
  const bin = directory();
  if (script !== undefined) writeScript(join(bin, "go"), script);
  process.env.PATH = `${bin}:/bin`;
}

/** A home, and a CLI that is in its cache. */
function cached(): { home: string; cli: PulumiCli; bin: string } {
  const home = directory();
  const bin = join(home, "versions/3.250.0/bin");
  return { home, bin, cli: cliOf(fakePulumi(bin, "3.250.0"), "cache") };
}

function cliOf(command: string, source: PulumiCli["source"]): PulumiCli {
  return { command, version: "3.250.0", source, env: {} };
}

async function find(language: "yaml" | "python", { home, cli }: { home: string; cli: PulumiCli }) {
  const lines: string[] = [];
  const folder = await languageHost(language, { home, cli, log: (line) => lines.push(line) });
  return { folder, lines };
}

describe("an official language host", () => {
  test.each(["yaml", "python"] as const)("for %s beside the CLI is used as it is", async (language) => {
    const { home, bin, cli } = cached();
    const host = writeScript(join(bin, `pulumi-language-${language}`), "\x7fELF");
    expect(await find(language, { home, cli })).toEqual({ folder: bin, lines: [] });
    expect(read(host)).toBe("\x7fELF");
  });

  test("is beside the binary that a link leads to", async () => {
    const { home, bin, cli } = cached();
    writeScript(join(bin, "pulumi-language-python"), "\x7fELF");
    const linked = join(directory(), "pulumi");
    symlinkSync(cli.command, linked);
    expect((await find("python", { home, cli: cliOf(linked, "path") })).folder).toBe(bin);
  });

  test("on PATH is used", async () => {
    const bin = directory();
    writeScript(join(bin, "pulumi-language-yaml"), "\x7fELF");
    process.env.PATH = `/bin:${bin}`;
    expect(await find("yaml", cached())).toEqual({ folder: bin, lines: [] });
  });
});

describe("the language host for YAML", () => {
  test("is built once, and linked beside a CLI that is in the cache", async () => {
    withGo(GO);
    const { home, bin, cli } = cached();
    const { folder, lines } = await find("yaml", { home, cli });
    expect(folder).toBe(bin);
    expect(lines).toEqual([
      expect.stringMatching(/^Pulumi: building pulumi-language-yaml with Go/),
      expect.stringMatching(/^Pulumi: built pulumi-language-yaml in \d+ s$/),
    ]);
    expect(read(join(bin, "pulumi-language-yaml"))).toContain("pulumi-yaml/cmd/pulumi-language-yaml");
    expect(await find("yaml", { home, cli })).toEqual({ folder: bin, lines: [] });
  });

  test("is linked again when what is wanted is another one", async () => {
    withGo(GO);
    const { home, bin, cli } = cached();
    const old = writeScript(join(home, "versions/3.250.0-tools/pulumi-language-yaml-old/pulumi-language-yaml"), "");
    symlinkSync(old, join(bin, "pulumi-language-yaml"));
    await find("yaml", { home, cli });
    expect(readlinkSync(join(bin, "pulumi-language-yaml"))).not.toBe(old);
  });

  test("is in a folder of the cache for a CLI elsewhere", async () => {
    withGo(GO);
    const home = directory();
    const own = directory();
    const { folder } = await find("yaml", { home, cli: cliOf(fakePulumi(own, "3.250.0"), "path") });
    expect(folder).toBe(join(home, "versions/3.250.0-tools/pulumi-language-yaml"));
    expect(readdirSync(own)).not.toContain("pulumi-language-yaml");
  });

  test("can't be had without Go", async () => {
    withGo(undefined);
    await expect(find("yaml", cached())).rejects.toThrow(
      "pulumi-language-yaml has to be built, and there is no Go: install Go, or the official Pulumi CLI, which has it.",
    );
  });

  test("that doesn't build says what Go said, and leaves nothing", async () => {
    withGo('#!/bin/sh\n[ "$1" = env ] && exit\necho no required module >&2; exit 1\n');
    const { home, cli } = cached();
    await expect(find("yaml", { home, cli })).rejects.toThrow(
      /^pulumi-language-yaml could not be built with Go: .*no required module$/,
    );
    expect(readdirSync(join(home, "versions")).sort()).toEqual([".lock", "3.250.0"]);
  });
});

describe("the language host for Python", () => {
  test("is a replacement, and renewed", async () => {
    const { home, bin, cli } = cached();
    process.env.PATH = basicPath();
    expect((await find("python", { home, cli })).folder).toBe(bin);
    expect(read(join(bin, "pulumi-language-python"))).toBe(read(bundledPython));
    writeScript(join(bin, "pulumi-language-python"), "#!/usr/bin/env node\n// of another day\n");
    await find("python", { home, cli });
    expect(read(join(bin, "pulumi-language-python"))).toBe(read(bundledPython));
  });

  test("is in a folder of the cache for a CLI elsewhere", async () => {
    process.env.PATH = basicPath();
    const home = directory();
    const { folder } = await find("python", { home, cli: cliOf(fakePulumi(directory(), "3.250.0"), "path") });
    expect(folder).toBe(join(home, "versions/3.250.0-tools/pulumi-language-python"));
    expect(read(join(folder, "pulumi-language-python"))).toBe(read(bundledPython));
  });
});

test("codegen is built once, and two who ask at the same time share it", async () => {
  withGo(GO);
  const home = directory();
  const lines: string[] = [];
  const ask = () => codegen({ home, log: (line) => lines.push(line) });
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one).toBe(other);
  expect(dirname(dirname(one))).toBe(join(home, "versions/3.250.0-tools"));
  expect(read(one)).toContain("./codegen");
  expect(lines.filter((line) => line.startsWith("Pulumi: building"))).toHaveLength(1);
});
