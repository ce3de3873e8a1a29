import { type Emulator, startEmulator } from "analytics-emulator";
import { buildSales } from "../unit/emulator/workbook/sales";
import { createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();
let emulator: Emulator;
let env: Record<string, string>;
let id: string;
const settings = { theme: { name: "Dark" } };

beforeEach(async () => {
  emulator = await startEmulator();
  const { url, clientId, clientSecret } = emulator;
  env = { ANALYTICS_BASE_URL: url, ANALYTICS_CLIENT_ID: clientId, ANALYTICS_CLIENT_SECRET: clientSecret };
  const contents = buildSales(emulator.seeded.connections.warehouse);
  const body = { name: "Sales", folderId: emulator.seeded.folders.sales, contents };
  ({ workbookId: id } = (await emulator.ui.request("POST", "/v2/workbooks", body)) as { workbookId: string });
  await emulator.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents: { ...contents, settings } });
});

afterEach(() => emulator.stop());

const restore = (...args: string[]) => runPiped(["restore", ...args], { cwd, env });

test("an earlier version comes back as a new one", async () => {
  const { code, stdout } = await restore(id, "1");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'Workbook "Sales" is as it was at version 1, and this is version 3 now. ' +
      "A stack that declares it shows the difference in `pulumi preview --refresh`.\n",
  });
  const read = await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`);
  expect(read).toMatchObject({ latestVersion: 3, contents: expect.not.objectContaining({ settings }) });
});

test("the latest version stays, and nothing is written", async () => {
  emulator.clearRequests();
  const { stdout } = await restore(id, "2", "--json");
  expect(JSON.parse(stdout)).toEqual({ workbookId: id, name: "Sales", restored: 2, version: 2 });
  expect(emulator.requests().filter(({ method, path }) => method === "POST" && !path.includes("token"))).toEqual([]);
});

test.each([
  [["9"], '9: the latest version of workbook "Sales" is 2.'],
  [["last"], "last: not a version. Give a whole number from 1."],
])("%j is a usage error", async (args, message) => {
  const { code, stderr } = await restore(id, ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test("an unknown workbook is named", async () => {
  const unknown = "00000000-0000-4000-8000-000000000000";
  const { code, stderr } = await restore(unknown, "1");
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("there is no workbook with this id") });
});
