import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, projectYaml, startBench } from "./support";

const writeTags = (count: number) => `
const analytics = require("pulumi-analytics");
// What an object lacks is known in a preview: nothing that reads it changes.
const { workspaceId } = new analytics.Team("team", { name: "Buyers" });
new analytics.Tag("read", { name: "Read", color: "grass", description: workspaceId.apply(String) });
exports.lacking = workspaceId.apply((value) => value === undefined);
for (let i = 0; i < ${count}; i++) new analytics.Tag("tag" + i, { name: "Tag " + i, color: "grass" });
`;

describe("a backend of files without attributes", () => {
  let bench: Bench;
  let without: Record<string, string>;
  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": writeTags(1) } });
    without = { PULUMI_BACKEND_URL: `${bench.stack.environment.PULUMI_BACKEND_URL}?metadata=skip` };
  });
  afterAll(() => bench.dispose());

  test("goes on from one with them, and the other way round", async () => {
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    await bench.stack.write("index.js", writeTags(2));
    await bench.stack.expect(["up", "--yes", "--skip-preview"], without);
    await bench.stack.expect(["preview", "--expect-no-changes"]);
  });

  test("writes a state and its backup, and nothing beside them that a kill could cut", async () => {
    const root = join(bench.stack.directory, "../state");
    const listAttributes = async () =>
      (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".attrs"));
    expect(await listAttributes()).not.toEqual([]);
    for (const name of await listAttributes()) await rm(join(root, name));
    await bench.stack.write("index.js", writeTags(3));
    await bench.stack.expect(["up", "--yes", "--skip-preview"], without);
    expect(await listAttributes()).toEqual([]);
    expect((await readdir(join(root, ".pulumi/stacks/bench"))).sort()).toEqual([
      "temporary.json",
      "temporary.json.bak",
    ]);
  });
});
