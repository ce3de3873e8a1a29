import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type RespellingProxy, startRespellingProxy } from "../host/respelling-proxy";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();
let emulator: Emulator;
let platform: RespellingProxy;
beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  platform = await startRespellingProxy(emulator);
  const params = { method: "POST", headers: [], pathParams: [], queryParams: [], body: "" };
  const connect = (name: string, own: object) =>
    emulator.ui.request("POST", "/v2/api-connectors", { name, params: { ...params, ...own } });
  await connect("Address", { url: "https://api.example.com/?key=PLANTED" });
  await connect("Body", { url: "https://api.example.com/", body: '{"key":"PLANTED"}' });
  const member = { email: "planted@acme.example", firstName: "Ann", lastName: "Lee", memberType: "creator" };
  await emulator.ui.request("POST", "/v2/members", member);
});
afterAll(async () => {
  await platform.stop();
  await emulator.stop();
});

test.each(["***", "••••", "<redacted>"])("pull --all writes no %s that the platform shows", async (mask) => {
  platform.respell((text) => text.replaceAll(/planted/gi, mask));
  const out = `pulled-${mask.length}`;
  const env = { ...buildSettings(emulator), ANALYTICS_BASE_URL: platform.url };
  const { stdout, code } = await runPiped(["pull", "--all", "--out", out], { cwd, env });
  expect(code).toBe(0);
  const [connectors, people] = ["warehouse.ts", "people.ts"].map((file) => readFileSync(join(cwd, out, file), "utf8"));
  expect(`${connectors}${people}`).not.toContain(mask);
  expect(connectors).toContain('// Not declared: ApiConnector "Address": params.url: required');
  expect(connectors).toMatch(/new analytics\.ApiConnector\("body", \{[^;]*url: "https:\/\/api\.example\.com\/" \}/);
  expect(people).toMatch(/\/\/ Not declared: Member "Ann Lee": email: required/);
  expect(stdout).toContain("params.url: required");
});
