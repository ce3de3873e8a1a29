import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repository, startBench } from "./support";

const handbook = join(repository, "docs/handbook");
const files = readdirSync(handbook).filter((file) => file.endsWith(".yaml"));

/** The program of the handbook's index. */
const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const [folderId, warehouse, finance, analyst, region] =
  ["folderId", "connectionId", "finance", "analyst", "region"].map((key) => config.require(key));
new analytics.DataModelDirectory("handbook", { path: "handbook", folderId,
  refs: { warehouse, finance, analyst, region } });
`;

test("a platform that refuses the unknown accepts every file of the handbook, and stores it as it is", async () => {
  const { emulator, stack, writes, dispose } = await startBench({
    // The folder of workbooks holds no models.
    files: Object.fromEntries(files.map((file) => [`handbook/${file}`, join(handbook, file)])),
    texts: {
      "Pulumi.yaml": "name: handbook\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
      "index.js": program,
    },
    emulator: { unknownFields: "refuse", unknownQuery: "refuse" },
  });
  try {
    const { teams, members, userAttributes } = emulator.seeded;
    await stack.configure({ finance: teams.finance, analyst: members.analyst, region: userAttributes.region });
    const up = await stack.expect(["up", "--yes", "--skip-preview"]);
    expect(writes()).toHaveLength(files.length);
    // What the platform drops or can't compute is a warning.
    expect(up).not.toMatch(/warning/);
    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(writes()).toEqual([]);
  } finally {
    await dispose();
  }
});
