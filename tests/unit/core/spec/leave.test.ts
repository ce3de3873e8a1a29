import type { LocalSpec } from "../../../../provider/src/core/spec";
import {
  isIgnored,
  keyPatterns,
  type Patterns,
  adoptTheirIgnored as takeTheirs,
} from "../../../../provider/src/core/spec/stored/ignored";
import { findUnknownStep } from "../../../../provider/src/core/spec/stored/unknown-step";
import { cases } from "../../../cases";
import fc from "../../../fast-check";
import { copy, fixture, type Loose } from "./fixtures";
import { assignIds, local, withoutIgnored, withTheirIgnored } from "./spec";

const orders = () => fixture("orders.yaml") as Loose;

test("without patterns nothing happens", () => {
  const own = local(orders());
  expect(withoutIgnored(own, [])).toBe(own);
  expect(withTheirIgnored(own, {}, [])).toBe(own);
});

test("parts are masked by field, id, position, * and **", () => {
  const masked = (...patterns: string[]) => withoutIgnored(orders(), patterns) as Loose;
  expect(masked("pages/*/elements/*/columns/*/description").pages[0].elements[1].columns[2]).not.toHaveProperty(
    "description",
  );
  expect(masked("pages/main/elements/fact_orders/order").pages[0].elements[1]).not.toHaveProperty("order");
  expect(masked("pages/0/elements/1/columns/2").pages[0].elements[1].columns).toHaveLength(2);
  expect(masked("pages/main").pages).toEqual([]);
  const named = JSON.stringify(masked("**/name"));
  expect(named).not.toContain('"name"');
  expect(JSON.stringify(masked("pages/**/formatString"))).not.toContain("formatString");
  const before = orders();
  expect(masked("pages/nobody/elements", "nothing")).toEqual(local(before));
});

test("parts are taken from the other side, paired by id", () => {
  const theirs = orders();
  theirs.pages[0].elements.reverse();
  const table = theirs.pages[0].elements.find(({ id }: Loose) => id === "fact_orders");
  table.description = "Written in the product";
  table.columns[2].description = "Theirs";
  table.columns[2].formula = "theirs";
  table.columns.reverse();
  const mine = orders();
  const before = copy(mine);
  const taken = withTheirIgnored(mine, theirs, [
    "pages/*/elements/*/description",
    "pages/*/elements/*/columns/*/description",
  ]) as Loose;
  expect(mine).toEqual(before);
  const expected: Loose = assignIds(orders());
  expected.pages[0].elements[1].description = "Written in the product";
  expected.pages[0].elements[1].columns[2].description = "Theirs";
  expect(taken).toEqual(expected);
});

test("what the other side has not is left out; what only you have keeps its own", () => {
  const theirs = orders();
  delete theirs.pages[0].elements[1].columns[2].description;
  const mine = orders();
  mine.pages[0].elements[1].columns.push({ id: "new", formula: "x", description: "Mine" });
  const { columns } = (withTheirIgnored(mine, theirs, ["pages/*/elements/*/columns/*/description"]) as Loose).pages[0]
    .elements[1];
  expect(columns[2]).not.toHaveProperty("description");
  expect(columns[3].description).toBe("Mine");
});

test("whole items that a pattern names are taken even if you have none", () => {
  const theirs = orders();
  theirs.pages.push({ id: "scratch", name: "Scratch", elements: [] }, { id: "other", name: "Other", elements: [] });
  const taken = withTheirIgnored(orders(), theirs, ["pages/scratch"]) as Loose;
  expect(taken.pages.map(({ id }: Loose) => id)).toEqual(["main", "scratch"]);
});

test("placeholders and lists of texts are passed over whole", () => {
  const theirs = orders();
  theirs.pages[0].elements[0].source = { kind: "warehouse-table", connectionId: "c-1", path: ["X"] };
  const taken = withTheirIgnored(orders(), theirs, [
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
  const id = (prefix: string) => fc.integer({ min: 0, max: 3 }).map((n) => `${prefix}${n}`);
  const word = fc.constantFrom("a", "b", "c");
  const listOf = (item: fc.Arbitrary<{ id: string }>) =>
    fc.uniqueArray(item, { selector: (one) => one.id, maxLength: 4 });
  const column = fc.record(
    { id: id("c"), name: word, formula: word, description: word },
    { requiredKeys: ["id", "formula"] },
  );
  const table = fc.record({ id: id("t"), kind: fc.constant("table"), name: word, columns: listOf(column) });
  // An element stands on one page, so tables of a page begin with its name.
  const pages = ["p0", "p1"].map((page) =>
    fc.record({
      id: fc.constant(page),
      name: word,
      elements: listOf(table).map((tables) => tables.map((one) => ({ ...one, id: `${page}${one.id}` }))),
    }),
  );
  const model = fc
    .subarray([0, 1])
    .chain((chosen) => fc.tuple(...chosen.map((n) => pages[n]!)).map((all) => ({ pages: all })));
  const step = (...more: string[]) => fc.constantFrom("*", ...more);
  const pattern = fc.oneof(
    fc.constantFrom("**/description", "**/name", "pages/p1", "pages/*/name"),
    fc.tuple(step("p0", "0"), step("p0t0", "p1t1")).map(([p, t]) => `pages/${p}/elements/${t}`),
    fc.tuple(step("p0"), step("p0t1"), step("c0", "c1")).map(([p, t, c]) => `pages/${p}/elements/${t}/columns/${c}`),
    fc.tuple(step("c2"), word).map(([c]) => `pages/*/elements/*/columns/${c}/formula`),
  );

  /** Everything in a spec by where it stands, by ids; and whether that is ignored. */
  function partsOf(spec: LocalSpec, patterns: Patterns): Parts {
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
        const [own, other] = [local(mine as Loose), local(theirs as Loose)];
        const keyed = keyPatterns(patterns, [own, other]);
        const sent = takeTheirs(own, other, keyed);
        const [of, ofTheirs, ofOwn] = [sent, other, own].map((one) => partsOf(one, keyed)) as [Parts, Parts, Parts];
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
      { numRuns: cases(2_000) },
    );
  });
});

type Parts = ReadonlyMap<string, { value: unknown; isOurs: boolean; parent: string }>;
