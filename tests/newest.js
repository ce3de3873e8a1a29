// npm run test:newest: the tests of the hosts and of the engine with the newest SDK of Pulumi, which the script has
// installed, and its CLI, which the SDK downloads. `npm ci` brings the pinned ones back.
const { spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { delimiter, join } = require("node:path");
const { PulumiCommand } = require("@pulumi/pulumi/automation");

async function run() {
  const root = mkdtempSync(join(tmpdir(), "newest-"));
  try {
    const { version } = await PulumiCommand.install({ root });
    console.log(`Pulumi ${version}`);
    const env = { ...process.env, PATH: `${join(root, "bin")}${delimiter}${process.env.PATH}` };
    const jest = [require.resolve("jest/bin/jest.js"), "tests/host", "tests/engine", ...process.argv.slice(2)];
    process.exitCode = spawnSync(process.execPath, jest, { stdio: "inherit", env }).status ?? 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

run().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
