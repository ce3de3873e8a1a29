import { setUpEmulator } from "../support";
import { buildPages, buildWarehouseTable, create, type Loose, post } from "./models";

const running = setUpEmulator();

function buildTables(): Loose[] {
  return ["a", "b", "c"].map((id) => buildWarehouseTable(running, id, id.toUpperCase(), ["ID"]));
}

const buildRef = (elementId: string) => ({ kind: "table", elementId });
const join = (left: string, right: string) => ({
  left: buildRef(left),
  right: buildRef(right),
  columns: [{ left: "[ID]", right: "[ID]" }],
});

async function postJoined(source: object): Promise<{ status: number; message: string }> {
  const { status, message } = await post(
    running,
    buildPages(...buildTables(), { kind: "table", id: "j", source, columns: [] }),
  );
  return { status, message };
}

test.each<[string, object]>([
  ["a chain", { kind: "join", joins: [join("a", "b"), join("b", "c")] }],
  ["a star", { kind: "join", joins: [join("a", "b"), join("a", "c")] }],
  ["a chain in another order", { kind: "join", joins: [join("b", "c"), join("a", "b")] }],
  ["a named head", { kind: "join", primarySource: buildRef("a"), joins: [join("a", "b")] }],
])("%s of joins is accepted", async (_what, source) => {
  expect(await postJoined(source)).toMatchObject({ status: 200 });
});

test.each<[string, object, string]>([
  ["two heads", { kind: "join", joins: [join("a", "c"), join("b", "c")] }, "can't be inferred"],
  ["a circle", { kind: "join", joins: [join("a", "b"), join("b", "a")] }, "can't be inferred"],
  [
    "a left side from nowhere",
    { kind: "join", primarySource: buildRef("a"), joins: [join("b", "c")] },
    "every left side",
  ],
])("%s is refused", async (_what, source, message) => {
  expect(await postJoined(source)).toEqual({ status: 400, message: expect.stringContaining(message) });
});

test("a union needs a column of every source", async () => {
  const buildUnion = (sourceColumns: (string | null)[]) => ({
    kind: "union",
    sources: [buildRef("a"), buildRef("b")],
    matches: [{ outputColumnName: "ID", sourceColumns }],
  });
  expect(await postJoined(buildUnion(["[ID]", null]))).toMatchObject({ status: 200 });
  expect(await postJoined(buildUnion(["[ID]"]))).toEqual({ status: 400, message: expect.stringContaining("'ID'") });
});

test("two tables of the same name are accepted, or refused", async () => {
  const twins = [buildTables()[0], { ...buildTables()[1], name: "A" }];
  expect((await post(running, buildPages(...twins))).status).toBe(200);
  running.emulator.configure({ duplicateTableNames: "refuse" });
  expect(await post(running, buildPages(...twins))).toMatchObject({
    status: 400,
    message: "Duplicate table name: 'A'",
  });
});

test("a table with groupings has its sort keys in them", async () => {
  const sort = [{ columnId: "ID", direction: "ascending" }];
  const [table] = buildTables();
  const columnId = ((table as Loose).columns as { id: string }[])[0]!.id;
  const keys = sort.map((key) => ({ ...key, columnId }));
  const postGrouped = (within: object, beside: object) =>
    post(running, buildPages({ ...table, ...beside, groupings: [{ id: "g", groupBy: [columnId], ...within }] }));
  expect(await postGrouped({}, { sort: keys })).toMatchObject({ status: 400, message: "Sort column not found" });
  expect((await postGrouped({ sort: keys }, {})).status).toBe(200);
});

test("a relationship stays on its page, a column has one filter, and formats of numbers are those of d3", async () => {
  const { emulator } = running;
  const [orders, customers] = buildTables() as [Loose, Loose];
  const columnId = orders.columns[0].id;
  const related = { ...orders, relationships: [{ id: "r", targetElementId: customers.id, keys: [] }] };
  const pages = [related, customers].map((element, index) => ({
    id: `p${index}`,
    name: `P${index}`,
    elements: [element],
  }));
  expect(await post(running, pages)).toMatchObject({
    status: 400,
    message: `Invalid relationship: ${customers.id} is on another page`,
  });
  const filters = ["f", "g"].map((id) => ({ id, kind: "list", columnId }));
  const filtered = buildPages({ ...orders, filters });
  expect(await post(running, filtered)).toMatchObject({
    status: 400,
    message: `Duplicate filter on column: ${columnId}`,
  });
  const [first, ...others] = orders.columns;
  const format = { kind: "number", formatString: "#,##0.00" };
  const formatted = buildPages({ ...orders, columns: [{ ...first, format }, ...others] });
  expect(await post(running, formatted)).toMatchObject({ status: 400, message: "Invalid number format string" });
  emulator.configure({
    relationshipsAcrossPages: "accept",
    filtersOfOneColumn: "accept",
    invalidNumberFormats: "accept",
  });
  for (const accepted of [pages, filtered, formatted]) expect((await post(running, accepted)).status).toBe(200);
});

test("a relationship in a PUT names parts that exist, or new ones", async () => {
  const [orders, customers] = buildTables() as [Loose, Loose];
  const { id, pages } = await create(running, buildPages(orders));
  const [stored] = pages[0].elements;
  const put = async (targetElementId: string, targetColumnId: string, more: Loose[]) => {
    const keys = [{ sourceColumnId: stored.columns[0].id, targetColumnId }];
    const related = { ...stored, relationships: [{ id: "r", targetElementId, keys }] };
    const elements = [related, ...more];
    const { status, body } = await running.api.put(`/v2/dataModels/${id}/spec`, {
      schemaVersion: 1,
      pages: [{ ...pages[0], elements }],
    });
    return { status, message: body?.message };
  };
  expect(await put("b", "id", [customers])).toEqual({ status: 400, message: "Invalid element ID" });
  running.emulator.configure({ mixedRelationshipIds: "accept" });
  expect((await put("b", "id", [customers])).status).toBe(200);
});
