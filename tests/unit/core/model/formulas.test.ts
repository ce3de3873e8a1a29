import { findNames, normalizePlainName, parseSoleName } from "../../../../provider/src/core/formula";
import { findLeastMoved } from "../../../../provider/src/core/model/diff/order";
import { findControls } from "../../../../provider/src/core/model/references/controls";
import { findNearest } from "../../../../provider/src/core/text/near";

test.each<[formula: string, names: string[][]]>([
  ["1 + 1", []],
  ["[Revenue]", [["Revenue"]]],
  ["Sum([Orders/Net Revenue]) / [Count]", [["Orders", "Net Revenue"], ["Count"]]],
  ["[Orders/Customer/Region]", [["Orders", "Customer", "Region"]]],
  ['If([A] = "[no]", "say \\"[no]\\"", [B])', [["A"], ["B"]]],
  ["If([A] = '[no]', [B])", [["A"], ["B"]]],
  ["[It's] + [Fine]", [["It's"], ["Fine"]]],
  ["[A\\]B] & [C\\/D/E]", [["A]B"], ["C/D", "E"]]],
  ["[never closed", []],
  ['"never closed [A]', [["A"]]],
])("%s refers to its names", (formula, names) => {
  expect(findNames(formula).map(({ segments }) => segments)).toEqual(names);
});

test("a sole name is a formula that is nothing else", () => {
  expect(parseSoleName(" [ORDERS/AMOUNT] ")?.segments).toEqual(["ORDERS", "AMOUNT"]);
  expect(parseSoleName("[A] + [B]")).toBeUndefined();
  expect(parseSoleName("Sum([A])")).toBeUndefined();
  expect(parseSoleName("")).toBeUndefined();
});

test("controls in SQL, each once", () => {
  expect(findControls("select {{a}}, {{ b-c }}, {{#raw d}} -- {{a}} {{}} { {x} }").map(({ text }) => text)).toEqual([
    "a",
    "b-c",
    "d",
  ]);
});

test("names are the same to a reader", () => {
  expect(normalizePlainName("ORDER_ID")).toBe(normalizePlainName("Order Id"));
  expect(normalizePlainName("order-id")).toBe(normalizePlainName("orderId"));
});

test.each([
  ["fromula", ["formula", "format"], "formula"],
  ["Formula", ["formula"], "formula"],
  ["visible_as_source", ["visibleAsSource"], "visibleAsSource"],
  ["nmae", ["name", "kind"], "name"],
  ["colour", ["columns", "source"], undefined],
  ["id", ["kind", "is"], undefined],
  ["abcdef", ["abcdxy", "abcdex", "abcxyz"], "abcdex"],
  ["", ["a"], undefined],
])("%j is near to %j: %j", (word, known, expected) => {
  expect(findNearest(word, known)).toBe(expected);
});

test("the fewest moves", () => {
  expect(findLeastMoved(["a", "b", "c", "d"], ["d", "a", "b", "c"])).toEqual(["d"]);
  expect(findLeastMoved(["a", "b", "c"], ["a", "x", "b", "c"])).toEqual([]);
  expect(findLeastMoved(["a", "b"], ["b", "a"])).toHaveLength(1);
  expect(findLeastMoved<string>([], [])).toEqual([]);
});
