import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { startEmulator } from "analytics-emulator";
import { resolvePulumi } from "pulumi-cli";
import { TemporaryStack } from "../../tools/quickstart/dist/temporary-stack";
import { type Bench, spreadOf } from "./measure";

const repository = join(__dirname, "../..");
const models = 200;
const columns = 300;
const rounds = 5;

const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const source = { kind: "warehouse-table", connectionId: config.require("connectionId"), path: ["SALES", "PUBLIC", "ORDERS"] };
for (let m = 0; m < ${models}; m++) {
  const list = [];
  for (let c = 0; c < ${columns}; c++) list.push({ id: "column_" + c, name: "Column " + c, description: "What it holds", formula: "[ORDERS/COLUMN_" + c + "]" });
  const table = { id: "facts", kind: "table", name: "Facts", description: "One row per order", source, columns: list };
  new analytics.DataModel("model-" + m, { name: "Model " + m, folderId: config.require("folderId"),
    spec: JSON.stringify({ pages: [{ id: "main", name: "Main", elements: [table] }] }) });
}
`;

/** A pack of one policy that looks at nothing. */
const emptyPack = `
const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("empty", { policies: [{ name: "nothing", description: "Nothing", enforcementLevel: "advisory", validateResource: () => {} }] });
`;

const yaml = (more: string) => `runtime:\n  name: nodejs\n  options:\n    typescript: false\n${more}`;

export const policy: Bench = {
  name: "policy",
  about: `a preview of ${models} models of ${columns} columns with the starter pack, against a pack of one empty policy`,
  async run(report) {
    const emulator = await startEmulator({ seed: 1 });
    const stack = await TemporaryStack.create({
      cli: await resolvePulumi(),
      files: {},
      texts: {
        "Pulumi.yaml": yaml("name: policies\nmain: index.js\n"),
        "index.js": program,
        "empty/PulumiPolicy.yaml": yaml(""),
        "empty/package.json": '{ "name": "empty", "version": "0.0.1", "private": true, "main": "index.js" }',
        "empty/index.js": emptyPack,
      },
      nodeModules: join(repository, "node_modules"),
      config: {
        "analytics:baseUrl": emulator.url,
        "analytics:clientId": emulator.clientId,
        folderId: emulator.seeded.folders.models,
        connectionId: emulator.seeded.connections.warehouse,
      },
      secrets: { "analytics:clientSecret": emulator.clientSecret },
    });
    try {
      const packs = { starter: join(repository, "policies"), empty: join(stack.directory, "empty") };
      const times: Record<keyof typeof packs, number[]> = { starter: [], empty: [] };
      for (let round = -1; round < rounds; round++) {
        for (const pack of ["starter", "empty"] as const) {
          const start = performance.now();
          await stack.expect(["preview", "--policy-pack", packs[pack]]);
          if (round >= 0) times[pack].push((performance.now() - start) / 1000);
        }
      }
      report.spread("with the starter pack", spreadOf(times.starter), "s");
      report.spread("with an empty policy", spreadOf(times.empty), "s");
      const ratios = times.starter.map((time, round) => time / (times.empty[round] ?? Number.NaN));
      report.figure("time against an empty policy", spreadOf(ratios).median, "×", 1.15);
    } finally {
      await stack.dispose();
      await emulator.stop();
    }
  },
};
