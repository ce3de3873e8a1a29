import { describeWithDuckDb } from "../../../../duckdb";
import type { Loose } from "../../spec/models";
import { type Client, setUpEmulator } from "../../support";

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

const column = (id: string, formula: string, more = {}) => ({ id, name: id, formula, ...more });

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

  test("rows are objects by the names of columns, with dates in UTC, and nulls", async () => {
    const columns = [
      column("Id", "[Custom SQL/ID]"),
      column("Amount", "[Custom SQL/AMOUNT]"),
      column("Ordered At", "[Custom SQL/ORDERED_AT]"),
      column("Paid", "[Custom SQL/PAID]"),
      column("Hidden", "[Custom SQL/REGION]", { hidden: true }),
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

  test("a grouping has a row for each group, and a summary the same value in each", async () => {
    const element = build("orders", {
      columns: [
        column("Month", 'DateTrunc("month", [Custom SQL/ORDERED_AT])'),
        column("Orders", "Count([Custom SQL/ID])"),
        column("Revenue", "Sum([Custom SQL/AMOUNT])"),
        column("Average", "[Revenue] / [Orders]"),
        column("Share", "[Revenue] / [Total]"),
        column("Total", "Sum([Custom SQL/AMOUNT])"),
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
        column("Rows", "Count()"),
        column("Ids", "CountDistinct([Custom SQL/ID])"),
        column("Empty", "CountIf(IsNull([Custom SQL/AMOUNT]))"),
        column("Smallest", "Min([Custom SQL/AMOUNT])"),
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
      column("Region", "[Custom SQL/REGION]"),
      column("By Region", "Count()"),
      column("Paid", "Coalesce([Custom SQL/PAID], False)"),
      column("By Both", "Count()"),
    ];
    const north = { Region: "north", "By Region": 2, "By Both": 1 };
    const rows = [
      { ...north, Paid: false },
      { ...north, Paid: true },
      { Region: "south", "By Region": 1, Paid: false, "By Both": 1 },
    ];
    expect(await readRows(build("grouped", { columns, groupings }))).toEqual(rows);
    const all = await readRows(build("rows", { columns: [...columns, column("Id", "[Custom SQL/ID]")], groupings }));
    expect(all).toEqual([
      { ...rows[1], Id: 1 },
      { ...rows[2], Id: 2 },
      { ...rows[0], Id: 3 },
    ]);
  });

  test("charts and numbers are grouped by what they show", async () => {
    const source = { kind: "table", elementId: "orders" };
    const base = build("orders", {
      columns: [column("Region", "[Custom SQL/REGION]"), column("Amount", "[Custom SQL/AMOUNT]")],
    });
    const columns = [
      column("Where", "[orders/Region]"),
      column("Sum", "Sum([orders/Amount])"),
      column("Unused", "[orders/Amount]"),
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

  test.each([
    ["the function DateLookback", { columns: [column("X", 'DateLookback([Custom SQL/ID], Now(), 1, "year")')] }],
    ["the control [threshold]", { columns: [column("X", "[threshold] + 1")] }],
    ['Unknown column "[Nothing]"', { columns: [column("X", "[Nothing]")] }],
    ["Sum for each row: it belongs into a grouping or the summary", { columns: [column("X", "Sum([Custom SQL/ID])")] }],
    ["[Custom SQL/ID] isn't aggregated", { columns: [column("X", "[Custom SQL/ID]")], summary: ["X"] }],
    ["[Custom SQL/NOTHING], which the statement doesn't put out", { columns: [column("X", "[Custom SQL/NOTHING]")] }],
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
    ["Parser Error: syntax error at or near", { source: { kind: "sql", statement: "select * from (values 1" } }],
    ["No function matches the given name and argument types", { columns: [column("X", "[Custom SQL/REGION] + 1")] }],
  ])("so are clauses, parameters, statements and types: %s", async (reason, { source, ...rest }: Loose, more = {}) => {
    const element = build("broken", { columns: [column("X", "1")], ...rest });
    const id = await createOne({ ...element, source: { ...element.source, ...source } });
    const { status, body } = await exportElement(running.api, id, "broken", "json", more);
    expect([status, body.message]).toEqual([500, expect.stringContaining(reason)]);
  });

  test("a control that filters an element is an error once it has a value", async () => {
    const element = build("orders", { columns: [column("Region", "[Custom SQL/REGION]")] });
    const control = { id: "c", kind: "control", controlId: "region", controlType: "text", mode: "equals" };
    const filters = [{ source: { kind: "table", elementId: "orders" }, columnId: "Region" }];
    const open = await createOne(element, { ...control, filters });
    expect((await exportElement(running.api, open, "orders")).body).toHaveLength(3);
    const set = await createOne(element, { ...control, filters, value: "north" });
    expect((await exportElement(running.api, set, "orders")).body.message).toBe(
      `The emulator can't compute the control "region", a filter of "orders"`,
    );
  });
});
