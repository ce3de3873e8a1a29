import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type RespellingProxy, startRespellingProxy } from "../host/respelling-proxy";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

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

test("pull --all writes nothing that may be a secret in a request, by its place", async () => {
  platform.respell((text) => text);
  emulator.configure({ connectorHeaderValues: "returned" });
  const make = (key: string, value?: string, mode = "static") => ({ key, value, mode, type: "string" });
  const formSecret = (nth: number) => `s3cr3t-${nth}`;
  await emulator.ui.request("POST", "/v2/api-connectors", {
    name: "Whole",
    params: {
      method: "POST",
      url: `https://ann:${formSecret(1)}@api.example.com/{id}?page=${formSecret(2)}`,
      headers: [
        make("Accept", formSecret(3)),
        make("X-Key", formSecret(4)),
        make("X-Key", formSecret(5)),
        make("X-Free", undefined, "dynamic"),
      ],
      pathParams: [make("id", formSecret(6))],
      queryParams: [make("color", formSecret(7)), make("sort", formSecret(8), "dynamic")],
      body: JSON.stringify({ filter: [{ value: formSecret(9) }] }),
    },
  });
  await emulator.ui.request("POST", "/v2/api-connectors", {
    name: "Plain",
    params: {
      method: "GET",
      url: "https://api.example.com/{id}",
      headers: [],
      pathParams: [],
      queryParams: [],
      body: "{}",
    },
  });
  const [out, env] = ["pulled-places", buildSettings(emulator)];
  const { stdout, stderr, code } = await runPiped(["pull", "--all", "--out", out], { cwd, env });
  expect(code).toBe(0);
  const text = readFileSync(join(cwd, out, "warehouse.ts"), "utf8");
  expect(text + stdout + stderr).not.toContain("s3cr3t");
  const keys = "Url HeadersAccept HeadersXKey HeadersXKey2 PathParamsId QueryParamsColor QueryParamsSort Body".split(
    " ",
  );
  for (const key of keys) {
    expect(text).toContain(`config.requireSecret("whole${key}")`);
    expect(text).toContain(`//   pulumi config set --secret whole${key}\n`);
    expect(stdout).toContain(`pulumi config set --secret whole${key}\n`);
  }
  expect(text.match(/"whole\w+"/g)).toHaveLength(keys.length);
  expect(text.match(/new pulumi\.Config/g)).toHaveLength(1);
  expect(text).toMatch(/url: "https:\/\/api\.example\.com\/\{id\}", body: "\{\}"/);

  // A language whose program imports leaves it out, and says why.
  const yaml = createFolderWith(cwd, { "Pulumi.yaml": "name: shop\nruntime: yaml\n" });
  await runPiped(["pull", "--all"], { cwd: yaml, env });
  const imported = readdirSync(yaml)
    .map((file) => (statSync(join(yaml, file)).isFile() ? readFileSync(join(yaml, file), "utf8") : ""))
    .join("");
  expect(imported).not.toContain("s3cr3t");
  expect(imported).toContain("params.url, params.headers[0].value");
  expect(imported).toContain("may be a secret, which an import doesn't write. Declare it by hand.");
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
