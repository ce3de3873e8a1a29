import { compareParts, readUses } from "../../../../provider/src/core/graph";
import type { JsonObject } from "../../../../provider/src/core/model";

const buildPart = (id: string, formula: string) => ({ id, name: id, formula });

/** Orders over a table, and totals that read them. */
function buildModels(edit: (orders: JsonObject, totals: JsonObject) => void = () => {}) {
  const orders: JsonObject = {
    id: "orders",
    kind: "table",
    name: "Orders",
    source: { kind: "warehouse-table", connectionId: "c", path: ["DB", "S", "ORDERS"] },
    columns: [buildPart("net", "[ORDERS/NET]"), buildPart("tax", "[ORDERS/TAX]"), buildPart("gross", "[net] + [tax]")],
    metrics: [buildPart("revenue", "Sum([gross])"), buildPart("taxes", "Sum([tax])")],
  };
  const totals: JsonObject = {
    id: "totals",
    kind: "table",
    name: "Totals",
    source: { kind: "data-model", dataModelId: "first", elementId: "orders" },
    columns: [buildPart("all", "[Orders/gross]"), buildPart("other", "[Orders/tax]")],
    metrics: [buildPart("sum", "Sum([all])"), buildPart("rest", "Max([other])")],
  };
  edit(orders, totals);
  return Object.entries({ first: orders, second: totals }).map(([dataModelId, element]) => {
    const form: JsonObject = { pages: [{ id: "p", name: "P", elements: [element] }] };
    const names = new Map([["model/first/orders", "Orders"]]);
    return { dataModelId, form, exposed: readUses(form, { dataModelId, names, hasMissing: true }).exposed };
  });
}

const list = (edit: (orders: JsonObject, totals: JsonObject) => void) =>
  compareParts(buildModels(), buildModels(edit))
    .changed.map(({ dataModelId, name }) => `${dataModelId}.${name}`)
    .sort();
const setFormula = (element: JsonObject, list: "columns" | "metrics", index: number, formula: string) => {
  (element[list] as JsonObject[])[index]!.formula = formula;
};

test("nothing differs between the same models, nor by words that nobody calculates with", () => {
  expect(list(() => {})).toEqual([]);
  expect(
    list((orders) => {
      orders.description = "All orders.";
      (orders.columns as JsonObject[])[0]!.format = { kind: "number" };
      setFormula(orders, "columns", 2, " [NET] + [Tax] ");
    }),
  ).toEqual([]);
});

test("what reads a column that differs does, too, also in another model; nothing else", () => {
  expect(list((orders) => setFormula(orders, "columns", 0, "[ORDERS/NET] * 2"))).toEqual([
    "first.gross",
    "first.net",
    "first.revenue",
    "second.all",
    "second.sum",
  ]);
  expect(list((orders) => setFormula(orders, "metrics", 1, "Avg([tax])"))).toEqual(["first.taxes"]);
});

test("a source, a filter and a control change all that is calculated from them", () => {
  const ofOrders = ["first.gross", "first.net", "first.revenue", "first.tax", "first.taxes"];
  const ofTotals = ["second.all", "second.other", "second.rest", "second.sum"];
  const path = ["DB", "S", "ORDERS_2"];
  expect(list((orders) => Object.assign(orders, { source: { ...(orders.source as JsonObject), path } }))).toEqual([
    ...ofOrders,
    ...ofTotals,
  ]);
  expect(
    list((_, totals) => {
      totals.filters = [{ id: "f", columnId: "other", kind: "list", mode: "include", values: [1] }];
    }),
  ).toEqual(ofTotals);
});

test("what is new or gone is among them", () => {
  expect(list((orders) => (orders.metrics as JsonObject[]).push(buildPart("orders", "Count()")))).toEqual([
    "first.orders",
  ]);
  expect(list((_, totals) => (totals.metrics as JsonObject[]).pop())).toEqual(["second.rest"]);
});

test("another name of the same id is no other value, unless what it means differs", () => {
  const rename = (name: string) => (orders: JsonObject) => {
    (orders.metrics as JsonObject[])[0]!.name = name;
  };
  const { changed, renamed } = compareParts(buildModels(), buildModels(rename("Turnover")));
  expect([changed, renamed.map(({ was, name }) => [was, name])]).toEqual([[], [["revenue", "Turnover"]]]);
  const both = list((orders) => {
    rename("Turnover")(orders);
    setFormula(orders, "metrics", 0, "Max([gross])");
  });
  expect(both).toEqual(["first.Turnover", "first.revenue"]);
});

test("what names a column that isn't there says which, also through another column", () => {
  const { changed } = compareParts(
    buildModels(),
    buildModels((orders) => void (orders.columns as JsonObject[]).shift()),
  );
  const missing = Object.fromEntries(changed.map(({ name, missing: [before, after] }) => [name, [before, after]]));
  expect(missing).toMatchObject({ gross: [[], ["[net]"]], revenue: [[], ["[net]"]], net: [[], []] });
});
