import { createColors } from "picocolors";
import { describeNumbers, type Numbers, numbersSchema } from "../../../cli/src/report/numbers";
import { renderText } from "../../../cli/src/report/text";

const difference = {
  table: "orders#Orders",
  metric: "Revenue",
  by: null,
  groups: 1,
  changed: 1,
  small: 0,
};
type Value = Numbers["numbers"][number]["changes"][number]["before"];

/** How a change of a value reads. */
function describe(before: Value, after: Value): string[] {
  const changes = [{ group: "", before, after }];
  const [section] = describeNumbers({
    against: "main",
    numbers: [{ ...difference, changes }],
    notCompared: [],
    notes: [],
  });
  return [...section!.table!.rows[0]!.slice(1)].map(String);
}

test.each<[Value, Value, string[]]>([
  [1_234_567, 1_240_120, ["1,234,567", "1,240,120", "+0.45 %"]],
  // No change reads as none.
  [100, 100.004, ["100", "100.004", "+0.004 %"]],
  [100_000, 100_000.004, ["100,000", "100,000.004", "+0.000004 %"]],
  [1, 1.0000001, ["1", "1.0000001", "+0.00001 %"]],
  [
    { $number: "9007199254740993" },
    { $number: "9007199254740995" },
    ["9,007,199,254,740,993", "9,007,199,254,740,995", "+0.00000000000002 %"],
  ],
  ["2026-10-31", "2026-11-01T10:00:00Z", ["2026-10-31", "2026-11-01T10:00:00Z", ""]],
  [false, true, ["false", "true", ""]],
  [null, 0, ["none", "0", "new"]],
  [0, null, ["0", "none", "gone"]],
])("%j to %j", (before, after, row) => {
  expect(describe(before, after)).toEqual(row);
  expect(
    numbersSchema.safeParse({
      against: "main",
      numbers: [{ ...difference, changes: [{ group: "", before, after }] }],
      notCompared: [],
      notes: [],
    }).success,
  ).toBe(true);
});

test("of a whole of few rows it is said whether it differs", () => {
  const tell = (changed: number) =>
    describeNumbers({
      against: "main",
      numbers: [{ ...difference, changed, changes: [], small: 1 }],
      notCompared: [],
      notes: [],
    })[0]!.lines;
  expect(tell(1)).toEqual([
    "Against main: 1 metric moves, 0 stay the same.",
    "orders#Orders: Revenue differs: its values aren't told, since few rows are behind them.",
  ]);
  expect(tell(0)[1]).toContain("Revenue is the same: its values");
});

test("metrics of a table of which the same is said have one line", () => {
  const fail = (table: string, metric: string, reason: string) => ({
    ...difference,
    table,
    metric,
    changes: [],
    reason,
  });
  const numbers = [
    ...["A", "B", "C", "D", "E"].map((metric) => fail("orders#Orders", metric, "no answer\nin full")),
    fail("orders#Orders", "F", "no column"),
    fail("areas#Areas", "A", "no answer"),
    ...["G", "H"].map((metric) => ({ ...difference, metric, changed: 0, changes: [] })),
    ...["I", "J", "K"].map((metric) => ({ ...difference, metric, changed: 1, changes: [], small: 1 })),
  ];
  const [section] = describeNumbers({ against: "main", numbers, notCompared: [], notes: [] });
  expect(section?.lines.slice(1)).toEqual([
    "orders#Orders: A, B, C and 2 more: not compared: no answer",
    "orders#Orders: F: not compared: no column",
    "areas#Areas: A: not compared: no answer",
    "orders#Orders: G and H are the same.",
    "orders#Orders: I, J and K differ: their values aren't told, since few rows are behind them.",
  ]);
});

test("a metric has its total first, then its groups by their dimension, with decimal points in one column", () => {
  const about = { table: "orders#Orders", small: 0 };
  const numbers = [
    {
      ...about,
      metric: "Revenue",
      by: null,
      groups: 1,
      changed: 1,
      changes: [{ group: "", before: 1200, after: 990.5 }],
    },
    {
      ...about,
      metric: "Orders",
      by: null,
      groups: 1,
      changed: 0,
      changes: [],
    },
    { ...about, metric: "Rows", by: null, groups: 1, changed: 0, changes: [] },
    {
      ...{
        ...about,
        metric: "Revenue",
        by: "[Paid]",
        dimension: "Paid",
        groups: 2,
        changed: 1,
      },
      changes: [{ group: "true", before: 1000, after: 790.25 }],
    },
    // Its total stays as it is.
    {
      ...{
        ...about,
        metric: "Orders",
        by: 'DateTrunc("month", [At])',
        dimension: "At",
        groups: 9,
        changed: 3,
      },
      changes: [{ group: "2026-10", before: 10, after: 12 }],
    },
  ];
  const definitions = [{ model: "orders", changes: ["metric revenue: formula `a` → `b`"] }];
  const report = describeNumbers({
    against: "main",
    numbers,
    notCompared: [],
    definitions,
    notes: [],
  });
  expect(renderText(report, createColors(false))).toMatchInlineSnapshot(`
   "Numbers
     metric                  before   after    change
     orders#Orders: Revenue   1,200  990.5   -17.46 %
     ↳ Paid: true             1,000  790.25  -20.98 %
     orders#Orders: Orders                   the same
     ↳ At: 2026-10               10   12     +20 %
     ↳ At: 2 more
     Against main: 2 metrics move, 1 stays the same.
     orders#Orders: Rows is the same.

   Definitions
     orders › metric revenue: formula \`a\` → \`b\`"
  `);
});
