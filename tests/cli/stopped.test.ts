import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

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

test("the same command completes what it was writing when it was killed", async () => {
  const cwd = createFolderWith(base, { "models/orders.yaml": orders, "models/readers.yaml": readers, "kill.js": kill });
  const read = () => ["orders", "readers"].map((name) => readFileSync(join(cwd, `models/${name}.yaml`), "utf8"));
  const args = ["rename", "orders#fact_orders.region", "Sales Region", "--yes"];
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(cwd, "kill.js"))}` };
  expect((await runPiped(args, { cwd, env })).code).not.toBe(0);
  const renamed = [
    orders.replace("name: Region", "name: Sales Region"),
    readers.replace("Orders/Region", "Orders/Sales Region"),
  ];
  // What the name belongs to comes last: until then, the old name is known.
  expect(read()).toEqual([orders, renamed[1]]);

  expect((await runPiped(args, { cwd })).code).toBe(0);
  expect(read()).toEqual(renamed);
  expect(readdirSync(join(cwd, "models")).sort()).toEqual(["orders.yaml", "readers.yaml"]);
});

test("a command that only reads writes nothing in somebody else's project", async () => {
  const cwd = createFolderWith(base, {
    "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
    "models/orders.yaml": orders,
    "models/.orders.yaml.draft": "theirs",
    ".git/HEAD": "ref: refs/heads/main\n",
    // What earlier releases left behind, and would have finished.
    ".pulumi-analytics.unfinished.json": JSON.stringify({
      version: 1,
      writer: "1-0123456789ab",
      steps: [{ path: ".git/HEAD", draft: null, before: hash("ref: refs/heads/main\n"), after: null, group: "" }],
    }),
  });
  const list = () =>
    readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => `${file}: ${readFileSync(file, "utf8")} ${statSync(file).mtimeMs}`)
      .sort();
  const before = list();
  for (const args of [["validate"], ["diff", "models/orders.yaml", "models/orders.yaml"], ["fmt", "--check"]]) {
    expect((await runPiped(args, { cwd })).code).toBeLessThan(2);
    expect(list()).toEqual(before);
  }
});

test("what a message quotes is no file of the machine outside of the project", async () => {
  const outside = createFolderWith(base, { "secret.yaml": "planted-secret: [\n" });
  const cwd = createFolderWith(base, { "Pulumi.yaml": "name: shop\nruntime: nodejs\n", "models/orders.yaml": orders });
  symlinkSync(join(outside, "secret.yaml"), join(cwd, "models/link.yaml"));
  symlinkSync(join(outside, "secret.yaml"), join(cwd, "models/link.checks.yaml"));
  symlinkSync(outside, join(cwd, "linked"));
  for (const command of ["validate", "fmt", "draw", "check", "pull"]) {
    const paths =
      command === "check" ? ["models/link.checks.yaml"] : ["models/link.yaml", "linked/secret.yaml", "linked"];
    for (const path of paths) {
      const { stdout, stderr, code } = await runPiped([command, path], { cwd });
      expect([command, path, stdout + stderr]).toEqual([command, path, expect.not.stringContaining("planted-secret")]);
      expect([command, path, code]).not.toEqual([command, path, 0]);
    }
  }
  const { stderr } = await runPiped(["validate", "linked/secret.yaml"], { cwd });
  expect(stderr).toContain(
    `linked/secret.yaml: leads out of ${cwd} through a link. If you mean it, name ${outside}/secret.yaml.`,
  );
});
