import { Random } from "../../../../emulator/src/generate/random";
import { readPeriod } from "../../../../provider/src/core/checks/grouping";
import { Chooser, type Tellable } from "../../../../provider/src/core/privacy/chooser";
import { attack } from "./attacker";

const fewest = 5;

/** Rows that no grouping keeps apart. */
interface Cell {
  readonly groups: readonly string[];
  readonly rows: readonly number[];
}

/** What is told of one metric: the whole, and groups. */
function chooseTold(cells: readonly Cell[], bound: number) {
  const sums = new Map<Tellable, [number, number][]>();
  const whole = { size: 0 };
  sums.set(
    whole,
    cells.map((_, index) => [index, 0]),
  );
  const byName = new Map<string, { size: number }>();
  for (const [index, { groups, rows }] of cells.entries())
    for (const [at, group] of groups.entries()) {
      const name = JSON.stringify([at, group]);
      const number = byName.get(name) ?? { size: 0 };
      number.size += Math.max(...rows);
      byName.set(name, number);
      const known = sums.get(number) ?? [];
      sums.set(number, known);
      // The whole is the sum 0.
      known.push([index, [...byName.keys()].indexOf(name) + 1]);
    }
  const counts = [{ rows: cells.map(({ rows }) => rows), isOf: () => true, isReadBy: () => true }];
  const chooser = new Chooser([{ listSums: (number) => sums.get(number), counts }], bound);
  chooser.add([whole]);
  chooser.addGroups([...byName.values()], cells[0]?.groups.length ?? 0);
  return {
    isWholeTold: chooser.isTold(whole),
    isTold: (at: number, group: string) => {
      const number = byName.get(JSON.stringify([at, group]));
      return number === undefined || chooser.isTold(number);
    },
  };
}

/** Rows of a table, by their groups in each grouping. */
type Rows = readonly (readonly string[])[];

function countCells(rows: Rows): Cell[] {
  const cells = new Map<string, { groups: readonly string[]; rows: [number] }>();
  for (const groups of rows) {
    const key = JSON.stringify(groups);
    const cell = cells.get(key) ?? { groups, rows: [0] as [number] };
    cell.rows[0]++;
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** What is told of a table: for each value the rows that it is a sum of. */
function listTold(rows: Rows): number[][] {
  const { isWholeTold, isTold } = chooseTold(countCells(rows), fewest);
  const groups = (rows[0] ?? []).flatMap((_, grouping) =>
    [...new Set(rows.map((row) => row[grouping]!))]
      .filter((group) => isTold(grouping, group))
      .map((group) => rows.map((row) => (row[grouping] === group ? 1 : 0))),
  );
  return isWholeTold ? [rows.map(() => 1), ...groups] : groups;
}

test("the attacker finds what is told without a rule", () => {
  const rows: Rows = [
    ...Array.from({ length: 8 }, () => ["north", "a"]),
    ["north", "ann"],
    ...Array.from({ length: 9 }, () => ["south", "b"]),
  ];
  const mark = (grouping: number, group: string) => rows.map((row) => (row[grouping] === group ? 1 : 0));
  const all = rows.map(() => 1);
  // The whole minus the shown groups; a group minus what is in it; and a value of its own.
  expect(attack([all, mark(1, "a"), mark(1, "b")], rows.length, fewest)).toEqual([8]);
  expect(attack([mark(0, "north"), mark(1, "a")], rows.length, fewest)).toEqual([8]);
  expect(attack([mark(1, "ann")], rows.length, fewest)).toEqual([8]);
  expect(attack([all, mark(0, "north")], rows.length, fewest)).toBeUndefined();
});

const tables = Array.from({ length: 300 }, (_, seed) => seed);
test("no sum or difference of told values is of fewer rows, whatever the groupings of a run", () => {
  let shown = 0;
  for (const seed of tables) {
    const random = new Random(seed);
    // The first ones are many.
    const pick = (count: number) => Math.floor(random.drawNext() ** 2 * count);
    const groupings = 1 + pick(5);
    const sizes = Array.from({ length: groupings }, () => 2 + pick(6));
    const rows: Rows = Array.from({ length: 3 + pick(60) }, () => {
      const groups: string[] = [];
      // Some groupings are inside of others, as cities are in regions.
      for (const size of sizes)
        groups.push(groups.length > 0 && size % 2 === 0 ? `${groups.at(-1)}/${pick(size)}` : `${pick(size)}`);
      return groups;
    });
    const told = listTold(rows);
    shown += told.length;
    expect({ seed, found: attack(told, rows.length, fewest) }).toEqual({ seed, found: undefined });
  }
  // It isn't that nothing is told.
  expect(shown).toBeGreaterThan(2.5 * tables.length);
});

test("a group that is left out takes the next smallest along, and what few rows move isn't told", () => {
  const list = (cells: readonly (readonly [string, ...number[]])[]) => {
    const told = chooseTold(
      cells.map(([group, ...rows]) => ({ groups: [group], rows })),
      fewest,
    );
    return [told.isWholeTold ? "whole" : [], cells.map(([group]) => (told.isTold(0, group) ? group : []))].flat(2);
  };
  expect(
    list([
      ["a", 9],
      ["b", 20],
      ["c", 1],
    ]),
  ).toEqual(["whole", "b"]);
  expect(
    list([
      ["a", 9],
      ["b", 20],
      ["c", 2],
      ["d", 3],
    ]),
  ).toEqual(["whole", "a", "b"]);
  expect(
    list([
      ["a", 9],
      ["b", 20],
    ]),
  ).toEqual(["whole", "a", "b"]);
  expect(
    list([
      ["a", 2],
      ["b", 2],
    ]),
  ).toEqual([]);
  // One row came: the difference of the two times is its value.
  expect(
    list([
      ["a", 9, 10],
      ["b", 20, 20],
    ]),
  ).toEqual(["b"]);
  expect(
    list([
      ["a", 9, 0],
      ["b", 20, 20],
    ]),
  ).toEqual(["whole", "a", "b"]);
});

test("a timeline and many small places are told beside each other", () => {
  const cells = Array.from({ length: 36 * 300 }, (_, index): Cell => {
    const [month, place] = [index % 36, Math.floor(index / 36)];
    return { groups: [`m${month}`, `p${place}`], rows: [place < 40 ? 9 + month : place % 4] };
  });
  const { isTold } = chooseTold(cells, fewest);
  expect(Array.from({ length: 36 }, (_, month) => isTold(0, `m${month}`))).not.toContain(false);
  expect(Array.from({ length: 300 }, (_, place) => isTold(1, `p${place}`)).filter(Boolean).length).toBeGreaterThan(200);
});

test.each([
  ['DateTrunc("day", [Paid At])', "day"],
  [' datetrunc( "Month" , [Paid At] ) ', "month"],
  ['DateTrunc("day", [Paid At]) & [Email]', undefined],
  ['DateTrunc("day", [Paid At] & [Email])', undefined],
  ['DateTrunc("hour", [Paid At])', undefined],
  ['DateTrunc("day", DateAdd("hour", [Id], [Paid At]))', undefined],
  ['If(True, DateTrunc("day", [Paid At]), [Email])', undefined],
  ["[Paid At]", undefined],
])("%s is a period: %s", (formula, unit) => {
  expect(readPeriod(formula)).toBe(unit);
});
