import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { summarizeGraph } from "pulumi-analytics-diagram/graph";
import { toDocument } from "../../../../cli/src/documents/create";
import { openDocuments } from "../../../../cli/src/documents/project-documents";
import { DocumentTitles } from "../../../../cli/src/drawing/document-title";
import { convertDocuments } from "../../../../cli/src/drawing/models/documents";
import { buildGraph } from "../../../../cli/src/drawing/models/graph";
import { sound } from "../../core/workbook/sound";

const orders = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }]
`;

/** The graph of some files. */
function draw(files: Record<string, string>) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "diagram-")));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const { files: read } = openDocuments(cwd, {}, Object.keys(files)).readAll();
    const documents = read.map((file) => toDocument(file));
    return buildGraph(convertDocuments(documents, new DocumentTitles(cwd)));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

test("a workbook is drawn on top of the model that it reads from, by its pages", () => {
  const graph = draw({ "orders.yaml": orders, "sales.yaml": sound });
  const { groups, nodes, edges } = graph;
  expect(groups.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(["model orders", "model Sales (workbook)", "page Main", "page Data"]),
  );
  expect(summarizeGraph(graph)).toMatch(/^1 model · 1 workbook · \d+ elements$/);
  expect(graph.title).toBe("Data models and workbooks");
  const of = new Map(nodes.map((node) => [node.id, node]));
  const describe = (id: string) => `${of.get(id)?.type ?? of.get(id)?.kind} ${of.get(id)?.name}`;
  const flows = edges
    .filter(({ kind }) => kind === "source")
    .map(({ from, to }) => [from, to].map(describe).join(" → "));
  expect(flows).toEqual(
    expect.arrayContaining([
      "warehouse-table Orders → table Orders",
      "table Orders → kpi chart Total",
      "table Monthly → bar chart Trend",
    ]),
  );
  expect(edges.filter(({ broken }) => broken)).toEqual([]);
  expect(nodes.filter(({ kind }) => kind === "missing")).toEqual([]);
});

test("a model and a workbook of one name, and what a workbook names that isn't there", () => {
  const twice = draw({
    "orders.yaml": orders,
    "orders.json": JSON.stringify({ kind: "workbook", elements: [], pages: [] }),
  });
  expect(twice.groups.map(({ name }) => name)).toEqual(expect.arrayContaining(["orders", "Orders (workbook)"]));
  const { nodes } = draw({
    "orders.yaml": orders,
    "sales.yaml": sound.replace("orders#fact_orders", "orders#fact_order"),
  });
  expect(nodes.flatMap(({ problems = [] }) => problems)).toContain(
    "orders.yaml has no element `fact_order`. Did you mean `fact_orders`?",
  );
});
