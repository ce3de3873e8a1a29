import { buildPages, create } from "../../spec/models";
import { listAll, setUpEmulator } from "../../support";

const running = setUpEmulator();

test("a model is listed and read with its latest version and its place", async () => {
  const { api, emulator } = running;
  const { id, pages } = await create(running, buildPages());
  await api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
  const { body } = await api.get(`/v2/dataModels/${id}`);
  expect(body).toEqual({
    dataModelId: id,
    dataModelUrlId: expect.stringMatching(/^\w{21,22}$/),
    name: "Model",
    url: expect.stringContaining(body.dataModelUrlId),
    path: "Acme/Models",
    latestVersion: 2,
    ownerId: emulator.seeded.members.admin,
    createdBy: emulator.seeded.members.admin,
    updatedBy: emulator.seeded.members.admin,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    isArchived: false,
    tags: [],
  });
  const { legacyModel } = emulator.seeded;
  expect(await listAll(api, "/v2/dataModels", 1)).toMatchObject([{ dataModelId: legacyModel }, body]);
  expect((await api.get("/v2/dataModels/nothing")).status).toBe(404);
});
