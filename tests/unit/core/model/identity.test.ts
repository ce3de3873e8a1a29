import { FakeServer } from "./fake-server";
import { copy, type Loose, listFixtures, readFixture } from "./fixtures";
import {
  canonicalize,
  createEmptyIdentity,
  equalSpecs,
  followRenames,
  getServerElementId,
  getServerPartId,
  type IdentityMap,
  type JsonObject,
  matchIdentity,
  toLocalIds,
  toServerIds,
} from "./spec";

function buildModel(columns: JsonObject[], rest: JsonObject = {}): Loose {
  const source = { kind: "sql", connectionId: "c", statement: "select 1" };
  return {
    pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", name: "T", source, columns, ...rest }] }],
  };
}

const buildColumn = (id: string, name: string, formula = `f(${name})`): JsonObject => ({ id, name, formula });
const buildMap = (columns: Record<string, string>): IdentityMap => ({
  pages: { p: "P1" },
  elements: { t: { id: "T1", columns } },
});

describe("translation", () => {
  test.each(listFixtures("constructs"))("%s comes back from the server's ids unchanged", (name) => {
    const spec = readFixture(name);
    const server = new FakeServer("reassign");
    server.create(toServerIds(spec, createEmptyIdentity()));
    const { map, ambiguities } = matchIdentity({ sent: spec, received: server.read() });
    expect(ambiguities).toEqual([]);
    expect(canonicalize(toLocalIds(server.read(), map))).toEqual(canonicalize(spec));
    expect(toLocalIds(toServerIds(spec, map), map)).toEqual(spec);
  });

  test("what the map does not know keeps its id", () => {
    const spec = buildModel([buildColumn("a", "A"), buildColumn("new", "New")], { order: ["a", "new"] });
    const sent: Loose = toServerIds(spec, buildMap({ a: "C1" }));
    expect(sent.pages[0].elements[0]).toMatchObject({
      id: "T1",
      order: ["C1", "new"],
      columns: [{ id: "C1" }, { id: "new" }],
    });
    const received = {
      ...sent.pages[0].elements[0],
      columns: [{ ...buildColumn("C1", "A") }, buildColumn("ui-1", "Made in the product")],
      order: ["ui-1", "C1"],
    };
    const local: Loose = toLocalIds({ pages: [{ id: "P1", name: "P", elements: [received] }] }, buildMap({ a: "C1" }));
    expect(local.pages[0].elements[0]).toMatchObject({ id: "t", order: ["ui-1", "a"] });
  });

  test("a new id of yours that the server has given to something else is sent as another", () => {
    const map = buildMap({ a: "b" });
    const sent: Loose = toServerIds(
      buildModel([buildColumn("a", "A"), buildColumn("b", "B")], { order: ["b", "a"] }),
      map,
    );
    const ids = sent.pages[0].elements[0].columns.map(({ id }: Loose) => id);
    expect(ids[0]).toBe("b");
    expect(new Set(ids).size).toBe(2);
    expect(sent.pages[0].elements[0].order).toEqual([ids[1], "b"]);
    const received: Loose = {
      pages: [
        {
          id: "P1",
          name: "P",
          elements: [
            {
              ...buildModel([]).pages[0].elements[0],
              id: "T1",
              columns: [buildColumn("b", "A"), buildColumn("a", "UI")],
            },
          ],
        },
      ],
    };
    const local: Loose = toLocalIds(received, map);
    expect(local.pages[0].elements[0].columns[0].id).toBe("a");
    expect(local.pages[0].elements[0].columns[1].id).not.toBe("a");
  });

  test("ids may swap with the server's", () => {
    const map = buildMap({ a: "b", b: "a" });
    const spec = buildModel([buildColumn("a", "A"), buildColumn("b", "B")], { order: ["a", "b"] });
    const sent: Loose = toServerIds(spec, map);
    expect(sent.pages[0].elements[0].order).toEqual(["b", "a"]);
    expect(toLocalIds(sent, map)).toEqual(spec);
  });

  test("a column of the same name in another table is another column", () => {
    const spec = readFixture("constructs/controls.yaml") as Loose;
    spec.pages[0].elements.push({ ...copy(spec.pages[0].elements[0]), id: "twin", name: "Twin" });
    spec.pages[1].elements[0].filters[0] = { source: { kind: "table", elementId: "twin" }, columnId: "kind" };
    const map: IdentityMap = {
      pages: {},
      elements: { orders: { id: "E1", columns: { kind: "K1" } }, twin: { id: "E2", columns: { kind: "K2" } } },
    };
    const sent: Loose = toServerIds(spec, map);
    expect(sent.pages[1].elements[0].filters[0]).toEqual({
      source: { kind: "table", elementId: "E2" },
      columnId: "K2",
    });
    const list = sent.pages[1].elements.find(({ id }: Loose) => id === "c_list_single");
    expect(list.source).toMatchObject({ source: { elementId: "E1" }, columnId: "K1" });
  });

  test("names that stand where ids may stand are left alone", () => {
    const spec = readFixture("constructs/sources.yaml");
    const map: IdentityMap = { pages: {}, elements: { warehouse: { id: "E1", columns: { day: "C1", Day: "wrong" } } } };
    const sent: Loose = toServerIds(spec, map);
    const wide = sent.pages[0].elements.find(({ id }: Loose) => id === "wide");
    expect(wide.source).toMatchObject({ outputColumns: ["Day"], source: { elementId: "E1" } });
    const byId = copy(spec) as Loose;
    byId.pages[0].elements.find(({ id }: Loose) => id === "wide").source.outputColumns = ["day"];
    const wideById = (toServerIds(byId, map) as Loose).pages[0].elements.find(({ id }: Loose) => id === "wide");
    expect(wideById.source.outputColumns).toEqual(["C1"]);
  });

  test("an id may be called like an inherited property", () => {
    const spec = buildModel([buildColumn("__proto__", "A"), buildColumn("constructor", "B")], {
      order: ["constructor", "__proto__"],
    });
    Object.assign(spec.pages[0], { id: "__proto__" });
    spec.pages[0].elements[0].id = "__proto__";
    const server = new FakeServer("reassign");
    server.create(toServerIds(spec, createEmptyIdentity()));
    const { map } = matchIdentity({ sent: spec, received: server.read() });
    const stored: IdentityMap = JSON.parse(JSON.stringify(map));
    expect(toLocalIds(server.read(), stored)).toMatchObject({ pages: spec.pages });
    expect(getServerPartId(stored, "__proto__", "column", "constructor")).toMatch(/^s\d+$/);
  });

  test("aliases are not sent", () => {
    const spec = buildModel([{ ...buildColumn("a", "A"), aliases: ["x"] }], { aliases: ["y"] });
    spec.pages[0].aliases = ["z"];
    expect(JSON.stringify(toServerIds(spec, createEmptyIdentity()))).not.toContain("aliases");
  });

  test("ids are looked up by their own names only", () => {
    const map = createEmptyIdentity();
    expect(getServerElementId(map, "constructor")).toBeUndefined();
    expect(getServerPartId(buildMap({}), "t", "column", "toString")).toBeUndefined();
    expect(getServerPartId(buildMap({ revenue: "C7" }), "t", "column", "revenue")).toBe("C7");
    expect(getServerElementId(buildMap({}), "t")).toBe("T1");
  });
});

describe("matching", () => {
  const match = (sent: JsonObject, received: JsonObject, previous?: IdentityMap, inOrder?: boolean) => {
    const { map, ambiguities } = matchIdentity({ sent, received, previous, inOrder });
    return { columns: map.elements.t?.columns, ambiguities };
  };
  const answer = (columns: JsonObject[], rest: JsonObject = {}) => {
    const spec = buildModel(columns, rest);
    spec.pages[0].id = "P1";
    spec.pages[0].elements[0].id = "T1";
    return spec;
  };

  test("by content, whatever the order", () => {
    const sent = buildModel([buildColumn("a", "A"), buildColumn("b", "B")]);
    expect(match(sent, answer([buildColumn("2", "B"), buildColumn("1", "A")]))).toEqual({
      columns: { a: "1", b: "2" },
      ambiguities: [],
    });
  });

  test("by the id it had, when somebody renamed it in the product", () => {
    const sent = buildModel([buildColumn("a", "A"), buildColumn("b", "B")]);
    const received = answer([buildColumn("1", "Renamed", "other"), buildColumn("2", "B")]);
    expect(match(sent, received, buildMap({ a: "1", b: "2" })).columns).toEqual({ a: "1", b: "2" });
  });

  test("by name, when the server rewrote the formula and gave new ids", () => {
    const sent = buildModel([buildColumn("a", "A"), buildColumn("b", "B")]);
    const received = answer([buildColumn("8", "A", "F( A )"), buildColumn("9", "B", "F( B )")]);
    expect(match(sent, received, buildMap({ a: "1", b: "2" })).columns).toEqual({ a: "8", b: "9" });
  });

  test("by formula, when there is no name", () => {
    const sent = buildModel([
      { id: "a", formula: "[X/A]" },
      { id: "b", formula: "[X/B]" },
    ]);
    const received = answer([buildColumn("2", "B", "[X/B]"), buildColumn("1", "A", "[X/A]")]);
    expect(match(sent, received).columns).toEqual({ a: "1", b: "2" });
  });

  test("twins by the ids they had, else by order", () => {
    const twins = [buildColumn("a", "A"), buildColumn("b", "A")];
    expect(
      match(buildModel(twins), answer([buildColumn("2", "A"), buildColumn("1", "A")]), buildMap({ a: "1", b: "2" }))
        .columns,
    ).toEqual({ a: "1", b: "2" });
    expect(
      match(buildModel(twins), answer([buildColumn("8", "A"), buildColumn("9", "A")]), buildMap({ a: "1", b: "2" }))
        .columns,
    ).toEqual({ a: "8", b: "9" });
    expect(match(buildModel(twins), answer([buildColumn("2", "A")]), buildMap({ a: "1", b: "2" })).columns).toEqual({
      b: "2",
    });
  });

  test("what could be either is reported, and not guessed", () => {
    const sent = buildModel([buildColumn("a", "A", "x"), buildColumn("b", "A", "y"), buildColumn("c", "C")]);
    const received = answer([buildColumn("1", "A", "p"), buildColumn("2", "A", "q"), buildColumn("3", "C")]);
    expect(match(sent, received, undefined, false)).toEqual({
      columns: { c: "3" },
      ambiguities: ["column `a`, `b` of `t` could each be any of the platform's `1`, `2`: they can't be distinguished"],
    });
  });

  test("what nothing else tells apart is told apart by its place, where nobody can have changed the model", () => {
    const sent = buildModel([
      buildColumn("a", "A", "x"),
      buildColumn("b", "B", "y"),
      buildColumn("c", "C"),
      buildColumn("d", "D", "z"),
    ]);
    const renamed = [
      buildColumn("1", "P", "p"),
      buildColumn("2", "Q", "q"),
      buildColumn("3", "C"),
      buildColumn("4", "R", "r"),
    ];
    expect(match(sent, answer(renamed))).toEqual({ columns: { a: "1", b: "2", c: "3", d: "4" }, ambiguities: [] });
    // One too few before the column that is known: which, nothing tells.
    expect(match(sent, answer(renamed.slice(1)))).toEqual({
      columns: { c: "3", d: "4" },
      ambiguities: ["column `a`, `b` of `t` could each be any of the platform's `2`: they can't be distinguished"],
    });
    // In another order, places say nothing.
    const moved = answer([
      buildColumn("4", "D", "z"),
      buildColumn("1", "P", "p"),
      buildColumn("3", "C"),
      buildColumn("2", "Q", "q"),
    ]);
    expect(match(sent, moved).columns).toEqual({ c: "3", d: "4" });
  });

  test("something deleted and something else made in the product are two things", () => {
    const received = answer([buildColumn("1", "A"), buildColumn("9", "New")]);
    expect(
      match(buildModel([buildColumn("a", "A"), buildColumn("b", "B")]), received, buildMap({ a: "1", b: "2" })),
    ).toEqual({
      columns: { a: "1" },
      ambiguities: [],
    });
  });

  test("elements are found on whatever page they are now", () => {
    const sent = {
      pages: [
        { id: "p", name: "P", elements: [] },
        { id: "q", name: "Q", elements: buildModel([]).pages[0].elements },
      ],
    };
    const received = copy(buildModel([])) as Loose;
    received.pages[0].elements[0].id = "T1";
    const { map } = matchIdentity({ sent, received });
    expect(map.elements).toEqual({ t: { id: "T1" } });
  });

  test("tables of one name are told apart by their columns", () => {
    const matchTwo = (a: string, b: string) => {
      const spec = buildModel([buildColumn("x", "X")]);
      spec.pages[0].elements[0].id = a;
      spec.pages[0].elements.push({ ...copy(spec.pages[0].elements[0]), id: b, columns: [buildColumn("y", "Y")] });
      return spec;
    };
    const received = matchTwo("1", "2");
    received.pages[0].elements.reverse();
    const { map, ambiguities } = matchIdentity({ sent: matchTwo("a", "b"), received });
    expect(ambiguities).toEqual([]);
    expect([map.elements.a?.id, map.elements.b?.id]).toEqual(["1", "2"]);
  });

  test("parts that have no name are known by the columns they are about", () => {
    const spec = readFixture("constructs/filters.yaml");
    const server = new FakeServer("reassign");
    server.create(toServerIds(spec, createEmptyIdentity()));
    const first = matchIdentity({ sent: spec, received: server.read() });
    expect(Object.keys(first.map.elements.orders?.filters ?? {})).toHaveLength(26);
    expect(equalSpecs(toLocalIds(server.read(), first.map), spec)).toBe(true);
  });

  test("the map is small and does not depend on order", () => {
    const spec = readFixture("constructs/table.yaml") as Loose;
    const server = new FakeServer("keep");
    server.create(toServerIds(spec, createEmptyIdentity()));
    const { map } = matchIdentity({ sent: spec, received: server.read() });
    expect(JSON.stringify(map).length).toBeLessThan(JSON.stringify(canonicalize(spec)).length / 3);
    const shuffled = copy(spec);
    shuffled.pages[0].elements[1].columns.reverse();
    server.replace(toServerIds(shuffled, map));
    const again = matchIdentity({ sent: shuffled, received: server.read(), previous: map });
    expect(JSON.stringify(again.map.elements.orders)).toBe(JSON.stringify(map.elements.orders));
  });
});

describe("renames of your ids", () => {
  const before = buildModel([buildColumn("amt", "Amount"), buildColumn("b", "B")], { order: ["amt", "b"] });
  const map = buildMap({ amt: "C1", b: "C2" });
  const listColumnsAfter = (after: JsonObject) => followRenames(map, before, after).elements.t?.columns;

  test("are recognized by unchanged content", () => {
    expect(
      listColumnsAfter(
        buildModel([buildColumn("amount", "Amount"), buildColumn("b", "B")], { order: ["amount", "b"] }),
      ),
    ).toEqual({
      amount: "C1",
      b: "C2",
    });
  });

  test("are recognized by name or by formula", () => {
    expect(listColumnsAfter(buildModel([buildColumn("amount", "Amount", "other"), buildColumn("b", "B")]))).toEqual({
      amount: "C1",
      b: "C2",
    });
    expect(listColumnsAfter(buildModel([buildColumn("amount", "Total", "f(Amount)"), buildColumn("b", "B")]))).toEqual({
      amount: "C1",
      b: "C2",
    });
  });

  test("are declared by aliases for the rest", () => {
    const after = buildModel([{ ...buildColumn("total", "Total", "other"), aliases: ["amt"] }, buildColumn("b", "B")]);
    expect(listColumnsAfter(after)).toEqual({ total: "C1", b: "C2" });
    const unsaid = buildModel([buildColumn("total", "Total", "other"), buildColumn("b", "B")]);
    expect(listColumnsAfter(unsaid)).toEqual({ amt: "C1", b: "C2" });
  });

  test("work for elements and pages, with everything in them", () => {
    const after = copy(before);
    after.pages[0].id = "page";
    Object.assign(after.pages[0].elements[0], {
      id: "table",
      columns: [buildColumn("amount", "Amount"), buildColumn("b", "B")],
    });
    expect(followRenames(map, before, after)).toEqual({
      pages: { page: "P1" },
      elements: { table: { id: "T1", columns: { amount: "C1", b: "C2" } } },
    });
  });

  test("are not seen where two could be meant", () => {
    const twins = buildModel([buildColumn("x", "Same", "f"), buildColumn("y", "Same", "f")]);
    const after = buildModel([buildColumn("p", "Same", "f"), buildColumn("q", "Same", "f")]);
    expect(followRenames(buildMap({ x: "1", y: "2" }), twins, after).elements.t?.columns).toEqual({ x: "1", y: "2" });
  });

  test("keep ids derived from a name when the name changes", () => {
    const buildUnnamed = (name: string) => buildModel([{ name, formula: "[X/A]" }]);
    const named = followRenames(buildMap({ revenue: "C1" }), buildUnnamed("Revenue"), buildUnnamed("Net Revenue"));
    expect(named.elements.t?.columns).toEqual({ net_revenue: "C1" });
  });
});
