import { setUpEmulator } from "../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain, post } from "./models";

const running = setUpEmulator(plain);

const buildTable = (id: string, name: string, columns: string[], path?: string) =>
  buildWarehouseTable(running, id, name, columns, path);

/** The id of a column by its name. */
function findColumn(element: Loose, name: string): string {
  return element.columns.find((candidate: Loose) => candidate.name === name).id;
}

test("every reference inside a table follows", async () => {
  const sort = [{ columnId: "id", direction: "descending", nulls: "last" }];
  const orders = {
    ...buildTable("t", "ORDERS", ["ID", "AMOUNT", "ORDERED_AT"]),
    metrics: [
      {
        id: "m",
        formula: "Sum([AMOUNT])",
        name: "Total",
        timeline: { dateColumnId: "ordered_at", truncation: "month" },
      },
      { id: "n", formula: "Count()", name: "Count" },
    ],
    metricFolders: [
      { id: "mf", name: "Metrics", items: ["m", "mf2"] },
      { id: "mf2", name: "Inner", items: ["n"] },
    ],
    metricOrder: ["mf"],
    folders: [
      { id: "f", name: "Folder", items: ["amount", "f2"] },
      { id: "f2", name: "Inner" },
    ],
    groupings: [{ id: "g", groupBy: ["id", "f"], calculations: ["amount"], sort }],
    summary: ["amount"],
    order: ["f", "id"],
    filters: [{ id: "x", kind: "list", columnId: "id", mode: "include", values: [1, null] }],
    columnSecurities: [{ id: "s", restrictedColumns: ["amount"], criteria: { kind: "no-one-can-view" } }],
    uniqueKeys: ["id"],
  };
  const sorted = { ...buildTable("sorted", "CUSTOMERS", ["ID"]), sort };
  const [{ elements }] = (await create(running, buildPages(orders, sorted))).pages;
  const [made, other] = elements;
  const id = findColumn(made, "ID");
  const amount = findColumn(made, "AMOUNT");
  const [total, count] = made.metrics;
  const [outerMetrics, innerMetrics] = made.metricFolders;
  const [outer, inner] = made.folders;
  expect(total.timeline).toEqual({ dateColumnId: findColumn(made, "ORDERED_AT"), truncation: "month" });
  expect(outerMetrics.items).toEqual([total.id, innerMetrics.id]);
  expect(innerMetrics.items).toEqual([count.id]);
  expect(made.metricOrder).toEqual([outerMetrics.id]);
  expect(outer.items).toEqual([amount, inner.id]);
  const buildSort = (columnId: string) => [{ columnId, direction: "descending", nulls: "last" }];
  expect(made.groupings[0]).toMatchObject({ groupBy: [id, outer.id], calculations: [amount], sort: buildSort(id) });
  expect(made.summary).toEqual([amount]);
  expect(made.order).toEqual([outer.id, id]);
  expect(other.sort).toEqual(buildSort(findColumn(other, "ID")));
  expect(made.filters[0]).toMatchObject({ columnId: id, values: [1, null] });
  expect(made.columnSecurities[0].restrictedColumns).toEqual([amount]);
  expect(made.uniqueKeys).toEqual([id]);
  const sent = ["t", "m", "n", "mf", "mf2", "f", "f2", "g", "x", "s", "amount", "ordered_at"];
  const kept = sent.filter((each) => JSON.stringify(elements).includes(`"${each}"`));
  expect(kept).toEqual([]);
});

test("every reference to another table follows, wherever its source stands", async () => {
  const orders = { ...buildTable("o", "ORDERS", ["ID", "AMOUNT"]), groupings: [{ id: "g", groupBy: ["id"] }] };
  const customers = buildTable("c", "CUSTOMERS", ["ID", "NAME"]);
  const buildRef = (elementId: string, groupingId?: string) => ({
    kind: "table",
    elementId,
    ...(groupingId && { groupingId }),
  });
  const on = [{ left: "[ID]", right: "[ID]" }];
  const sources: Loose[] = [
    buildRef("o", "g"),
    { kind: "join", primarySource: buildRef("o"), joins: [{ left: buildRef("o"), right: buildRef("c"), columns: on }] },
    {
      kind: "union",
      sources: [buildRef("o"), buildRef("c")],
      matches: [{ outputColumnName: "ID", sourceColumns: ["[ID]", null] }],
    },
    {
      kind: "transpose",
      direction: "row-to-column",
      source: buildRef("o"),
      outputColumns: ["id", "a value"],
      columnToTranspose: "id",
      valueColumn: "amount",
      aggregate: "sum",
    },
    {
      kind: "transpose",
      direction: "column-to-row",
      source: buildRef("c"),
      columnsToMerge: ["id", "NAME"],
      columnLabelForMergedColumns: "key",
      columnLabelForValues: "value",
    },
  ];
  const derived = sources.map((source, index) => ({ kind: "table", id: `d${index}`, source, columns: [] }));
  const related = {
    ...buildTable("r", "PRODUCTS", ["ID"]),
    relationships: [{ id: "rel", targetElementId: "c", keys: [{ sourceColumnId: "id", targetColumnId: "id" }] }],
  };
  // What is referred to may come later.
  const [{ elements }] = (await create(running, buildPages(...derived, related, orders, customers))).pages;
  const [plain, joined, united, pivoted, merged, product, order, customer] = elements;
  const toOrder = { kind: "table", elementId: order.id };
  const toCustomer = { kind: "table", elementId: customer.id };
  expect(plain.source).toEqual({ ...toOrder, groupingId: order.groupings[0].id });
  expect(joined.source.primarySource).toEqual(toOrder);
  expect(joined.source.joins[0]).toMatchObject({ left: toOrder, right: toCustomer });
  expect(united.source.sources).toEqual([toOrder, toCustomer]);
  expect(pivoted.source).toMatchObject({
    source: toOrder,
    outputColumns: [findColumn(order, "ID"), "a value"],
    columnToTranspose: findColumn(order, "ID"),
    valueColumn: findColumn(order, "AMOUNT"),
  });
  expect(merged.source).toMatchObject({ source: toCustomer, columnsToMerge: [findColumn(customer, "ID"), "NAME"] });
  expect(product.relationships[0]).toMatchObject({
    targetElementId: customer.id,
    keys: [{ sourceColumnId: findColumn(product, "ID"), targetColumnId: findColumn(customer, "ID") }],
  });
});

test("a control's references are columns of the source beside them", async () => {
  const orders = buildTable("o", "ORDERS", ["ID", "AMOUNT"]);
  const buildControl = (id: string, fields: object) => ({ kind: "control", id, controlId: id, ...fields });
  const toOrders = { kind: "table", elementId: "o" };
  const choices = { kind: "source", source: toOrders, columnId: "id", displayColumnId: "amount" };
  const { connectionId, path } = orders.source;
  const warehouse = { kind: "warehouse-table", connectionId, path };
  const filters = [
    { source: toOrders, columnId: "amount" },
    { source: warehouse, columnId: "inode-1/AMOUNT" },
  ];
  const controls = [
    buildControl("list", { controlType: "list", source: choices, filters }),
    buildControl("segmented", { controlType: "segmented", source: choices }),
    buildControl("hierarchy", { controlType: "hierarchy", source: { source: toOrders, columnId: "id" } }),
  ];
  const [{ elements }] = (await create(running, buildPages(...controls, orders))).pages;
  const [list, segmented, hierarchy, order] = elements;
  const made = { kind: "table", elementId: order.id };
  const madeChoices = {
    kind: "source",
    source: made,
    columnId: findColumn(order, "ID"),
    displayColumnId: findColumn(order, "AMOUNT"),
  };
  expect(list.source).toEqual(madeChoices);
  expect(list.filters).toEqual([{ source: made, columnId: findColumn(order, "AMOUNT") }, filters[1]]);
  expect(segmented.source).toEqual(madeChoices);
  expect(hierarchy.source).toEqual({ source: made, columnId: findColumn(order, "ID") });
  expect(list.id).not.toBe("list");
  expect(list.controlId).toBe("list");
});

test("references to another model are checked there and stay as they are", async () => {
  const base = { ...buildTable("o", "ORDERS", ["ID"]), groupings: [{ id: "g", groupBy: ["id"] }] };
  const slider = { kind: "control", id: "x", controlId: "Limit", controlType: "slider", mode: "<=" };
  const { id: dataModelId, pages } = await create(running, buildPages(base, slider));
  const [order] = pages[0].elements;
  const source = { kind: "data-model", dataModelId, elementId: order.id, groupingId: order.groupings[0].id };
  const { groupingId: _, ...target } = source;
  const filters = [{ source: target, columnId: order.columns[0].id }];
  const parameters = [{ kind: "data-model", dataModelId, controlId: "Limit" }];
  const dependent = buildPages({ kind: "table", id: "d", source, columns: [] }, { ...slider, filters, parameters });
  const made = (await create(running, dependent)).pages[0].elements;
  expect(made[0].source).toEqual(source);
  expect(made[1]).toMatchObject({ filters, parameters });
});

describe("a reference to nothing is refused by name", () => {
  const cases: [string, (element: Loose, elements: Loose[]) => void, RegExp?][] = [
    ["table of a source", (t) => Object.assign(t, { source: { kind: "table", elementId: "nothing" } })],
    [
      "control as a source",
      (t, elements) => {
        elements.push({ kind: "control", id: "nothing", controlId: "C", controlType: "text-area" });
        Object.assign(t, { source: { kind: "table", elementId: "nothing" } });
      },
    ],
    ["grouping", (t) => Object.assign(t, { source: { kind: "table", elementId: "t", groupingId: "nothing" } })],
    [
      "connection of SQL",
      (t) => Object.assign(t, { source: { kind: "sql", connectionId: "nothing", statement: "select 1" } }),
    ],
    ["model", (t) => Object.assign(t, { source: { kind: "data-model", dataModelId: "nothing", elementId: "e" } })],
    ["folder item", (t) => Object.assign(t, { folders: [{ id: "f", name: "F", items: ["nothing"] }] })],
    ["summary", (t) => Object.assign(t, { summary: ["nothing"] })],
    ["sort", (t) => Object.assign(t, { sort: [{ columnId: "nothing", direction: "ascending" }] })],
    ["filter", (t) => Object.assign(t, { filters: [{ id: "f", kind: "list", columnId: "nothing" }] })],
    ["metric order", (t) => Object.assign(t, { metricOrder: ["nothing"] })],
    ["relationship", (t) => Object.assign(t, { relationships: [{ id: "r", targetElementId: "nothing", keys: [] }] })],
    [
      "member",
      (t) =>
        Object.assign(t, {
          columnSecurities: [
            {
              id: "s",
              restrictedColumns: [],
              criteria: { kind: "specific-users-and-teams", assignments: [{ type: "user", userId: "nothing" }] },
            },
          ],
        }),
    ],
    [
      "parameter of a control",
      (_t, elements) =>
        elements.push({
          kind: "control",
          id: "c",
          controlId: "C",
          controlType: "text-area",
          parameters: [{ kind: "data-model", dataModelId: "nothing", controlId: "x" }],
        }),
      /^Invalid parameter on control: \S+ targeting data model: nothing, controlId: x\.$/,
    ],
  ];
  test.each(cases)("%s", async (_what, spoil, message = /^Dependency not found: 'nothing'$/) => {
    const elements = [buildTable("t", "ORDERS", ["ID"])];
    spoil(elements[0], elements);
    const answer = await post(running, buildPages(...elements));
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(message);
  });

  test("a table that the catalog of the connection lacks, unless the platform doesn't look", async () => {
    const orders = buildTable("t", "ORDERS", ["ID"]);
    orders.source.path = ["SALES", "PUBLIC", "NOWHERE"];
    const { connectionId } = orders.source;
    expect(await post(running, buildPages(orders))).toMatchObject({
      status: 400,
      message: `Source not found: warehouse table 'SALES.PUBLIC.NOWHERE' on connection ${connectionId}`,
    });
    running.emulator.configure({ unknownWarehousePath: "accept" });
    expect((await post(running, buildPages(orders))).status).toBe(200);
  });

  test("a model that was deleted meanwhile", async () => {
    const { id, pages } = await create(running, buildPages(buildTable("t", "ORDERS", ["ID"])));
    const source = { kind: "data-model", dataModelId: id, elementId: pages[0].elements[0].id };
    await running.emulator.ui.deleteFile(id);
    const dependent = buildPages({ kind: "table", id: "d", source, columns: [] });
    expect(await post(running, dependent)).toMatchObject({ status: 400, message: `Dependency not found: '${id}'` });
  });
});
