import { FakeServer } from "./fake-server";
import { copy, type Loose, readFixture, readFixtureText } from "./fixtures";
import {
  createEmptyIdentity,
  equalSpecs,
  fillPlaceholders,
  type Json,
  type JsonObject,
  matchIdentity,
  parseSpec,
  preserveAuthoring,
  toLocalIds,
  toServerIds,
} from "./spec";

const refs = { warehouse: "conn-1" };
const form = () => readFixture("orders.yaml") as Loose;

/** What the server has of the orders fixture, after an edit made there, in the user's ids. */
function buildServerAfter(edit: (model: Loose) => void): JsonObject {
  const spec = fillPlaceholders(form(), refs).spec as JsonObject;
  const server = new FakeServer("keep");
  server.create(toServerIds(spec, createEmptyIdentity()));
  const { map } = matchIdentity({ sent: spec, received: server.read() });
  server.edit(edit);
  return toLocalIds(server.read(), map);
}

test("the user's own spec comes back when nothing changed", () => {
  const own = form();
  expect(
    preserveAuthoring(
      own,
      buildServerAfter(() => {}),
      refs,
    ),
  ).toBe(own);
});

test("only the changed leaf takes the server's value", () => {
  const own = form();
  const before = copy(own);
  const kept = preserveAuthoring(
    own,
    buildServerAfter((model) => {
      const revenue = model.pages[0].elements[1].columns[2];
      revenue.formula = "[changed]";
      revenue.format.suffix = " EUR";
      delete revenue.description;
    }),
    refs,
  ) as Loose;
  expect(own).toEqual(before);
  const expected = form();
  const revenue = expected.pages[0].elements[1].columns[2];
  revenue.formula = "[changed]";
  revenue.format.suffix = " EUR";
  delete revenue.description;
  expect(kept).toEqual(expected);
  expect(Object.keys(kept.pages[0].elements[1].columns[2])).toEqual(["id", "name", "formula", "format"]);
});

test("a placeholder stays while its value is the server's, and gives way when it is not", () => {
  const kept = preserveAuthoring(
    form(),
    buildServerAfter((model) => {
      model.pages[0].elements[0].source.connectionId = "conn-2";
    }),
    refs,
  ) as Loose;
  const [customers, orders] = kept.pages[0].elements;
  expect(customers.source.connectionId).toBe("conn-2");
  expect(orders.source.joins[0].left.connectionId).toEqual({ $ref: "warehouse" });
});

test("a placeholder that stands for a whole object or list gives way as a whole", () => {
  const buildSpec = (source: JsonObject, order: JsonObject | string[]): JsonObject => ({
    pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", columns: [], source, order }] }],
  });
  const source = { kind: "sql", connectionId: "c", statement: "select 1" };
  const own = buildSpec({ $ref: "source" }, { $ref: "order" });
  const values = { source, order: ["a", "b"] };
  expect(preserveAuthoring(own, buildSpec(source, ["a", "b"]), values)).toBe(own);
  const changed = buildSpec({ ...source, statement: "select 2" }, ["b"]);
  expect(preserveAuthoring(own, changed, values)).toEqual(changed);
});

test("what was made on the server is added in its place, what was removed is gone", () => {
  const kept = preserveAuthoring(
    form(),
    buildServerAfter((model) => {
      const { columns } = model.pages[0].elements[1];
      columns.splice(1, 0, { id: "ui", name: "Made there", formula: "1" });
      model.pages[0].elements[0].columns.pop();
    }),
    refs,
  ) as Loose;
  expect(kept.pages[0].elements[1].columns.map(({ id, name }: Loose) => id ?? name)).toEqual([
    "Order Date",
    "ui",
    "customer_id",
    "revenue",
  ]);
  expect(kept.pages[0].elements[0].columns.map(({ id }: Loose) => id)).toEqual(["customer_id"]);
});

test("ids left out stay out, in whatever order the server has the parts", () => {
  const kept = preserveAuthoring(
    form(),
    buildServerAfter((model) => {
      model.pages[0].elements[1].columns.reverse();
    }),
    refs,
  ) as Loose;
  const { columns, metrics } = kept.pages[0].elements[1];
  expect(columns.at(-1)).toEqual(form().pages[0].elements[1].columns[0]);
  expect(metrics).toEqual(form().pages[0].elements[1].metrics);
});

test("defaults spelled out by the user stay, those spelled out by the server don't come in", () => {
  const text = readFixtureText("orders.yaml").replace("id: revenue", "id: revenue\n            hidden: false");
  const own = parseSpec(text) as Loose;
  const server = buildServerAfter((model) => {
    model.pages[0].elements[1].columns[2].name = "Net";
    Object.assign(model.pages[0].elements[1], { metricFolders: [], visibleAsSource: true });
  });
  const [kept] = [preserveAuthoring(own, server, refs) as Loose].map(({ pages }) => pages[0].elements[1]);
  expect(kept.columns[2]).toMatchObject({ hidden: false, name: "Net" });
  expect(Object.keys(kept.columns[1])).not.toContain("hidden");
  expect(kept).not.toHaveProperty("metricFolders");
  expect(kept).not.toHaveProperty("visibleAsSource");
});

test("fields at the top are the user's own", () => {
  const own = { name: "Mine", ...form() };
  const kept = preserveAuthoring(
    own,
    buildServerAfter((model) => {
      model.pages[0].name = "Renamed";
    }),
    refs,
  ) as Loose;
  expect(Object.keys(kept)).toEqual(["name", "schemaVersion", "pages"]);
  expect([kept.name, kept.pages[0].name]).toEqual(["Mine", "Renamed"]);
});

test("an implied join name goes when it would no longer be implied", () => {
  const buildWarehouse = (name: string) => ({ kind: "warehouse-table", connectionId: "c", path: [name] });
  const buildSpec = (left: string, rest: JsonObject): Loose => ({
    pages: [
      {
        id: "p",
        name: "P",
        elements: [
          {
            id: "t",
            kind: "table",
            columns: [],
            source: {
              kind: "join",
              joins: [{ left: buildWarehouse(left), right: buildWarehouse("B"), columns: [] }],
              ...rest,
            },
          },
        ],
      },
    ],
  });
  const own = buildSpec("A", { name: "A", primarySource: buildWarehouse("A") });
  const kept = preserveAuthoring(own, buildSpec("X", {})) as Loose;
  expect(equalSpecs(kept, buildSpec("X", {}))).toBe(true);
  expect(kept.pages[0].elements[0].source).not.toHaveProperty("name");
});

test("another kind is taken whole", () => {
  const server = buildServerAfter((model) => {
    model.pages[0].elements[0].source = { kind: "sql", connectionId: "conn-1", statement: "select 1" };
  });
  const kept = preserveAuthoring(form(), server, refs);
  expect(equalSpecs(fillPlaceholders(kept, refs).spec, server, { stored: true })).toBe(true);
  expect((kept as Loose).pages[0].elements[0].source).toEqual({
    kind: "sql",
    connectionId: { $ref: "warehouse" },
    statement: "select 1",
  });
});

test("in a list of texts, those that stay are as the user wrote them, also where several are the same", () => {
  const write = (path: readonly Json[]): JsonObject => {
    const source = { kind: "warehouse-table", connectionId: "c", path: [...path] };
    const element = { id: "t", kind: "table", name: "T", source, columns: [] };
    return { schemaVersion: 1, pages: [{ id: "p", name: "P", elements: [element] }] };
  };
  const kept = preserveAuthoring(
    write(["SALES", { $ref: "schema" }, "SALES"]),
    write(["DEV", "PUBLIC", "SALES", "SALES"]),
    {
      schema: "PUBLIC",
    },
  );
  expect(kept).toEqual(write(["DEV", { $ref: "schema" }, "SALES", "SALES"]));
});
