import { delimiter, dirname } from "node:path";
import { project } from "../cli/impact-project";
import { runPiped } from "../cli/support";
import { type Bench, getCli, projectYaml, startBench } from "./support";

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

/** A stack with two models and a workbook, one reading the other, as files and on the platform. */
export async function startSalesStack(): Promise<Bench> {
  const bench = await startBench({ texts: { ...project, "Pulumi.yaml": projectYaml, "index.js": program } });
  const { folders, connections } = bench.emulator.seeded;
  const connectionId = connections.warehouse as string;
  const columns = { REGION: "text", AMOUNT: "number" } as const;
  bench.emulator.configure({ tokenRequestsPerSecond: null });
  bench.emulator.addTable({ connectionId, path: ["SALES", "CORE", "FACTS"], columns });
  await bench.stack.write("place.json", JSON.stringify({ folderId: folders.models, connectionId }));
  await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  return bench;
}

/** Runs the command in the folder of a stack, with the Pulumi CLI on its path. */
export async function runInStack({ stack }: Bench, ...args: string[]) {
  const { command, env } = await getCli();
  const path = [dirname(command), env.PATH, process.env.PATH].filter(Boolean).join(delimiter);
  return runPiped(args, { cwd: stack.directory, env: { ...stack.environment, PATH: path } });
}
