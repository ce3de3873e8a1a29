import { withEmulator } from "../../support";
import { create, type Loose, onePage, plain, warehouseTable } from "../models";

const running = withEmulator(plain);

/** What is kept of a table with filters and of a control over it. */
async function stored({ filters, control }: { filters?: object[]; control?: object }): Promise<Loose[]> {
  const orders = { ...warehouseTable(running, "o", "ORDERS", ["ID", "ORDERED_AT", "PAID"]), filters };
  const over = {
    kind: "table",
    id: "over",
    source: { kind: "table", elementId: "o" },
    columns: [{ id: "id", formula: "[ORDERS/ID]" }],
  };
  const controls = control ? [{ kind: "control", id: "c", controlId: "Control", ...control }] : [];
  return (await create(running, onePage(orders, over, ...controls))).pages[0].elements;
}

const target = (elementId: string, columnId: string) => ({ source: { kind: "table", elementId }, columnId });

test("lists on columns of numbers and dates are dropped, also through a table", async () => {
  running.emulator.configure({ unsuitableListTargets: "dropped" });
  const filters = ["id", "ordered_at", "paid"].map((columnId, index) => ({ id: `f${index}`, kind: "list", columnId }));
  const control = {
    controlType: "list",
    filters: [target("o", "paid"), target("o", "id"), target("o", "ordered_at"), target("over", "id")],
  };
  const [orders, , kept] = await stored({ filters, control });
  expect(orders.filters.map(({ columnId }: Loose) => columnId)).toEqual([orders.columns[2].id]);
  expect(kept.filters).toEqual([target(orders.id, orders.columns[2].id)]);
});

test("other controls and filters keep such targets", async () => {
  running.emulator.configure({ unsuitableListTargets: "dropped" });
  const filters = [{ id: "f", kind: "number-range", columnId: "id", min: 1 }];
  const control = { controlType: "number-range", filters: [target("o", "id")] };
  const [orders, , kept] = await stored({ filters, control });
  expect([orders.filters.length, kept.filters.length]).toEqual([1, 1]);
});

test("values that don't fit are dropped", async () => {
  running.emulator.configure({ unfitControlValues: "dropped" });
  const single = { controlType: "list", selectionMode: "single", values: ["a"] };
  expect((await stored({ control: single }))[2]).not.toHaveProperty("values");
  const range = { mode: "between", startDate: "2024-01-01", endDate: "2024-02-01T00:00:00Z" };
  const filters = [{ id: "f", kind: "date-range", columnId: "ordered_at", ...range }];
  const [orders, , control] = await stored({ filters, control: { controlType: "date-range", ...range } });
  expect(orders.filters[0]).not.toHaveProperty("startDate");
  expect(control).not.toHaveProperty("endDate");
  const full = { mode: "between", startDate: "2024-01-01T00:00:00.000Z", endDate: "2024-02-01T00:00:00Z" };
  expect((await stored({ control: { controlType: "date-range", ...full } }))[2]).toMatchObject(full);
});

test.each([
  [{ controlType: "list" }, { mode: "include", selectionMode: "multiple", values: [] }],
  [
    { controlType: "list", selectionMode: "single" },
    { mode: "include", selectionMode: "single", value: null },
  ],
  [
    { controlType: "list", mode: "exclude", values: ["a"] },
    { mode: "exclude", values: ["a"] },
  ],
  [{ controlType: "segmented" }, { value: null }],
  [{ controlType: "number", mode: "=" }, { includeNulls: "when-no-value-is-selected" }],
  [{ controlType: "number", mode: "=", includeNulls: "never" }, { includeNulls: "never" }],
  // `min` and `max` are no fields of a slider: its scale falls back.
  [
    { controlType: "slider", mode: "=", min: 5, max: 9 },
    { low: 0, high: 100, includeNulls: "when-no-value-is-selected" },
  ],
])("of %j the control keeps %j", async (sent, kept) => {
  running.emulator.configure({ controlDefaults: "written" });
  const [, , control] = await stored({ control: sent });
  expect(control).toMatchObject(kept);
  expect(control).not.toHaveProperty("min");
});

test("filters say what they do with nulls and values", async () => {
  running.emulator.configure({ filterDefaults: "written" });
  const filters = [
    { id: "a", kind: "list", columnId: "paid" },
    { id: "b", kind: "number-range", columnId: "id", min: 1 },
    { id: "c", kind: "text-match", columnId: "ordered_at", mode: "equals" },
  ];
  const [orders] = await stored({ filters });
  expect(orders.filters).toMatchObject([
    { mode: "include", values: [] },
    { min: 1, includeNulls: "when-no-value-is-selected" },
    { mode: "equals" },
  ]);
  expect(orders.filters[2]).not.toHaveProperty("includeNulls");
});
