import { Graph, readUses } from "../../../../provider/src/core/graph";
import type { PlatformDocument, ReadDocument } from "../../../../provider/src/core/impact";
import type { Json } from "../../../../provider/src/core/model";

const read = (id: string, form: Json, dataModelId?: string): ReadDocument => ({
  document: { id } as PlatformDocument,
  uses: readUses(form, { ...(dataModelId !== undefined && { dataModelId }) }),
  sourceTags: {},
  isPartial: false,
});

const listUnused = (documents: readonly ReadDocument[]) =>
  new Graph(documents).listUnused(({ document: { id } }) => id).map(({ part }) => part);

const buildSource = (name: string) => ({ kind: "warehouse-table", connectionId: "c", path: ["S", "P", name] });

const buildModel = (...columns: Json[]): Json => ({
  schemaVersion: 1,
  pages: [
    {
      id: "main",
      elements: [
        {
          id: "orders",
          kind: "table",
          name: "Orders",
          source: buildSource("ORDERS"),
          columns: [
            { id: "customer", name: "Customer Key", formula: "[ORDERS/CUSTOMER_ID]" },
            { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" },
            ...columns,
          ],
          relationships: [
            {
              id: "r",
              name: "Customer",
              targetElementId: "customers",
              keys: [{ sourceColumnId: "customer", targetColumnId: "id" }],
            },
          ],
        },
        {
          id: "customers",
          kind: "table",
          name: "Customers",
          source: buildSource("CUSTOMERS"),
          columns: [
            { id: "id", name: "Id", formula: "[CUSTOMERS/ID]" },
            { id: "region", name: "Region", formula: "[CUSTOMERS/REGION]" },
            { id: "active", name: "Active", formula: "[CUSTOMERS/ACTIVE]" },
            { id: "note", name: "Note", formula: "[CUSTOMERS/NOTE]" },
          ],
          filters: [{ id: "f", columnId: "active", kind: "list", values: [true] }],
        },
      ],
    },
  ],
});

const buildWorkbook = (formula: string): Json => ({
  kind: "workbook",
  elements: [
    {
      id: "t",
      kind: "table",
      name: "T",
      source: { kind: "data-model", dataModelId: "m", elementId: "orders" },
      columns: [{ id: "x", name: "X", formula }],
    },
  ],
});

test.each<[title: string, columns: Json[], formula: string, unused: string[]]>([
  ["read through a relationship", [], "[Orders/Customer/Region]", ["Orders.Amount", "Customers.Note"]],
  [
    "read by a column through a relationship",
    [{ id: "x", name: "Where", formula: "[Orders/Customer/Region]" }],
    "[Orders/Where]",
    ["Orders.Amount", "Customers.Note"],
  ],
  [
    "read by a lookup",
    [{ id: "x", name: "Where", formula: "Lookup([Customers/Region], [Customer Key], [Customers/Id])" }],
    "[Orders/Where]",
    ["Orders.Amount", "Customers.Note"],
  ],
])("a table that is %s is used, with what it needs", (_, columns, formula, unused) => {
  const model = read("m", buildModel(...columns), "m");
  const found = listUnused([model, read("w", buildWorkbook(formula))]);
  expect(found.map(({ element, name, is }) => (is === "element" ? name : `${element}.${name}`))).toEqual(unused);
});

test("a table that nothing reads stands for its columns", () => {
  const model = read("m", buildModel(), "m");
  expect(listUnused([model]).map(({ name, is }) => [name, is])).toEqual([
    ["Orders", "element"],
    ["Customers", "element"],
  ]);
});

test("what has no name has a label that tells its id apart", () => {
  const unnamed = { id: "k3Jd", formula: "[Amount] * 2" };
  const model = read("m", buildModel(unnamed), "m");
  const found = listUnused([model, read("w", buildWorkbook("[Orders/Amount]"))]);
  expect(found.map(({ name, label }) => [name, label])).toContainEqual(["k3Jd", "unnamed column k3Jd"]);
});
