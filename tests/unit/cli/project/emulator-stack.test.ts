import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addPassphrase,
  emulatorBackend,
  findOverriddenBackend,
  formatExports,
  needsEmptyPassphrase,
} from "../../../../cli/src/project/emulator-stack";

const folder = mkdtempSync(join(tmpdir(), "emulator-stack-"));
afterAll(() => rmSync(folder, { recursive: true }));

const writeProject = (name: string, text: string) => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "Pulumi.yaml"), text);
  return join(folder, name);
};
const emulated = writeProject("emulated", `name: shop\nruntime: yaml\nbackend:\n  url: ${emulatorBackend}\n`);

test("the passphrase of the emulator's stack is empty where nothing says another one", () => {
  expect(addPassphrase(emulated, { PATH: "/bin" })).toEqual({ PATH: "/bin", PULUMI_CONFIG_PASSPHRASE: "" });
  mkdirSync(join(emulated, "models"));
  expect(needsEmptyPassphrase(join(emulated, "models"), {})).toBe(true);
  const other = writeProject("other", "name: shop\nruntime: yaml\n");
  expect(needsEmptyPassphrase(other, { PULUMI_BACKEND_URL: emulatorBackend })).toBe(true);
});

test.each([
  ["a passphrase is set", emulated, { PULUMI_CONFIG_PASSPHRASE: "own" }],
  ["an empty one is set", emulated, { PULUMI_CONFIG_PASSPHRASE: "" }],
  ["a file has it", emulated, { PULUMI_CONFIG_PASSPHRASE_FILE: "/run/secret" }],
  ["another backend is set", emulated, { PULUMI_BACKEND_URL: "s3://states" }],
  ["the project names another one", writeProject("s3", "backend: { url: s3://states }"), {}],
  ["the project's file is empty", writeProject("empty", ""), {}],
  ["the project's file is no YAML", writeProject("broken", "{"), {}],
  ["there is no project", folder, {}],
])("the environment stays as it is where %s", (_, place, env) => {
  expect(addPassphrase(place, env)).toBe(env);
});

test("a terminal whose own backend wins over the project's exports the stack's backend too", () => {
  expect(formatExports({}, true)).toBe('export PULUMI_CONFIG_PASSPHRASE=""');
  expect(formatExports({ PULUMI_BACKEND_URL: emulatorBackend }, true)).toBe('export PULUMI_CONFIG_PASSPHRASE=""');
  const both = 'export PULUMI_BACKEND_URL="file://./.emulator" PULUMI_CONFIG_PASSPHRASE=""';
  expect(formatExports({ PULUMI_BACKEND_URL: "s3://states" }, true)).toBe(both);
  expect(formatExports({}, false)).toBe(both);
});

test("the project's backend is overridden by another one of the terminal", () => {
  expect(findOverriddenBackend(emulated, { PULUMI_BACKEND_URL: "s3://states" })).toBe(emulatorBackend);
  expect(findOverriddenBackend(emulated, { PULUMI_BACKEND_URL: emulatorBackend })).toBeUndefined();
  expect(findOverriddenBackend(emulated, {})).toBeUndefined();
  expect(findOverriddenBackend(folder, { PULUMI_BACKEND_URL: "s3://states" })).toBeUndefined();
});
