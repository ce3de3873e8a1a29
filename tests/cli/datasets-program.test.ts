import { type Bench, startBench, typeChecked } from "../engine/support";
import { buildSettings, runPiped } from "./support";

describe("the program that `datasets plan` writes", () => {
  let bench: Bench;
  /** Ids by name. */
  let ids: Record<string, string>;

  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": "name: migrations\nruntime: nodejs\n" },
      emulator: { latencyMs: 20 },
    });
    const { emulator } = bench;
    const make = async (name: string, ...on: (string | undefined)[]) => {
      const sources = on.map((inodeId) => ({ type: "dataset", inodeId }));
      const made = await emulator.ui.request("POST", "/datasets", {
        name,
        parentId: emulator.seeded.folders.sales,
        sources,
      });
      return (made as { datasetId: string }).datasetId;
    };
    // By their names alone they would come the other way round.
    ids = { orders: emulator.seeded.datasets.orders, revenue: emulator.seeded.datasets.revenue };
    ids.board = await make("Board", ids.revenue);
    ids.answer = await make("Answer", ids.board, ids.orders);
  }, 120_000);
  afterAll(() => bench?.dispose());

  test("migrates in order, once", async () => {
    const { emulator, stack } = bench;
    const args = ["datasets", "plan", "--out", "index.ts", "--dest-folder", emulator.seeded.folders.models];
    const { code, stderr } = await runPiped(args, { cwd: stack.directory, env: buildSettings(emulator) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "index.ts: written\n" });

    await stack.expect(["preview"], typeChecked);
    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview"]);
    const migrations = ["orders", "revenue", "board", "answer"].map((name) => `POST /v2/datasets/${ids[name]}/migrate`);
    expect(bench.writes()).toEqual(migrations);

    const { dataModels } = (await stack.readOutputs()) as { dataModels: Record<string, string> };
    expect(Object.keys(dataModels).sort()).toEqual(["answer", "board", "orders-dataset", "revenue-dataset"]);
    const files = emulator.snapshot().files ?? [];
    for (const [name, id] of Object.entries(dataModels)) {
      expect({ name, file: files.find((file) => file.id === id) }).toMatchObject({
        file: { type: "data-model", parentId: emulator.seeded.folders.models },
      });
    }

    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
    const { stdout } = await runPiped(["datasets", "plan"], { cwd: stack.directory, env: buildSettings(emulator) });
    expect(stdout).toContain("No datasets to migrate.");
    expect(bench.writes()).toEqual([]);
  }, 180_000);
});
