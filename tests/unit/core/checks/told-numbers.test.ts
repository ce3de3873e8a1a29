/** What one run tells of a table, against somebody who calculates with all of it. */
import { Random } from "../../../../emulator/src/generate/random";
import { compareNumbers } from "../../../../provider/src/core/checks";
import type { JsonObject } from "../../../../provider/src/core/model";
import { TooManyRows } from "../../../../provider/src/core/scratch";
import type { Reading } from "../../../../provider/src/core/tables/behind";
import { ModelIndex } from "../../../../provider/src/core/tables/model";
import { listFilteredTables, TableRows } from "../../../../provider/src/core/tables/rows";
import { countCases } from "../../../cases";
import { attack } from "./attacker";
import { type Calculate, createCalculatingPlace } from "./calculating-place";
import { type Cell, calculate, type Others, type Row } from "./calculator";

const fewest = 5;

/** A table at one time. */
interface Table {
  readonly columns: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly filters?: readonly Filter[];
  /** The table of another model that it reads; default: a statement. */
  readonly over?: Table;
  /** Another table of its model, over the same statement: `Beside`. */
  readonly beside?: Table;
}

interface Filter {
  readonly columnId: string;
  readonly mode: "include" | "exclude";
  readonly values: readonly string[];
}

const source = (name: string) => [name, `[X/${name.toUpperCase()}]`] as const;
const columns = Object.fromEntries(["Email", "Region", "Plan", "Amount", "Paid"].map(source));

/** Amounts of a table beside this one, in columns of this one. */
const readBeside = {
  Rolled: "Rollup(Sum([Beside/Amount]), [X/EMAIL], [Beside/Email])",
  Related: "[T/Side/Amount]",
  Found: "Lookup([Beside/Amount], [X/EMAIL], [Beside/Email])",
};

const getName = ({ over }: Table) => (over === undefined ? "T" : "Reader");

const buildElement = (
  id: string,
  name: string,
  source: JsonObject,
  { columns: some, metrics, filters = [] }: Table,
) => ({
  ...{ id, kind: "table", name, source },
  columns: Object.entries(some).map(([column, formula]) => ({ id: column, name: column, formula })),
  metrics: Object.entries(metrics).map(([metric, formula]) => ({ id: metric, name: metric, formula })),
  filters: filters.map((one, index) => ({ ...one, values: [...one.values], id: `f${index}`, kind: "list" })),
});

const statement = { kind: "sql", connectionId: "c", statement: "select 1" };

const buildModel = (id: string, table: Table) => {
  const source = table.over ? { kind: "data-model", dataModelId: id.replace("reader", ""), elementId: "t" } : statement;
  const own = buildElement("t", getName(table), source, table);
  const relationships = [{ id: "side", name: "Side", targetElementId: "b" }];
  const beside = table.beside ? [buildElement("b", "Beside", statement, table.beside)] : [];
  return {
    id,
    spec: { pages: [{ id: "p", elements: [{ ...own, relationships }, ...beside] }] },
  };
};

interface Reader {
  readonly taken: readonly Row[];
  findColumn(segments: readonly string[], row: Row): Cell;
  readRow(formula: string, row: Row): Cell;
  read(formula: string, rows: readonly Row[]): Cell;
}

/** Calculates over the rows of a table that its filters take. */
function createReader(table: Table, rows: readonly Row[]): Reader {
  const { columns: some, metrics, filters = [], over, beside } = table;
  const source = over && createReader(over, rows);
  const other = beside && createReader(beside, rows);
  const others: Others = new Map(other ? [["Beside", { rows: other.taken, find: other.findColumn }]] : []);
  const findColumn = (segments: readonly string[], row: Row): Cell => {
    if (segments[1] === "Side") {
      const found = other!.taken.find(({ EMAIL }) => EMAIL === row.EMAIL);
      return found ? other!.findColumn(["Amount"], found) : null;
    }
    if (segments[0] === "X") return row[segments[1]!] ?? null;
    if (source && segments.length > 1 && segments[0] !== getName(table)) return source.findColumn(segments, row);
    return calculate(some[segments.at(-1)!]!, [row], findColumn, others);
  };
  const isTaken = (row: Row) =>
    filters.every(
      ({ columnId, mode, values }) => values.includes(findColumn([columnId], row) as string) === (mode === "include"),
    );
  const taken = (source?.taken ?? rows).filter(isTaken);
  const readRow = (formula: string, row: Row) => calculate(formula, [row], findColumn, others);
  const read = (formula: string, of: readonly Row[]) => {
    const write = (one: string): string =>
      one.replaceAll(/\[(Metrics\/)?([^\]/]*)\]/g, (name, head: string | undefined, metric: string) =>
        metrics[metric] === undefined || (!head && some[metric] !== undefined) ? name : `(${write(metrics[metric])})`,
      );
    return calculate(write(formula), of, findColumn, others);
  };
  return { taken, findColumn, readRow, read };
}

type BothTables = readonly [before: Table, after: Table];

/** What a run tells of a table at both times, and of one that reads it. */
async function tell(
  tables: BothTables,
  rows: readonly Row[],
  {
    by,
    reader: other,
    mostParts = Number.POSITIVE_INFINITY,
  }: { by?: readonly string[]; reader?: BothTables; mostParts?: number } = {},
) {
  const pairs = [["", tables] as const, ...(other ? [["reader", other] as const] : [])];
  const readers = new Map<string, Reader>(
    pairs.flatMap(([mark, pair]) => pair.map((table, time) => [`${mark}${time}`, createReader(table, rows)] as const)),
  );
  const read: Calculate = ({ source: { dataModelId }, keys, formulas }) => {
    const reader = readers.get(dataModelId!)!;
    const groups = new Map<string, Row[]>();
    for (const row of reader.taken) {
      const key = JSON.stringify(keys.map((one) => reader.readRow(one, row)));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    if (groups.size > mostParts) return new TooManyRows(mostParts);
    return [...groups].map(([key, some]) => ({
      ...Object.fromEntries(keys.map((one, index) => [one, (JSON.parse(key) as Cell[])[index]!])),
      ...Object.fromEntries(formulas.map((one) => [one, reader.read(one, some)])),
    }));
  };
  const asked = pairs.map(([mark, [before, after]]) => {
    const sides = [buildModel(`${mark}0`, before), buildModel(`${mark}1`, after)] as const;
    const metrics = [...new Set([before, after].flatMap((one) => Object.keys(one.metrics)))];
    return { sides, question: { table: "t", label: `t#${getName(after)}`, metrics, ...(by && { by }) } };
  });
  const { place } = createCalculatingPlace(read);
  return compareNumbers(
    place,
    // One that is read and doesn't change has no question.
    asked.filter(({ question }) => question.metrics.length > 0),
    {
      fewestRows: fewest,
      listDates: async () => new Set<string>(),
      others: asked.flatMap(({ sides }) => sides),
    },
  );
}

type Numbers = Awaited<ReturnType<typeof tell>>["numbers"];

/** How much of each row's amount is in each told number, and whether each row counts: by calculating without it. */
function listTold(tables: readonly [Table, Table], rows: readonly Row[], numbers: Numbers) {
  const sums: number[][] = [];
  const counts: number[][] = [];
  for (const { metric, by, changes } of numbers)
    for (const { group, before, after } of changes)
      for (const [time, value] of [before, after].entries()) {
        const table = tables[time]!;
        const formula = table.metrics[metric];
        if (formula === undefined) continue;
        const measure = (some: readonly Row[]) => {
          const reader = createReader(table, some);
          const own = reader.taken.filter((row) => by === null || String(reader.readRow(by, row)) === group);
          return Number(reader.read(formula, own) ?? 0);
        };
        // What is told is what the table has.
        expect(Number(value ?? 0)).toBeCloseTo(measure(rows), 6);
        const weigh = (change: (row: Row) => Row[]) =>
          rows.map(
            (_, at) =>
              Math.round(
                1e6 * (measure(rows) - measure(rows.flatMap((row, index) => (index === at ? change(row) : [row])))),
              ) / 1e6,
          );
        if (/^count/i.test(formula)) counts.push(weigh(() => []));
        // Half an amount less: conditions of amounts stay what they are.
        else sums.push(weigh((row) => [{ ...row, AMOUNT: row.AMOUNT === null ? null : Number(row.AMOUNT) - 1 }]));
      }
  return { sums, counts };
}

const find = (told: ReturnType<typeof listTold>, count: number) => [
  attack(told.sums, count, fewest),
  attack(told.counts, count, fewest),
];

/** People of which each has an amount, some none. */
function createPeople(random: Random): Row[] {
  const draw = (count: number) => Math.floor(random.drawNext() ** 2 * count);
  const count = 24 + draw(30);
  return Array.from({ length: count }, (_, index) => ({
    ...{ EMAIL: `p${index}`, REGION: `r${draw(3)}`, PLAN: ["a", "b", "c"][draw(3)]!, PAID: draw(4) === 0 },
    AMOUNT: draw(12) === 11 ? null : 1000 + Math.floor(random.drawNext() * 1e6),
  }));
}

/** Formulas that treat rows in different ways, now and then a single one. */
function createWriter(random: Random, people: readonly Row[]) {
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random.drawNext() * some.length)]!;
  const drawPerson = () => pick(people.slice(0, 4)).EMAIL;
  const writeCondition = (deep = 1): string => {
    const some = [
      () => `[Email] = "${drawPerson()}"`,
      () => `[Email] != "${drawPerson()}"`,
      () => `In([Email], "${drawPerson()}", "${drawPerson()}")`,
      () => 'Contains([Email], "7")',
      ...Array.from({ length: 4 }, () => () => `[Region] = "r${pick([0, 1, 2])}"`),
      ...Array.from({ length: 3 }, () => () => '[Plan] != "c"'),
      ...Array.from({ length: 3 }, () => () => "[Paid]"),
      () => "IsNull([Amount])",
      () => "[Amount] > 600000",
      ...(deep > 0
        ? [
            () => `(${writeCondition(0)}) and (${writeCondition(0)})`,
            () => `(${writeCondition(0)}) or (${writeCondition(0)})`,
            () => `not (${writeCondition(0)})`,
          ]
        : []),
    ];
    return pick(some)();
  };
  const writeValue = (name: string): string =>
    pick([
      () => name,
      () => name,
      () => `${name} * 2`,
      () => `If(${writeCondition()}, ${name}, 0)`,
      () => `If(${writeCondition()}, 0, ${name})`,
      () => `If(${writeCondition()}, ${name})`,
      () => `If(${writeCondition()}, ${name} * 3, ${name})`,
      () => `Switch([Plan], "a", ${name}, "b", ${name} * 2, 0)`,
      () => `${name} * Int(${writeCondition()})`,
      () => `Zn(${name})`,
      () => `Coalesce(${name}, 1)`,
    ])();
  /** @param others names of metrics that it may read. */
  const writeMetric = (names: readonly string[], others: readonly string[] = []): string =>
    pick([
      ...others.map((name) => () => `[${name}] * 2`),
      ...(others.length > 1 ? [() => `[Metrics/${others[0]}] - [${others[1]}]`] : []),
      () => `Sum(${pick(names)})`,
      () => `Sum(${writeValue(pick(names))})`,
      () => `SumIf(${pick(names)}, ${writeCondition()})`,
      () => `SumIf(${writeValue(pick(names))}, ${writeCondition()})`,
      () => `SumIf(${pick(names)}, ${writeCondition()}) - Sum(${pick(names)}) * 2`,
      () => `CountIf(${writeCondition()})`,
      () => "Count()",
    ])();
  const writeFilter = (): Filter =>
    pick([
      () => ({ columnId: "Email", mode: "exclude" as const, values: [drawPerson() as string] }),
      () => ({ columnId: "Region", mode: "include" as const, values: ["r0", "r1"] }),
      () => ({ columnId: "Plan", mode: "exclude" as const, values: ["c"] }),
    ])();
  // Columns that others are made of are as they are at the source.
  const writeColumn = () => writeValue("[Amount]");
  return { pick, writeMetric, writeFilter, writeColumn };
}

function createTables(random: Random, people: readonly Row[]): readonly [Table, Table] {
  const { pick, writeMetric, writeFilter, writeColumn } = createWriter(random, people);
  const draw = (count: number) => Math.floor(random.drawNext() * count);
  const isBeside = draw(4) === 0;
  const names = ["[Amount]", "[Net]", ...(isBeside ? ["[Rolled]", "[Related]", "[Found]"] : [])];
  const writeBeside = (): Table => ({ columns, metrics: {}, filters: draw(2) === 0 ? [writeFilter()] : [] });
  const listMetrics = (count: number) => Array.from({ length: count }, (_, index) => `M${index}`);
  const writeMetrics = (count: number) =>
    Object.fromEntries(listMetrics(count).map((name, index) => [name, writeMetric(names, listMetrics(index))]));
  const before: Table = {
    columns: { ...columns, Net: writeColumn(), ...(isBeside && readBeside) },
    ...(isBeside && { beside: writeBeside() }),
    metrics: writeMetrics(1 + draw(4)),
    filters: draw(3) === 0 ? [writeFilter()] : [],
  };
  const edit = (table: Table): Table =>
    pick([
      () => ({ ...table, columns: { ...table.columns, Net: writeColumn() } }),
      ...(isBeside ? [() => ({ ...table, beside: writeBeside() })] : []),
      () => ({ ...table, filters: table.filters!.length > 0 && draw(2) === 0 ? [] : [writeFilter()] }),
      () => ({ ...table, metrics: { ...table.metrics, [pick(Object.keys(table.metrics))]: writeMetric(names) } }),
      () => ({
        ...table,
        metrics: writeMetrics(Object.keys(table.metrics).length),
      }),
    ])();
  return [before, edit(draw(4) === 0 ? edit(before) : before)];
}

/** Sixty people of two regions, of whom ann is one. */
const people: readonly Row[] = Array.from({ length: 60 }, (_, index) => ({
  ...{ EMAIL: index === 0 ? "ann" : `p${index}`, REGION: index % 3 === 0 ? "south" : "north", PLAN: "a" },
  ...{ PAID: index % 2 === 0, AMOUNT: 1000 + index, ANN: index === 0 },
}));

const build = (parts: Partial<Table>): Table => ({ columns, metrics: { Revenue: "Sum([Amount])" }, ...parts });

/** The names of the metrics whose values are told. */
const listToldMetrics = ({ numbers }: { readonly numbers: Numbers }) =>
  numbers.flatMap(({ metric, by, changes }) => (by === null && changes.length > 0 ? [metric] : []));

const isAnn = '[Email] = "ann"';
const untold = "since from them a value of fewer than 5 rows could be worked out";

test.each<[string, Table, Table]>([
  ["a condition", build({}), build({ metrics: { Revenue: 'SumIf([Amount], [Email] != "ann")' } })],
  ["an If", build({}), build({ metrics: { Revenue: `Sum(If(${isAnn}, 0, [Amount]))` } })],
  ["a factor", build({}), build({ metrics: { Revenue: `Sum([Amount] * (1 - Int(${isAnn})))` } })],
  ["a multiple of all others", build({}), build({ metrics: { Revenue: `Sum(If(${isAnn}, [Amount], [Amount] * 2))` } })],
  ["a column", build({}), build({ columns: { ...columns, Amount: 'If([X/EMAIL] = "ann", 0, [X/AMOUNT])' } })],
  [
    "a column of a column",
    build({ columns: { ...columns, Ann: "[Email] = 'bob'", Amount: "If([Ann], Null, [X/AMOUNT])" } }),
    build({ columns: { ...columns, Ann: isAnn, Amount: "If([Ann], Null, [X/AMOUNT])" } }),
  ],
  ["a filter", build({}), build({ filters: [{ columnId: "Email", mode: "exclude", values: ["ann"] }] })],
  [
    "a filter for another",
    build({ filters: [{ columnId: "Email", mode: "exclude", values: ["p7"] }] }),
    build({ filters: [{ columnId: "Email", mode: "exclude", values: ["ann"] }] }),
  ],
  [
    "only one",
    build({ metrics: { Revenue: `SumIf([Amount], ${isAnn})` } }),
    build({ metrics: { Revenue: `SumIf([Amount], ${isAnn}) * 2` } }),
  ],
  [
    "only one, the others 0",
    build({ metrics: { Revenue: `Sum(If(${isAnn}, [Amount], 0))` } }),
    build({ metrics: { Revenue: `Sum(If(${isAnn}, [Amount], 0)) * 2` } }),
  ],
  [
    "a factor that is a column",
    build({ columns: { ...columns, Ann: "[X/ANN]" }, metrics: { Revenue: "Sum([Amount] * Int([Ann]))" } }),
    build({ columns: { ...columns, Ann: "[X/ANN]" }, metrics: { Revenue: "Sum([Amount] * Int([Ann])) * 2" } }),
  ],
])("a value of one row isn't told by what %s leaves out, but that it differs is", async (_, before, after) => {
  const { numbers } = await tell([before, after], people, { by: [] });
  expect(numbers).toEqual([expect.objectContaining({ metric: "Revenue", changed: 1, changes: [], small: 1, untold })]);
});

test("of two metrics that differ in one row, the first is told", async () => {
  const write = (factor: number) =>
    build({
      metrics: {
        All: `Sum([Amount]) * ${factor}`,
        Others: `SumIf([Amount], [Email] != "ann") * ${factor}`,
        Ann: `Sum(If(${isAnn}, [Amount], 0)) * ${factor}`,
        Paid: `SumIf([Amount], [Paid]) * ${factor}`,
      },
    });
  const told = await tell([write(1), write(2)], people, { by: [] });
  expect(listToldMetrics(told)).toEqual(["All", "Paid"]);
});

test("a metric with few values hides none that was asked before it", async () => {
  const some = people.map((row, index) => ({ ...row, RATE: index < 2 ? index + 1 : null }));
  const write = (factor: number) =>
    build({
      columns: { ...columns, Rate: "[X/RATE]" },
      metrics: { All: `Sum([Amount]) * ${factor}`, Few: `Sum([Amount] * [Rate]) * ${factor}` },
    });
  expect(listToldMetrics(await tell([write(1), write(2)], some, { by: [] }))).toEqual(["All"]);
});

const reader: Table = {
  columns: { Mail: "[T/Email]", Price: "[T/Amount]" },
  metrics: { Total: "Sum([Price])" },
  over: build({}),
};

test("a metric over others reads what they read, whatever its form", async () => {
  const write = (factor: number) =>
    build({
      metrics: {
        All: `Sum([Amount]) * ${factor}`,
        Count: "Count()",
        Average: "[All] / [Count]",
        Others: `SumIf([Amount], [Email] != "ann") * ${factor}`,
        Same: "[Others] + 0",
        Ann: "[All] - [Metrics/Others]",
        If: "If([All] > 0, [Others], 0)",
      },
    });
  expect(listToldMetrics(await tell([write(1), write(2)], people, { by: [] }))).toEqual(["All", "Average"]);
});

test.each(Object.keys(readBeside))(
  "the filters of a table beside it count, in %s: what was first is told",
  async (name) => {
    const filters: Filter[] = [{ columnId: "Email", mode: "include", values: ["ann"] }];
    const write = (factor: number) =>
      build({
        columns: { ...columns, ...readBeside },
        metrics: { All: `Sum([Amount]) * ${factor}`, One: `Sum([${name}]) * ${factor}` },
        beside: build({ filters, metrics: {} }),
      });
    const told = await tell([write(1), write(2)], people, { by: [] });
    expect(listToldMetrics(told)).toEqual(["All"]);
    expect(told.numbers[1]!.untold).toBe(
      "since what the filters of the table `Beside` leave out can't be counted here. Read a table without filters",
    );
    // One that is added, too.
    const others: Filter[] = [{ columnId: "Email", mode: "exclude", values: ["ann"] }];
    const after = { ...write(1), beside: build({ filters: others, metrics: {} }) };
    expect(
      listToldMetrics(await tell([{ ...after, beside: build({ metrics: {} }) }, after], people, { by: [] })),
    ).toEqual([]);
  },
);

test("tables whose filters read each other have an end, and count", () => {
  const filters: Filter[] = [{ columnId: "Found", mode: "exclude", values: ["a"] }];
  const back = { ...columns, Found: "Lookup([T/Found], [X/EMAIL], [T/Email])" };
  const table = build({
    columns: { ...columns, Found: "Lookup([Beside/Found], [X/EMAIL], [Beside/Email])" },
    metrics: { Total: "Sum([Found])" },
    filters,
    beside: build({ columns: back, filters, metrics: {} }),
  });
  const index = new ModelIndex(buildModel("m", table), () => {});
  const [{ splits }] = new TableRows(index, index.tables[0]!).readMetric("Total") as [Reading];
  expect(splits.flatMap(listFilteredTables)).toContain("Beside");
});

test("what a formula reads beyond its first 100,000 characters can't be counted", async () => {
  const write = (factor: number) =>
    build({
      metrics: {
        All: `Sum([Amount]) * ${factor}`,
        Long: `(Count("${"x".repeat(100_000)}") + [Ann]) * ${factor}`,
        Ann: `Sum(If(${isAnn}, [Amount], 0))`,
      },
    });
  expect(listToldMetrics(await tell([write(1), write(2)], people, { by: [] }))).toEqual(["All"]);
});

test("a condition beside a rollup is counted as any other", async () => {
  const write = (factor: number) =>
    build({
      columns: { ...columns, ...readBeside },
      metrics: {
        South: `SumIf([Rolled], [Region] = "south") * ${factor}`,
        Ann: `SumIf([Rolled], ${isAnn}) * ${factor}`,
      },
      beside: build({ metrics: {} }),
    });
  expect(listToldMetrics(await tell([write(1), write(2)], people, { by: [] }))).toEqual(["South"]);
});

test("nor by what the table of another model leaves out", async () => {
  const column = build({ columns: { ...columns, Amount: 'If([X/EMAIL] = "ann", 0, [X/AMOUNT])' }, metrics: {} });
  const filter = build({ filters: [{ columnId: "Email", mode: "exclude", values: ["ann"] }], metrics: {} });
  const base = build({ metrics: {} });
  // The table that is read has the columns of the condition, so its rows are counted.
  const others = build({ columns: { ...columns, Amount: "If([X/PAID], 0, [X/AMOUNT])" }, metrics: {} });
  for (const [after, told] of [
    [column, []],
    [filter, []],
    [others, ["Total"]],
  ] as const) {
    const found = await tell([base, after], people, { by: [], reader: [reader, { ...reader, over: after }] });
    expect(listToldMetrics(found)).toEqual(told);
  }
});

test("of two tables that differ in one row, the first is told", async () => {
  const filters: Filter[] = [{ columnId: "Mail", mode: "exclude", values: ["ann"] }];
  const others = { ...reader, filters };
  const metrics = { Revenue: "Sum([Amount]) * 2" };
  const doubled = { ...others, metrics: { Total: "Sum([Price]) * 2" } };
  const found = await tell([build({}), build({ metrics })], people, { by: [], reader: [others, doubled] });
  expect(listToldMetrics(found)).toEqual(["Revenue"]);
  const same = { ...reader, metrics: doubled.metrics };
  expect(
    listToldMetrics(await tell([build({}), build({ metrics })], people, { by: [], reader: [reader, same] })),
  ).toEqual(["Revenue", "Total"]);
});

test("a condition of what is no visible column isn't told, and why", async () => {
  const secret = `[X/SECRET] = "s"`;
  const before = build({
    columns: { ...columns, Net: `If(${secret}, 0, [X/AMOUNT])` },
    metrics: { Net: "Sum([Net])" },
  });
  const { numbers } = await tell([before, { ...before, metrics: { Net: "Sum([Net]) * 2" } }], people, { by: [] });
  expect(numbers).toEqual([
    expect.objectContaining({
      changed: 1,
      changes: [],
      untold:
        'since the rows of its condition `[x/secret] = "s"` can\'t be counted. Have visible columns in the table ' +
        "with what it reads",
    }),
  ]);
});

/** Metrics as models have them, over rows of which some lack a value. */
const lifelike = {
  Revenue: "Sum([Amount])",
  Net: "Sum(If([Paid], [Amount], 0))",
  Paid: "SumIf([Amount], [Paid])",
  Open: 'SumIf([Amount], not [Paid], [Plan] = "a")',
  Orders: "Count()",
  People: "CountDistinct([Email])",
  Share: "CountIf([Paid]) / Count()",
  Average: "Sum(Zn([Amount])) / Count()",
  ByPlan: 'Sum(Switch([Plan], "a", [Amount], "b", [Amount] * 0.5, 0))',
  South: 'SumIf([Amount], [Region] = "r1")',
  Large: "CountIf([Amount] > 900000)",
};

test("metrics of a lifelike table are told, also beside a few nulls and in groups", async () => {
  const random = new Random(7);
  const draw = (count: number) => Math.floor(random.drawNext() * count);
  const many = Array.from({ length: 1500 }, (_, index) => ({
    ...{ EMAIL: `p${index}`, REGION: `r${draw(3)}`, PLAN: ["a", "b", "c"][draw(3)]!, PAID: draw(4) > 0 },
    AMOUNT: index < 3 ? null : draw(1e6),
  }));
  const before = build({ metrics: lifelike });
  const metrics = Object.fromEntries(Object.entries(before.metrics).map(([name, formula]) => [name, `${formula} * 2`]));
  const told = await tell([before, { ...before, metrics }], many, { by: ["[Region]"] });
  expect(listToldMetrics(told)).toEqual(Object.keys(metrics));
  expect(told.numbers.filter(({ by, changes }) => by !== null && changes.length === 3)).toHaveLength(
    Object.keys(metrics).filter((name) => name !== "South").length,
  );
});

test("what conditions divide into too many parts isn't told, and why", async () => {
  const some: readonly Row[] = people.flatMap((row) =>
    Array.from({ length: 20 }, (_, index) => ({ ...row, AMOUNT: index })),
  );
  const split = build({ metrics: { Revenue: 'Sum(If(Contains([Email], "7"), [Amount], 2))' } });
  const doubled = build({ metrics: { Revenue: 'Sum(If(Contains([Email], "7"), [Amount], 2)) * 2' } });
  expect(listToldMetrics(await tell([split, doubled], some, { by: [] }))).toEqual(["Revenue"]);
  const { numbers } = await tell([split, doubled], some, { by: [], mostParts: 1 });
  expect(numbers).toEqual([
    expect.objectContaining({
      changed: 1,
      changes: [],
      untold:
        "since conditions and groups divide the table into too many parts: there are more than 1 groups. Compare " +
        "fewer changes at once",
    }),
  ]);
});

/** In the last, enough rows are behind a number, and too few of them have a value. */
const seeds = [...Array.from({ length: countCases(300) }, (_, seed) => seed), 222];

test("no sum or difference of what a run tells is of fewer rows, whatever its metrics and the change", async () => {
  let [shown, wholes, moved] = [0, 0, 0];
  for (const seed of seeds) {
    const random = new Random(seed);
    const people = createPeople(random);
    const tables = createTables(random, people);
    const by = seed % 3 === 0 ? ["[Region]"] : seed % 3 === 1 ? ["[Region]", "[Plan]"] : [];
    const { numbers } = await tell(tables, people, { by });
    const told = listTold(tables, people, numbers);
    shown += told.sums.length + told.counts.length;
    const totals = numbers.filter((one) => one.by === null && one.changed > 0);
    moved += totals.length;
    wholes += totals.filter(({ changes }) => changes.length > 0).length;
    expect({ seed, tables, found: find(told, people.length) }).toEqual({ seed, tables, found: [undefined, undefined] });
  }
  // It isn't that nothing is told.
  expect(shown).toBeGreaterThan(seeds.length);
  expect(wholes / moved).toBeGreaterThan(0.2);
});
