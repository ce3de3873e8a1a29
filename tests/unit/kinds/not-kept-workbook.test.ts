import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkbookRepresentation } from "../../../provider/src/core/api";
import { parseWorkbookFile } from "../../../provider/src/core/files";
import type { JsonObject } from "../../../provider/src/core/model";
import { filterObjects } from "../../../provider/src/core/model/json";
import { tellNotKept } from "../../../provider/src/kinds/document/not-kept";
import { getWorkbook } from "../../../provider/src/kinds/workbook/declaration";
import { listLosses, recordStored } from "../../../provider/src/kinds/workbook/stored";
import { buildSales } from "../emulator/workbook/sales";

const folder = mkdtempSync(join(tmpdir(), "not-kept-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "sales.json");

/** What is told of a workbook of which the platform stored something else. */
function listTold(declared: JsonObject, change: (stored: JsonObject) => void): string[] {
  const contents = buildSales("c") as JsonObject;
  change(contents);
  const server = { url: "", documentVersion: 1, contents } as unknown as WorkbookRepresentation;
  writeFileSync(file, JSON.stringify(declared, null, 1));
  const { value } = parseWorkbookFile(file, { project: "." });
  const inputs = { name: "Sales", folderId: "f", contents: JSON.stringify(value), file };
  const forms = getWorkbook(inputs);
  const { baseline, notKept } = recordStored(inputs, server, {});
  const losses = listLosses(forms, baseline?.contents, server);
  expect(losses.map(({ at, what }) => ({ at, what }))).toEqual(notKept ?? []);
  const told: string[] = [];
  const context = { settings: { "not-kept": "warning" }, log: (line: string) => told.push(line) };
  const more = { title: "it", setting: "", declared: forms.declared, inputs, losses, before: [] };
  tellNotKept(context as never, more);
  return told.map((line) => line.replace(/it: \S*\/(?=sales)/, "it: "));
}

const sales = buildSales("c") as JsonObject;
const findLine = (text: string, declared: JsonObject) =>
  JSON.stringify(declared, null, 1)
    .split("\n")
    .findIndex((line) => line.includes(text)) + 1;

test.each([
  ["bare", sales],
  ["in the API's envelope", { name: "Sales", contents: sales }],
])("what the platform stored is told as it spells it, at its place in the file: %s", (_, declared) => {
  const told = listTold(declared, (stored) => {
    const [, orders, trend] = filterObjects(stored.elements);
    filterObjects(orders!.columns)[0]!.formula = "[ORDERS/Some Id] <> 3";
    (trend!.color as JsonObject).value = "#AA00Bb";
  });
  const [formula, color] = [findLine("[ORDERS/ID]", declared), findLine("#FF0000", declared)];
  const quote = (text: string) => JSON.stringify(text);
  expect(told).toEqual([
    expect.stringMatching(`^it: sales.json:${formula}:\\d+: warning: elements\\[orders\\].columns\\[id\\].formula: `),
    expect.stringMatching(`^it: sales.json:${color}:\\d+: warning: elements\\[trend\\].color.value: `),
  ]);
  expect(told[0]).toContain(`the platform stored \`formula\` as \`${quote("[ORDERS/Some Id] <> 3")}\` [not-kept]`);
  expect(told[1]).toContain(`the platform stored \`value\` as \`${quote("#AA00Bb")}\` [not-kept]`);
});

describe("another layout is told by the elements whose places differ, at the layout in the file", () => {
  const change = (stored: JsonObject) => {
    stored.layout = String(stored.layout).replace("1 / 20", "1 / 22");
  };
  const message = "in another way: page Data › table Orders: height `19 rows` → `21 rows` [not-kept]";
  const rows = { data: [{ rows: 19, of: ["orders"] }] };
  const { layout: _, pages, ...rest } = sales;
  const own = filterObjects(pages).map((page) => (page.id === "data" ? { ...page, layout: rows.data } : page));
  test.each<[string, JsonObject, string, string]>([
    ["XML", sales, "layout.data", '"layout"'],
    ["rows", { ...sales, layout: { ...rows } }, "layout.data", '"data": ['],
    ["rows with the page", { ...rest, pages: own }, "layout.data", '"layout": ['],
  ])("%s", (_, declared, at, text) => {
    const [told, ...more] = listTold(declared, change).filter((line) => line.includes("`data`"));
    expect(more).toEqual([]);
    expect(told).toContain(`${at}: the platform stored the layout of \`data\` ${message}`);
    expect(told).toMatch(new RegExp(`^it: sales.json:${findLine(text, declared)}:`));
  });
});
