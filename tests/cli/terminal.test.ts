import { audit, clientId, clientSecret, identity, ScriptedServer, stopServers } from "../unit/core/api/support";
import { runPiped, temporaryFolder } from "./support";

const cwd = temporaryFolder();
const hostile = "\u001b]0;owned\u0007\u001b[2JOrders\u202e";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const controls = /[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/;

afterEach(stopServers);

/** A platform whose every name and message is hostile. */
async function platform(): Promise<Record<string, string>> {
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
  ["an error of the platform", ["sync", "warehouse", "A.B"]],
  ["names among those that were meant", ["diff", "live:Orders/Order", "live:Orders/Order"]],
  ["what doctor sees", ["doctor"]],
  ["a listing", ["pull", "--out", "acme"]],
])("%s reaches no terminal as it is", async (_, args) => {
  const { stdout, stderr } = await runPiped(args, { cwd, env: await platform() });
  expect(stdout + stderr).toContain("Orders");
  expect(stdout + stderr).not.toMatch(controls);
});
