import {
  type CheckResult,
  compareNumbers,
  type DimensionRules,
  type NumberDifference,
  tellDifference,
  tellResult,
} from "../../../../provider/src/core/checks";
import { TooManyRows } from "../../../../provider/src/core/scratch";
import { type AskedTable, type Calculate, createCalculatingPlace, createFailure } from "./calculating-place";

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

type Rows = readonly (readonly [group: unknown, rows: number, value: unknown, rowsWithValue?: number | null])[];

const options = { fewestRows: 5, listDates: async () => new Set<string>() };
const question = { table: "orders", label: "orders#Orders", metrics: ["Revenue"] };

const countValues = "CountIf(IsNotNull([Orders/Area]))";

/** Compares what both sides have for a grouping. */
async function compare(by: string, before: Rows | Error, after: Rows | Error) {
  const calculate: Calculate = ({ keys: [key = ""], source: { dataModelId } }) => {
    if (key === "1") return [{ "1": 1, "[Metrics/Revenue]": 1, "Count(1)": 9, [countValues]: 9 }];
    const side = dataModelId === "old" ? before : after;
    if (side instanceof Error) return side;
    return side.map(([group, rows, value, withValue = rows]) => ({
      ...{ [key]: group, "Count(1)": rows, "[Metrics/Revenue]": value },
      [countValues]: withValue,
    }));
  };
  const { place } = createCalculatingPlace(calculate);
  const sides = [buildModel("old"), buildModel("new")] as const;
  const { numbers } = await compareNumbers(place, [{ sides, question: { ...question, by: [by] } }], options);
  return numbers[1]!;
}

test("null, the empty text and a missing group are three things", async () => {
  const { changes, changed } = await compare(
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

test("the same group in another type is the same, and the order of a sum is no change", async () => {
  const by = 'DateTrunc("month", [Area])';
  expect(await compare(by, [["2026-10-01", 9, 0.1 + 0.2]], [["2026-10-01T00:00:00Z", 9, 0.3]])).toMatchObject({
    changed: 0,
  });
  expect(await compare("[Area]", [[1, 9, 1e9]], [["1.0", 9, 1e9 + 0.5]])).toMatchObject({ changed: 0, groups: 1 });
  // Integers have no noise.
  expect(await compare("[Area]", [[1, 9, 1e15]], [["1.0", 9, 1e15 + 1]])).toMatchObject({ changed: 1, groups: 1 });
  expect(await compare("[Area]", [[{ $number: "7" }, 9, 1]], [[7, 9, 2]])).toMatchObject({ changed: 1, groups: 1 });
});

test.each([
  ["year", "2026"],
  ["quarter", "2026 Q4"],
  ["month", "2026-10"],
  ["week", "2026-10-01"],
])("a %s is called %s", async (unit, group) => {
  const { changes } = await compare(`DateTrunc("${unit}", [Area])`, [["2026-10-01", 9, 1]], []);
  expect(changes).toEqual([{ group, before: 1, after: null }]);
});

test("groups of few rows aren't told; of many, the five that move most are", async () => {
  const few = await compare("[Area]", [["ann@acme.example", 4, 1]], [["ann@acme.example", 4, 2]]);
  expect(few).toMatchObject({ small: 1, changed: 0, changes: [] });
  // On one side it is somebody's value, and a moment is somebody's, too.
  expect(await compare("[Area]", [["north", 9, 90]], [["north", 1, 7]])).toMatchObject({ small: 1, changes: [] });
  expect(await compare("[Area]", [["1970-02-03", 1, 5]], [["1970-02-03", 1, 7]])).toMatchObject({
    small: 1,
    changes: [],
  });
  const moment: Rows = [["2026-02-03T10:11:12Z", 1, 5]];
  expect(await compare("[Area]", moment, [])).toMatchObject({ small: 1, changes: [] });
  expect(await compare('DateTrunc("second", [Area])', moment, [])).toMatchObject({ small: 1, changes: [] });
  // Nine rows, of which one has an amount.
  expect(await compare("[Area]", [["north", 9, 90, 1]], [["north", 9, 7, 1]])).toMatchObject({ small: 1, changes: [] });
  // A count that isn't there says nothing.
  expect(await compare("[Area]", [["north", 9, 90, null]], [["north", 9, 7]])).toMatchObject({ small: 1, changes: [] });
  const list = (factor: number) => Array.from({ length: 30 }, (_, index) => [`g${index}`, 9, index * factor] as const);
  const many = await compare("[Area]", list(1), list(-1));
  expect(many).toMatchObject({ groups: 30, changed: 29 });
  expect(many.changes.map(({ group }) => group)).toEqual(Array.from({ length: 5 }, (_, index) => `g${29 - index}`));
});

test("a table without the columns isn't grouped by them; too many groups are no failure", async () => {
  const { place } = createCalculatingPlace(() => []);
  const asked = { sides: [buildModel("old"), undefined] as const, question: { ...question, by: ["[Aera]"] } };
  const { numbers } = await compareNumbers(place, [asked], options);
  expect(numbers.map(({ by }) => by)).toEqual([null]);
  const many = await compare("[Area]", new TooManyRows(10_000), []);
  expect(many).toMatchObject({ tooMany: true, changes: [] });
  expect(many.reason).toBeUndefined();
});

test("what can't be read is no number", async () => {
  const failed = createFailure("cell ann@acme.example is no date");
  expect(await compare("[Area]", failed, [])).toMatchObject({ changed: 0, reason: expect.stringContaining("ann@") });
  expect((await compare("[Area]", failed, [])).shortReason).not.toContain("ann@");
  expect(await compare("[Area]", [["a", 9, ["x"]]], [])).toMatchObject({
    reason: "the platform calculated a list or an object",
  });
});

describe("the one grouping", () => {
  /** Rows of a table at a time, by the names of its columns; `Amount` is what metrics add. */
  type Data = readonly Readonly<Record<string, string | number>>[];
  const columns = ["Id", "Area", "City", "Paid", "Note", "Day", "Same", "Amount"];

  const buildTable = (id: string, connectionId: string) => ({
    ...buildModel(id),
    spec: {
      pages: [
        {
          id: "p",
          elements: [
            {
              ...{ id: "orders", kind: "table", name: "Orders" },
              source: { kind: "warehouse-table", connectionId, path: ["ORDERS"] },
              columns: columns.map((name) => ({
                ...{ id: name.toLowerCase(), name, formula: `[ORDERS/${name}]` },
                ...(name === "Note" && { hidden: true }),
              })),
              metrics: [
                { id: "revenue", name: "Revenue", formula: "Sum([Amount])", timeline: { dateColumnId: "day" } },
                { id: "average", name: "Average", formula: "Avg([Amount])" },
              ],
            },
          ],
        },
      ],
    },
  });

  const createCalculation =
    (data: Readonly<Record<string, Data>>): Calculate =>
    ({ keys, formulas, source: { dataModelId } }) => {
      const read = (row: Data[number], key: string) => {
        const [, name = ""] = /\[Orders\/(.*?)\]/.exec(key) ?? [];
        return key.startsWith("DateTrunc") ? `${String(row[name]).slice(0, 7)}-01` : (row[name] ?? 1);
      };
      const groups = new Map<string, Data[number][]>();
      for (const row of data[dataModelId!]!) {
        const name = JSON.stringify(keys.map((key) => read(row, key)));
        groups.set(name, [...(groups.get(name) ?? []), row]);
      }
      return [...groups].map(([name, rows]) => {
        const sum = rows.reduce((all, { Amount }) => all + Number(Amount), 0);
        const calculate = (formula: string) => {
          const [, distinct] = /^CountDistinct\((.*)\)$/.exec(formula) ?? [];
          if (distinct !== undefined) return new Set(rows.map((row) => read(row, distinct))).size;
          if (formula.startsWith("Count")) return rows.length;
          return formula.includes("Average") ? sum / rows.length : sum;
        };
        const values = JSON.parse(name) as unknown[];
        return Object.fromEntries([
          ...keys.map((key, index) => [key, values[index]]),
          ...formulas.map((formula) => [formula, calculate(formula)]),
        ]);
      });
    };

  /** 600 orders of 4 areas with 3 cities each, of which every tenth isn't paid. */
  const before: Data = Array.from({ length: 600 }, (_, index) => ({
    ...{ Id: index, Area: `a${index % 4}`, City: `a${index % 4}c${Math.floor(index / 4) % 3}`, Same: "x" },
    ...{ Paid: index % 10 === 0 ? "no" : "yes", Note: index % 2, Day: `2026-0${1 + (index % 6)}-15`, Amount: 10 },
  }));
  const change = (isMeant: (row: Data[number]) => boolean) =>
    before.map((row) => (isMeant(row) ? { ...row, Amount: 4 } : row));

  async function choose(after: Data, dimensions?: DimensionRules, connections = ["c", "c"]) {
    const { place, asked } = createCalculatingPlace(createCalculation({ old: before, new: after }));
    const sides = [buildTable("old", connections[0]!), buildTable("new", connections[1]!)] as const;
    const one = { ...question, metrics: ["Revenue", "Average"], dimensions };
    const { numbers, notes } = await compareNumbers(place, [{ sides, question: one }], options);
    const grouped = numbers.filter(({ by, changed }) => by !== null && changed > 0);
    return { asked, notes, numbers, by: [...new Set(grouped.map(({ by }) => by))], grouped };
  }

  test.each<[string, (row: Data[number]) => boolean, string]>([
    ["an area", ({ Area }) => Area === "a2", "[Area]"],
    ["a city", ({ City }) => City === "a2c1", "[City]"],
    ["what isn't paid", ({ Paid }) => Paid === "no", "[Paid]"],
    ["a month", ({ Day }) => Day === "2026-03-15", 'DateTrunc("month", [Day])'],
    ["everything", () => true, 'DateTrunc("month", [Day])'],
  ])("what moves %s is told by it", async (_, isMeant, by) => {
    expect((await choose(change(isMeant))).by).toEqual([by]);
  });

  test("a table takes two exports, whatever its metrics, columns and groups", async () => {
    const { asked } = await choose(change(({ Area }) => Area === "a2"));
    expect(asked).toEqual([["t1u"], [expect.stringMatching(/^t\d+u$/)]]);
    // Two warehouses have no union.
    const two = await choose(
      change(({ Area }) => Area === "a2"),
      undefined,
      ["c", "d"],
    );
    expect(two.asked.map(({ length }) => length)).toEqual([2, 2]);
    expect(two.by).toEqual(["[Area]"]);
  });

  test("keys, hidden columns, those of one value or of many aren't looked at, unless a file names them", async () => {
    const isMeant = ({ Id }: Data[number]) => Number(Id) < 5;
    expect((await choose(change(isMeant))).by).not.toContain("[Id]");
    expect((await choose(change(({ Note }) => Note === 1))).by).not.toContain("[Note]");
    const only = { only: ["note", "Same"], never: [] };
    expect(
      (
        await choose(
          change(({ Note }) => Note === 1),
          only,
        )
      ).by,
    ).toEqual(["[Note]"]);
    const never = { never: ["area"] };
    expect(
      (
        await choose(
          change(({ Area }) => Area === "a2"),
          never,
        )
      ).by,
    ).toEqual(["[City]"]);
  });

  test("what never groups isn't grouped by, also when it is asked for", async () => {
    const { place } = createCalculatingPlace(createCalculation({ old: before, new: before }));
    const sides = [buildTable("old", "c"), buildTable("new", "c")] as const;
    const one = { ...question, by: ["[Area] & [City]", "[Paid]"], dimensions: { never: ["city"] } };
    const { numbers, notes } = await compareNumbers(place, [{ sides, question: one }], options);
    expect({ by: numbers.map(({ by }) => by), notes }).toEqual({
      by: [null, "[Paid]"],
      notes: ["orders#Orders: not by [Area] & [City], because neverGroupBy has City."],
    });
  });

  test("what a metric adds up explains it without saying anything, and is no dimension", async () => {
    const uneven = before.map((row, index) => ({ ...row, Amount: index % 5 === 0 ? 1000 : 10 }));
    const after = uneven.map((row) => ({ ...row, Amount: row.Amount / 2 }));
    const { place } = createCalculatingPlace(createCalculation({ old: uneven, new: after }));
    const sides = [buildTable("old", "c"), buildTable("new", "c")] as const;
    const compareBy = async (dimensions?: DimensionRules) => {
      const { numbers } = await compareNumbers(place, [{ sides, question: { ...question, dimensions } }], options);
      return numbers.map(({ by }) => by);
    };
    expect(await compareBy()).not.toContain("[Amount]");
    // It would be the one.
    expect(await compareBy({ only: ["Amount", "Area"], never: [] })).toEqual([null, "[Amount]"]);
  });

  test("a dimension that can't be calculated is said, and leaves the others as they are", async () => {
    const after = change(({ Area }) => Area === "a2");
    const calculate = createCalculation({ old: before, new: after });
    for (const isFailing of [
      ({ formulas }: AskedTable) => formulas.some((one) => one === "CountDistinct([Orders/Area])"),
      ({ keys }: AskedTable) => keys.includes("[Orders/Area]"),
    ]) {
      const { place } = createCalculatingPlace((table) =>
        isFailing(table) ? createFailure("Area is a geography") : calculate(table),
      );
      const sides = [buildTable("old", "c"), buildTable("new", "c")] as const;
      const { numbers, notes } = await compareNumbers(place, [{ sides, question }], options);
      expect({ by: numbers.map(({ by }) => by), notes, total: numbers[0]!.changes }).toEqual({
        by: [null, "[City]"],
        notes: ["orders#Orders: the platform can't group by Area."],
        total: [{ group: "", before: 6000, after: 5100 }],
      });
    }
  });

  test("a grouping of which nothing may be told isn't taken", async () => {
    const few = before.slice(0, 60).map((row, index) => ({ ...row, Paid: index < 4 ? "no" : "yes" }));
    const { place } = createCalculatingPlace(
      createCalculation({ old: few, new: few.map((row) => (row.Paid === "no" ? { ...row, Amount: 1 } : row)) }),
    );
    const sides = [buildTable("old", "c"), buildTable("new", "c")] as const;
    const { numbers } = await compareNumbers(place, [{ sides, question }], options);
    expect(numbers.flatMap(({ changes }) => changes.map(({ group }) => group))).not.toContain("no");
  });
});

describe("a report", () => {
  const number: NumberDifference = {
    ...{ table: "orders#Orders", metric: "Revenue", by: null, dimension: null },
    ...{ groups: 1, changed: 1, small: 0, rows: [90, 70], changes: [{ group: "", before: 12, after: 7 }] },
  };
  const failed: NumberDifference = { ...number, changes: [], reason: "no cast of 'Ann'", shortReason: "no answer" };
  const check: CheckResult = {
    ...{ kind: "rows", name: "positive", table: "orders", severity: "error" },
    ...{ file: "a.yaml", path: [], line: 1, column: 1, bound: "at least 1", status: "failed" },
    ...{ value: -3, found: "-3", details: ["north: -3"] },
  };
  const unknown: CheckResult = { ...check, status: "unknown", reason: "no cast of 'Ann'", shortReason: "no answer" };

  test("with values has all of them", () => {
    expect(tellDifference(number, { values: true })).toEqual(number);
    expect(tellDifference(failed, { values: true })).toMatchObject({ reason: "no cast of 'Ann'" });
    expect(tellResult(check, { values: true })).toEqual(check);
    expect(tellResult(unknown, { values: true })).toMatchObject({ reason: "no cast of 'Ann'" });
  });

  test("without values has neither numbers of rows nor the platform's words", () => {
    const { rows: _, ...about } = number;
    expect(tellDifference(number, { values: false })).toEqual({ ...about, changes: [] });
    expect(tellDifference(failed, { values: false })).toEqual({ ...about, changes: [], reason: "no answer" });
    const { value: __, found: ___, details: ____, ...of } = check;
    expect(tellResult(check, { values: false })).toEqual(of);
    expect(tellResult(unknown, { values: false })).toEqual({ ...of, status: "unknown", reason: "no answer" });
  });

  test("with values, and without the platform's words, has the short reason", () => {
    expect(tellDifference(failed, { values: true, words: false })).toMatchObject({
      rows: [90, 70],
      reason: "no answer",
    });
    expect(tellResult(unknown, { values: true, words: false })).toMatchObject({ reason: "no answer" });
  });
});
