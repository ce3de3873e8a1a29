import { unknownStep } from "../../../../provider/src/core/spec/stored/unknown-step";
import { copy, fixture, type Loose } from "./fixtures";
import { assignIds, local, withoutIgnored, withTheirIgnored } from "./spec";

const spec = () => fixture("orders.yaml") as Loose;

test("without patterns nothing happens", () => {
  const own = local(spec());
  expect(withoutIgnored(own, [])).toBe(own);
  expect(withTheirIgnored(own, {}, [])).toBe(own);
});

test("parts are masked by field, id, position, * and **", () => {
  const masked = (...patterns: string[]) => withoutIgnored(spec(), patterns) as Loose;
  expect(masked("pages/*/elements/*/columns/*/description").pages[0].elements[1].columns[2]).not.toHaveProperty(
    "description",
  );
  expect(masked("pages/main/elements/fact_orders/order").pages[0].elements[1]).not.toHaveProperty("order");
  expect(masked("pages/0/elements/1/columns/2").pages[0].elements[1].columns).toHaveLength(2);
  expect(masked("pages/main").pages).toEqual([]);
  const named = JSON.stringify(masked("**/name"));
  expect(named).not.toContain('"name"');
  expect(JSON.stringify(masked("pages/**/formatString"))).not.toContain("formatString");
  const before = spec();
  expect(masked("pages/nobody/elements", "nothing")).toEqual(local(before));
});

test("parts are taken from the other side, paired by id", () => {
  const theirs = spec();
  theirs.pages[0].elements.reverse();
  const table = theirs.pages[0].elements.find(({ id }: Loose) => id === "fact_orders");
  table.description = "Written in the product";
  table.columns[2].description = "Theirs";
  table.columns[2].formula = "theirs";
  table.columns.reverse();
  const mine = spec();
  const before = copy(mine);
  const taken = withTheirIgnored(mine, theirs, [
    "pages/*/elements/*/description",
    "pages/*/elements/*/columns/*/description",
  ]) as Loose;
  expect(mine).toEqual(before);
  const expected: Loose = assignIds(spec());
  expected.pages[0].elements[1].description = "Written in the product";
  expected.pages[0].elements[1].columns[2].description = "Theirs";
  expect(taken).toEqual(expected);
});

test("what the other side has not is left out; what only you have keeps its own", () => {
  const theirs = spec();
  delete theirs.pages[0].elements[1].columns[2].description;
  const mine = spec();
  mine.pages[0].elements[1].columns.push({ id: "new", formula: "x", description: "Mine" });
  const { columns } = (withTheirIgnored(mine, theirs, ["pages/*/elements/*/columns/*/description"]) as Loose).pages[0]
    .elements[1];
  expect(columns[2]).not.toHaveProperty("description");
  expect(columns[3].description).toBe("Mine");
});

test("whole items that a pattern names are taken even if you have none", () => {
  const theirs = spec();
  theirs.pages.push({ id: "scratch", name: "Scratch", elements: [] }, { id: "other", name: "Other", elements: [] });
  const taken = withTheirIgnored(spec(), theirs, ["pages/scratch"]) as Loose;
  expect(taken.pages.map(({ id }: Loose) => id)).toEqual(["main", "scratch"]);
});

test("placeholders and lists of texts are passed over whole", () => {
  const theirs = spec();
  theirs.pages[0].elements[0].source = { kind: "warehouse-table", connectionId: "c-1", path: ["X"] };
  const taken = withTheirIgnored(spec(), theirs, [
    "pages/*/elements/*/source/path",
    "pages/*/elements/*/source/connectionId/x",
  ]) as Loose;
  expect(taken.pages[0].elements[0].source).toEqual({
    kind: "warehouse-table",
    connectionId: { $ref: "warehouse" },
    path: ["X"],
  });
});

describe("a pattern with a field that isn't known", () => {
  const isId = (step: string) => step === "namer";

  test.each([
    "pages/scratch",
    "pages/*/elements/*/description",
    "pages/0/elements/1/columns/2",
    "pages/*/elements/*/source/joins/*/left/connectionId",
    "pages/nobody/elements",
    "pages/**/formatString",
    "**/columns/paid/name",
    "**/scratch",
    "**/namer",
    "*/*/*/anything",
    "**",
    "",
  ])("isn't %j: a step in a list may be an id", (pattern) => {
    expect(unknownStep(pattern, isId)).toBeUndefined();
  });

  test.each([
    ["pages/*/elements/*/descripton", { step: "descripton", at: "pages/*/elements/*", near: "description" }],
    ["**/descripton", { step: "descripton", at: "**", near: "description" }],
    ["**/columns/*/nmae", { step: "nmae", at: "**/columns/*", near: "name" }],
    ["elements/*/description", { step: "elements", at: "", near: undefined }],
    ["pages/*/elements/*/columns/*/theme", { step: "theme", fields: expect.arrayContaining(["formula", "hidden"]) }],
    ["pages/*/name/first", { step: "first", at: "pages/*/name", fields: [] }],
  ])("is %j", (pattern, found) => {
    expect(unknownStep(pattern, isId)).toMatchObject(found);
  });
});
