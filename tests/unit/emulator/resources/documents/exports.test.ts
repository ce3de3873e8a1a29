import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { describeWithDuckDb } from "../../../../duckdb";
import { buildPages, create, type Loose } from "../../spec/models";
import { type Client, setUpEmulator, signIn } from "../../support";

/** A workbook with these elements on one page; its id. */
async function createWorkbook(api: Client, folderId: string, ...elements: Loose[]): Promise<string> {
  const places = elements.map(
    ({ id }, index) =>
      `<Element elementId="${id}" gridColumn="1 / 25" gridRow="${index * 10 + 1} / ${index * 10 + 11}"/>`,
  );
  const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"';
  const layout = `<Page id="main" ${grid}>${places.join("")}</Page>`;
  const contents = { schemaVersion: 1, kind: "workbook", elements, pages: [{ id: "main", name: "Main" }], layout };
  const { status, body, text } = await api.post("/v2/workbooks", { name: "Computed", folderId, contents });
  if (status !== 200) throw new Error(text);
  return body.workbookId;
}

/** The answer to the download of an export. */
async function exportElement(api: Client, workbookId: string, elementId: string, type = "json", more = {}) {
  const request = { elementId, format: { type }, ...more };
  const { body, text } = await api.post(`/v2/workbooks/${workbookId}/export`, request);
  if (body?.queryId === undefined) throw new Error(text);
  for (;;) {
    const answer = await api.get(`/v2/query/${body.queryId}/download`);
    if (answer.status !== 204) return answer;
  }
}

const orders = `select * from (values
    (1, 'north', 10.5, timestamp '2026-01-05 10:00:00', true),
    (2, 'south', 20, timestamp '2026-01-20 00:00:00', false),
    (3, 'north', null, timestamp '2026-02-01 00:00:00', null)
  ) as orders (ID, REGION, AMOUNT, ORDERED_AT, PAID)`;

const buildColumn = (id: string, formula: string, more = {}) => ({ id, name: id, formula, ...more });

describeWithDuckDb("exports of statements without tables", () => {
  const running = setUpEmulator({ exportPolls: 1 });
  const build = (id: string, rest: Loose): Loose => ({
    ...{ id, kind: "table", name: id },
    source: { kind: "sql", connectionId: running.emulator.seeded.connections.warehouse, statement: orders },
    ...rest,
  });
  const createOne = (...elements: Loose[]) =>
    createWorkbook(running.api, running.emulator.seeded.folders.models, ...elements);
  const readRows = async (element: Loose) => {
    const answer = await exportElement(running.api, await createOne(element), element.id);
    return answer.body.message ?? answer.body;
  };

  test("a union has the rows of elements over groups of one table, with null for what one lacks", async () => {
    const columns = [buildColumn("Region", "[Custom SQL/REGION]"), buildColumn("Paid", "[Custom SQL/PAID]")];
    const group = (id: string, by: string, calculation: string) => [
      {
        ...{ id, kind: "table", name: id, source: { kind: "table", elementId: "Orders" } },
        columns: [buildColumn("Key", `[Orders/${by}]`), buildColumn("Value", calculation)],
        groupings: [{ id: `${id}g`, groupBy: ["Key"], calculations: ["Value"] }],
      },
      {
        ...{ id: `${id}r`, kind: "table", name: `${id}r` },
        source: { kind: "table", elementId: id, groupingId: `${id}g` },
        columns: [buildColumn("Key", `[${id}/Key]`), buildColumn("Value", `[${id}/Value]`)],
      },
    ];
    const union = {
      ...{ id: "U", kind: "table", name: "U" },
      source: {
        kind: "union",
        sources: ["a", "b"].map((id) => ({ kind: "table", elementId: `${id}r` })),
        matches: [
          { outputColumnName: "a", sourceColumns: ["[Value]", null] },
          { outputColumnName: "b", sourceColumns: [null, "[Value]"] },
        ],
      },
      columns: ["a", "b"].map((id) => buildColumn(id, `[Union of 2 Sources/${id}]`)),
    };
    const parts = [...group("a", "Region", "Count([Key])"), ...group("b", "Paid", "CountIf(IsNull([Key]))")];
    const workbookId = await createOne(build("Orders", { columns }), ...parts, union);
    const { body } = await exportElement(running.api, workbookId, "U");
    const rows = (body as { a: number | null; b: number | null }[]).map(({ a, b }) => `${a} ${b}`).sort();
    expect(rows).toEqual(["1 null", "2 null", "null 0", "null 0", "null 1"]);
  });

  test("rows are objects by the names of columns, with dates in UTC, and nulls", async () => {
    const columns = [
      buildColumn("Id", "[Custom SQL/ID]"),
      buildColumn("Amount", "[Custom SQL/AMOUNT]"),
      buildColumn("Ordered At", "[Custom SQL/ORDERED_AT]"),
      buildColumn("Paid", "[Custom SQL/PAID]"),
      buildColumn("Hidden", "[Custom SQL/REGION]", { hidden: true }),
    ];
    const id = await createOne(build("orders", { columns }));
    const row = { Id: 1, Amount: 10.5, "Ordered At": "2026-01-05T10:00:00.000Z", Paid: true };
    const last = { Id: 3, Amount: null, "Ordered At": "2026-02-01T00:00:00.000Z", Paid: null };
    const { body } = await exportElement(running.api, id, "orders");
    expect([body[0], body[2]]).toEqual([row, last]);
    expect((await exportElement(running.api, id, "orders", "jsonl")).text.split("\n")[2]).toBe(JSON.stringify(last));
    expect((await exportElement(running.api, id, "orders", "csv")).text.split("\r\n").slice(0, 2)).toEqual([
      "Id,Amount,Ordered At,Paid",
      "1,10.5,2026-01-05T10:00:00.000Z,true",
    ]);
    const range = { rowLimit: 1, offset: 1 };
    expect((await exportElement(running.api, id, "orders", "json", range)).body).toMatchObject([{ Id: 2 }]);
  });

  test("numbers with more digits than a double's are texts with all of them", async () => {
    const statement =
      "select 9007199254740993::bigint as BIG, 1234567890123456.78::decimal(20, 2) as LONG, 1.50 as SHORT";
    const columns = ["Big", "Long", "Short"].map((name) => buildColumn(name, `[Custom SQL/${name.toUpperCase()}]`));
    const source = { kind: "sql", connectionId: running.emulator.seeded.connections.warehouse, statement };
    const row = { Big: "9007199254740993", Long: "1234567890123456.78", Short: 1.5 };
    expect(await readRows(build("numbers", { source, columns }))).toEqual([row]);
  });

  test("a grouping has a row for each group, and a summary the same value in each", async () => {
    const element = build("orders", {
      columns: [
        buildColumn("Month", 'DateTrunc("month", [Custom SQL/ORDERED_AT])'),
        buildColumn("Orders", "Count([Custom SQL/ID])"),
        buildColumn("Revenue", "Sum([Custom SQL/AMOUNT])"),
        buildColumn("Average", "[Revenue] / [Orders]"),
        buildColumn("Share", "[Revenue] / [Total]"),
        buildColumn("Total", "Sum([Custom SQL/AMOUNT])"),
      ],
      groupings: [{ id: "g", groupBy: ["Month"], calculations: ["Orders", "Revenue", "Average", "Share"] }],
      summary: ["Total"],
    });
    const january = {
      Month: "2026-01-01T00:00:00.000Z",
      Orders: 2,
      Revenue: 30.5,
      Average: 15.25,
      Share: 1,
      Total: 30.5,
    };
    const february = { Month: "2026-02-01T00:00:00.000Z", Orders: 1, Revenue: null, Average: null, Share: null };
    expect(await readRows(element)).toEqual([january, { ...february, Total: 30.5 }]);
  });

  test("a summary alone is one row", async () => {
    const element = build("checks", {
      columns: [
        buildColumn("Rows", "Count()"),
        buildColumn("Ids", "CountDistinct([Custom SQL/ID])"),
        buildColumn("Empty", "CountIf(IsNull([Custom SQL/AMOUNT]))"),
        buildColumn("Smallest", "Min([Custom SQL/AMOUNT])"),
      ],
      summary: ["Rows", "Ids", "Empty", "Smallest"],
    });
    expect(await readRows(element)).toEqual([{ Rows: 3, Ids: 3, Empty: 1, Smallest: 10.5 }]);
  });

  test("inner groupings repeat the values of those around them, and base rows those of all", async () => {
    const groupings = [
      { id: "outer", groupBy: ["Region"], calculations: ["By Region"] },
      { id: "inner", groupBy: ["Paid"], calculations: ["By Both"] },
    ];
    const columns = [
      buildColumn("Region", "[Custom SQL/REGION]"),
      buildColumn("By Region", "Count()"),
      buildColumn("Paid", "Coalesce([Custom SQL/PAID], False)"),
      buildColumn("By Both", "Count()"),
    ];
    const north = { Region: "north", "By Region": 2, "By Both": 1 };
    const rows = [
      { ...north, Paid: false },
      { ...north, Paid: true },
      { Region: "south", "By Region": 1, Paid: false, "By Both": 1 },
    ];
    expect(await readRows(build("grouped", { columns, groupings }))).toEqual(rows);
    const all = await readRows(
      build("rows", { columns: [...columns, buildColumn("Id", "[Custom SQL/ID]")], groupings }),
    );
    expect(all).toEqual([
      { ...rows[0], Id: 3 },
      { ...rows[1], Id: 1 },
      { ...rows[2], Id: 2 },
    ]);
  });

  test("charts and numbers are grouped by what they show", async () => {
    const source = { kind: "table", elementId: "orders" };
    const base = build("orders", {
      columns: [buildColumn("Region", "[Custom SQL/REGION]"), buildColumn("Amount", "[Custom SQL/AMOUNT]")],
    });
    const columns = [
      buildColumn("Where", "[orders/Region]"),
      buildColumn("Sum", "Sum([orders/Amount])"),
      buildColumn("Unused", "[orders/Amount]"),
    ];
    const chart = { xAxis: { columnId: "Where" }, yAxis: { columnIds: ["Sum"] } };
    const id = await createOne(
      base,
      { id: "bars", kind: "bar-chart", name: "Bars", source, columns, ...chart },
      { id: "number", kind: "kpi-chart", name: "Number", source, columns, value: { columnId: "Sum" } },
    );
    expect((await exportElement(running.api, id, "bars")).body).toEqual([
      { Where: "north", Sum: 10.5 },
      { Where: "south", Sum: 20 },
    ]);
    expect((await exportElement(running.api, id, "number")).body).toEqual([{ Sum: 30.5 }]);
  });

  test("a column with column security is an error, and those beside it aren't", async () => {
    const rule = { id: "s", restrictedColumns: ["Region"], criteria: { kind: "no-one-can-view" } };
    const columns = [buildColumn("Region", "[Custom SQL/REGION]"), buildColumn("Id", "[Custom SQL/ID]")];
    const orders = build("orders", { columns, columnSecurities: [rule] });
    const source = { kind: "table", elementId: "orders" };
    const buildOver = (id: string, name: string) =>
      build(id, { source, columns: [buildColumn("Value", `[orders/${name}]`)] });
    const id = await createOne(orders, buildOver("ids", "Id"), buildOver("regions", "Region"));
    expect((await exportElement(running.api, id, "ids")).body).toHaveLength(3);
    expect((await exportElement(running.api, id, "regions")).body.message).toBe(
      'The emulator can\'t compute column "Region" of "orders": its column security',
    );
  });

  test.each([
    ["the function DateLookback", { columns: [buildColumn("X", 'DateLookback([Custom SQL/ID], Now(), 1, "year")')] }],
    ["the control [threshold]", { columns: [buildColumn("X", "[threshold] + 1")] }],
    ['Unknown column "[Nothing]"', { columns: [buildColumn("X", "[Nothing]")] }],
    [
      "Sum for each row: it belongs into a grouping or the summary",
      { columns: [buildColumn("X", "Sum([Custom SQL/ID])")] },
    ],
    ["[Custom SQL/ID] isn't aggregated", { columns: [buildColumn("X", "[Custom SQL/ID]")], summary: ["X"] }],
    [
      "[Custom SQL/NOTHING], which the statement doesn't put out",
      { columns: [buildColumn("X", "[Custom SQL/NOTHING]")] },
    ],
  ])("what isn't computed is an error that names the column and the reason: %s", async (reason, rest) => {
    const control = { id: "threshold", kind: "control", controlId: "threshold", controlType: "number", mode: "<=" };
    const id = await createOne(build("broken", rest), control);
    const { status, body } = await exportElement(running.api, id, "broken");
    const message = `The emulator can't compute column "X" of "broken": ${reason}`;
    expect([status, body.message]).toEqual([500, message]);
  });

  test.each([
    [
      "The emulator can't compute a filter of the kind top-n",
      { filters: [{ id: "f", columnId: "X", kind: "top-n", rankingFunction: "rank", mode: "top-n", rowCount: 1 }] },
    ],
    ['The emulator can\'t compute the parameter "threshold"', {}, { parameters: { threshold: "1" } }],
    ["The emulator can't compute the version at a tag", {}, { tag: "Production" }],
    [
      "The emulator can't compute CumulativeCount beside values of other groups",
      {
        columns: [
          buildColumn("Region", "[Custom SQL/REGION]"),
          buildColumn("Running", "CumulativeCount([Region])"),
          buildColumn("All", "Count()"),
        ],
        groupings: [{ id: "g", groupBy: ["Region"], calculations: ["Running"] }],
        summary: ["All"],
      },
    ],
    ["Parser Error: syntax error at or near", { source: { kind: "sql", statement: "select * from (values 1" } }],
    [
      "No function matches the given name and argument types",
      { columns: [buildColumn("X", "[Custom SQL/REGION] + 1")] },
    ],
  ])(
    "so are clauses, parameters, statements and types: %s",
    async (reason, { source, ...rest }: Loose, more: object = {}) => {
      const element = build("broken", { columns: [buildColumn("X", "1")], ...rest });
      const id = await createOne({ ...element, source: { ...element.source, ...source } });
      const { status, body } = await exportElement(running.api, id, "broken", "json", more);
      expect([status, body.message]).toEqual([500, expect.stringContaining(reason)]);
    },
  );

  test("a control that filters an element is an error once it has a value", async () => {
    const element = build("orders", { columns: [buildColumn("Region", "[Custom SQL/REGION]")] });
    const control = { id: "c", kind: "control", controlId: "region", controlType: "text", mode: "equals" };
    const filters = [{ source: { kind: "table", elementId: "orders" }, columnId: "Region" }];
    const open = await createOne(element, { ...control, filters });
    expect((await exportElement(running.api, open, "orders")).body).toHaveLength(3);
    const set = await createOne(element, { ...control, filters, value: "north" });
    const message = `The emulator can't compute the control "region", a filter of "orders"`;
    expect((await exportElement(running.api, set, "orders")).body.message).toBe(message);
  });
});

const files = {
  "SALES/PUBLIC/ORDERS.csv": `ID,CUSTOMER_ID,PRODUCT_ID,ORDERED_AT,AMOUNT,PAID
1,1,7,2026-01-05 10:00:00,10,true
2,1,8,2026-01-20 00:00:00,20,false
3,2,7,2026-02-01 00:00:00,40,true
4,,9,2026-02-03 00:00:00,,
`,
  "SALES/PUBLIC/CUSTOMERS.csv":
    "ID,NAME,REGION,SINCE\n1,Acme,north,2020-01-01\n2,Globex,south,2021-01-01\n3,Initech,,2022-01-01\n",
  "main/web/events.csv": "id,kind,at,payload\na,click,2026-01-01,\nb,view,2026-01-02,\nc,click,2026-01-03,\n",
};

describeWithDuckDb("exports of elements over a folder of files", (database) => {
  let [folder, emulator, api] = ["", {} as Emulator, {} as Client];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    mkdirSync(join(folder, "SALES/OTHER"));
    await database().run(`copy (select 1 as ORDER_ID, 2.5 as RATE) to '${join(folder, "SALES/OTHER/RATES.parquet")}'`);
    await database().run(`attach '${join(folder, "HR.duckdb")}' as hr`);
    await database().run("create table hr.people as select 'Ada' as NAME, 3 as LEVEL; detach hr");
    emulator = await startEmulator({ data: folder, exportPolls: 0 });
    api = await signIn(emulator);
  });
  afterAll(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  const buildTable = (id: string, path: string[], columns: Loose[], more: Loose = {}): Loose => {
    const connectionId = emulator.seeded.connections.warehouse;
    return { kind: "table", id, name: id, source: { kind: "warehouse-table", connectionId, path }, columns, ...more };
  };
  const buildCustomers = (more: Loose = {}) =>
    buildTable(
      "Customers",
      ["SALES", "PUBLIC", "CUSTOMERS"],
      [buildColumn("Key", "[CUSTOMERS/ID]"), buildColumn("Region", "[CUSTOMERS/REGION]")],
      more,
    );
  const buildOrders = (columns: Loose[], more: Loose = {}) =>
    buildTable(
      "Orders",
      ["SALES", "PUBLIC", "ORDERS"],
      [
        buildColumn("Id", "[ORDERS/ID]"),
        buildColumn("Customer Id", "[ORDERS/Customer Id]"),
        buildColumn("Amount", "[ORDERS/AMOUNT]"),
        ...columns,
      ],
      more,
    );
  const readRows = async (elements: Loose[], elementId: string): Promise<Loose> => {
    const id = await createWorkbook(api, emulator.seeded.folders.models, ...elements);
    const { body } = await exportElement(api, id, elementId);
    return body.message ?? body;
  };
  const readValues = async (...elements: Loose[]) => {
    const rows = await readRows(elements, elements[0].id);
    return Array.isArray(rows) ? rows.map((row: Loose) => Object.values(row)) : rows;
  };
  const pick = (id: string, source: Loose, columns: Loose[], more: Loose = {}): Loose => ({
    ...{ kind: "table", id, name: id, source, columns },
    ...more,
  });

  test("files are tables of the catalog, with their columns", async () => {
    const tables = emulator.snapshot().warehouseTables.map(({ path }) => path.join("."));
    expect(tables).toEqual(expect.arrayContaining(["SALES.OTHER.RATES", "HR.main.people", "SALES.PUBLIC.ORDERS"]));
    const rates = buildTable("R", ["SALES", "OTHER", "RATES"], [buildColumn("Rate", "[RATES/Rate]")]);
    expect(await readValues(rates)).toEqual([[2.5]]);
    const people = buildTable("P", ["HR", "main", "people"], [buildColumn("Name", "[people/NAME]")]);
    expect(await readValues(people)).toEqual([["Ada"]]);
    const events = buildTable("E", ["main", "web", "events"], [buildColumn("N", "Count()")], { summary: ["N"] });
    const lakehouse = { ...events.source, connectionId: emulator.seeded.connections.lakehouse };
    expect(await readValues({ ...events, source: lakehouse })).toEqual([[3]]);
    const returns = buildTable("X", ["SALES", "PUBLIC", "PRODUCTS"], [buildColumn("Id", "[PRODUCTS/ID]")]);
    expect(await readValues(returns)).toBe(
      "The emulator can't compute the table SALES.PUBLIC.PRODUCTS, which --data doesn't have",
    );
  });

  test("statements read the tables, and no other files", async () => {
    const build = (statement: string) =>
      pick("S", { kind: "sql", connectionId: emulator.seeded.connections.warehouse, statement }, [
        buildColumn("N", "[Custom SQL/Total Amount]"),
      ]);
    for (const table of ["SALES.PUBLIC.ORDERS;", "public.orders", "Orders"]) {
      expect(await readValues(build(`select sum(AMOUNT) as TOTAL_AMOUNT from ${table}`))).toEqual([[70]]);
    }
    expect(await readValues(build("select 1 as TOTAL_AMOUNT from read_csv('/etc/passwd')"))).toMatch(
      "Permission Error",
    );
  });

  test("one statement that reads is computed, and nothing of what else a client writes", async () => {
    const file = join(folder, "SALES/PUBLIC/ORDERS.csv");
    const before = readFileSync(file, "utf8");
    const copy = `copy (select 1 as TOTAL_AMOUNT) to '${file}'`;
    for (const statement of [
      `select 1 as TOTAL_AMOUNT; ${copy}`,
      `select 1 as TOTAL_AMOUNT) as S; ${copy}; select * from (select 1 as TOTAL_AMOUNT`,
      `select 1 as TOTAL_AMOUNT; attach '${join(folder, "made.duckdb")}' as made`,
      `export database '${join(folder, "made.duckdb")}'`,
      `select count(*) as TOTAL_AMOUNT from read_text('${join(folder, "SALES/notes.txt")}')`,
      copy,
    ]) {
      const source = { kind: "sql", connectionId: emulator.seeded.connections.warehouse, statement };
      const values = await readValues(pick("S", source, [buildColumn("N", "[Custom SQL/Total Amount]")]));
      expect(values).toMatch(/Only one select is computed|Parser Error|Permission Error/);
    }
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(existsSync(join(folder, "made.duckdb"))).toBe(false);
  });

  test("a DuckDB file that is too new is refused with its path and what to install", async () => {
    const newer = join(folder, "NEWER.duckdb");
    await database().run(`attach '${newer}' as newer; detach newer`);
    const bytes = readFileSync(newer);
    // The version of the format is behind a checksum and the letters DUCK.
    bytes.writeUInt32LE(9_999, 12);
    const other = mkdtempSync(join(tmpdir(), "emulator-newer-"));
    writeFileSync(join(other, "NEWER.duckdb"), bytes);
    rmSync(newer);
    const started = startEmulator({ data: other });
    await expect(started).rejects.toThrow(`${join(other, "NEWER.duckdb")} can't be read: `);
    await expect(started).rejects.toThrow(/ This DuckDB is v\d.*install it: npm install @duckdb\/node-api@latest$/s);
    rmSync(other, { recursive: true });
  });

  test("relationships, lookups, rollups, and columns that use each other", async () => {
    const relationship = { id: "r", name: "Customer", targetElementId: "Customers", relationshipType: "N:1" };
    const orders = buildOrders(
      [
        buildColumn("Region", "[Orders/Customer/Region]"),
        buildColumn("Where", 'Coalesce([Region], "unknown")'),
        buildColumn("Name", "Lookup([Customers/Region], [Customer Id], [Customers/Key])"),
      ],
      { relationships: [{ ...relationship, keys: [{ sourceColumnId: "Customer Id", targetColumnId: "Key" }] }] },
    );
    const customers = buildCustomers({});
    customers.columns.push(buildColumn("Revenue", "Rollup(Sum([Orders/Amount]), [Key], [Orders/Customer Id])"));
    const { id } = await create({ api, emulator }, buildPages(orders, customers));
    const elements = (await api.get(`/v2/dataModels/${id}/elements`)).body.entries;
    const find = (name: string) => elements.find((one: Loose) => one.name === name).elementId;
    const read = (name: string, ...columns: string[]) =>
      readValues(
        pick(
          "T",
          { kind: "data-model", dataModelId: id, elementId: find(name) },
          columns.map((one) => buildColumn(one, `[${name}/${one}]`)),
        ),
      );
    expect(await read("Orders", "Id", "Where", "Name")).toEqual([
      [1, "north", "north"],
      [2, "north", "north"],
      [3, "south", "south"],
      [4, "unknown", null],
    ]);
    const bars = pick(
      "B",
      { kind: "table", elementId: "Orders" },
      [buildColumn("Where", "Lookup([Customers/Region], [Orders/Customer Id], [Customers/Key])")],
      { kind: "bar-chart", xAxis: { columnId: "Where" }, yAxis: { columnIds: ["Orders"] } },
    );
    bars.columns.push(buildColumn("Orders", "Count([Orders/Id])"));
    expect(await readValues(bars, buildOrders([]), buildCustomers())).toEqual([
      ["north", 2],
      ["south", 1],
      [null, 1],
    ]);
    expect(await read("Customers", "Key", "Revenue")).toEqual([
      [1, 30],
      [2, 40],
      [3, null],
    ]);
  });

  test("metrics of the model's element, its groupings, and what it can't compute but isn't asked for", async () => {
    const model = buildOrders(
      [
        buildColumn("Odd", 'DateLookback([Amount], Today(), 1, "year")'),
        buildColumn("Paid", "[ORDERS/PAID]"),
        buildColumn("By Customer", "Sum([Amount])"),
      ],
      {
        groupings: [{ id: "g", groupBy: ["Customer Id"], calculations: ["By Customer"] }],
        metrics: [
          { id: "m", name: "Total", formula: "Sum([Amount])" },
          { id: "n", name: "Share", formula: "SumIf([Amount], [Paid]) / [Metrics/Total]" },
        ],
      },
    );
    const { id, pages } = await create({ api, emulator }, buildPages(model));
    const [{ id: elementId, groupings }] = pages[0].elements;
    const source = { kind: "data-model", dataModelId: id, elementId };
    const metrics = [buildColumn("Total", "[Metrics/Total]"), buildColumn("Share", "[Metrics/Share]")];
    expect(await readValues(pick("M", source, metrics, { summary: ["Total", "Share"] }))).toEqual([[70, 50 / 70]]);
    const columns = [buildColumn("Customer", "[Orders/Customer Id]"), buildColumn("Sum", "[Orders/By Customer]")];
    const grouped = pick("G", { ...source, groupingId: groupings[0].id }, columns);
    expect(await readValues(grouped)).toEqual([
      [1, 30],
      [2, 40],
      [null, null],
    ]);
    const inner = pick("I", { ...source, groupingId: groupings[0].id }, [buildColumn("Id", "[Orders/Id]")]);
    expect(await readValues(inner)).toBe(`The emulator can't compute column "Id" of "Orders": [Id] isn't aggregated`);
    // Without the grouping, each group counts once per row.
    const sum = pick("F", source, [buildColumn("Sum", "Sum([Orders/By Customer])")], { summary: ["Sum"] });
    expect(await readValues(sum)).toEqual([[100]]);
    const odd = pick("O", source, [buildColumn("X", "[Orders/Odd]")]);
    expect(await readValues(odd)).toBe(
      'The emulator can\'t compute column "Odd" of "Orders": the function DateLookback',
    );
  });

  test("joins and unions", async () => {
    const [orders, customers] = [buildOrders([]), buildCustomers()];
    const [left, right] = [
      { kind: "table", elementId: "Orders" },
      { kind: "table", elementId: "Customers" },
    ];
    const columns = [{ left: "[Customer Id]", right: "[Key]" }];
    const read = (joinType: string | undefined, key = columns) =>
      readValues(
        pick("J", { kind: "join", joins: [{ left, right, columns: key, joinType }] }, [
          buildColumn("Id", "[Orders/Id]"),
          buildColumn("Region", "[Customers/Region]"),
        ]),
        orders,
        customers,
      );
    const inner = [
      [1, "north"],
      [2, "north"],
      [3, "south"],
    ];
    expect(await read("inner")).toEqual(inner);
    expect(await read(undefined)).toEqual([...inner, [4, null]]);
    expect(await read("lookup")).toEqual([...inner, [4, null]]);
    expect(await read("full-outer")).toEqual([...inner, [4, null], [null, null]]);
    const matches = [
      { outputColumnName: "Key", sourceColumns: ["[Id]", "[Key]"] },
      { outputColumnName: "Money", sourceColumns: ["[Amount]", null] },
    ];
    const union = pick(
      "U",
      { kind: "union", sources: [left, right], matches },
      [buildColumn("Rows", "Count([Union of 2 Sources/Key])"), buildColumn("Money", "Sum([Union of 2 Sources/Money])")],
      { summary: ["Rows", "Money"] },
    );
    expect(await readValues(union, orders, customers)).toEqual([[7, 70]]);
  });

  test.each([
    [{ kind: "list", columnId: "Id", values: [1, 4] }, [1, 4]],
    [{ kind: "list", columnId: "Amount", mode: "exclude", values: [10] }, [2, 3, 4]],
    [{ kind: "list", columnId: "Amount", values: [null, 20] }, [2, 4]],
    [{ kind: "list", columnId: "Amount", mode: "exclude", values: [null] }, [1, 2, 3]],
    [{ kind: "list", columnId: "Id" }, [1, 2, 3, 4]],
    [{ kind: "list", columnId: "Id", values: [1], state: "disabled" }, [1, 2, 3, 4]],
    [{ kind: "number-range", columnId: "Amount", min: 20 }, [2, 3]],
    [{ kind: "number-range", columnId: "Amount", max: 10, includeNulls: "always" }, [1, 4]],
    [{ kind: "number-range", columnId: "Amount", includeNulls: "never" }, [1, 2, 3]],
    [
      {
        kind: "date-range",
        columnId: "At",
        mode: "between",
        startDate: "2026-01-20T00:00:00Z",
        endDate: "2026-02-01T00:00:00Z",
      },
      [2, 3],
    ],
    [{ kind: "date-range", columnId: "At", mode: "on", date: "2026-01-05" }, [1]],
    [{ kind: "date-range", columnId: "At", mode: "after", date: "2026-02-01T00:00:00Z" }, [4]],
    [{ kind: "text-match", columnId: "Text", mode: "starts-with", value: "A" }, [1, 2]],
    [{ kind: "text-match", columnId: "Text", mode: "does-not-contain", value: "b", case: "sensitive" }, [1, 2, 3, 4]],
  ])("a filter: %j", async (filter, ids) => {
    const columns = [
      buildColumn("At", "[ORDERS/ORDERED_AT]", { hidden: true }),
      buildColumn("Text", 'If([Id] < 3, "alpha", "Beta")', { hidden: true }),
    ];
    const orders = buildOrders(columns, { filters: [{ id: "f", ...filter }] });
    const values = (await readValues(orders)) as Loose;
    expect(values.map(([id]: Loose) => id)).toEqual(ids);
  });
});

test("data that isn't there, or can't be placed, is refused at the start", async () => {
  const advice = "Give --data a folder with CSV and Parquet files, or a DuckDB file; the state goes to --state.";
  await expect(startEmulator({ data: "/nowhere/at/all" })).rejects.toThrow(`/nowhere/at/all doesn't exist. ${advice}`);
  await expect(startEmulator({ data: __filename })).rejects.toThrow(
    `${__filename} isn't a folder with data. ${advice}`,
  );
});

test("without DuckDB, what it computes is an error that names the package, and the rest placeholders", async () => {
  jest.doMock("@duckdb/node-api", () => {
    throw new Error("Cannot find module");
  });
  try {
    const install = /Install it beside the emulator: npm install @duckdb\/node-api/;
    await expect(startEmulator({ data: tmpdir() })).rejects.toThrow(install);
    const emulator = await startEmulator({ exportPolls: 0 });
    const api = await signIn(emulator);
    const read = async (statement: string) => {
      const source = { kind: "sql", connectionId: emulator.seeded.connections.warehouse, statement };
      const table = { id: "t", kind: "table", name: "T", source, columns: [buildColumn("X", "[Custom SQL/X]")] };
      return (await exportElement(api, await createWorkbook(api, emulator.seeded.folders.models, table), "t")).body;
    };
    expect((await read("select * from (values (1)) as t (X)")).message).toMatch(install);
    expect(await read("select X from SALES.PUBLIC.ORDERS")).toEqual([{ placeholder: expect.any(String) }]);
    await emulator.stop();
  } finally {
    jest.dontMock("@duckdb/node-api");
  }
});
