import { setUpEmulator } from "../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain, post } from "./models";

const running = setUpEmulator(plain);

const buildOrders = (more: object = {}) => ({ ...buildWarehouseTable(running, "t", "ORDERS", ["ID"]), ...more });
const buildControl = (fields: object) => ({ kind: "control", id: "c", controlId: "C", name: "Control", ...fields });

const day = "2026-01-31";
const instant = "2026-01-31T12:00:00.000Z";
const ago = { op: "now-minus", unit: "week-starting-monday", value: 2 };

const dateRanges: Loose[] = [
  { mode: "between", startDate: day, endDate: instant },
  { mode: "between" },
  { mode: "on", date: day },
  { mode: "before", date: day },
  { mode: "after", date: day },
  { mode: "next", value: 2, unit: "day", includeToday: true },
  { mode: "last", value: 2, unit: "minute", includeToday: false },
  { mode: "current", unit: "quarter" },
  { mode: "custom", startDate: ago, endDate: day },
  { mode: "custom", startDate: ago },
  { mode: "custom", endDate: ago },
];
const topNs: Loose[] = [
  { rankingFunction: "rank-dense", mode: "bottom-n", rowCount: 5 },
  { rankingFunction: "cume-dist", mode: "top-percentile", percentile: 10 },
];
const manual = { kind: "manual", valueType: "number", values: [1, 2], labels: ["one", null] };

const filters: Loose[] = [
  { kind: "number-range", min: 1, includeNulls: "always" },
  { kind: "number-range", state: "disabled" },
  ...dateRanges.map((range) => ({ kind: "date-range", ...range })),
  ...topNs.map((top) => ({ kind: "top-n", ...top })),
  { kind: "list", mode: "exclude", values: ["a", null] },
  { kind: "list", values: [] },
  { kind: "list" },
  { kind: "text-match", mode: "does-not-match-regexp", value: "a+", case: "insensitive" },
  { kind: "hierarchy", mode: "include", values: [["a", "b"], []] },
];

const controls: Loose[] = [
  { controlType: "checkbox", mode: "True/All", value: true },
  { controlType: "switch", mode: "True/False" },
  { controlType: "text", mode: "like", value: "%", case: "sensitive", includeNulls: "never", showOperators: false },
  { controlType: "text-area", value: "text" },
  { controlType: "number", mode: ">=", value: 0 },
  { controlType: "number-range", min: 1, max: 2 },
  { controlType: "date", mode: "=", value: ago },
  ...dateRanges.map((range) => ({ controlType: "date-range", ...range, includeNulls: "when-no-value-is-selected" })),
  ...topNs.map((top) => ({ controlType: "top-n", ...top })),
  { controlType: "list", source: manual, selectionMode: "single", value: 1 },
  { controlType: "list", values: [true, null], mode: "include" },
  { controlType: "segmented", source: manual, value: null, showClearLabel: true, clearLabel: "none" },
  { controlType: "hierarchy", values: [["a"]] },
  { controlType: "slider", mode: "<=", low: 0, high: 10, step: 1, value: 5 },
  { controlType: "range-slider", low: 0, high: 10, step: 1, min: 2, max: 3 },
];

/** Without what every one of them has. */
function listOwn(parts: Loose[], common: string[]): Loose[] {
  return parts.map((part) => Object.fromEntries(Object.entries(part).filter(([key]) => !common.includes(key))));
}

test("every kind of filter is stored as it is", async () => {
  const sent = filters.map((filter, index) => ({ id: `f${index}`, columnId: "id", ...filter }));
  running.emulator.configure({ filtersOfOneColumn: "accept" });
  const { pages } = await create(running, buildPages(buildOrders({ filters: sent })));
  expect(listOwn(pages[0].elements[0].filters, ["id", "columnId"])).toEqual(filters);
});

test("a filter with include in place of mode and values is accepted, and does nothing", async () => {
  const filters = [{ id: "f", columnId: "id", kind: "list", include: ["a"] }];
  const { pages } = await create(running, buildPages(buildOrders({ filters })));
  expect(listOwn(pages[0].elements[0].filters, ["id", "columnId"])).toEqual([{ kind: "list" }]);
});

test("every type of control is stored as it is", async () => {
  const sent = controls.map((fields, index) => buildControl({ id: `c${index}`, controlId: `C${index}`, ...fields }));
  const { pages } = await create(running, buildPages(...sent));
  expect(listOwn(pages[0].elements, ["kind", "id", "controlId", "name"])).toEqual(controls);
});

test.each<[Loose, string]>([
  [{ filters: [{ id: "f", columnId: "id", kind: "nonsense" }] }, 'filters[0].kind: Invalid kind: "nonsense"'],
  [{ filters: [{ id: "f", columnId: "id", kind: "text-match" }] }, "filters[0].mode: Invalid mode: undefined"],
  [{ filters: [{ id: "f", columnId: "id", kind: "list", values: [1, "a"] }] }, "filters[0].values"],
  [{ name: null }, "name: Invalid string: null"],
  [
    { columns: [{ id: "c", formula: "1", format: { kind: "currency" } }] },
    'columns[0].format.kind: Invalid kind: "currency"',
  ],
  [{ source: { kind: "warehouse-table", path: ["A"] } }, "source.connectionId: Invalid string: undefined"],
  [
    { source: { kind: "join", joins: [{ left: { kind: "sql", connectionId: "c", statement: "s" } }] } },
    'joins[0].left.kind: Invalid kind: "sql"',
  ],
  [{ source: { kind: "transpose", direction: "up" } }, 'source.direction: Invalid direction: "up"'],
  [{ kind: "chart" }, 'kind: Invalid kind: "chart"'],
  [{ relationships: [{ id: "r", targetElementId: "t", keys: [], relationshipType: "N:N" }] }, "relationshipType"],
])("a table with %j is refused where it is wrong", async (more, message) => {
  const answer = await post(running, buildPages(buildOrders(more)));
  expect(answer.status).toBe(400);
  expect(answer.message).toContain(message);
});

test.each([
  { controlType: "text" },
  { controlType: "slider", mode: "!=" },
  { controlType: "date-range", mode: "between", startDate: day },
  { controlType: "date-range", mode: "custom" },
  { controlType: "nonsense" },
  {},
])("a control with %j is refused for the wrong reason", async (fields) => {
  const answer = await post(running, buildPages(buildOrders(), buildControl(fields)));
  expect(answer).toMatchObject({ status: 400, message: 'Invalid kind: "control"' });
});

test("fields nobody knows are dropped, refused or kept", async () => {
  const buildSparklingPages = () => buildPages(buildOrders({ sparkle: true }));
  const readStored = async () => (await create(running, buildSparklingPages())).pages[0].elements[0];
  expect(await readStored()).not.toHaveProperty("sparkle");
  running.emulator.configure({ unknownFields: "keep" });
  expect(await readStored()).toHaveProperty("sparkle", true);
  running.emulator.configure({ unknownFields: "refuse" });
  expect((await post(running, buildSparklingPages())).status).toBe(400);
});

test("keys come back in the platform's order", async () => {
  const { pages } = await create(
    running,
    buildPages({ name: "N", columns: [], source: buildOrders().source, kind: "table", id: "t" }),
  );
  expect(Object.keys(pages[0].elements[0])).toEqual(["id", "kind", "name", "source", "columns"]);
});
