import { chooseCases } from "../cases";
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
  });
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
  const readId = async (kind: string) =>
    (await bench.stack.listResources()).find(({ type }) => type.endsWith(kind))?.id ?? "";
  const count = async () => (await bench.stack.listResources()).filter(({ id }) => id !== undefined).length;

  test("refresh and destroy stop, name the member, and keep the state and the objects", async () => {
    seesLess = true;
    const before = await count();
    for (const command of ["refresh", "destroy"]) {
      const { code, stdout, stderr } = await bench.stack.run([command, "--yes", "--skip-preview"]);
      expect(code).not.toBe(0);
      expect(stdout + stderr).toMatch(/n't visible to Ada Admin <ada.admin@acme.example>/);
      expect(stdout + stderr).toContain("and nothing was changed");
      expect(await count()).toBe(before);
      expect(listLiving()).toBe(4);
    }
    seesLess = false;
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(bench.writes()).toEqual([]);
  });

  test("of another than an administrator, one message has the setting for all of them", async () => {
    const { members } = bench.emulator.seeded;
    const setType = (memberType: string) =>
      bench.emulator.ui.request("PATCH", `/v2/members/${members.admin}`, { memberType });
    const { files, tags } = bench.emulator.snapshot();
    for (const { id, name } of files)
      if (["orders", "customers"].includes(name)) await bench.emulator.ui.deleteFile(id);
    for (const { versionTagId } of tags) await bench.emulator.ui.request("DELETE", `/v2/tags/${versionTagId}`);
    await setType("creator");
    const before = await count();
    const { code, stdout, stderr } = await bench.stack.run(["refresh", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("Only an administrator's credentials show whether");
    expect(await count()).toBe(before);
    const found = new Set((stdout + stderr).match(/`ANALYTICS_MISSING_OBJECTS=\S+ pulumi refresh`/g));
    expect(found.size).toBe(1);
    const [, ids = ""] = /=(\S+) /.exec([...found][0]!) ?? [];
    expect(ids.split(",")).toHaveLength(3);
    await bench.stack.expect(["refresh", "--yes", "--skip-preview"], { ANALYTICS_MISSING_OBJECTS: ids });
    expect(await count()).toBe(before - 3);
    await setType("admin");
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(listLiving()).toBe(4);
  });

  test("one of them that was deleted leaves the state, and the next up creates it", async () => {
    const { files } = bench.emulator.snapshot();
    await bench.emulator.ui.deleteFile(files.find(({ name, deletedWith }) => name === "orders" && !deletedWith)!.id);
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(bench.writes()).toEqual(["POST /v2/dataModels/spec"]);
    expect(listLiving()).toBe(4);
  });

  test("what people delete every day leaves the state: a folder with its models", async () => {
    const { files } = bench.emulator.snapshot();
    await bench.emulator.ui.deleteFile(files.find(({ name, deletedWith }) => name === "Finance" && !deletedWith)!.id);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(listLiving()).toBe(4);
  });

  test("many of them that were deleted leave the state, and destroy goes through", async () => {
    const { files } = bench.emulator.snapshot();
    for (const { id, name, deletedWith } of files) {
      if (["orders", "customers"].includes(name) && !deletedWith) await bench.emulator.ui.deleteFile(id);
    }
    const before = await count();
    await bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
    expect(await count()).toBe(before - 2);
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(listLiving()).toBe(4);
    await bench.emulator.ui.deleteFile(await readId("Folder"));
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    expect(listLiving()).toBe(0);
  });
});

const late = `
const analytics = require("pulumi-analytics");
const { workbookId, isMore } = require("./place.json");
const tag = new analytics.Tag("red", { name: "Red", color: "plum" });
if (isMore) {
  new analytics.Tag("blue", { name: "Blue", color: "plum" });
  new analytics.DeploymentPolicy("emea", { name: "EMEA" });
  new analytics.WorkbookSchedule("weekly", {
    ...{ workbookId, title: "Weekly", cronSpec: "0 8 * * mon", timezone: "UTC" },
    targets: [{ email: "sales@example.com" }],
    message: "Attached.",
    attachments: [{ format: { type: "PDF" } }],
  });
}
`;

describe("what was just created, where lists are late, with the real engine", () => {
  let bench: Bench;
  const write = (isMore: boolean) =>
    bench.stack.write("place.json", JSON.stringify({ workbookId: bench.emulator.seeded.workbooks.sales, isMore }));
  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": late } });
    await write(false);
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    // A proxy that obeys nothing stores the list without the second tag.
    bench.emulator.addFault({ fault: "stored", ms: 60_000 });
    await bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
    await write(true);
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  });
  afterAll(() => bench.dispose());

  test("behind a proxy that stores answers, refresh keeps it", async () => {
    await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    bench.emulator.removeFault();
  });

  const commands: [string, string[]][] = [
    ["up --refresh", ["up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes"]],
    ["refresh", ["refresh", "--yes", "--skip-preview", "--expect-no-changes"]],
    ["preview --refresh", ["preview", "--refresh", "--expect-no-changes"]],
  ];
  test.each(chooseCases(commands))("%s keeps it, and no object is doubled", async (_name, command) => {
    for (const path of ["/v2/tags", "/v2/deploymentPolicies", "/v2/workbooks/*/schedules"]) {
      bench.emulator.addFault({ fault: "hide", method: "GET", path, times: 2 });
    }
    bench.emulator.clearRequests();
    await bench.stack.expect(command);
    expect(bench.writes()).toEqual([]);
    expect(bench.emulator.requests().filter(({ fault }) => fault !== undefined).length).toBeGreaterThan(3);
    bench.emulator.removeFault();
  });
});
