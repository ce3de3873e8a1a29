import type { LocalSpec } from "../../../../provider/src/core/model";
import {
  isIgnored,
  keyPatterns,
  type Patterns,
  adoptTheirIgnored as takeTheirs,
} from "../../../../provider/src/core/model/stored/ignored";
import { findUnknownStep } from "../../../../provider/src/core/model/stored/unknown-step";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { copy, type Loose, readFixture } from "./fixtures";
import { adoptIgnored, assignIds, assignLocal, dropIgnored } from "./spec";

const readOrders = () => readFixture("orders.yaml") as Loose;

test("without patterns nothing happens", () => {
  const own = assignLocal(readOrders());
  expect(dropIgnored(own, [])).toBe(own);
  expect(adoptIgnored(own, {}, [])).toBe(own);
});

test("parts are masked by field, id, position, * and **", () => {
  const maskModel = (...patterns: string[]) => dropIgnored(readOrders(), patterns) as Loose;
  expect(maskModel("pages/*/elements/*/columns/*/description").pages[0].elements[1].columns[2]).not.toHaveProperty(
    "description",
  );
  expect(maskModel("pages/main/elements/fact_orders/order").pages[0].elements[1]).not.toHaveProperty("order");
  expect(maskModel("pages/0/elements/1/columns/2").pages[0].elements[1].columns).toHaveLength(2);
  expect(maskModel("pages/main").pages).toEqual([]);
  const named = JSON.stringify(maskModel("**/name"));
  expect(named).not.toContain('"name"');
  expect(JSON.stringify(maskModel("pages/**/formatString"))).not.toContain("formatString");
  const before = readOrders();
  expect(maskModel("pages/nobody/elements", "nothing")).toEqual(assignLocal(before));
});

test("parts are taken from the other side, paired by id", () => {
  const theirs = readOrders();
  theirs.pages[0].elements.reverse();
  const table = theirs.pages[0].elements.find(({ id }: Loose) => id === "fact_orders");
  table.description = "Written in the product";
  table.columns[2].description = "Theirs";
  table.columns[2].formula = "theirs";
  table.columns.reverse();
  const mine = readOrders();
  const before = copy(mine);
  const taken = adoptIgnored(mine, theirs, [
    "pages/*/elements/*/description",
    "pages/*/elements/*/columns/*/description",
  ]) as Loose;
  expect(mine).toEqual(before);
  const expected: Loose = assignIds(readOrders());
  expected.pages[0].elements[1].description = "Written in the product";
  expected.pages[0].elements[1].columns[2].description = "Theirs";
  expect(taken).toEqual(expected);
});

test("what the other side has not is left out; what only you have keeps its own", () => {
  const theirs = readOrders();
  delete theirs.pages[0].elements[1].columns[2].description;
  const mine = readOrders();
  mine.pages[0].elements[1].columns.push({ id: "new", formula: "x", description: "Mine" });
  const { columns } = (adoptIgnored(mine, theirs, ["pages/*/elements/*/columns/*/description"]) as Loose).pages[0]
    .elements[1];
  expect(columns[2]).not.toHaveProperty("description");
  expect(columns[3].description).toBe("Mine");
});

test("whole items that a pattern names are taken even if you have none", () => {
  const theirs = readOrders();
  theirs.pages.push({ id: "scratch", name: "Scratch", elements: [] }, { id: "other", name: "Other", elements: [] });
  const taken = adoptIgnored(readOrders(), theirs, ["pages/scratch"]) as Loose;
  expect(taken.pages.map(({ id }: Loose) => id)).toEqual(["main", "scratch"]);
});

test("placeholders and lists of texts are passed over whole", () => {
  const theirs = readOrders();
  theirs.pages[0].elements[0].source = { kind: "warehouse-table", connectionId: "c-1", path: ["X"] };
  const taken = adoptIgnored(readOrders(), theirs, [
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
    expect(findUnknownStep(pattern, isId)).toBeUndefined();
  });

  test.each([
    ["pages/*/elements/*/descripton", { step: "descripton", at: "pages/*/elements/*", near: "description" }],
    ["**/descripton", { step: "descripton", at: "**", near: "description" }],
    ["**/columns/*/nmae", { step: "nmae", at: "**/columns/*", near: "name" }],
    ["elements/*/description", { step: "elements", at: "", near: undefined }],
    ["pages/*/elements/*/columns/*/theme", { step: "theme", fields: expect.arrayContaining(["formula", "hidden"]) }],
    ["pages/*/name/first", { step: "first", at: "pages/*/name", fields: [] }],
  ])("is %j", (pattern, found) => {
    expect(findUnknownStep(pattern, isId)).toMatchObject(found);
  });
});

describe("nothing below an ignored path is written, removed or reported, whatever both sides edit", () => {
  const makeId = (prefix: string) => fc.integer({ min: 0, max: 3 }).map((n) => `${prefix}${n}`);
  const word = fc.constantFrom("a", "b", "c");
  const makeList = (item: fc.Arbitrary<{ id: string }>) =>
    fc.uniqueArray(item, { selector: (one) => one.id, maxLength: 4 });
  const column = fc.record(
    { id: makeId("c"), name: word, formula: word, description: word },
    { requiredKeys: ["id", "formula"] },
  );
  const table = fc.record({ id: makeId("t"), kind: fc.constant("table"), name: word, columns: makeList(column) });
  // An element stands on one page, so tables of a page begin with its name.
  const pages = ["p0", "p1"].map((page) =>
    fc.record({
      id: fc.constant(page),
      name: word,
      elements: makeList(table).map((tables) => tables.map((one) => ({ ...one, id: `${page}${one.id}` }))),
    }),
  );
  const model = fc
    .subarray([0, 1])
    .chain((chosen) => fc.tuple(...chosen.map((n) => pages[n]!)).map((all) => ({ pages: all })));
  const makeStep = (...more: string[]) => fc.constantFrom("*", ...more);
  const pattern = fc.oneof(
    fc.constantFrom("**/description", "**/name", "pages/p1", "pages/*/name"),
    fc.tuple(makeStep("p0", "0"), makeStep("p0t0", "p1t1")).map(([p, t]) => `pages/${p}/elements/${t}`),
    fc
      .tuple(makeStep("p0"), makeStep("p0t1"), makeStep("c0", "c1"))
      .map(([p, t, c]) => `pages/${p}/elements/${t}/columns/${c}`),
    fc.tuple(makeStep("c2"), word).map(([c]) => `pages/*/elements/*/columns/${c}/formula`),
  );

  /** Everything in a spec by where it stands, by ids; and whether that is ignored. */
  function listParts(spec: LocalSpec, patterns: Patterns): Parts {
    const parts = new Map<string, { value: unknown; isOurs: boolean; parent: string }>();
    const walk = (value: unknown, path: (string | number)[], key: string): void => {
      for (const [name, item] of Object.entries(value as Record<string, unknown>)) {
        const step = Array.isArray(value) ? Number(name) : name;
        const below = `${key}/${Array.isArray(value) ? (item as Loose).id : name}`;
        parts.set(below, { value: item, isOurs: !isIgnored(spec, [...path, step], patterns), parent: key });
        if (typeof item === "object" && item !== null) walk(item, [...path, step], below);
      }
    };
    walk(spec, [], "");
    return parts;
  }

  test("what is sent has the ignored parts of the platform, and the rest of the declaration", () => {
    fc.assert(
      fc.property(model, model, fc.array(pattern, { minLength: 1, maxLength: 3 }), (mine, theirs, patterns) => {
        const [own, other] = [assignLocal(mine as Loose), assignLocal(theirs as Loose)];
        const keyed = keyPatterns(patterns, [own, other]);
        const sent = takeTheirs(own, other, keyed);
        const [of, ofTheirs, ofOwn] = [sent, other, own].map((one) => listParts(one, keyed)) as [Parts, Parts, Parts];
        for (const [key, { value, isOurs, parent }] of ofTheirs) {
          // Where the declaration removed what it is in, it goes too.
          if (!isOurs && (parent === "" || of.has(parent))) expect([key, of.get(key)?.value]).toEqual([key, value]);
        }
        for (const [key, { isOurs, parent }] of of) {
          if (!isOurs && (parent === "" || ofTheirs.has(parent))) expect([key, ofTheirs.has(key)]).toEqual([key, true]);
          if (isOurs) expect([key, ofOwn.has(key) || ofTheirs.has(key)]).toEqual([key, true]);
        }
        for (const [key, { value, isOurs }] of ofOwn) {
          if (isOurs && typeof value !== "object") expect([key, of.get(key)?.value]).toEqual([key, value]);
        }
      }),
      { numRuns: countCases(2_000) },
    );
  });
});

type Parts = ReadonlyMap<string, { value: unknown; isOurs: boolean; parent: string }>;
