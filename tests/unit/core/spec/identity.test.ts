import { FakeServer } from "./fake-server";
import { copy, fixture, fixturesIn, type Loose } from "./fixtures";
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

function model(columns: JsonObject[], rest: JsonObject = {}): Loose {
  const source = { kind: "sql", connectionId: "c", statement: "select 1" };
  return {
    pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", name: "T", source, columns, ...rest }] }],
  };
}

const column = (id: string, name: string, formula = `f(${name})`): JsonObject => ({ id, name, formula });
const mapOf = (columns: Record<string, string>): IdentityMap => ({
  pages: { p: "P1" },
  elements: { t: { id: "T1", columns } },
});

describe("translation", () => {
  test.each(fixturesIn("constructs"))("%s comes back from the server's ids unchanged", (name) => {
    const spec = fixture(name);
    const server = new FakeServer("reassign");
    server.create(toServerIds(spec, createEmptyIdentity()));
    const { map, ambiguities } = matchIdentity({ sent: spec, received: server.read() });
    expect(ambiguities).toEqual([]);
    expect(canonicalize(toLocalIds(server.read(), map))).toEqual(canonicalize(spec));
    expect(toLocalIds(toServerIds(spec, map), map)).toEqual(spec);
  });

  test("what the map does not know keeps its id", () => {
    const spec = model([column("a", "A"), column("new", "New")], { order: ["a", "new"] });
    const sent: Loose = toServerIds(spec, mapOf({ a: "C1" }));
    expect(sent.pages[0].elements[0]).toMatchObject({
      id: "T1",
      order: ["C1", "new"],
      columns: [{ id: "C1" }, { id: "new" }],
    });
    const received = {
      ...sent.pages[0].elements[0],
      columns: [{ ...column("C1", "A") }, column("ui-1", "Made in the product")],
      order: ["ui-1", "C1"],
    };
    const local: Loose = toLocalIds({ pages: [{ id: "P1", name: "P", elements: [received] }] }, mapOf({ a: "C1" }));
    expect(local.pages[0].elements[0]).toMatchObject({ id: "t", order: ["ui-1", "a"] });
  });

  test("a new id of yours that the server has given to something else is sent as another", () => {
    const map = mapOf({ a: "b" });
    const sent: Loose = toServerIds(model([column("a", "A"), column("b", "B")], { order: ["b", "a"] }), map);
    const ids = sent.pages[0].elements[0].columns.map(({ id }: Loose) => id);
    expect(ids[0]).toBe("b");
    expect(new Set(ids).size).toBe(2);
    expect(sent.pages[0].elements[0].order).toEqual([ids[1], "b"]);
    const received: Loose = {
      pages: [
        {
          id: "P1",
          name: "P",
          elements: [{ ...model([]).pages[0].elements[0], id: "T1", columns: [column("b", "A"), column("a", "UI")] }],
        },
      ],
    };
    const local: Loose = toLocalIds(received, map);
    expect(local.pages[0].elements[0].columns[0].id).toBe("a");
    expect(local.pages[0].elements[0].columns[1].id).not.toBe("a");
  });

  test("ids may swap with the server's", () => {
    const map = mapOf({ a: "b", b: "a" });
    const spec = model([column("a", "A"), column("b", "B")], { order: ["a", "b"] });
    const sent: Loose = toServerIds(spec, map);
    expect(sent.pages[0].elements[0].order).toEqual(["b", "a"]);
    expect(toLocalIds(sent, map)).toEqual(spec);
  });

  test("a column of the same name in another table is another column", () => {
    const spec = fixture("constructs/controls.yaml") as Loose;
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
    const spec = fixture("constructs/sources.yaml");
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
    const spec = model([column("__proto__", "A"), column("constructor", "B")], { order: ["constructor", "__proto__"] });
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
    const spec = model([{ ...column("a", "A"), aliases: ["x"] }], { aliases: ["y"] });
    spec.pages[0].aliases = ["z"];
    expect(JSON.stringify(toServerIds(spec, createEmptyIdentity()))).not.toContain("aliases");
  });

  test("ids are looked up by their own names only", () => {
    const map = createEmptyIdentity();
    expect(getServerElementId(map, "constructor")).toBeUndefined();
    expect(getServerPartId(mapOf({}), "t", "column", "toString")).toBeUndefined();
    expect(getServerPartId(mapOf({ revenue: "C7" }), "t", "column", "revenue")).toBe("C7");
    expect(getServerElementId(mapOf({}), "t")).toBe("T1");
  });
});

describe("matching", () => {
  const match = (sent: JsonObject, received: JsonObject, previous?: IdentityMap, inOrder?: boolean) => {
    const { map, ambiguities } = matchIdentity({ sent, received, previous, inOrder });
    return { columns: map.elements.t?.columns, ambiguities };
  };
  const answer = (columns: JsonObject[], rest: JsonObject = {}) => {
    const spec = model(columns, rest);
    spec.pages[0].id = "P1";
    spec.pages[0].elements[0].id = "T1";
    return spec;
  };

  test("by content, whatever the order", () => {
    const sent = model([column("a", "A"), column("b", "B")]);
    expect(match(sent, answer([column("2", "B"), column("1", "A")]))).toEqual({
      columns: { a: "1", b: "2" },
      ambiguities: [],
    });
  });

  test("by the id it had, when somebody renamed it in the product", () => {
    const sent = model([column("a", "A"), column("b", "B")]);
    const received = answer([column("1", "Renamed", "other"), column("2", "B")]);
    expect(match(sent, received, mapOf({ a: "1", b: "2" })).columns).toEqual({ a: "1", b: "2" });
  });

  test("by name, when the server rewrote the formula and gave new ids", () => {
    const sent = model([column("a", "A"), column("b", "B")]);
    const received = answer([column("8", "A", "F( A )"), column("9", "B", "F( B )")]);
    expect(match(sent, received, mapOf({ a: "1", b: "2" })).columns).toEqual({ a: "8", b: "9" });
  });

  test("by formula, when there is no name", () => {
    const sent = model([
      { id: "a", formula: "[X/A]" },
      { id: "b", formula: "[X/B]" },
    ]);
    const received = answer([column("2", "B", "[X/B]"), column("1", "A", "[X/A]")]);
    expect(match(sent, received).columns).toEqual({ a: "1", b: "2" });
  });

  test("twins by the ids they had, else by order", () => {
    const twins = [column("a", "A"), column("b", "A")];
    expect(
      match(model(twins), answer([column("2", "A"), column("1", "A")]), mapOf({ a: "1", b: "2" })).columns,
    ).toEqual({ a: "1", b: "2" });
    expect(
      match(model(twins), answer([column("8", "A"), column("9", "A")]), mapOf({ a: "1", b: "2" })).columns,
    ).toEqual({ a: "8", b: "9" });
    expect(match(model(twins), answer([column("2", "A")]), mapOf({ a: "1", b: "2" })).columns).toEqual({ b: "2" });
  });

  test("what could be either is reported, and not guessed", () => {
    const sent = model([column("a", "A", "x"), column("b", "A", "y"), column("c", "C")]);
    const received = answer([column("1", "A", "p"), column("2", "A", "q"), column("3", "C")]);
    expect(match(sent, received, undefined, false)).toEqual({
      columns: { c: "3" },
      ambiguities: ["column `a`, `b` of `t` could each be any of the platform's `1`, `2`: they can't be distinguished"],
    });
  });

  test("what nothing else tells apart is told apart by its place, where nobody can have changed the model", () => {
    const sent = model([column("a", "A", "x"), column("b", "B", "y"), column("c", "C"), column("d", "D", "z")]);
    const renamed = [column("1", "P", "p"), column("2", "Q", "q"), column("3", "C"), column("4", "R", "r")];
    expect(match(sent, answer(renamed))).toEqual({ columns: { a: "1", b: "2", c: "3", d: "4" }, ambiguities: [] });
    // One too few before the column that is known: which, nothing tells.
    expect(match(sent, answer(renamed.slice(1)))).toEqual({
      columns: { c: "3", d: "4" },
      ambiguities: ["column `a`, `b` of `t` could each be any of the platform's `2`: they can't be distinguished"],
    });
    // In another order, places say nothing.
    const moved = answer([column("4", "D", "z"), column("1", "P", "p"), column("3", "C"), column("2", "Q", "q")]);
    expect(match(sent, moved).columns).toEqual({ c: "3", d: "4" });
  });

  test("something deleted and something else made in the product are two things", () => {
    const received = answer([column("1", "A"), column("9", "New")]);
    expect(match(model([column("a", "A"), column("b", "B")]), received, mapOf({ a: "1", b: "2" }))).toEqual({
      columns: { a: "1" },
      ambiguities: [],
    });
  });

  test("elements are found on whatever page they are now", () => {
    const sent = {
      pages: [
        { id: "p", name: "P", elements: [] },
        { id: "q", name: "Q", elements: model([]).pages[0].elements },
      ],
    };
    const received = copy(model([])) as Loose;
    received.pages[0].elements[0].id = "T1";
    const { map } = matchIdentity({ sent, received });
    expect(map.elements).toEqual({ t: { id: "T1" } });
  });

  test("tables of one name are told apart by their columns", () => {
    const two = (a: string, b: string) => {
      const spec = model([column("x", "X")]);
      spec.pages[0].elements[0].id = a;
      spec.pages[0].elements.push({ ...copy(spec.pages[0].elements[0]), id: b, columns: [column("y", "Y")] });
      return spec;
    };
    const received = two("1", "2");
    received.pages[0].elements.reverse();
    const { map, ambiguities } = matchIdentity({ sent: two("a", "b"), received });
    expect(ambiguities).toEqual([]);
    expect([map.elements.a?.id, map.elements.b?.id]).toEqual(["1", "2"]);
  });

  test("parts that have no name are known by the columns they are about", () => {
    const spec = fixture("constructs/filters.yaml");
    const server = new FakeServer("reassign");
    server.create(toServerIds(spec, createEmptyIdentity()));
    const first = matchIdentity({ sent: spec, received: server.read() });
    expect(Object.keys(first.map.elements.orders?.filters ?? {})).toHaveLength(26);
    expect(equalSpecs(toLocalIds(server.read(), first.map), spec)).toBe(true);
  });

  test("the map is small and does not depend on order", () => {
    const spec = fixture("constructs/table.yaml") as Loose;
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
  const before = model([column("amt", "Amount"), column("b", "B")], { order: ["amt", "b"] });
  const map = mapOf({ amt: "C1", b: "C2" });
  const columnsAfter = (after: JsonObject) => followRenames(map, before, after).elements.t?.columns;

  test("are recognized by unchanged content", () => {
    expect(columnsAfter(model([column("amount", "Amount"), column("b", "B")], { order: ["amount", "b"] }))).toEqual({
      amount: "C1",
      b: "C2",
    });
  });

  test("are recognized by name or by formula", () => {
    expect(columnsAfter(model([column("amount", "Amount", "other"), column("b", "B")]))).toEqual({
      amount: "C1",
      b: "C2",
    });
    expect(columnsAfter(model([column("amount", "Total", "f(Amount)"), column("b", "B")]))).toEqual({
      amount: "C1",
      b: "C2",
    });
  });

  test("are declared by aliases for the rest", () => {
    const after = model([{ ...column("total", "Total", "other"), aliases: ["amt"] }, column("b", "B")]);
    expect(columnsAfter(after)).toEqual({ total: "C1", b: "C2" });
    const unsaid = model([column("total", "Total", "other"), column("b", "B")]);
    expect(columnsAfter(unsaid)).toEqual({ amt: "C1", b: "C2" });
  });

  test("work for elements and pages, with everything in them", () => {
    const after = copy(before);
    after.pages[0].id = "page";
    Object.assign(after.pages[0].elements[0], { id: "table", columns: [column("amount", "Amount"), column("b", "B")] });
    expect(followRenames(map, before, after)).toEqual({
      pages: { page: "P1" },
      elements: { table: { id: "T1", columns: { amount: "C1", b: "C2" } } },
    });
  });

  test("are not seen where two could be meant", () => {
    const twins = model([column("x", "Same", "f"), column("y", "Same", "f")]);
    const after = model([column("p", "Same", "f"), column("q", "Same", "f")]);
    expect(followRenames(mapOf({ x: "1", y: "2" }), twins, after).elements.t?.columns).toEqual({ x: "1", y: "2" });
  });

  test("keep ids derived from a name when the name changes", () => {
    const unnamed = (name: string) => model([{ name, formula: "[X/A]" }]);
    const named = followRenames(mapOf({ revenue: "C1" }), unnamed("Revenue"), unnamed("Net Revenue"));
    expect(named.elements.t?.columns).toEqual({ net_revenue: "C1" });
  });
});
