import { setTimeout as sleep } from "node:timers/promises";
import { chooseCases } from "../cases";
import { isAlive, kill, listDescendants } from "../faults/processes";
import { type Bench, projectYaml, startBench } from "./support";

const writeProgram = (formula = "[ORDERS/AMOUNT]") => `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
new analytics.DataModel("model", { name: "Interrupted", folderId: config.require("folderId"),
  spec: { pages: [{ id: "p", name: "Main", elements: [{
  id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "${formula}" }],
}] }] } });
`;

const writeWorkbookProgram = (formula = "[ORDERS/AMOUNT]") => `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
new analytics.Workbook("workbook", { name: "Interrupted", folderId: config.require("folderId"),
  contents: { schemaVersion: 1, kind: "workbook", pages: [{ id: "p", name: "Main" }], elements: [{
  id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "${formula}" }],
}], layout: { p: [{ rows: 9, of: ["facts"] }] } } });
`;

/** The documents: their program, and the read of their contents. */
const documents = {
  "data model": { write: writeProgram, path: "/v2/dataModels/*/spec", contents: /^\/v2\/dataModels\/[^/]+\/spec$/ },
  workbook: { write: writeWorkbookProgram, path: "/v2/workbooks/*", contents: /^\/v2\/workbooks\/[^/]+(\?.*)?$/ },
} as const;

const ends = ["kill -9", "Ctrl-C, twice"] as const;

const cases = ends.flatMap((end) => Object.entries(documents).map(([kind, document]) => ({ end, kind, ...document })));

// `machine` has creates.
describe.each(chooseCases(cases))(
  "an up of a $kind that $end ends while it reads back what it has written",
  (document) => {
    const { end, write, path, contents } = document;
    let bench: Bench;
    beforeEach(async () => {
      bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": write() } });
    });
    afterEach(() => bench.dispose());

    /** Ends an `up` as soon as it reads the contents of a model for the `nth` time. */
    async function cutUp(nth: number): Promise<void> {
      const { emulator, stack } = bench;
      const countReads = () =>
        emulator.requests().filter(({ method, path }) => method === "GET" && contents.test(path)).length;
      emulator.clearRequests();
      const late = emulator.addFault({ fault: "delay", method: "GET", path, nth, ms: 60_000 });
      const cut = stack.run(["up", "--yes", "--skip-preview"]);
      while (countReads() < nth) await sleep(10);
      await endProcess(end);
      expect((await cut).code).not.toBe(0);
      emulator.removeFault(late.id);
      if (end === "kill -9") await stack.expect(["cancel", "--yes"]);
    }

    async function expectOnce(): Promise<void> {
      const { emulator, stack } = bench;
      await stack.expect(["up", "--yes", "--skip-preview"]);
      expect(emulator.snapshot().files.filter(({ name }) => name === "Interrupted")).toHaveLength(1);
      await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    }

    test("an update, then up: what it wrote isn't somebody's change", async () => {
      await bench.stack.expect(["up", "--yes", "--skip-preview"]);
      await bench.stack.write("index.js", write("[ORDERS/AMOUNT] * 2"));
      await cutUp(2);
      await expectOnce();
    });
  },
);

async function endProcess(how: (typeof ends)[number]): Promise<void> {
  const started = listDescendants().filter(({ command }) => /pulumi|dynamic-provider/.test(command));
  const engine = started.find(({ command }) => / up --yes/.test(command))!;
  if (how === "kill -9") {
    for (const process of started) kill(process);
    return;
  }
  for (let times = 0; times < 2; times += 1) {
    if (isAlive(engine.pid)) process.kill(engine.pid, "SIGINT");
    await sleep(500);
  }
}
