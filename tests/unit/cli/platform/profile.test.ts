import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { readSettings } from "../../../../cli/src/platform/profile";

const folder = mkdtempSync(join(tmpdir(), "profile-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");

/** The environment with a Pulumi CLI that answers so. */
function buildEnvironment(cli: string): Record<string, string> {
  writeFileSync(join(folder, "pulumi"), `#!/bin/sh\n${cli}\n`);
  chmodSync(join(folder, "pulumi"), 0o755);
  return {
    PATH: [folder, process.env.PATH].join(delimiter),
    ANALYTICS_CLIENT_ID: "other",
    ANALYTICS_CLIENT_SECRET: "hush",
  };
}
const writeFailing = (message: string) => `echo "error: ${message}" >&2; exit 1`;

test("a selected stack that can't be read is an error: the environment may be another organization's", async () => {
  const env = buildEnvironment(`[ "$1" = stack ] && echo dev || { ${writeFailing("incorrect passphrase")}; }`);
  const asked = readSettings({}, folder, env);
  await expect(asked).rejects.toThrow(
    `The stack dev is selected in ${folder}, but the command can't read the stack's settings: incorrect passphrase`,
  );
  await expect(asked).rejects.toThrow("run the command outside the project");
  await expect(readSettings({ stack: "dev" }, folder, env)).rejects.toThrow(
    "--stack dev: can't read the stack's settings",
  );
});

test("where no stack is selected, the environment has the settings; an error says why the stack has none", async () => {
  const env = buildEnvironment(writeFailing("no stack selected"));
  expect((await readSettings({}, folder, env)).settings.clientId).toBe("other");
  const { ANALYTICS_CLIENT_ID: _, ...less } = env;
  await expect(readSettings({}, folder, less)).rejects.toThrow(/No clientId is configured[\s\S]*no stack selected/);
});

test("a stack that can be read goes before the environment", async () => {
  const values = JSON.stringify({ "analytics:clientId": { value: "own" }, "analytics:clientSecret": { value: "s" } });
  const { settings, stack } = await readSettings(
    {},
    folder,
    buildEnvironment(`[ "$1" = stack ] && echo dev || echo '${values}'`),
  );
  expect(settings.clientId).toBe("own");
  expect(stack).toBe("dev");
});
