import { describeFate, listRemoved, type RemovedPart } from "../../../../provider/src/core/graph";
import type { Json, JsonObject } from "../../../../provider/src/core/model/json";
import { expectLimited } from "../../limited";

const region = { id: "r", name: "Region", formula: "[FACTS/Region]" };
const amount = { id: "a", name: "Amount", formula: "[FACTS/Amount]" };
const revenue = { id: "m1", name: "Revenue", formula: "Sum([Amount])" };

const buildTable = (more: JsonObject = {}): JsonObject => ({
  id: "facts",
  kind: "table",
  name: "Fact Orders",
  source: { kind: "warehouse-table", connectionId: "c", path: ["DB", "FACTS"] },
  columns: [region, amount],
  metrics: [revenue],
  ...more,
});
const control: JsonObject = { id: "ctl", kind: "control", controlId: "year", name: "Year", controlType: "number" };
const buildModel = (...elements: Json[]): Json => ({ pages: [{ id: "p", name: "P", elements }] });

const before = buildModel(buildTable(), control);
const list = (after: Json | undefined) => listRemoved("m", before, after);
const describe = ({ is, path, keys, renamedTo }: RemovedPart) => ({ is, path, keys, renamedTo });
const other = { id: "x", name: "Other", formula: "[FACTS/Other]" };

test.each<[string, Json]>([
  ["nothing", before],
  [
    "a formula alone",
    buildModel(buildTable({ columns: [{ ...region, formula: "Upper([FACTS/Region])" }, amount] }), control),
  ],
  ["the spelling of a name", buildModel(buildTable({ columns: [{ ...region, name: "REGION" }, amount] }), control)],
  ["the id alone, under its name", buildModel(buildTable({ metrics: [{ ...revenue, id: "m9" }] }), control)],
  ["new parts", buildModel(buildTable({ columns: [region, amount, other] }), control, buildTable({ id: "new" }))],
])("nothing goes away by a change of %s", (_what, after) => {
  expect(list(after)).toEqual([]);
});

test("a removed column has the key of its name and that of its id", () => {
  expect(list(buildModel(buildTable({ columns: [amount] }), control))).toEqual([
    {
      is: "column",
      elementId: "facts",
      element: "Fact Orders",
      name: "Region",
      path: "Fact Orders.Region",
      keys: ["model/m/facts/column/region", "model/m/facts/id/r"],
    },
  ]);
});

test("of a renamed column the name is gone, and the id stays", () => {
  const renamed = { ...region, name: "Sales Region" };
  expect(list(buildModel(buildTable({ columns: [renamed, amount] }), control)).map(describe)).toEqual([
    { is: "column", path: "Fact Orders.Region", keys: ["model/m/facts/column/region"], renamedTo: "Sales Region" },
  ]);
});

test("a metric with the id and the name of a column replaces the column, and doesn't rename it", () => {
  const metric = { ...revenue, id: "a", name: "Amount" };
  const [part, ...others] = list(buildModel(buildTable({ columns: [region], metrics: [revenue, metric] }), control));
  expect(others).toEqual([]);
  expect(part).toMatchObject({
    is: "column",
    path: "Fact Orders.Amount",
    keys: expect.arrayContaining(["model/m/facts/id/a"]),
  });
  expect(part!.renamedTo).toBeUndefined();
  expect(describeFate(part!)).toBe("replaced by the metric Amount");
});

test("a column that takes over the name of another one goes on under it", () => {
  const after = buildModel(buildTable({ columns: [{ ...other, name: "Region" }, amount] }), control);
  expect(list(after)).toEqual([]);
});

test("metrics are removed and renamed alike", () => {
  const none = list(buildModel(buildTable({ metrics: [] }), control)).map(describe);
  expect(none).toEqual([{ is: "metric", path: "Fact Orders.Revenue", keys: ["model/m/facts/metric/revenue"] }]);
  const [renamed] = list(buildModel(buildTable({ metrics: [{ ...revenue, name: "Income" }] }), control));
  expect(renamed).toMatchObject({ keys: ["model/m/facts/metric/revenue"], renamedTo: "Income" });
});

test("an element stands for all that is in it", () => {
  expect(list(buildModel(control)).map(describe)).toEqual([
    {
      is: "element",
      path: "Fact Orders",
      keys: [
        "model/m/facts",
        "model/m/facts/column/region",
        "model/m/facts/id/r",
        "model/m/facts/column/amount",
        "model/m/facts/id/a",
        "model/m/facts/metric/revenue",
      ],
    },
  ]);
});

test("another name of an element breaks what names its columns, and no metric", () => {
  expect(list(buildModel(buildTable({ name: "Orders" }), control)).map(describe)).toEqual([
    {
      is: "element",
      path: "Fact Orders",
      keys: ["model/m/facts/column/region", "model/m/facts/column/amount"],
      renamedTo: "Orders",
    },
  ]);
});

test("a control goes away by the id that others bind it by", () => {
  expect(list(buildModel(buildTable())).map(describe)).toEqual([
    { is: "control", path: "Year", keys: ["model/m/control/year"] },
  ]);
});

test("with a whole model each of its elements goes away", () => {
  expect(list(undefined).map(({ is, path }) => `${is} ${path}`)).toEqual(["element Fact Orders", "control Year"]);
});

test("what is behind a relationship goes away with it, with the column, and with its element", () => {
  const relationships = [{ id: "rel", name: "Buyer", targetElementId: "people", keys: [] }];
  const people = buildTable({ id: "people", name: "People", columns: [{ ...region, name: "Country" }], metrics: [] });
  const form = (...elements: Json[]) => buildModel(...elements, control);
  const old = form(buildTable({ relationships }), people);
  const key = "model/m/facts/column/buyercountry";
  const listGone = (after: Json) => listRemoved("m", old, after).map(({ is, path, keys }) => [is, path, keys.at(-1)]);
  expect(listGone(form(buildTable(), people))).toEqual([["relationship", "Fact Orders.Buyer", key]]);
  const other = { ...people, columns: [{ ...region, name: "Land" }] };
  expect(listGone(form(buildTable({ relationships }), other))).toEqual([["column", "People.Country", key]]);
  expect(listGone(form(buildTable({ name: "Sales", relationships }), people))).toEqual([
    ["element", "Fact Orders", key],
  ]);
});

test("many elements that go away take time that grows with their number", () => {
  const elements = Array.from({ length: 6_000 }, (_, index) => buildTable({ id: `t${index}`, name: `T${index}` }));
  expectLimited(() => expect(listRemoved("m", buildModel(...elements), buildModel())).toHaveLength(6_000));
});
