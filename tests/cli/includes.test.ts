import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "analytics-emulator";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let folders = 0;

/**
 * A project whose model includes `models/_part.yaml`, which is yet to be made; beside it lies a file that is none of
 * its business.
 */
function createProject(): string {
  const folder = join(base, String(++folders));
  mkdirSync(join(folder, "models"), { recursive: true });
  writeFileSync(join(folder, "secret.yaml"), "- planted-secret\n");
  writeFileSync(join(folder, "models/orders.yaml"), "schemaVersion: 1\npages: !include _part.yaml\n");
  return folder;
}

const hostile: readonly [string, (file: string) => void, RegExp][] = [
  [
    "a link that leads out of the folder",
    (file) => symlinkSync("../secret.yaml", file),
    /_part\.yaml.* through a link\. Copy/s,
  ],
  ["a device", (file) => symlinkSync("/dev/zero", file), /_part\.yaml.* through a link/s],
  ["a pipe", (file) => void execFileSync("mkfifo", [file]), /_part\.yaml.*is a device, a pipe or a socket/s],
  ["what isn't UTF-8", (file) => writeFileSync(file, Buffer.from([0xff, 0xfe])), /_part\.yaml.*is not valid UTF-8/s],
  ["an invisible character", (file) => writeFileSync(file, "- a\u202eb"), /invisible character \\u202e/],
];

const commands: readonly (readonly string[])[] = [
  ["validate", "models"],
  ["diff", "models/orders.yaml", "models/orders.yaml"],
  ["draw", "models", "--out", "models.svg"],
  ["pull", "models/orders.yaml"],
];

describe.each(hostile)("an include of %s", (_, make, told) => {
  test.each(commands)("%s refuses it", async (...args) => {
    const cwd = createProject();
    make(join(cwd, "models/_part.yaml"));
    const { code, stdout, stderr } = await runPiped(args, { cwd, env: { ANALYTICS_REGION: "gcp-us" } });
    expect(code).toBe(args[0] === "validate" ? 1 : 2);
    expect(stdout + stderr).toMatch(told);
    expect(stdout + stderr).not.toContain("planted-secret");
  });
});

test("a link among the models that leads out of their folder is refused", async () => {
  const cwd = createProject();
  writeFileSync(join(cwd, "models/_part.yaml"), "[]\n");
  symlinkSync("../secret.yaml", join(cwd, "models/link.yaml"));
  for (const command of ["validate", "fmt", "draw"]) {
    const { code, stdout, stderr } = await runPiped([command, "models"], { cwd });
    expect(code).toBe(2);
    expect(stdout + stderr).toContain("models/link.yaml: leads out of models through a link.");
    expect(stdout + stderr).not.toContain("planted-secret");
  }
});

test("a pulled file of the same name that is a pipe doesn't hang pull", async () => {
  const emulator = await startEmulator({ seed: 3 });
  try {
    const cwd = createProject();
    mkdirSync(join(cwd, "acme"));
    execFileSync("mkfifo", [join(cwd, "acme/index.ts")]);
    const { code, stderr } = await runPiped(["pull", "--out", "acme"], { cwd, env: buildSettings(emulator) });
    expect(code).toBe(2);
    expect(stderr).toContain("is a device, a pipe or a socket");
  } finally {
    await emulator.stop();
  }
});
