import { findSources, planRelease } from "../../../../provider/src/core/release";

const orders = { type: "DataModel", name: "orders" };
const sales = { type: "Workbook", name: "sales" };
const plan = (documents: readonly (typeof orders)[], versions = {}) =>
  planRelease("live", documents, versions).map(({ resource, key, idField }) => [resource, key, idField]);

test("data models come first", () => {
  const monthly = { type: "Report", name: "monthly" };
  expect(plan([sales, monthly, orders], { sales: 2 })).toEqual([
    ["live-orders", "orders", "dataModelId"],
    ["live-sales", "sales", "workbookId"],
    ["live-monthly", "monthly", "reportId"],
  ]);
});

test("a name that a model and a workbook have is a key with the type", () => {
  expect(plan([{ ...sales, name: "orders" }, orders, sales]).map(([, key]) => key)).toEqual([
    "orders-DataModel",
    "orders-Workbook",
    "sales",
  ]);
});

test.each([
  [[], {}, "documents: name at least one data model, workbook or report."],
  [[{ type: "Tag", name: "t" }], {}, "documents[0]: a Tag has no versions. Use any of: DataModel, Workbook, Report."],
  [[orders, sales, orders], {}, 'documents[0]: the DataModel "orders" is there twice. Remove one.'],
  [[orders], { order: 7 }, 'versions.order: no such document. Did you mean "orders"? Documents: orders.'],
  [[orders], { orders: null }, "versions.orders: no version. Remove it, or set a number."],
])("%j with the versions %j is refused", (documents, versions, message) => {
  expect(() => plan(documents, versions)).toThrow(message);
});

test("a document reads the models whose ids are values of its placeholders, or in its text", () => {
  const ids = ["1b0c6a52-6f0e-4c4e-9d0a-2f6c2d1a8e11", "2b0c6a52-6f0e-4c4e-9d0a-2f6c2d1a8e11", "", "3b0c6a52-6f0e"];
  const text = JSON.stringify({ elements: [{ source: { dataModelId: ids[1] } }] });
  expect(findSources({ orders: ids[0], element: "x" }, text, ids)).toEqual([0, 1]);
  expect(findSources(undefined, undefined, ids)).toEqual([]);
});
