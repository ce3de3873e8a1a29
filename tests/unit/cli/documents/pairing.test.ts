import { type Evidence, pairDocuments } from "../../../../cli/src/documents/pairing";

const buildForm = (...ids: readonly string[]) => ({ pages: [{ id: "p", elements: ids.map((id) => ({ id })) }] });
const describeOne = (name: string, more: Partial<Evidence> = {}): Evidence => {
  return { type: "data model", name, form: buildForm("a", "b", "c"), file: `models/${name}.yaml`, ...more };
};

const list = (before: readonly Evidence[], after: readonly Evidence[], isPair = false) =>
  pairDocuments(before, after, (one) => one, isPair).map(([old, now]) => [old?.name, now?.name]);

const orders = describeOne("orders");
const other = describeOne("other", { form: buildForm("x") });

test.each<[string, readonly Evidence[], readonly Evidence[], (string | undefined)[][]]>([
  ["the same file", [orders], [{ ...orders, form: buildForm("z") }], [["orders", "orders"]]],
  ["another format", [orders], [{ ...orders, name: "Facts", file: "models/orders.json" }], [["orders", "Facts"]]],
  ["an object", [{ ...orders, id: "1" }], [{ ...other, id: "1" }], [["orders", "other"]]],
  ["another folder", [orders], [{ ...orders, file: "sales/orders.yaml" }], [["orders", "orders"]]],
  [
    "the same contents, before another one's name",
    [orders],
    [describeOne("facts"), describeOne("orders", { file: "new/orders.yaml", form: buildForm("n") })],
    [
      ["orders", "facts"],
      [undefined, "orders"],
    ],
  ],
  ["most of its elements", [orders], [describeOne("facts", { form: buildForm("a", "b", "d") })], [["orders", "facts"]]],
  [
    "few of its elements",
    [orders],
    [describeOne("facts", { form: buildForm("a", "d", "e") })],
    [
      [undefined, "facts"],
      ["orders", undefined],
    ],
  ],
  [
    "a file of another type",
    [orders],
    [{ ...orders, type: "workbook" }],
    [
      [undefined, "orders"],
      ["orders", undefined],
    ],
  ],
  [
    "two that may be it",
    [orders],
    [describeOne("one"), describeOne("two")],
    [
      [undefined, "one"],
      [undefined, "two"],
      ["orders", undefined],
    ],
  ],
])("a document is known by %s", (_, before, after, pairs) => {
  expect(list(before, after)).toEqual(pairs);
});

test("one that was named and another one are the same, whatever they are", () => {
  expect(list([orders], [other], true)).toEqual([["orders", "other"]]);
  expect(list([orders, other], [describeOne("new", { form: buildForm("n") })], true)).toEqual([
    [undefined, "new"],
    ["orders", undefined],
    ["other", undefined],
  ]);
});
