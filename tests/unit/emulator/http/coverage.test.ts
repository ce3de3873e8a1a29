import { operations } from "../../../../emulator/src/http/operations";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("an unknown path is a 404", async () => {
  const { api } = running;
  expect((await api.get("/v2/nothing")).status).toBe(404);
  expect((await api.patch("/v2/dataModels/any/spec", {})).status).toBe(404);
  expect((await api.delete("/v2/teams")).status).toBe(404);
  const unsigned = await fetch(`${api.url}/v2/grants`);
  expect(unsigned.status).toBe(401);
  await expect(running.emulator.ui.request("GET", "/v2/nothing")).rejects.toThrow("404");
});

test("every operation of the contract is served", async () => {
  const { api, emulator } = running;
  const coverage = (await api.get("/_emulator/coverage")).body as ReturnType<typeof emulator.coverage>;
  expect(coverage).toEqual(emulator.coverage());
  expect([...coverage.served, ...coverage.notServed].sort()).toEqual(
    operations.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  const schedules = [
    "/v2/dataModels/{dataModelId}/materializationSchedules",
    "/v2/workbooks/{workbookId}/materialization-schedules",
  ];
  expect(coverage.unlisted).toEqual([
    "PATCH /v2/accountTypes/{accountTypeId}",
    ...schedules.flatMap((path) => [`POST ${path}`, `PATCH ${path}/{sheetId}`, `DELETE ${path}/{sheetId}`]),
    "PATCH /v2/user-attributes/{userAttributeId}",
    "PATCH /v2/workbooks/{workbookId}",
  ]);
  expect(coverage.notServed).toEqual([]);
});

test("the list has every documented operation", () => {
  expect(operations).toHaveLength(263);
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
