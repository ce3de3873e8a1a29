import { fillPlaceholders, listPlaceholderNames, unknownValue } from "./spec";

const spec = {
  pages: [{ id: "p", elements: [{ source: { connectionId: { $ref: "warehouse" }, path: { $ref: "path" } } }] }],
  same: { x: 1 },
};

test("placeholders are filled, at any depth, with any value", () => {
  const { spec: filled, findings } = fillPlaceholders(spec, { warehouse: "c-1", path: ["A", "B"] });
  expect(findings).toEqual([]);
  expect(filled).toEqual({
    pages: [{ id: "p", elements: [{ source: { connectionId: "c-1", path: ["A", "B"] } }] }],
    same: { x: 1 },
  });
  expect((filled as typeof spec).same).toBe(spec.same);
  expect(spec.pages[0]!.elements[0]!.source.connectionId).toEqual({ $ref: "warehouse" });
});

test("a spec without placeholders is returned as it is", () => {
  expect(fillPlaceholders(spec.same).spec).toBe(spec.same);
});

test("an unknown name is an error that lists what is known, and leaves an unknown", () => {
  const { spec: filled, findings } = fillPlaceholders(spec, { warehose: "c-1", path: [] });
  expect(filled).toMatchObject({ pages: [{ elements: [{ source: { connectionId: unknownValue } }] }] });
  expect(findings).toMatchObject([
    {
      rule: "unknown-ref",
      severity: "error",
      path: ["pages", 0, "elements", 0, "source", "connectionId"],
      pathText: "pages[p].elements[0].source.connectionId",
      message: "no value is given for `warehouse`",
      hint: "Did you mean `warehose`?",
    },
    { rule: "unused-ref", message: expect.stringContaining("`warehose`") },
  ]);
  expect(fillPlaceholders(spec, { other: 1, path: [] }).findings[0]?.hint).toBe("Given are `other`, `path`.");
  expect(fillPlaceholders(spec).findings[0]?.hint).toMatch(/No values are given/);
});

test("an element of a model of which only the id is given", () => {
  const tell = (refs: object) => fillPlaceholders({ a: { $ref: "orders#fact" } }, refs as never).findings[0]?.hint;
  expect(tell({ orders: "dm-1" })).toBe(
    "Pass the model in `refs`, not its id. Where only ids can be passed, as in YAML, add " +
      '`"orders#fact": $' +
      '{orders.elementIds["fact"]}`.',
  );
  expect(tell({ orders: "dm-1", "orders#facts": "e-1" })).toBe("Did you mean `orders#facts`?");
});

test("names of inherited properties are not values", () => {
  expect(fillPlaceholders({ a: { $ref: "constructor" } }, {}).findings).toMatchObject([{ rule: "unknown-ref" }]);
});

test("a model counts as used when one of its elements is", () => {
  const { findings } = fillPlaceholders({ a: { $ref: "orders#fact" } }, { orders: "dm-1", "orders#fact": "e-1" });
  expect(findings).toEqual([]);
});

test("an object with more than `$ref` is no placeholder", () => {
  expect(listPlaceholderNames({ a: { $ref: "x", y: 1 }, b: { $ref: "b" }, c: [{ $ref: "b" }, { $ref: 1 }] })).toEqual([
    "b",
  ]);
});

test("names are listed once, in order", () => {
  expect(listPlaceholderNames(spec)).toEqual(["warehouse", "path"]);
});
