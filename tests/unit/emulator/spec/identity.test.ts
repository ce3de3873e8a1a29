import fc from "../../../fast-check";
import { setUpEmulator } from "../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain, post, readPages } from "./models";

const running = setUpEmulator({ ...plain, concurrentSpecReads: null });

const buildTable = (id: string, name: string, columns: string[]) => buildWarehouseTable(running, id, name, columns);

async function put(id: string, pages: Loose): Promise<Loose> {
  const { status, body } = await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
  expect({ status, message: body.message }).toEqual({ status: 200 });
  return readPages(running, id);
}

/** Every id of a spec, by what it belongs to. */
function listIds(pages: Loose): { pages: string[]; elements: string[]; columns: string[] } {
  const elements = pages.flatMap((page: Loose) => page.elements);
  return {
    pages: pages.map(({ id }: Loose) => id),
    elements: elements.map(({ id }: Loose) => id),
    columns: elements.flatMap((element: Loose) => (element.columns ?? []).map(({ id }: Loose) => id)),
  };
}

test("moved, renamed and reordered, what exists keeps its id", async () => {
  const full = {
    ...buildTable("a", "ORDERS", ["ID", "AMOUNT"]),
    metrics: [{ id: "m", formula: "Count()", name: "Count" }],
    metricFolders: [{ id: "mf", name: "Metrics", items: ["m"] }],
    relationships: [{ id: "r", targetElementId: "b", keys: [{ sourceColumnId: "id", targetColumnId: "id" }] }],
    filters: [{ id: "x", kind: "list", columnId: "id" }],
    folders: [{ id: "f", name: "Folder", items: ["id"] }],
    groupings: [{ id: "g", groupBy: ["id"] }],
    columnSecurities: [{ id: "s", restrictedColumns: ["id"], criteria: { kind: "no-one-can-view" } }],
  };
  const { id, pages } = await create(running, buildPages(full, buildTable("b", "CUSTOMERS", ["ID"])));
  running.emulator.configure({ relationshipsAcrossPages: "accept" });
  const [page] = pages;
  const [orders, customers] = page.elements;
  orders.name = "Renamed";
  orders.metrics[0].name = "Number";
  orders.columns.reverse();
  const moved = [
    { ...page, elements: [customers] },
    { id: "new page", name: "Second", elements: [orders] },
  ];
  const after = await put(id, moved);
  expect(after[0].id).toBe(page.id);
  expect(after[1].id).not.toBe("new page");
  moved[1]!.id = after[1].id;
  expect(after).toEqual(moved);
});

test("an id that belonged to something else is replaced", async () => {
  const { id, pages } = await create(
    running,
    buildPages(buildTable("a", "ORDERS", ["ID"]), buildTable("b", "CUSTOMERS", ["ID"])),
  );
  const [orders, customers] = pages[0].elements;
  // A column's id is known within its table only; an element's isn't a column's.
  customers.columns.push({ id: orders.columns[0].id, formula: "1", name: "Stolen" });
  const after = (await put(id, pages))[0].elements[1];
  expect(after.columns[0].id).toBe(customers.columns[0].id);
  expect(after.columns[1].id).not.toBe(orders.columns[0].id);
});

test("an id that was removed is new when it comes again", async () => {
  const { id, pages } = await create(running, buildPages(buildTable("a", "ORDERS", ["ID", "AMOUNT"])));
  const [, amount] = pages[0].elements[0].columns;
  const without = structuredClone(pages);
  without[0].elements[0].columns.pop();
  await put(id, without);
  const after = await put(id, pages);
  expect(after[0].elements[0].columns[0].id).toBe(pages[0].elements[0].columns[0].id);
  expect(after[0].elements[0].columns[1].id).not.toBe(amount.id);
});

test("PUT reassigns ids of elements, or all of them, when told to", async () => {
  const { id, pages } = await create(running, buildPages(buildTable("a", "ORDERS", ["ID"])));
  const before = listIds(pages);
  running.emulator.configure({ reassignIdsOnPut: "elements" });
  const elementsMoved = listIds(await put(id, pages));
  expect(elementsMoved).toEqual({ ...before, elements: [expect.not.stringContaining(before.elements[0]!)] });
  running.emulator.configure({ reassignIdsOnPut: true });
  const all = listIds(await put(id, await readPages(running, id)));
  for (const kind of ["pages", "elements", "columns"] as const) {
    expect(all[kind][0]).not.toBe(elementsMoved[kind][0]);
  }
});

test("columns of warehouse tables may have ids that name the table's", async () => {
  running.emulator.configure({ warehouseColumnIds: "inode" });
  const orders = buildTable("a", "ORDERS", ["ID"]);
  orders.columns.push({ id: "again", formula: "[ORDERS/ID]" }, { id: "calculated", formula: "[ID] * 2" });
  const [first, second, third] = (await create(running, buildPages(orders))).pages[0].elements[0].columns;
  const { urlId } = (await running.api.get(`/v2/files/${running.emulator.seeded.tables.orders}`)).body;
  expect(first.id).toBe(`inode-${urlId}/ID`);
  expect(second.id).toMatch(/^\w{10}$/);
  expect(third.id).toMatch(/^\w{10}$/);
});

test("plain columns of a statement may have its upper-case names as ids, unique in their table only", async () => {
  running.emulator.configure({ warehouseColumnIds: "inode" });
  const connectionId = running.emulator.seeded.connections.warehouse;
  const source = { kind: "sql", connectionId, statement: "select customer_id from t" };
  const formulas = ["[Custom SQL/customer_id]", "[Custom SQL/customer_id] + 1"];
  const columns = formulas.map((formula) => ({ id: formula, formula, name: formula }));
  const { pages } = await create(
    running,
    buildPages(...["a", "b"].map((id) => ({ kind: "table", id, name: id, source, columns }))),
  );
  for (const { columns } of pages[0].elements) {
    expect(columns).toMatchObject([{ id: "CUSTOMER_ID" }, { id: expect.stringMatching(/^\w{10}$/) }]);
  }
});

test.each<[string, (pages: Loose) => void, string]>([
  ["page", (pages) => pages.push(pages[0]), "Duplicate page id: 'page'"],
  ["element", (pages) => pages[0].elements.push(pages[0].elements[0]), "Duplicate element id: 'a'"],
  ["column", ([{ elements }]) => elements[0].columns.push(elements[0].columns[0]), "Duplicate column id: 'id'"],
])("a %s id that occurs twice is refused", async (_what, spoil, message) => {
  const pages = buildPages(buildTable("a", "ORDERS", ["ID"]));
  spoil(pages);
  expect(await post(running, pages)).toMatchObject({ status: 400, message });
});

test("what was read can be written back: nothing changes but the version", async () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,6}$/), { minLength: 1, maxLength: 6 });
  const shapes = fc.array(fc.record({ columns: names, hidden: fc.boolean(), chained: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(shapes, async (tables) => {
      const elements = tables.map(({ columns, hidden, chained }, index) => {
        const element = buildTable(`t${index}`, `T${index}`, columns);
        element.columns[0].hidden = hidden;
        element.order = element.columns.map(({ id }: Loose) => id).reverse();
        if (chained && index > 0) {
          element.source = { kind: "table", elementId: `t${index - 1}` };
        }
        return element;
      });
      const { id, pages } = await create(running, buildPages(...elements));
      const ids = Object.values(listIds(pages)).flat();
      expect(new Set(ids).size).toBe(ids.length);
      expect(await put(id, pages)).toEqual(pages);
    }),
    { numRuns: 25 },
  );
});
