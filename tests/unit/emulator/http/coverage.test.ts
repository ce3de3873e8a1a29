import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../../../emulator/src/http/operations";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("an unknown path is a 404", async () => {
  const { api } = running;
  expect(await api.get("/v2/nothing")).toMatchObject({ status: 404, body: { errorcause: "UnmatchedHandler" } });
  expect((await api.patch("/v2/dataModels/any/spec", {})).status).toBe(404);
  expect((await api.delete("/v2/teams")).status).toBe(404);
  const unsigned = await fetch(`${api.url}/v2/grants`);
  expect(unsigned.status).toBe(401);
  await expect(running.emulator.ui.request("GET", "/v2/nothing")).rejects.toThrow("404");
});

/** What isn't served: in trial under another version, or of a client alone. */
const inTrial = [
  "GET /v3alpha/allowedIps",
  "POST /v3alpha/allowedIps:batchCreate",
  "POST /v3alpha/allowedIps:batchDelete",
  "POST /v3alpha/connections",
  "GET /v3alpha/connections/{connectionId}",
  "PATCH /v3alpha/connections/{connectionId}",
  "POST /v3alpha/dataModels/{dataModelId}:swapSources",
  "POST /v3alpha/workbooks/{workbookId}:swapSources",
  "GET /v2/workbookAgents",
  "GET /v2/workbooks/{workbookId}/agents",
  "POST /v2/workbooks/{workbookId}/agents/{agentId}",
  "POST /v2/organizations/settings/aiConfigs",
  "DELETE /v2/organizations/settings/emailBranding",
];

test("`emulator/src/http/operations.ts` has what is served, and else only what is in trial", async () => {
  const { api, emulator } = running;
  const coverage = (await api.get("/_emulator/coverage")).body as ReturnType<typeof emulator.coverage>;
  expect(coverage).toEqual(emulator.coverage());
  expect([...coverage.served, ...coverage.notServed].sort()).toEqual(
    operations.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(coverage.unlisted).toEqual([
    "PATCH /v2/accountTypes/{accountTypeId}",
    "PATCH /v2/user-attributes/{userAttributeId}",
    "PATCH /v2/workbooks/{workbookId}",
  ]);
  expect(coverage.notServed).toEqual(inTrial);
});

test("an operation that isn't served is a 501 that names it", async () => {
  const { api, emulator } = running;
  for (const name of emulator.coverage().notServed) {
    const [method = "", path = ""] = name.split(" ");
    const { status, body } = await api.send(method, path.replace(/\{\w+\}/g, "any"), method === "GET" ? undefined : {});
    expect([status, body.message]).toEqual([501, `The emulator doesn't serve ${name}`]);
  }
  expect((await api.get("/v3alpha/connections/any/other")).status).toBe(404);
});

test("the list has every operation of the published description once", () => {
  const published = readFileSync(join(__dirname, "../../../fixtures/operations.txt"), "utf8").trim().split("\n");
  expect(published).toHaveLength(286);
  const listed = operations.map(({ method, path }) => `${method} ${path}`);
  expect(published.filter((name) => !listed.includes(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test("query parameters that an operation doesn't have are ignored, or refused by name", async () => {
  const { api, emulator } = running;
  const path = "/v2/files?typeFilter=workbook&limit=5";
  expect((await api.get(path)).status).toBe(200);
  emulator.configure({ unknownQuery: "refuse" });
  const { status, body } = await api.get(path);
  expect(status).toBe(400);
  expect(body.message).toBe('Expecting no "typeFilter" in the query of GET /v2/files');
  expect((await api.get("/v2/files?typeFilters=workbook&limit=5")).status).toBe(200);
  await emulator.ui.request("GET", path);
});
