import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();

const orders = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, CORE, FACTS] }
        columns:
          - { id: region, name: Region, formula: "[FACTS/REGION]" }
`;
const readers = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: t
        kind: table
        name: T
        source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
        columns:
          - { id: r, name: Where, formula: "[Fact Orders/Region]" }
`;

/** Kills the process when it is about to rename something onto its second model. */
const kill = `
const fs = require("node:fs");
const rename = fs.renameSync;
let count = 0;
fs.renameSync = (from, to) => {
  if (to.endsWith(".yaml") && ++count === 2) process.kill(process.pid, "SIGKILL");
  rename(from, to);
};
`;

test("the next command finishes what a killed one was writing, and says so in one line", async () => {
  const cwd = createFolderWith(base, { "models/orders.yaml": orders, "models/readers.yaml": readers, "kill.js": kill });
  const read = () => ["orders", "readers"].map((name) => readFileSync(join(cwd, `models/${name}.yaml`), "utf8"));
  const args = ["rename", "orders#fact_orders.region", "Sales Region", "--yes"];
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(cwd, "kill.js"))}` };
  expect((await runPiped(args, { cwd, env })).code).not.toBe(0);
  const renamed = [orders, readers].map((text) => text.replace("name: Region", "name: Sales Region"));
  const [first, second] = read();
  expect([first === orders, second === readers].filter((isOld) => isOld)).toHaveLength(1);

  const { stderr } = await runPiped(["validate", "models"], { cwd });
  expect(stderr).toBe("Finished what a stopped command was writing: models/readers.yaml, models/orders.yaml.\n");
  expect(read()).toEqual([renamed[0], readers.replace("Orders/Region", "Orders/Sales Region")]);
  expect((await runPiped(["validate", "models"], { cwd })).stderr).toBe("");
});
