/** What one run tells of a table, against somebody who calculates with all of it. */
import { Random } from "../../../../emulator/src/generate/random";
import { compareNumbers } from "../../../../provider/src/core/checks";
import { attack } from "./attacker";
import { type Calculate, createCalculatingPlace } from "./calculating-place";
import { type Cell, calculate, type Row } from "./calculator";

const fewest = 5;

/** A table at one time. */
interface Table {
  readonly columns: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly filters?: readonly Filter[];
}

interface Filter {
  readonly columnId: string;
  readonly mode: "include" | "exclude";
  readonly values: readonly string[];
}

const source = (name: string) => [name, `[X/${name.toUpperCase()}]`] as const;
const columns = Object.fromEntries(["Email", "Region", "Plan", "Amount", "Paid"].map(source));

const buildModel = (id: string, { columns: some, metrics, filters = [] }: Table) => ({
  id,
  spec: {
    pages: [
      {
        id: "p",
        elements: [
          {
            ...{ id: "t", kind: "table", name: "T", source: { kind: "sql" } },
            columns: Object.entries(some).map(([name, formula]) => ({ id: name, name, formula })),
            metrics: Object.entries(metrics).map(([name, formula]) => ({ id: name, name, formula })),
            filters: filters.map((one, index) => ({ ...one, values: [...one.values], id: `f${index}`, kind: "list" })),
          },
        ],
      },
    ],
  },
});

/** Calculates over the rows of a table that its filters take. */
function createReader({ columns: some, metrics, filters = [] }: Table, rows: readonly Row[]) {
  const findColumn = (segments: readonly string[], row: Row): Cell => {
    if (segments[0] === "X") return row[segments[1]!] ?? null;
    return calculate(some[segments.at(-1)!]!, [row], findColumn);
  };
  const isTaken = (row: Row) =>
    filters.every(
      ({ columnId, mode, values }) => values.includes(findColumn([columnId], row) as string) === (mode === "include"),
    );
  const taken = rows.filter(isTaken);
  const readRow = (formula: string, row: Row) => calculate(formula, [row], findColumn);
  const read = (formula: string, of: readonly Row[]) => {
    const [, metric] = /^\[Metrics\/(.*)\]$/.exec(formula) ?? [];
    return calculate(metric === undefined ? formula : metrics[metric]!, of, findColumn);
  };
  return { taken, readRow, read };
}

/** Both times of a table, and what a run tells of them. */
async function tell(tables: readonly [Table, Table], rows: readonly Row[], by?: readonly string[]) {
  const readers = tables.map((table) => createReader(table, rows));
  const read: Calculate = ({ source: { dataModelId }, keys, formulas }) => {
    const reader = readers[dataModelId === "old" ? 0 : 1]!;
    const groups = new Map<string, Row[]>();
    for (const row of reader.taken) {
      const key = JSON.stringify(keys.map((one) => reader.readRow(one, row)));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups].map(([key, some]) => ({
      ...Object.fromEntries(keys.map((one, index) => [one, (JSON.parse(key) as Cell[])[index]!])),
      ...Object.fromEntries(formulas.map((one) => [one, reader.read(one, some)])),
    }));
  };
  const sides = [buildModel("old", tables[0]), buildModel("new", tables[1])] as const;
  const metrics = [...new Set(tables.flatMap((one) => Object.keys(one.metrics)))];
  const question = { table: "t", label: "t#T", metrics, ...(by && { by }) };
  const { place } = createCalculatingPlace(read);
  const { numbers, notes } = await compareNumbers(place, [{ sides, question }], {
    fewestRows: fewest,
    listDates: async () => new Set<string>(),
  });
  return { numbers, notes };
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
      () => `[Region] = "r${pick([0, 1, 2])}"`,
      () => '[Plan] != "c"',
      () => "[Paid]",
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
  const writeMetric = (names: readonly string[]): string =>
    pick([
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
  const names = ["[Amount]", "[Net]"];
  const draw = (count: number) => Math.floor(random.drawNext() * count);
  const before: Table = {
    columns: { ...columns, Net: writeColumn() },
    metrics: Object.fromEntries(Array.from({ length: 1 + draw(4) }, (_, index) => [`M${index}`, writeMetric(names)])),
    filters: draw(3) === 0 ? [writeFilter()] : [],
  };
  const edit = (table: Table): Table =>
    pick([
      () => ({ ...table, columns: { ...table.columns, Net: writeColumn() } }),
      () => ({ ...table, filters: table.filters!.length > 0 && draw(2) === 0 ? [] : [writeFilter()] }),
      () => ({ ...table, metrics: { ...table.metrics, [pick(Object.keys(table.metrics))]: writeMetric(names) } }),
      () => ({
        ...table,
        metrics: Object.fromEntries(Object.keys(table.metrics).map((name) => [name, writeMetric(names)])),
      }),
    ])();
  return [before, edit(draw(4) === 0 ? edit(before) : before)];
}

const seeds = Array.from({ length: 100 }, (_, seed) => seed);

test("no sum or difference of what a run tells is of fewer rows, whatever its metrics and the change", async () => {
  let [shown, wholes, moved] = [0, 0, 0];
  for (const seed of seeds) {
    const random = new Random(seed);
    const people = createPeople(random);
    const tables = createTables(random, people);
    const by = seed % 3 === 0 ? ["[Region]"] : seed % 3 === 1 ? ["[Region]", "[Plan]"] : [];
    const { numbers } = await tell(tables, people, by);
    const told = listTold(tables, people, numbers);
    shown += told.sums.length + told.counts.length;
    const totals = numbers.filter((one) => one.by === null && one.changed > 0);
    moved += totals.length;
    wholes += totals.filter(({ changes }) => changes.length > 0).length;
    expect({ seed, tables, found: find(told, people.length) }).toEqual({ seed, tables, found: [undefined, undefined] });
  }
  // It isn't that nothing is told.
  expect(shown).toBeGreaterThan(2 * seeds.length);
  expect(wholes / moved).toBeGreaterThan(0.3);
});
