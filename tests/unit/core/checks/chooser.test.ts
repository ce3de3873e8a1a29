/** How long it takes to decide what is told: by steps, since a machine's time says nothing. */
import { Random } from "../../../../emulator/src/generate/random";
import { Chooser } from "../../../../provider/src/core/privacy/chooser";
import { formValuesKey, listSpaces, type RowPart, type Subject } from "../../../../provider/src/core/privacy/parts";
import { listReadings } from "../../../../provider/src/core/tables/behind";

const fewest = 5;

const listConditions = (count: number) => Array.from({ length: count }, (_, at) => `[c${at}]`);

/** A table that conditions divide into as many parts as they can, each with some rows or none. */
function createSpaces(conditions: readonly string[], formulas: readonly string[], rows: number) {
  const random = new Random(3);
  const draw = (count: number) => Math.floor(random.drawNext() * count);
  const subjects = formulas.map((formula): Subject => {
    const readings = [listReadings(formula), listReadings(`${formula} * 2`)];
    return { key: formula, readings };
  });
  const keys = subjects.flatMap(({ readings }) =>
    readings.flatMap((some) => some!.map(({ values }) => formValuesKey(values))),
  );
  const parts = Array.from({ length: 2 ** conditions.length }, (_, part): RowPart => {
    const isTrue = new Set(conditions.filter((__, at) => (part >> at) % 2 === 1));
    const count = draw(rows);
    return { groups: [], isTrue, rows: count, withValues: new Map(keys.map((key) => [key, count])) };
  });
  const known = new Set(conditions);
  return {
    numbers: subjects.map((subject) => ({ subject, size: 0 })),
    spaces: listSpaces([parts, parts], [known, known], subjects),
  };
}

/** Metrics of which each has values of its own, the first one condition, the others two. */
const writeMetrics = (conditions: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [one, other] = [conditions[at % conditions.length]!, conditions[(at * 5 + 1) % conditions.length]!];
    const value = at < conditions.length ? `[v${at}]` : `if ( ${other} , [v${at}] , 3 )`;
    return `sum ( if ( ${one} , ${value} , 2 ) )`;
  });

test.each([
  { metrics: 13, parts: 8192, rows: 40, told: 13, most: 2_000_000 },
  { metrics: 40, parts: 8192, rows: 40, told: 40, most: 5_000_000 },
  // Of each part a few rows or none, so that some metrics aren't told.
  { metrics: 40, parts: 1024, rows: 4, told: 36, most: 10_000_000 },
])("$metrics metrics over $parts parts of up to $rows rows take few steps", ({ metrics, parts, rows, told, most }) => {
  const conditions = listConditions(Math.log2(parts));
  const { numbers, spaces } = createSpaces(conditions, writeMetrics(conditions, metrics), rows);
  const chooser = new Chooser(spaces, fewest);
  chooser.add(numbers);
  expect(numbers.filter((one) => chooser.isTold(one)).length).toBe(told);
  expect(chooser.steps).toBeLessThan(most);
});

test("what takes too many steps isn't told", () => {
  const conditions = listConditions(8);
  const { numbers, spaces } = createSpaces(conditions, writeMetrics(conditions, 8), 40);
  const chooser = new Chooser(spaces, fewest, 1000);
  chooser.add(numbers);
  expect(numbers.some((one) => chooser.isTold(one))).toBe(false);
  expect(chooser.isOver).toBe(true);
});
