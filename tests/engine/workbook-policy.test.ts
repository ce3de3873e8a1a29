import { join } from "node:path";
import { type Bench, projectYaml, repository, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const contents = {
  schemaVersion: 1,
  kind: "workbook",
  pages: [{ id: "main", name: "Main" }],
  elements: [
    { id: "orders", kind: "table", name: "Orders", source: { kind: "warehouse-table",
      connectionId: config.require("connectionId"), path: ["SALES", "PUBLIC", "ORDERS"] },
      columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }] },
    { id: "region", kind: "control", controlId: "region", controlType: "text", mode: "equals" },
    { id: "go", kind: "button", text: "Go", fontColor: "#ffffff", fillColor: "#dddddd" },
  ],
  layout: { main: [{ rows: 10, of: ["orders"] }, { rows: 2, of: ["region", "go"] }] },
};
new analytics.Workbook("sales", { name: "Sales", folderId: config.require("folderId"), contents });
`;

let bench: Bench;
afterAll(() => bench.dispose());

test("the starter pack checks workbooks in a preview", async () => {
  bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
  await bench.stack.write("policies.json", JSON.stringify({ all: "advisory" }));
  const pack = join(repository, "policies");
  const args = ["preview", "--policy-pack", pack, "--policy-pack-config", "policies.json"];
  const stdout = await bench.stack.expect(args);
  const text = stdout.replace(/\s+/g, " ");
  for (const expected of [
    "elements[orders].source: reads a table of the warehouse; read a data model",
    "elements[region]: the control filters nothing, and nothing names it; give it `filters`",
    "elements[go]: #ffffff on #dddddd has a contrast of 1.36:1",
    "has no description; add `description`",
  ]) {
    expect(text).toContain(expected);
  }
});
