/**
 * What may be told of the values of a run: the only place that decides it. A value is told if at least so many rows are
 * behind it, and so are those that anybody gets by subtracting told values from each other.
 */

import { formatValue, formKey, readValue, toPlain, type Value } from "../data";
import { type Node, parseFormula } from "../formula";
import type { Reading } from "./behind";
import { type CellSpace, Chooser, type Tellable, type Told } from "./cells";
import { listLeaves, type TableRows } from "./rows";
import type { ExportResult } from "./run";
import type { Row, ScratchTable, ScratchTables } from "./scratch";
import { readCount, type Verdict } from "./values";

/** Rows that are behind a told value, unless the setting `fewestRows` says otherwise. */
export const defaultFewestRows = 5;

/** The tables of a grouping, at one time or at two; undefined: there is none at that time. */
type TableAtTimes = readonly (ScratchTable | undefined)[];

/** What a metric reads, at each time; undefined: it isn't there. Metrics that read the same are one. */
interface Subject {
  readonly key: string;
  readonly readings: readonly (readonly Reading[] | undefined)[];
}

/** A number of a subject: of all rows, or of a group. */
interface SubjectNumber extends Tellable {
  readonly subject: Subject;
  /** Undefined: the whole. */
  readonly group?: readonly [grouping: number, name: string];
}

/** What counts the rows of a table at one time, in parts. */
interface Counts {
  readonly rows: ScratchTable;
  /** The tables that count the rows with values, by these. */
  readonly values: ReadonlyMap<string, ScratchTable>;
}

/** Rows of one part of a table. */
interface RowPart {
  readonly groups: readonly string[];
  /** Conditions that are true for them. */
  readonly isTrue: ReadonlySet<string>;
  readonly rows: number;
  readonly withValues: ReadonlyMap<string, number>;
}

/** What is read of all rows, where no metric is. */
const allRows: Reading = { requires: [], splits: [], values: [], isNested: false };

/** What a run asks of a table: the whole, and groupings. */
export class Partition {
  #whole: TableAtTimes | undefined;
  readonly #groupings: TableAtTimes[] = [];
  /** By the names of metrics, in the order of the document. */
  readonly #subjects = new Map<string, Subject>();
  readonly #counts = new Map<"whole" | "cells", readonly (Counts | undefined)[]>();

  /**
   * @param times the table at each time; undefined: there is none.
   * @param formGroup the name of a group, from its value in an export.
   */
  constructor(
    private readonly times: readonly (TableRows | undefined)[],
    private readonly formGroup: (value: Value) => string = formKey,
  ) {}

  /** Adds tables whose groups are told: all rows are one group of the whole. @returns the number of the grouping. */
  add(tables: TableAtTimes, isWhole: boolean): number {
    if (isWhole) this.#whole = tables;
    if (isWhole) return -1;
    const known = this.#groupings.findIndex((one) => one.every((table, time) => table?.key === tables[time]?.key));
    return known < 0 ? this.#groupings.push(tables) - 1 : known;
  }

  /** Counts the rows behind a metric; without one, all. */
  count(metric = ""): void {
    const readings = this.times.map((rows) => {
      const read = metric === "" ? [allRows] : rows?.readMetric(metric);
      const filters = rows?.listFilters() ?? [];
      return rows && read?.map((one) => ({ ...one, requires: [...filters, ...one.requires] }));
    });
    this.#subjects.set(metric, { key: JSON.stringify(readings), readings });
  }

  /** Opens the tables that count, so that no failing value keeps the others from being counted. */
  open(tables: ScratchTables): void {
    const openCounts = (isThere: TableAtTimes, groupings: readonly TableAtTimes[]) =>
      this.times.map((rows, time): Counts | undefined => {
        if (rows === undefined || isThere[time] === undefined) return undefined;
        const groups = groupings.flatMap((one) => one[time]?.keyFormula ?? []);
        const conditions = [...this.#writeConditions(time).values()].flatMap((one) => one ?? []);
        const openTable = (value?: string) => {
          const table = tables.open(rows.source, ...groups, ...conditions);
          table.countRows(value);
          return table;
        };
        const values = [...this.#writeValues(time)].map(([key, value]) => [key, openTable(value)] as const);
        return { rows: openTable(), values: new Map(values) };
      });
    const [first] = this.#groupings;
    if (this.#whole !== undefined) this.#counts.set("whole", openCounts(this.#whole, []));
    if (first !== undefined) this.#counts.set("cells", openCounts(first, this.#groupings));
  }

  /** The tables that count groups. */
  listGroupCounts(): readonly ScratchTable[] {
    const counts = this.#counts.get("cells") ?? [];
    return counts.flatMap((one) => (one === undefined ? [] : [one.rows, ...one.values.values()]));
  }

  /** What may be told of a metric, by its name. Where the parts couldn't be counted, nothing is. */
  read(rows: ReadonlyMap<string, ExportResult>, fewest: number): (metric?: string) => Told {
    const [whole, cells] = (["whole", "cells"] as const).map((level) => this.#readParts(level, rows));
    const chosen = [cells, whole].find((parts) => parts !== undefined && !(parts instanceof Error));
    const failed = [whole, cells].find((parts) => parts instanceof Error) as Error | undefined;
    const found = chosen === undefined ? undefined : this.#choose(chosen as Parts, chosen === cells, fewest);
    return (metric = "") => {
      const subject = this.#subjects.get(metric);
      if (found === undefined || subject === undefined)
        return { isWholeTold: false, isTold: () => false, why: failed?.message };
      const isOpen = cells !== undefined && !(cells instanceof Error);
      return {
        isWholeTold: found.isTold(subject),
        isTold: (grouping, group) => isOpen && found.isTold(subject, [grouping, group]),
        why: found.explain(subject),
      };
    };
  }

  /** The conditions that can be counted at a time; undefined: in all rows true. */
  #writeConditions(time: number): Map<string, string | undefined> {
    const own = this.times[time];
    const written = new Map<string, string | undefined>();
    if (own === undefined) return written;
    const filters = new Set(own.listFilters());
    for (const condition of this.#listConditions()) {
      const homes = [own, ...this.times.filter((one) => one !== undefined && one !== own)] as TableRows[];
      const formula = homes.map((home) => own.write(condition, home)).find((one) => one !== undefined);
      if (filters.has(condition)) written.set(condition, undefined);
      else if (formula !== undefined) written.set(condition, `If(${formula}, 1, 0)`);
    }
    return written;
  }

  /** In the order of the document. Those of nested aggregates can't be counted. */
  #listConditions(): ReadonlySet<string> {
    const readings = [...this.#subjects.values()].flatMap((one) => one.readings.flatMap((some) => some ?? []));
    return new Set(readings.filter((one) => !one.isNested).flatMap(listConditions));
  }

  /** What counts the rows that have what a subject calculates with at a time. */
  #writeValues(time: number): Map<string, string> {
    const own = this.times[time];
    const readings = [...this.#subjects.values()].flatMap((one) => one.readings[time] ?? []);
    return new Map(
      readings.flatMap(({ values }) => {
        const written = values.map((value) => own?.write(value));
        const isWritten = written.length > 0 && written.every((one) => one !== undefined);
        return isWritten ? [[formKeyOf(values), written.map((one) => `IsNotNull(${one})`).join(" and ")]] : [];
      }),
    );
  }

  /** The parts of the table at each time; an error if they can't be counted; undefined: nobody asked. */
  #readParts(level: "whole" | "cells", rows: ReadonlyMap<string, ExportResult>): Parts | Error | undefined {
    const counts = this.#counts.get(level);
    if (counts === undefined) return undefined;
    const groupings = level === "whole" ? [] : this.#groupings;
    const parts: (readonly RowPart[] | undefined)[] = [];
    for (const [time, one] of counts.entries()) {
      const found = one && this.#readTime(one, groupings, time, rows);
      if (found instanceof Error) return found;
      parts.push(found);
    }
    return parts;
  }

  #readTime(
    { rows: table, values }: Counts,
    groupings: readonly TableAtTimes[],
    time: number,
    rows: ReadonlyMap<string, ExportResult>,
  ): RowPart[] | Error {
    const found = rows.get(table.exportId) ?? new Error("its rows weren't counted");
    if (found instanceof Error) return found;
    const conditions = [...this.#writeConditions(time)];
    const always = conditions.flatMap(([condition, formula]) => (formula === undefined ? condition : []));
    const keyed = conditions.flatMap(([condition, formula]) => (formula === undefined ? [] : [[condition, formula]]));
    const keys = keyed.map(([condition, formula]) => [condition!, table.nameKey(formula!)] as const);
    const formName = (row: Row) => JSON.stringify(table.keys.map((key) => formKey(readValue(row[key]))));
    const count = table.countRows();
    if (!found.every((row) => [count, ...table.keys].every((column) => Object.hasOwn(row, column))))
      return new Error("the platform returned no counts");
    const withValues = [...values].map(([key, counting]) => {
      const counted = rows.get(counting.exportId);
      const [column] = counting.calculations;
      const isRead = counted !== undefined && !(counted instanceof Error);
      // What can't be counted fails as a value, too.
      return [key, new Map(isRead ? counted.map((row) => [formName(row), readCount(row[column!]) ?? 0]) : [])] as const;
    });
    return found.map((row) => ({
      groups: groupings.map((one) => this.formGroup(readValue(row[one[time]?.key ?? ""]))),
      isTrue: new Set([...always, ...keys.filter(([, key]) => readCount(row[key]) === 1).map(([one]) => one)]),
      rows: readCount(row[count]) ?? 0,
      withValues: new Map(withValues.map(([key, counted]) => [key, counted.get(formName(row)) ?? 0])),
    }));
  }

  /** Chooses numbers in the order of the document: all wholes, then groups. */
  #choose(parts: Parts, hasGroups: boolean, fewest: number) {
    const known = this.times.map((_, time) => new Set(this.#writeConditions(time).keys()));
    const spaces = listSpaces(parts, known, [...this.#subjects.values()]);
    const subjects = new Map([...this.#subjects.values()].map((one) => [one.key, one]));
    const chooser = new Chooser(spaces, fewest);
    const told = new Map<string, SubjectNumber>();
    const formName = ({ key }: Subject, group?: readonly [number, string]) => JSON.stringify([key, group]);
    for (const subject of subjects.values()) {
      const whole: SubjectNumber = { subject, size: 0 };
      told.set(formName(subject), whole);
      chooser.add(whole);
    }
    const groupings = hasGroups ? this.#groupings.length : 0;
    const sizes = new Map<string, readonly [group: readonly [number, string], size: number]>();
    for (const part of parts.flatMap((some) => some ?? []))
      for (const [at, name] of part.groups.entries()) {
        const key = JSON.stringify([at, name]);
        sizes.set(key, [[at, name], (sizes.get(key)?.[1] ?? 0) + part.rows]);
      }
    for (const subject of subjects.values()) {
      const groups = [...sizes.values()].map(([group, size]): SubjectNumber => ({ subject, group, size }));
      for (const one of groups) told.set(formName(subject, one.group), one);
      chooser.addGroups(groups, groupings);
    }
    return {
      // What has no row has no number.
      isTold: (subject: Subject, group?: readonly [number, string]) => {
        const number = told.get(formName(subject, group));
        return number === undefined || chooser.isTold(number);
      },
      explain: (subject: Subject): string | undefined => {
        if (spaces.some((space) => space.listSums({ subject, size: 0 } as SubjectNumber) !== undefined))
          return undefined;
        const conditions = subject.readings.flatMap((some) => some?.flatMap(listConditions) ?? []);
        const open = conditions.find((one) => known.every((some) => !some.has(one)));
        return `the rows of its condition ${open ?? conditions[0]} can't be counted: its columns must be visible ones of the table`;
      },
    };
  }
}

/** The parts of a table, at each time. */
type Parts = readonly (readonly RowPart[] | undefined)[];

const listConditions = ({ requires, splits }: Reading): string[] => [...requires, ...splits];

const formKeyOf = (values: readonly string[]) => JSON.stringify(values);

/** Cells by the conditions that can be counted at both times, and by those of one. */
function listSpaces(parts: Parts, known: readonly ReadonlySet<string>[], subjects: readonly Subject[]): CellSpace[] {
  const times = parts.flatMap((some, time) => (some === undefined ? [] : time));
  const all = [...new Set(times.flatMap((time) => [...known[time]!]))];
  const common = all.filter((one) => times.every((time) => known[time]!.has(one)));
  const own = times.filter((time) => known[time]!.size > common.length);
  return [
    openSpace(parts, times, common, subjects),
    ...own.map((time) => openSpace(parts, [time], [...known[time]!], subjects)),
  ];
}

interface SpaceCell {
  readonly groups: readonly string[];
  readonly isTrue: ReadonlySet<string>;
  readonly rows: number[];
  readonly withValues: ReadonlyMap<string, number>[];
}

function openSpace(
  parts: Parts,
  times: readonly number[],
  conditions: readonly string[],
  subjects: readonly Subject[],
): CellSpace {
  const cells = new Map<string, SpaceCell>();
  for (const [at, time] of times.entries())
    for (const { groups, isTrue, rows, withValues } of parts[time]!) {
      const own = conditions.filter((one) => isTrue.has(one));
      const key = JSON.stringify([groups, own]);
      const none = { groups, isTrue: new Set(own), rows: times.map(() => 0), withValues: times.map(() => new Map()) };
      const cell = cells.get(key) ?? none;
      cells.set(key, cell);
      cell.rows[at]! += rows;
      const added = [...withValues].map(
        ([name, count]) => [name, (cell.withValues[at]!.get(name) ?? 0) + count] as const,
      );
      cell.withValues[at] = new Map(added);
    }
  const list = [...cells.values()];
  const isKnown = new Set(conditions);
  const sums = new Map<Tellable, ReturnType<CellSpace["listSums"]>>();
  const listSums = (number: Tellable) => {
    if (!sums.has(number)) sums.set(number, listNumberSums(number as SubjectNumber, list, times, isKnown));
    return sums.get(number);
  };
  const values = times.flatMap((time, at) => {
    const keys = new Set(subjects.flatMap(({ readings }) => readings[time]?.map((one) => formKeyOf(one.values)) ?? []));
    return [...keys]
      .filter((key) => list.some(({ withValues }) => withValues[at]!.has(key)))
      .map((key) => [at, key] as const);
  });
  return {
    listSums,
    counts: [
      { rows: list.map(({ rows }) => rows), isOf: () => true },
      ...values.map(([at, key]) => ({
        rows: list.map(({ withValues }) => [withValues[at]!.get(key) ?? 0]),
        isOf: (number: Tellable) => isRelated((number as SubjectNumber).subject, key),
      })),
    ],
  };
}

/** Whether a subject calculates with something of which such values are made, too. */
function isRelated({ readings }: Subject, key: string): boolean {
  const leaves = new Set((JSON.parse(key) as string[]).flatMap(listLeaves));
  const own = readings.flatMap((some) => some?.flatMap(({ values }) => values) ?? []);
  return own.flatMap(listLeaves).some((leaf) => leaves.has(leaf));
}

/** The sums that a number may be taken apart into, by all conditions of its own. */
function listNumberSums(
  { subject, group }: SubjectNumber,
  cells: readonly SpaceCell[],
  times: readonly number[],
  isKnown: ReadonlySet<string>,
): (readonly [number, string])[] | undefined {
  const all = subject.readings.flatMap((readings, time) => readings?.map((reading) => [time, reading] as const) ?? []);
  if (all.some(([, one]) => listConditions(one).some((condition) => one.isNested || !isKnown.has(condition))))
    return undefined;
  return all.flatMap(([time, { requires, splits, values }]) => {
    const inside = cells.flatMap((cell, index) => {
      const isMeant = requires.every((one) => cell.isTrue.has(one));
      const isIn = group === undefined || cell.groups[group[0]] === group[1];
      if (!isMeant || !isIn) return [];
      const part = splits.map((one) => [one, cell.isTrue.has(one)]);
      return [{ cell, index, sum: JSON.stringify([group ?? [], [...new Set(requires)].sort(), part]) }];
    });
    const at = times.indexOf(time);
    const key = formKeyOf(values);
    const isCounted = at >= 0 && inside.some(({ cell }) => cell.withValues[at]!.has(key));
    // A part without values adds nothing.
    const isThere = ({ cell }: { readonly cell: SpaceCell }) => !isCounted || cell.withValues[at]!.get(key) !== 0;
    const there = new Set(inside.filter(isThere).map(({ sum }) => sum));
    return inside.flatMap(({ index, sum }) => (there.has(sum) ? [[index, sum] as const] : []));
  });
}

/** The unit of a period of at least a day, which is nobody's; undefined: the formula is none. */
export function readPeriod(formula: string): string | undefined {
  const { root } = parseFormula(formula);
  if (root.kind !== "call" || root.name.text.toLowerCase() !== "datetrunc" || root.args.length !== 2) return undefined;
  const [unit, column] = root.args as [Node, Node];
  const [, name] = unit.kind === "text" ? (/^["'](year|quarter|month|week|day)["']$/i.exec(unit.token.text) ?? []) : [];
  return column.kind === "reference" ? name?.toLowerCase() : undefined;
}

/** A value as a report has it. A text is what a row says, however many there are. */
export function tellValue(value: Value, isTold: boolean, none?: string): Pick<Verdict, "value" | "found"> {
  if (value.type === "text") return { value: null, found: "a text, which isn't shown" };
  return isTold ? { value: toPlain(value), found: formatValue(value, none) } : { value: null, found: fewRows };
}

/** What stands in the place of a value of few rows. */
export const fewRows = "a value of few rows, which isn't shown";
