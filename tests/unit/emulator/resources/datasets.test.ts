import { setUpEmulator } from "../support";

const running = setUpEmulator();

function migrate(datasetId: string, body: object) {
  return running.api.post(`/v2/datasets/${datasetId}/migrate`, body);
}

test("an archived dataset answers reads with a 409; its address ends in its url id", async () => {
  const { api, emulator } = running;
  const { orders } = emulator.seeded.datasets;
  const { urlId } = (await api.get(`/v2/files/${orders}`)).body;
  expect((await api.get(`/v2/datasets/${orders}`)).body.url).toMatch(new RegExp(`/b/${urlId}$`));
  await emulator.ui.deleteFile(orders);
  for (const what of ["", "/sources"]) {
    const answer = await api.get(`/v2/datasets/${orders}${what}`);
    expect(answer).toMatchObject({ status: 409, body: { code: "inode_archived" } });
  }
});

test("the endpoints of datasets may be gone, and no others with them", async () => {
  const { api, emulator } = running;
  emulator.configure({ datasetEndpoints: "gone" });
  for (const path of ["/v2/datasets", `/v2/datasets/${emulator.seeded.datasets.orders}`]) {
    expect((await api.get(path)).status).toBe(410);
  }
  expect((await api.get("/v2/files?typeFilters=dataset")).status).toBe(200);
});

test("datasets are listed with their state of migration", async () => {
  const { api, emulator } = running;
  const { body } = await api.get("/v2/datasets");
  const states = body.entries.map(({ name, migrationStatus }: Record<string, string>) => [name, migrationStatus]);
  expect(Object.fromEntries(states)).toEqual({
    "Orders dataset": "not-migrated",
    "Revenue dataset": "not-migrated",
    "Legacy dataset": "migrated",
    "External dataset": "not-required",
  });
  const { datasets, legacyModel } = emulator.seeded;
  expect((await api.get(`/v2/dataModels/${legacyModel}`)).body).toMatchObject({ name: "Legacy dataset" });
  expect((await api.get(`/v2/datasets/${datasets.legacy}`)).body.migrationToDataModel).toMatchObject({
    dataModelId: legacyModel,
  });
  expect((await api.get(`/v2/datasets/${datasets.orders}`)).body).toMatchObject({
    referenceCount: 1,
    migrationToDataModel: null,
    path: "Acme/Models/Sales",
  });
});

test("sources are a bare array", async () => {
  const { datasets, tables } = running.emulator.seeded;
  expect((await running.api.get(`/v2/datasets/${datasets.revenue}/sources`)).body).toEqual([
    { type: "dataset", inodeId: datasets.orders },
    { type: "table", inodeId: tables.products },
  ]);
});

test("a dry run says what is linked and changes nothing", async () => {
  const { datasets, tables } = running.emulator.seeded;
  const before = running.emulator.snapshot();
  const { body } = await migrate(datasets.orders, { shouldUpdateReferences: false, dryRun: true });
  const buildNode = (datasetId: string) => ({ type: "dataset", datasetId });
  expect(body).toEqual({
    dataModelId: null,
    links: [
      { source: { type: "table", tableId: tables.orders }, target: buildNode(datasets.orders) },
      { source: { type: "table", tableId: tables.customers }, target: buildNode(datasets.orders) },
      { source: buildNode(datasets.orders), target: buildNode(datasets.revenue) },
    ],
    linkCount: 3,
    referenceCount: 1,
  });
  expect(running.emulator.snapshot()).toEqual(before);
});

test("a dry run has each link of a series once, and datasets may depend on each other in a circle", async () => {
  const { emulator } = running;
  const make = async (name: string, ...on: string[]) => {
    const sources = on.map((inodeId) => ({ type: "dataset", inodeId }));
    return ((await emulator.ui.request("POST", "/datasets", { name, sources })) as { datasetId: string }).datasetId;
  };
  const listLinks = async (id: string): Promise<string[]> => {
    const { links } = (await migrate(id, { shouldUpdateReferences: false, dryRun: true })).body;
    return links.map(({ source, target }: Record<string, { datasetId: string }>) =>
      [source?.datasetId, target?.datasetId].map((id) => names.get(id ?? "")).join(" → "),
    );
  };
  const base = await make("base");
  const [left, right] = [await make("left", base), await make("right", base)];
  const top = await make("top", left, right);
  const names = new Map(Object.entries({ base, left, right, top }).map(([name, id]) => [id, name]));

  const diamond = ["base → left", "left → top", "base → right", "right → top"];
  expect(await listLinks(top)).toEqual(diamond);
  expect((await listLinks(base)).sort()).toEqual(diamond.toSorted());
  expect(await listLinks(left)).toEqual(["base → left", "left → top"]);

  await emulator.ui.request("PUT", `/datasets/${base}/sources`, { sources: [{ type: "dataset", inodeId: top }] });
  expect((await listLinks(base)).sort()).toEqual([...diamond, "top → base"].sort());
});

test("a migration makes a model where it was told to, once", async () => {
  const { api, emulator } = running;
  const { datasets, folders } = emulator.seeded;
  const body = { shouldUpdateReferences: true, destFolderId: folders.models };
  const { dataModelId } = (await migrate(datasets.orders, body)).body;
  const { body: spec } = await api.get(`/v2/dataModels/${dataModelId}/spec`);
  expect(spec).toMatchObject({ name: "Orders dataset", folderId: folders.models, documentVersion: 1 });
  expect(spec.pages[0].elements.map(({ name }: { name: string }) => name)).toEqual(["ORDERS", "CUSTOMERS"]);
  expect((await api.get(`/v2/datasets/${datasets.orders}`)).body).toMatchObject({
    migrationStatus: "migrated",
    migrationToDataModel: { dataModelId, dataModelUrl: spec.url },
  });
  expect((await migrate(datasets.orders, body)).status).toBe(409);
  // The model is one like any other.
  expect((await api.put(`/v2/dataModels/${dataModelId}/spec`, spec)).status).toBe(200);
  expect((await migrate(datasets.revenue, { shouldUpdateReferences: true })).status).toBe(200);
});

test("a migration refuses what it can't do", async () => {
  const { datasets } = running.emulator.seeded;
  expect((await migrate(datasets.orders, {})).status).toBe(400);
  expect((await migrate(datasets.orders, { shouldUpdateReferences: true, destFolderId: "nowhere" })).status).toBe(400);
  expect((await migrate(datasets.external, { shouldUpdateReferences: true })).status).toBe(409);
  expect((await migrate("nothing", { shouldUpdateReferences: true })).status).toBe(404);
});
