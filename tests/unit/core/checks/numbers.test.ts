import { ApiError } from "../../../../provider/src/core/api";
import { listTimelines, NumberCompiler, type ScratchTable, TooManyRows } from "../../../../provider/src/core/checks";

const buildModel = (id: string) => ({
  id,
  spec: {
    pages: [
      {
        id: "p",
        elements: [
          {
            id: "orders",
            kind: "table",
            name: "Orders",
            columns: [{ id: "area", name: "Area", formula: "[ORDERS/AREA]" }],
            metrics: [{ id: "revenue", name: "Revenue", formula: "Sum([Area])" }],
          },
        ],
      },
    ],
  },
});

type Rows = readonly (readonly [group: unknown, rows: number, value: unknown, rowsWithValue?: number])[];

/** Compares what both sides have for a grouping. */
function compare(by: string, before: Rows | Error, after: Rows | Error) {
  const compiler = new NumberCompiler();
  const question = { table: "orders", label: "orders#Orders", metrics: ["Revenue"], by: [by] };
  compiler.add([buildModel("old"), buildModel("new")], question);
  const toRows = (side: Rows | Error) =>
    side instanceof Error ? side : side.map(([k2, c1, c2, c3 = c1]) => ({ k2, c1, c2, c3 }));
  const answer = ({ source, key }: ScratchTable) =>
    key === "k1" ? [{ k1: 1, c1: 9, c2: 1, c3: 9 }] : toRows(source.dataModelId === "old" ? before : after);
  const rows = new Map(compiler.finish().map((table) => [table.exportId, answer(table)]));
  const [, grouped] = compiler.compare(rows, 5);
  return grouped!;
}

test("null, the empty text and a missing group are three things", () => {
  const { changes, changed } = compare(
    "[Area]",
    [
      [null, 9, 1],
      ["", 9, 2],
      ["north", 9, null],
    ],
    [
      [null, 9, 5],
      ["", 9, 2],
      ["south", 9, 3],
    ],
  );
  expect({ changes, changed }).toEqual({
    changed: 2,
    changes: [
      { group: "(null)", before: 1, after: 5 },
      { group: "south", before: null, after: 3 },
    ],
  });
});

test("the same group in another type is the same, and the order of a sum is no change", () => {
  const by = 'DateTrunc("month", [Area])';
  expect(compare(by, [["2026-10-01", 9, 0.1 + 0.2]], [["2026-10-01T00:00:00Z", 9, 0.3]])).toMatchObject({ changed: 0 });
  expect(compare("[Area]", [[1, 9, 1e9]], [["1.0", 9, 1e9 + 0.5]])).toMatchObject({ changed: 0, groups: 1 });
  // Integers have no noise.
  expect(compare("[Area]", [[1, 9, 1e15]], [["1.0", 9, 1e15 + 1]])).toMatchObject({ changed: 1, groups: 1 });
  expect(compare("[Area]", [[{ $number: "7" }, 9, 1]], [[7, 9, 2]])).toMatchObject({ changed: 1, groups: 1 });
});

test.each([
  ["year", "2026"],
  ["quarter", "2026 Q4"],
  ["month", "2026-10"],
  ["week", "2026-10-01"],
])("a %s is called %s", (unit, group) => {
  const { changes } = compare(`DateTrunc("${unit}", [Area])`, [["2026-10-01", 9, 1]], []);
  expect(changes).toEqual([{ group, before: 1, after: null }]);
});

test("groups of few rows aren't told; of many, the twenty that move most are", () => {
  const few = compare("[Area]", [["ann@acme.example", 4, 1]], [["ann@acme.example", 4, 2]]);
  expect(few).toMatchObject({ small: 1, changed: 0, changes: [] });
  // On one side it is somebody's value, and a moment is somebody's, too.
  expect(compare("[Area]", [["north", 9, 90]], [["north", 1, 7]])).toMatchObject({ small: 1, changes: [] });
  expect(compare("[Area]", [["1970-02-03", 1, 5]], [["1970-02-03", 1, 7]])).toMatchObject({ small: 1, changes: [] });
  const moment: Rows = [["2026-02-03T10:11:12Z", 1, 5]];
  expect(compare("[Area]", moment, [])).toMatchObject({ small: 1, changes: [] });
  expect(compare('DateTrunc("second", [Area])', moment, [])).toMatchObject({ small: 1, changes: [] });
  // Nine rows, of which one has an amount.
  expect(compare("[Area]", [["north", 9, 90, 1]], [["north", 9, 7, 1]])).toMatchObject({ small: 1, changes: [] });
  const list = (factor: number) => Array.from({ length: 30 }, (_, index) => [`g${index}`, 9, index * factor] as const);
  const many = compare("[Area]", list(1), list(-1));
  expect(many).toMatchObject({ groups: 30, changed: 29 });
  expect(many.changes.map(({ group }) => group)).toEqual(Array.from({ length: 20 }, (_, index) => `g${29 - index}`));
});

test("a table without the columns isn't grouped by them; too many groups are no failure", () => {
  const compiler = new NumberCompiler();
  compiler.add([buildModel("old"), undefined], { table: "orders", label: "o", metrics: ["Revenue"], by: ["[Aera]"] });
  const rows = new Map(compiler.finish().map(({ exportId }) => [exportId, []] as const));
  expect(compiler.compare(rows, 5).map(({ by }) => by)).toEqual([null]);
  const many = compare("[Area]", new TooManyRows(10_000), []);
  expect(many).toMatchObject({ tooMany: true, changes: [] });
  expect(many.reason).toBeUndefined();
});

test("what can't be read is no number", () => {
  const failed = new ApiError({
    method: "GET",
    path: "/x",
    detail: "cell ann@acme.example is no date",
    outcome: "notApplied",
  });
  expect(compare("[Area]", failed, [])).toMatchObject({ changed: 0, reason: expect.stringContaining("ann@") });
  expect(compare("[Area]", failed, []).shortReason).not.toContain("ann@");
  expect(compare("[Area]", [["a", 9, ["x"]]], [])).toMatchObject({
    reason: "the platform calculated a list or an object",
  });
});

test("a timeline groups by its own period", () => {
  const columns = [{ id: "at", name: "Ordered [At]", formula: "[T/AT]" }];
  const metrics = [{ timeline: { dateColumnId: "at" } }, { timeline: { dateColumnId: "at", truncation: "day" } }, {}];
  expect(listTimelines({ columns, metrics })).toEqual([
    'DateTrunc("month", [Ordered \\[At\\]])',
    'DateTrunc("day", [Ordered \\[At\\]])',
  ]);
});
