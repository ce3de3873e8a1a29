import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createPathSource, MINIMUM_VERSION } from "pulumi-cli";
import { createScratchDirectory, writeFakePulumi, writeScript } from "./scratch";

const scratch = createScratchDirectory();
let count = 0;
const createDirectory = () => join(scratch, String(count++));

async function find(...directories: string[]) {
  const lines: string[] = [];
  const cli = await createPathSource({ path: directories.join(delimiter), log: (line) => lines.push(line) }).find();
  return { cli, lines };
}

test("a pulumi on PATH is used, with its folder first on the engine's PATH", async () => {
  const bin = createDirectory();
  const command = writeFakePulumi(bin, "3.240.1");
  const { cli, lines } = await find(createDirectory(), bin);
  expect(cli).toMatchObject({ command, version: "3.240.1", source: "path" });
  expect(cli?.env.PATH?.split(delimiter)[0]).toBe(bin);
  expect(lines).toEqual([]);
});

test("an older one is passed over and named", async () => {
  const [old, recent] = [createDirectory(), createDirectory()];
  writeFakePulumi(old, "3.199.9");
  const command = writeFakePulumi(recent, MINIMUM_VERSION);
  const { cli, lines } = await find(old, recent);
  expect(cli?.command).toBe(command);
  expect(lines).toEqual([`Pulumi: PATH: ${join(old, "pulumi")} is 3.199.9, older than ${MINIMUM_VERSION}`]);
});

test.each([
  ["language host", ["pulumi-resource-pulumi-nodejs"], "pulumi-language-nodejs"],
  ["launcher of dynamic resources", ["pulumi-language-nodejs"], "pulumi-resource-pulumi-nodejs"],
])("one without its %s is passed over", async (_, companions, missing) => {
  const bin = createDirectory();
  const command = writeFakePulumi(bin, "3.240.0", companions);
  const { cli, lines } = await find(bin);
  expect(cli).toBeUndefined();
  expect(lines).toEqual([`Pulumi: PATH: ${command} has no ${missing}`]);
});

test("companions may be elsewhere on PATH", async () => {
  const [bin, elsewhere] = [createDirectory(), createDirectory()];
  const command = writeFakePulumi(bin, "3.240.0", []);
  writeFakePulumi(elsewhere, "3.1.0");
  expect((await find(bin, elsewhere)).cli?.command).toBe(command);
});

test("companions may be beside what a link on PATH leads to", async () => {
  const [bin, links] = [createDirectory(), createDirectory()];
  writeFakePulumi(bin, "3.240.0");
  writeScript(join(links, "other"), "#!/bin/sh\n");
  symlinkSync(join(bin, "pulumi"), join(links, "pulumi"));
  expect((await find(links)).cli?.command).toBe(join(links, "pulumi"));
});

test("one that doesn't start is passed over", async () => {
  const bin = createDirectory();
  writeFakePulumi(bin, "3.240.0");
  const command = writeScript(join(bin, "pulumi"), "#!/bin/sh\nexit 1\n");
  const { cli, lines } = await find(bin);
  expect(cli).toBeUndefined();
  expect(lines).toEqual([`Pulumi: PATH: ${command} doesn't start`]);
});
