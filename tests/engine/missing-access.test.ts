import { startFront } from "../front";
import { type Bench, projectYaml, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const { parentId } = require("./place.json");
const folder = new analytics.Folder("folder", { name: "Finance", parentId });
for (const name of ["orders", "customers"]) {
  new analytics.DataModel(name, { name, folderId: folder.id, spec: "pages: [{ id: p, name: P, elements: [] }]" });
}
new analytics.Tag("red", { name: "Red", color: "plum" });
`;

const json = { "content-type": "application/json" };

// Told in order: each test goes on where the one before it ended.
describe("credentials that see less than those that wrote the state, with the real engine", () => {
  let bench: Bench;
  let front: Awaited<ReturnType<typeof startFront>>;
  let seesLess = false;

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
    const { emulator, stack } = bench;
    await stack.write("place.json", JSON.stringify({ parentId: emulator.seeded.folders.models }));
    front = await startFront(emulator.url, ({ method, path }) => {
      if (!seesLess || !/^\/v2\/(files|dataModels|tags)/.test(path)) return undefined;
      const isList = method === "GET" && path.split("/").length === 3;
      return isList
        ? {
            status: 200,
            headers: json,
            text: JSON.stringify({ entries: [], nextPage: null, total: 0, hasMore: false }),
          }
        : { status: 404, headers: json, text: '{"message":"not found","code":"not_found","requestId":"r"}' };
    });
    await stack.configure({ "analytics:baseUrl": front.url });
    await stack.expect(["up", "--yes", "--skip-preview"]);
  }, 120_000);
  afterAll(async () => {
    await front.stop();
    await bench.dispose();
  });

  const listLiving = () => {
    const { files, tags } = bench.emulator.snapshot();
    const ours = files.filter(
      ({ name, deletedWith }) => ["Finance", "orders", "customers"].includes(name) && !deletedWith,
    );
    return [...ours, ...tags].length;
  };
  const count = async () => (await bench.stack.listResources()).filter(({ id }) => id !== undefined).length;

  test("refresh and destroy stop, name the member, and keep the state and the objects", async () => {
    seesLess = true;
    const before = await count();
    for (const command of ["refresh", "destroy"]) {
      const { code, stdout, stderr } = await bench.stack.run([command, "--yes", "--skip-preview"]);
      expect(code).not.toBe(0);
      expect(stdout + stderr).toContain("isn't visible to Ada Admin <ada.admin@acme.example>");
      expect(stdout + stderr).toContain("ANALYTICS_MISSING_OBJECTS=deleted");
      expect(await count()).toBe(before);
      expect(listLiving()).toBe(4);
    }
    seesLess = false;
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(bench.writes()).toEqual([]);
  }, 120_000);

  test("one of them that was deleted leaves the state, and the next up creates it", async () => {
    const { files } = bench.emulator.snapshot();
    await bench.emulator.ui.deleteFile(files.find(({ name }) => name === "orders")!.id);
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(bench.writes()).toEqual(["POST /v2/dataModels/spec"]);
    expect(listLiving()).toBe(4);
  }, 120_000);

  test("where all were deleted, the message says how to go on", async () => {
    const { files, tags } = bench.emulator.snapshot();
    const folder = files.find(({ name, deletedWith }) => name === "Finance" && !deletedWith)!;
    await bench.emulator.ui.deleteFile(folder.id);
    for (const { versionTagId } of tags) await bench.emulator.ui.request("DELETE", `/v2/tags/${versionTagId}`);
    expect((await bench.stack.run(["up", "--yes", "--skip-preview", "--refresh"])).code).not.toBe(0);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"], { ANALYTICS_MISSING_OBJECTS: "deleted" });
    expect(listLiving()).toBe(4);
  }, 120_000);
});
