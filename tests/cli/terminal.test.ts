import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { audit, clientId, clientSecret, identity, ScriptedServer, stopServers } from "../unit/core/api/support";
import { buildOrdersTable, buildPage, makeModel, readTree, startEmpty } from "./pull-support";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();
const hostile = "\u001b]0;owned\u0007\u001b[2JOrders\u202e\u009b31m\u200f";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

afterEach(stopServers);

/** A platform whose every name and message is hostile. */
async function startPlatform(): Promise<Record<string, string>> {
  const model = { dataModelUrlId: "u", url: "u", path: hostile, latestVersion: 1, ownerId: "u", ...audit };
  const server = await ScriptedServer.start(({ path }) => {
    if (path === "/v2/whoami") return { json: identity };
    if (path === "/v2/members/u") {
      const member = { memberId: "u", organizationId: "o", firstName: hostile, lastName: "", email: hostile };
      return { json: { ...member, memberType: hostile, homeFolderId: "f", userKind: "internal", ...audit } };
    }
    if (path === "/v2/dataModels") {
      const entries = ["1", "2"].map((dataModelId) => ({ ...model, dataModelId, name: hostile }));
      return { json: { entries, nextPage: null } };
    }
    return { status: 400, json: { message: hostile, code: hostile, requestId: hostile } };
  });
  return {
    ANALYTICS_BASE_URL: server.url,
    ANALYTICS_CLIENT_ID: clientId,
    ANALYTICS_CLIENT_SECRET: clientSecret,
  };
}

test.each([
  ["an error of the platform", ["api", "GET", "connections/warehouse"]],
  ["names among those that were meant", ["diff", "live:Orders/Order", "live:Orders/Order"]],
  ["what doctor sees", ["doctor"]],
  ["a listing", ["pull", "--out", "acme"]],
])("%s reaches no terminal as it is, and no reader of --json", async (_, args) => {
  const env = await startPlatform();
  for (const json of [[], ["--json"]]) {
    const { stdout, stderr } = await runPiped([...args, ...json], { cwd, env });
    expect(stdout + stderr).toContain("Orders");
    expect(stdout + stderr).not.toMatch(controls);
    if (json.length > 0) expect(() => JSON.parse(stdout)).not.toThrow();
  }
});

test("--json keeps the value of a hostile name", async () => {
  const emulator = await startEmpty({ seed: 1 });
  try {
    const name = "Orders\u202e\u009b31m";
    const id = await makeModel(emulator, name, [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))]);
    const folder = mkdtempSync(join(cwd, "pull-"));
    const { stdout } = await runPiped(["pull", "--json"], { cwd: folder, env: buildSettings(emulator) });
    expect(stdout).not.toMatch(controls);
    const { models } = JSON.parse(stdout) as { models: { id: string; title: string }[] };
    expect(models.find((model) => model.id === id)?.title).toBe(name);
    const written = readTree(folder);
    expect(Object.values(written).join("\n")).not.toMatch(controls);
    expect(Object.keys(written).join("\n")).not.toMatch(controls);
  } finally {
    await emulator.stop();
  }
});
