import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type Client, signIn } from "../unit/emulator/support";
import { furnishPlatform } from "./furnish";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) {
  process.stdout.write("walk.py: skipped, there is no python3 here\n");
}

let emulator: Emulator;
let api: Client;
beforeEach(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  api = await signIn(emulator);
});
afterEach(async () => emulator.stop());

interface Outcome {
  code: number | null;
  lines: string[];
}

/** Runs the walk as the process of another language that it is. */
function walk(environment: Record<string, string> = {}): Promise<Outcome> {
  const { url, clientId, clientSecret } = emulator;
  const access = { ANALYTICS_BASE_URL: url, ANALYTICS_CLIENT_ID: clientId, ANALYTICS_CLIENT_SECRET: clientSecret };
  const env = { ...process.env, ...access, ...environment };
  const child = spawn("python3", [join(__dirname, "walk.py")], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, lines: output.trim().split("\n") })));
}

(hasPython ? describe : describe.skip)("a client of another language", () => {
  test("reaches every list, and follows every id, without a 404", async () => {
    await furnishPlatform(emulator, api);
    emulator.clearRequests();
    const { code, lines } = await walk();
    const [summary, ...rest] = lines;
    expect(rest.filter((line) => /failed|not reached/.test(line))).toEqual([
      // Nothing lists runs and exports, nor the bookmarks of a tagged version by themselves.
      "  not reached: /v2/dataModels/{dataModelId}/materializations/{materializationId}",
      "  not reached: /v2/query/{queryId}/download",
      // Nothing lists the sequences of a workbook.
      "  not reached: /v2/webhooks/{workbookId}/{sequenceId}/schema",
      "  not reached: /v2/workbooks/{workbookId}/materializations/{materializationId}",
      "  not reached: /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks/{bookmarkId}",
    ]);
    expect(summary).toMatch(/^walk: 128 of 133 operations, \d+ requests, 0 failures$/);
    expect(code).toBe(0);
    const statuses = new Set(emulator.requests().map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 400, 500]);
  });

  test("ends with 1 when an id leads nowhere, and names it", async () => {
    const path = `/v2/teams/${emulator.seeded.teams.finance}`;
    emulator.addFault({ fault: "status", status: 404, body: "json", path });
    emulator.addFault({ fault: "status", status: 503, path: "/v2/tags" });
    const { code, lines } = await walk();
    expect(lines.filter((line) => line.includes("failed")).sort()).toEqual([
      `  failed: 404 GET ${path} Not Found`,
      "  failed: 503 GET /v2/tags Service Unavailable",
    ]);
    expect(code).toBe(1);
  });

  test("ends with 1 when a workbook reads an element that its model lacks", async () => {
    const { legacyModel } = emulator.seeded;
    const path = `/v2/dataModels/${legacyModel}/spec`;
    const [page] = (await api.get(path)).body.pages;
    const elements = [{ ...page.elements[0], id: "another" }];
    expect((await api.put(path, { schemaVersion: 1, pages: [{ ...page, elements }] })).status).toBe(200);
    const { code, lines } = await walk();
    expect(lines.join("\n")).toContain(`isn't in data model ${legacyModel}`);
    expect(code).toBe(1);
  });

  test("ends with 2 without credentials", async () => {
    expect(await walk({ ANALYTICS_CLIENT_ID: "" })).toEqual({
      code: 2,
      lines: ["walk: Set ANALYTICS_CLIENT_ID in the environment."],
    });
  });
});
