import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain } from "../models";

const running = setUpEmulator(plain);

/** What is kept of a table with filters and of a control over it. */
async function readStored({ filters, control }: { filters?: object[]; control?: object }): Promise<Loose[]> {
  const orders = { ...buildWarehouseTable(running, "o", "ORDERS", ["ID", "ORDERED_AT", "PAID"]), filters };
  const over = {
    kind: "table",
    id: "over",
    source: { kind: "table", elementId: "o" },
    columns: [{ id: "id", formula: "[ORDERS/ID]" }],
  };
  const controls = control ? [{ kind: "control", id: "c", controlId: "Control", ...control }] : [];
  return (await create(running, buildPages(orders, over, ...controls))).pages[0].elements;
}

const buildTarget = (elementId: string, columnId: string) => ({ source: { kind: "table", elementId }, columnId });

test("lists on columns of numbers and dates are dropped, also through a table", async () => {
  running.emulator.configure({ unsuitableListTargets: "dropped" });
  const filters = ["id", "ordered_at", "paid"].map((columnId, index) => ({ id: `f${index}`, kind: "list", columnId }));
  const control = {
    controlType: "list",
    filters: [
      buildTarget("o", "paid"),
      buildTarget("o", "id"),
      buildTarget("o", "ordered_at"),
      buildTarget("over", "id"),
    ],
  };
  const [orders, , kept] = await readStored({ filters, control });
  expect(orders.filters.map(({ columnId }: Loose) => columnId)).toEqual([orders.columns[2].id]);
  expect(kept.filters).toEqual([buildTarget(orders.id, orders.columns[2].id)]);
});

test("other controls and filters keep such targets", async () => {
  running.emulator.configure({ unsuitableListTargets: "dropped" });
  const filters = [{ id: "f", kind: "number-range", columnId: "id", min: 1 }];
  const control = { controlType: "number-range", filters: [buildTarget("o", "id")] };
  const [orders, , kept] = await readStored({ filters, control });
  expect([orders.filters.length, kept.filters.length]).toEqual([1, 1]);
});

test("values that don't fit are dropped", async () => {
  running.emulator.configure({ unfitControlValues: "dropped" });
  const single = { controlType: "list", selectionMode: "single", values: ["a"] };
  expect((await readStored({ control: single }))[2]).not.toHaveProperty("values");
  const range = { mode: "between", startDate: "2024-01-01", endDate: "2024-02-01T00:00:00Z" };
  const filters = [{ id: "f", kind: "date-range", columnId: "ordered_at", ...range }];
  const [orders, , control] = await readStored({ filters, control: { controlType: "date-range", ...range } });
  expect(orders.filters[0]).not.toHaveProperty("startDate");
  expect(control).not.toHaveProperty("endDate");
  const full = { mode: "between", startDate: "2024-01-01T00:00:00.000Z", endDate: "2024-02-01T00:00:00Z" };
  expect((await readStored({ control: { controlType: "date-range", ...full } }))[2]).toMatchObject(full);
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
  const [, , control] = await readStored({ control: sent });
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
  const [orders] = await readStored({ filters });
  expect(orders.filters).toMatchObject([
    { mode: "include", values: [] },
    { min: 1, includeNulls: "when-no-value-is-selected" },
    { mode: "equals" },
  ]);
  expect(orders.filters[2]).not.toHaveProperty("includeNulls");
});
