import { mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { findCodegen, findLanguageHost, type PulumiCli } from "pulumi-cli";
import { createScratchDirectory, GO, goOnPath, read, writeFakePulumi, writeScript } from "./scratch";

const scratch = realpathSync(createScratchDirectory());
let count = 0;
const createDirectory = () => {
  const made = join(scratch, String(count++));
  mkdirSync(made);
  return made;
};

const withGo = goOnPath(createDirectory);

/** A home, and a CLI that is in its cache. */
function createCached(): { home: string; cli: PulumiCli; bin: string } {
  const home = createDirectory();
  const bin = join(home, "versions/3.250.0/bin");
  return { home, bin, cli: buildCli(writeFakePulumi(bin, "3.250.0"), "cache") };
}

function buildCli(command: string, source: PulumiCli["source"]): PulumiCli {
  return { command, version: "3.250.0", source, env: {} };
}

async function find(language: "yaml" | "python", { home, cli }: { home: string; cli: PulumiCli }) {
  const lines: string[] = [];
  const folder = await findLanguageHost(language, { home, cli, log: (line) => lines.push(line) });
  return { folder, lines };
}

describe("an official language host", () => {
  test.each(["yaml", "python"] as const)("for %s beside the CLI is used as it is", async (language) => {
    const { home, bin, cli } = createCached();
    const host = writeScript(join(bin, `pulumi-language-${language}`), "\x7fELF");
    expect(await find(language, { home, cli })).toEqual({ folder: bin, lines: [] });
    expect(read(host)).toBe("\x7fELF");
  });

  test("is beside the binary that a link leads to", async () => {
    const { home, bin, cli } = createCached();
    writeScript(join(bin, "pulumi-language-python"), "\x7fELF");
    const linked = join(createDirectory(), "pulumi");
    symlinkSync(cli.command, linked);
    expect((await find("python", { home, cli: buildCli(linked, "path") })).folder).toBe(bin);
  });

  test("on PATH is used", async () => {
    const bin = createDirectory();
    writeScript(join(bin, "pulumi-language-yaml"), "\x7fELF");
    process.env.PATH = `/bin:${bin}`;
    expect(await find("yaml", createCached())).toEqual({ folder: bin, lines: [] });
  });
});

describe("the language host for YAML", () => {
  test("is built once, and linked beside a CLI that is in the cache", async () => {
    withGo(GO);
    const { home, bin, cli } = createCached();
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
    const { home, bin, cli } = createCached();
    const old = writeScript(join(home, "versions/3.250.0-tools/pulumi-language-yaml-old/pulumi-language-yaml"), "");
    symlinkSync(old, join(bin, "pulumi-language-yaml"));
    await find("yaml", { home, cli });
    expect(readlinkSync(join(bin, "pulumi-language-yaml"))).not.toBe(old);
  });

  test("is in a folder of the cache for a CLI elsewhere", async () => {
    withGo(GO);
    const home = createDirectory();
    const own = createDirectory();
    const { folder } = await find("yaml", { home, cli: buildCli(writeFakePulumi(own, "3.250.0"), "path") });
    expect(folder).toBe(join(home, "versions/3.250.0-tools/pulumi-language-yaml"));
    expect(readdirSync(own)).not.toContain("pulumi-language-yaml");
  });

  test("can't be had without Go", async () => {
    withGo(undefined);
    await expect(find("yaml", createCached())).rejects.toThrow(
      "pulumi-language-yaml has to be built, and there is no Go: install Go, or the official Pulumi CLI, which has it.",
    );
  });

  test("that doesn't build says what Go said, and leaves nothing", async () => {
    withGo('#!/bin/sh\n[ "$1" = env ] && exit\necho no required module >&2; exit 1\n');
    const { home, cli } = createCached();
    await expect(find("yaml", { home, cli })).rejects.toThrow(
      /^pulumi-language-yaml could not be built with Go: .*no required module$/,
    );
    expect(readdirSync(join(home, "versions")).sort()).toEqual(["3.250.0", "3.250.0-tools"]);
    expect(readdirSync(join(home, "versions/3.250.0-tools"))).toEqual([".lock"]);
  });
});

describe("the language host for Python", () => {
  const tools = /\/versions\/3\.250\.0-tools\/go-[0-9a-f]{12}\/pulumi-language$/;

  test("is a replacement, built with codegen beside it, and linked beside a CLI that is in the cache", async () => {
    withGo(GO);
    const { home, bin, cli } = createCached();
    const { folder, lines } = await find("python", { home, cli });
    expect(folder).toBe(bin);
    expect(lines[0]).toMatch(/^Pulumi: building pulumi-language with Go/);
    const program = readlinkSync(join(bin, "pulumi-language-python"));
    expect(program).toMatch(tools);
    expect(readdirSync(dirname(program)).sort()).toEqual(["codegen", "pulumi-language"]);
    expect(await find("python", { home, cli })).toEqual({ folder: bin, lines: [] });
  });

  test("is replaced when it is a script, as earlier releases put there", async () => {
    withGo(GO);
    const { home, bin, cli } = createCached();
    writeScript(join(bin, "pulumi-language-python"), "#!/usr/bin/env node\n// of another day\n");
    await find("python", { home, cli });
    expect(readlinkSync(join(bin, "pulumi-language-python"))).toMatch(tools);
  });

  test("is in a folder of the cache for a CLI elsewhere", async () => {
    withGo(GO);
    const home = createDirectory();
    const { folder } = await find("python", {
      home,
      cli: buildCli(writeFakePulumi(createDirectory(), "3.250.0"), "path"),
    });
    expect(folder).toBe(join(home, "versions/3.250.0-tools/pulumi-language-python"));
    expect(readlinkSync(join(folder, "pulumi-language-python"))).toMatch(tools);
  });

  test("can't be had without Go", async () => {
    withGo(undefined);
    await expect(find("python", createCached())).rejects.toThrow(
      "pulumi-language has to be built, and there is no Go: install Go, or the official Pulumi " +
        "CLI, which has language hosts.",
    );
  });
});

test("codegen is built once, and two who ask at the same time share it", async () => {
  withGo(GO);
  const home = createDirectory();
  const lines: string[] = [];
  const ask = () => findCodegen({ home, log: (line) => lines.push(line) });
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one).toBe(other);
  expect(dirname(dirname(one))).toBe(join(home, "versions/3.250.0-tools"));
  expect(read(one)).toContain("./codegen");
  expect(lines.filter((line) => line.startsWith("Pulumi: building"))).toHaveLength(1);
});
