// npm run test:contract -- [--base-url URL] [--write]
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const { parseArgs } = require("node:util");

const { values } = parseArgs({ options: { "base-url": { type: "string" }, write: { type: "boolean" } } });
const baseUrl = values["base-url"];
const missing = ["ANALYTICS_CLIENT_ID", "ANALYTICS_CLIENT_SECRET"].filter((name) => !process.env[name]);
if (baseUrl !== undefined && missing.length > 0) {
  console.error(`Set ${missing.join(" and ")} in the environment: the credentials to use at ${baseUrl}.`);
  process.exit(2);
}
const { status } = spawnSync(process.execPath, [require.resolve("jest/bin/jest"), "--verbose", "tests/contract"], {
  cwd: join(__dirname, "../.."),
  stdio: "inherit",
  // Without a base URL an emulator is asked, which takes no harm from writing.
  env: { ...process.env, CONTRACT_BASE_URL: baseUrl ?? "", CONTRACT_WRITE: values.write ? "1" : "" },
});
process.exit(status ?? 1);
