import { buildPages, create } from "../../spec/models";
import { setUpEmulator } from "../../support";

const running = setUpEmulator();

test("a model is tagged by name, at a version, and says so", async () => {
  const { api } = running;
  const { id, pages } = await create(running, buildPages());
  await api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
  const { versionTagId } = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body;
  const put = (fields: object) => api.post("/v2/dataModels/tag", { dataModelId: id, tag: "Production", ...fields });
  const { body: first } = await put({ dataModelVersion: 1 });
  expect(first).toEqual({ versionTagId, taggedDataModelId: expect.any(String), taggedDataModelVersion: 1 });
  expect((await put({})).body).toEqual({ ...first, taggedDataModelVersion: 2 });
  const tag = { versionTagId, tagName: "Production", sourceVersion: 2, taggedAt: expect.any(String) };
  expect((await api.get(`/v2/dataModels/${id}/tags`)).body.entries).toEqual([tag]);
  expect((await api.get(`/v2/dataModels/${id}`)).body.tags).toEqual([tag]);
  expect((await api.get(`/v2/dataModels/${id}?excludeTags=true`)).body).not.toHaveProperty("tags");
  expect((await put({ dataModelVersion: 3 })).status).toBe(404);
  expect((await put({ tag: "Nothing" })).status).toBe(404);
  await api.delete(`/v2/tags/${versionTagId}`);
  expect((await api.get(`/v2/dataModels/${id}`)).body.tags).toEqual([]);
});

test("unknown fields are refused inside of the mapping too", async () => {
  const { api, emulator } = running;
  const { connections, legacyModel, workbooks } = emulator.seeded;
  await api.post("/v2/tags", { name: "Production", color: "plum" });
  const ids = { fromConnectionId: connections.warehouse, toConnectionId: connections.lakehouse };
  const fields = { tag: "Production", sourceMappingConfig: [{ ...ids, paths: [], swapTable: true }] };
  const listStatuses = async () => [
    (await api.post("/v2/dataModels/tag", { dataModelId: legacyModel, ...fields })).status,
    (await api.post("/v2/workbooks/tag", { workbookId: workbooks.sales, ...fields })).status,
  ];
  expect(await listStatuses()).toEqual([200, 200]);
  emulator.configure({ unknownFields: "refuse" });
  expect(await listStatuses()).toEqual([400, 400]);
});
