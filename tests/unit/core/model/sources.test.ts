import { checkSources, formTableKey, type JsonObject, listSourceTables } from "../../../../provider/src/core/model";

const orders = { kind: "warehouse-table", connectionId: "c", path: ["SALES", "PUBLIC", "ORDERS"] };
const customers = { ...orders, path: ["SALES", "PUBLIC", "CUSTOMERS"] };
const buildSpec = (source: object, ...formulas: string[]) =>
  ({
    pages: [
      {
        id: "p",
        elements: [
          {
            id: "e",
            kind: "table",
            source,
            columns: formulas.map((formula, nth) => ({ id: `c${nth}`, name: `C ${nth}`, formula })),
          },
        ],
      },
    ],
  }) as unknown as JsonObject;

const catalog = new Map([
  [formTableKey({ connectionId: "c", path: orders.path }), { columns: ["ID", "AMOUNT", "CUSTOMER_ID"] }],
  [formTableKey({ connectionId: "c", path: customers.path }), { columns: ["ID", "NAME"] }],
]);
const check = (spec: JsonObject) =>
  checkSources(spec, (key) => catalog.get(key)).map(({ rule, pathText, message, hint }) => [
    rule,
    pathText,
    message,
    hint,
  ]);

test("names in formulas are those of the table, as the warehouse or the product spells them", () => {
  const spec = buildSpec(orders, "[ORDERS/AMOUNT]", "[Orders/Customer Id] + 1", "[C 0] * 2", "[Other/X]");
  expect(check(spec)).toEqual([]);
  expect(listSourceTables(spec)).toEqual([{ connectionId: "c", path: orders.path }]);
});

test("a column that the table lacks has its place and a suggestion", () => {
  expect(check(buildSpec(orders, "[ORDERS/AMUONT]", "[ORDERS/SHIPPED_AT]"))).toEqual([
    [
      "missing-source-column",
      "pages[p].elements[e].columns[c0].formula",
      "the table SALES.PUBLIC.ORDERS has no column `AMUONT`",
      "Did you mean `[ORDERS/AMOUNT]`?",
    ],
    [
      "missing-source-column",
      "pages[p].elements[e].columns[c1].formula",
      "the table SALES.PUBLIC.ORDERS has no column `SHIPPED_AT`",
      "If it is new, run `pulumi-analytics api POST connections/c/sync --field " +
        `'path=["SALES","PUBLIC","ORDERS"]'\`.`,
    ],
  ]);
});

test("both sides of a join are looked up, by their names and by those of the join", () => {
  const join = {
    kind: "join",
    name: "ORDERS",
    primarySource: orders,
    joins: [
      {
        left: orders,
        right: customers,
        name: "Buyer",
        joinType: "inner",
        columns: [{ left: "[Custmer Id]", right: "[Id]" }],
      },
    ],
  };
  expect(check(buildSpec(join, "[Buyer/Name]", "[CUSTOMERS/NAMED]", "[ORDERS/Amount]"))).toMatchObject([
    [
      "missing-source-column",
      "pages[p].elements[e].columns[c1].formula",
      expect.anything(),
      "Did you mean `[CUSTOMERS/NAME]`?",
    ],
    [
      "missing-source-column",
      "pages[p].elements[e].source.joins[0].columns[0].left",
      expect.anything(),
      expect.anything(),
    ],
  ]);
});

test("a missing table is one finding, and none of its columns is", () => {
  const spec = buildSpec({ ...orders, path: ["SALES", "PUBLIC", "ORDRS"] }, "[ORDRS/X]");
  expect(checkSources(spec, () => ({ near: "ORDERS" }))).toMatchObject([
    { rule: "missing-table", pathText: "pages[p].elements[e].source.path", hint: "Did you mean `ORDERS`?" },
  ]);
  expect(checkSources(spec, () => undefined)).toEqual([]);
});
