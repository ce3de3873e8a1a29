import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { project } from "../cli/impact-project";
import { runPiped } from "../cli/support";
import { type Bench, cli, projectYaml, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const { folderId, connectionId: warehouse } = require("./place.json");
const model = (file, refs) => analytics.specFile("models/" + file + ".yaml", { refs });
const orders = new analytics.DataModel("orders", { name: "Sales", folderId, spec: model("orders", { warehouse }) });
const areas = new analytics.DataModel("areas", { name: "Areas", folderId, spec: model("areas", { orders }) });
new analytics.Workbook("sales", {
  name: "Weekly",
  folderId,
  contents: analytics.workbookFile("workbooks/sales", { refs: { orders, areas } }),
});
`;

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({ texts: { ...project, "Pulumi.yaml": projectYaml, "index.js": program } });
  const { folders, connections } = bench.emulator.seeded;
  const connectionId = connections.warehouse as string;
  const columns = { REGION: "text", AMOUNT: "number" } as const;
  bench.emulator.addTable({ connectionId, path: ["SALES", "CORE", "FACTS"], columns });
  await bench.stack.write("place.json", JSON.stringify({ folderId: folders.models, connectionId }));
  await bench.stack.expect(["up", "--yes", "--skip-preview"]);
}, 120_000);
afterAll(() => bench?.dispose());

async function ask(...args: string[]) {
  const { command, env } = await cli;
  const { stdout } = await runPiped(["impact", ...args, "--json"], {
    cwd: bench.stack.directory,
    env: {
      ...bench.stack.environment,
      PATH: [dirname(command), env.PATH, process.env.PATH].filter(Boolean).join(delimiter),
    },
  });
  return JSON.parse(stdout);
}

test("the state of a real stack says what was deployed, and which of the documents the files are", async () => {
  expect((await ask("--changes")).changes).toEqual([]);
  const file = join(bench.stack.directory, "models/orders.yaml");
  await bench.stack.write("models/orders.yaml", readFileSync(file, "utf8").replace("name: Region", "name: Zone"));
  const found = await ask("--changes");
  expect(found.changes).toEqual([
    { text: "orders#Fact Orders.Region", is: "column", becomes: "renamed to Zone", documents: 2 },
  ]);
  expect([found.breaksNow, found.notes, found.isPlatformAsked]).toEqual([[], [], true]);
  const files = found.inFiles.map(({ id, name, file: its }: Record<string, string>) => [typeof id, name, its]);
  expect(files).toEqual([
    ["string", "Areas", "models/areas.yaml"],
    ["string", "Weekly", "workbooks/sales"],
  ]);
}, 120_000);
