import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as s from "../../../provider/src/spec";

const text = readFileSync(join(__dirname, "../../fixtures/specs/orders.yaml"), "utf8");
const refs = { warehouse: "conn-1" };

test("the way of a spec", () => {
  const form = s.parseSpec(text, { file: "orders.yaml" });
  const { spec, findings } = s.bind(form, refs);
  expect(findings).toEqual([]);
  expect(s.validateSpec(spec).map(s.formatFinding)).toEqual([]);
  const sent = s.toServerIds(s.assignIds(spec), s.emptyIdentity());
  let n = 0;
  const given = new Map<string, string>();
  const received = s.rewriteIds(JSON.parse(JSON.stringify(sent)), ({ kinds, owner, id }) => {
    const key = JSON.stringify([kinds[0], owner ?? null, id]);
    if (!given.has(key)) given.set(key, `srv${++n}`);
    return given.get(key)!;
  });
  const { map, ambiguities } = s.matchIdentity({ sent: spec, received });
  expect(ambiguities).toEqual([]);
  expect(map).toMatchInlineSnapshot(`
{
  "elements": {
    "customers": {
      "columns": {
        "customer_id": "srv3",
        "region": "srv4",
      },
      "id": "srv2",
    },
    "fact_orders": {
      "columns": {
        "customer_id": "srv7",
        "order_date": "srv6",
        "revenue": "srv8",
      },
      "id": "srv5",
      "metrics": {
        "metric_total_revenue": "srv9",
      },
      "relationships": {
        "relationship_customer": "srv10",
      },
    },
    "region_filter": {
      "id": "srv11",
    },
  },
  "pages": {
    "main": "srv1",
  },
}
`);
  const local = s.toLocalIds(received, map);
  expect(s.equalSpecs(local, spec)).toBe(true);
  expect(s.keepForm(form, local, refs)).toBe(form);
  expect(s.diffSpecs(spec, local)).toEqual([]);
  const edited = JSON.parse(JSON.stringify(local));
  edited.pages[0].elements[1].columns[2].formula = "[ORDERS/AMOUNT]";
  edited.pages[0].elements[1].columns[2].hidden = true;
  expect(s.formatChanges(s.diffSpecs(spec, edited))).toMatchInlineSnapshot(`
[
  "page Orders › table fact_orders › column revenue: formula \`[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]\` → \`[ORDERS/AMOUNT]\`",
  "page Orders › table fact_orders › column revenue: hidden (none) → \`true\`",
]
`);
  expect(s.formatChanges(s.diffSpecs(spec, s.keepForm(form, edited, refs)))).toMatchInlineSnapshot(`
[
  "page Orders › table customers: source.connectionId \`conn-1\` → !ref warehouse",
  "page Orders › table fact_orders › join 1: left.connectionId \`conn-1\` → !ref warehouse",
  "page Orders › table fact_orders › column revenue: formula \`[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]\` → \`[ORDERS/AMOUNT]\`",
  "page Orders › table fact_orders › column revenue: hidden (none) → \`true\`",
]
`);
  const kept = s.keepForm(form, edited, refs);
  expect(s.formatChanges(s.diffSpecs(form, kept))).toMatchInlineSnapshot(`
[
  "page Orders › table fact_orders › column revenue: formula \`[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]\` → \`[ORDERS/AMOUNT]\`",
  "page Orders › table fact_orders › column revenue: hidden (none) → \`true\`",
]
`);
  edited.pages[0].elements.shift();
  expect(s.formatChanges(s.diffSpecs(spec, edited))).toMatchInlineSnapshot(`
[
  "page Orders › table customers removed (destructive: used by table fact_orders › relationship relationship_customer, table fact_orders, control region_filter)",
  "page Orders › table fact_orders › column revenue: formula \`[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]\` → \`[ORDERS/AMOUNT]\`",
  "page Orders › table fact_orders › column revenue: hidden (none) → \`true\`",
]
`);
});
