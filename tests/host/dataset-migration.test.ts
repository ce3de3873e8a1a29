import { type Emulator, startEmulator } from "analytics-emulator";
import { drawSeed, Host } from "./support";

describe("a dataset migration, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    host = await Host.connect("DatasetMigration", emulator);
  });

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  const migrate = (datasetId: string, more = {}) => ({ datasetId, shouldUpdateReferences: true, ...more });
  const findDataset = (id: string) => emulator.snapshot().datasets.find(({ datasetId }) => datasetId === id);
  const listWrites = () =>
    emulator.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"));
  const listModels = () =>
    emulator.snapshot().files.filter(({ id, type }) => type === "data-model" && id !== emulator.seeded.legacyModel);

  test("migrates once; later changes and its end do nothing, and say so", async () => {
    const { orders } = emulator.seeded.datasets;
    const declared = migrate(orders, { destFolderId: emulator.seeded.folders.models });
    const { id, state } = await host.create(declared);
    expect(id).toBe(orders);
    expect(state).toMatchObject({ ...declared, dataModelId: findDataset(orders)?.migrationToDataModel?.dataModelId });
    expect(listModels()).toMatchObject([{ id: state.dataModelId, parentId: emulator.seeded.folders.models }]);
    expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await host.read(id, state)).toEqual({ id, state, inputs: declared });

    const changed = migrate(orders, { shouldUpdateReferences: false });
    expect(await host.diff(id, state, changed)).toMatchObject({ changes: true, replaces: [] });
    const updated = await host.update(id, state, changed);
    expect(updated).toMatchObject({ ...changed, dataModelId: state.dataModelId });
    expect(host.output).toContain(
      "shouldUpdateReferences and destFolderId no longer have an effect. Nothing was sent.",
    );
    expect(await host.diff(id, updated, changed)).toMatchObject({ changes: false });
    expect((await host.diff(id, updated, migrate("other"))).replaces).toEqual(["datasetId"]);

    await host.delete(id, updated);
    await host.delete(id, updated);
    expect(host.output).toContain(
      `The dataset ${orders} stays migrated, and its data model ${state.dataModelId} stays`,
    );
    expect(listWrites()).toHaveLength(1);
  });

  test("one that is migrated already is adopted with its data model, with or without adopt", async () => {
    const { legacy } = emulator.seeded.datasets;
    for (const adopt of [{}, { adopt: true }, { adopt: { id: legacy } }]) {
      const { id, state } = await host.create(migrate(legacy, adopt));
      expect(id).toBe(legacy);
      expect(state).toMatchObject({ dataModelId: emulator.seeded.legacyModel });
    }
    expect(listWrites()).toEqual([]);
    expect(host.output).toMatch(/"Legacy dataset" .* was migrated at .* already: adopted with its data model/);
    expect(host.output).not.toContain("is no longer there");
  });

  test("the model of a migration was deleted since: adopted, and told", async () => {
    const { legacyModel, datasets } = emulator.seeded;
    await emulator.ui.deleteFile(legacyModel);
    await host.create(migrate(datasets.legacy));
    expect(host.output).toContain(`The data model ${legacyModel} is no longer there`);
  });

  test("an answer that was lost is found in the dataset", async () => {
    emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/datasets/*/migrate", nth: 1 });
    const { state } = await host.create(migrate(emulator.seeded.datasets.orders));
    expect(listModels()).toMatchObject([{ id: state.dataModelId }]);
  });

  test("is no object of the dataset's: it outlives it, and one that was never made isn't there", async () => {
    const { orders, revenue } = emulator.seeded.datasets;
    const { id, state } = await host.create(migrate(orders));
    await emulator.ui.request("DELETE", `/v2/files/${orders}`);
    expect(await host.read(id, state)).toMatchObject({ id, state });
    expect(await host.read(revenue, {})).toMatchObject({ id: "" });
  });

  test("an organization without datasets: a state is kept and forgotten, a new migration is an error", async () => {
    const { orders, revenue } = emulator.seeded.datasets;
    const { id, state } = await host.create(migrate(orders));
    emulator.configure({ datasetEndpoints: "gone" });
    expect(await host.read(id, state)).toMatchObject({ id, state });
    await host.delete(id, state);
    await expect(host.create(migrate(revenue))).rejects.toThrow(
      /GET \/v2\/datasets\/.*: 410, .* The organization has no datasets any more: the platform has retired them\.$/m,
    );
  });

  test("a dataset that needs none is an error, and so is one that isn't there", async () => {
    await expect(host.create(migrate(emulator.seeded.datasets.external))).rejects.toThrow("needs no migration");
    await expect(host.create(migrate("nowhere"))).rejects.toThrow(/GET \/v2\/datasets\/nowhere: 404/);
    expect((await host.check({}, { shouldUpdateReferences: "yes" })).failures).toEqual([
      expect.stringContaining("|datasetId: required"),
      expect.stringContaining("|shouldUpdateReferences: "),
    ]);
  });
});
