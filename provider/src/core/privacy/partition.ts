/**
 * What may be told of the values of a run: the only place that decides it. The conditions of the formulas that are told
 * and the groupings part a table's rows; a number is told only if every part that it could be told apart by has no row
 * or enough.
 */

import { formKey, readValue, type Value } from "../data";
import {
  type ReadRows,
  type Row,
  readCount,
  type ScratchTable,
  type ScratchTables,
  TooManyRows,
  tryRead,
} from "../scratch";
import { listFilteredTables, type Reading, type TableRows } from "../tables";
import { Chooser } from "./chooser";
import type { Ledger } from "./ledger";
import {
  countSums,
  formValuesKey,
  listConditions,
  listGroups,
  listSpaces,
  type Parts,
  type RowPart,
  type Subject,
  type SubjectNumber,
} from "./parts";

/** What isn't told: a value, both values of a metric, or groups. */
export type Untold = "value" | "values" | "groups";

/**
 * Why a number of a metric isn't told: `since from them a group of fewer than 5 rows could be worked out`; undefined:
 * it is.
 *
 * @param grouping see {@link Partition.add}.
 * @param group by its name; one without rows may be told.
 */
export type Told = (what: Untold, grouping: number, group?: string) => string | undefined;

/** What numbers of all rows have in the place of a grouping's number. */
const ofWhole = -1;

/** The tables of a grouping, at one time or at two; undefined: there is none at that time. */
type TableAtTimes = readonly (ScratchTable | undefined)[];

/** What counts the rows of a table at one time, in parts. */
interface Counts {
  /** The formulas that group. */
  readonly groups: readonly string[];
  /** What tells whether conditions are true; undefined: they are in all rows. */
  readonly conditions: ReadonlyMap<string, string | undefined>;
  readonly rows: ScratchTable;
  /** The tables that count the rows with values, by these. */
  readonly values: ReadonlyMap<string, ScratchTable>;
}

const explainTooMany = (why = "") =>
  `since conditions and groups divide the table into too many parts${why}. Compare fewer changes at once`;

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
    if (isWhole) return ofWhole;
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
        const keys = groupings.flatMap((one) => one[time]?.keyFormula ?? []);
        const { place, groups, conditions } = this.#choosePlace(rows, keys);
        const openTable = (value?: string) => {
          const table = tables.open(place.source, ...groups, ...[...conditions.values()].flatMap((one) => one ?? []));
          table.countRows(value);
          return table;
        };
        const values = [...this.#writeValues(place, time)].map(([key, value]) => [key, openTable(value)] as const);
        return { groups, conditions, rows: openTable(), values: new Map(values) };
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

  /**
   * What may be told of a metric, by its name; without one, of how many rows there are. Where the parts couldn't be
   * counted, nothing is.
   *
   * @param ledger what the run tells of other tables.
   */
  read(readRows: ReadRows, ledger: Ledger): (metric?: string) => Told {
    const [whole, cells] = (["whole", "cells"] as const).map((level) => this.#readParts(level, readRows));
    const isOpen = cells !== undefined && !(cells instanceof Error);
    const parts = isOpen ? cells : (whole ?? cells);
    const counts = this.#counts.get(isOpen ? "cells" : "whole") ?? this.#counts.get("cells") ?? [];
    const known = counts.map((one) => new Set(one?.conditions.keys()));
    const found = parts === undefined || parts instanceof Error ? undefined : this.#choose(parts, known, ledger);
    const explain = (what: Untold, uncounted: string | undefined): string => {
      const failed = [parts, ...(what === "groups" ? [cells] : [])].find((one) => one instanceof Error);
      if (failed instanceof TooManyRows) return explainTooMany(`: ${failed.message}`);
      if (failed !== undefined) return "since the rows behind it couldn't be counted";
      if (uncounted !== undefined) return uncounted;
      const from = { value: "it one", values: "them a value", groups: "them a group" }[what];
      return `since from ${from} of fewer than ${ledger.fewest} rows could be worked out`;
    };
    return (metric = "") => {
      const subject = this.#subjects.get(metric);
      const uncounted = subject && found?.explain(subject);
      return (what, grouping, group = "") => {
        const isWhole = grouping === ofWhole;
        const isKnown = subject !== undefined && found !== undefined && (isWhole || isOpen);
        const isTold = isKnown && found.isTold(subject, isWhole ? undefined : [grouping, group]);
        return isTold ? undefined : explain(what, uncounted);
      };
    };
  }

  /** The table itself, or the first that it reads in which all conditions can be counted. */
  #choosePlace(own: TableRows, keys: readonly string[]) {
    const places = own.listPlaces().flatMap((place) => {
      const groups = keys.map((key) => (place === own ? key : place.write(own.expand(key))));
      const conditions = this.#writeConditions(place, own);
      return groups.every((one) => one !== undefined) ? [{ place, groups, conditions }] : [];
    });
    const all = this.#listConditions().size;
    return places.find(({ conditions }) => conditions.size === all) ?? places[0]!;
  }

  #writeConditions(place: TableRows, own: TableRows): Map<string, string | undefined> {
    const homes = [own, ...this.times.flatMap((one) => (one === undefined || one === own ? [] : one))];
    const filters = new Set(place.listFilters());
    return new Map(
      [...this.#listConditions()].flatMap((condition): (readonly [string, string | undefined])[] => {
        if (filters.has(condition)) return [[condition, undefined]];
        const formula = homes.map((home) => place.write(condition, home)).find((one) => one !== undefined);
        return formula === undefined ? [] : [[condition, `If(${formula}, 1, 0)`]];
      }),
    );
  }

  /** In the order of the document. Those of nested aggregates can't be counted. */
  #listConditions(): ReadonlySet<string> {
    const readings = [...this.#subjects.values()].flatMap((one) => one.readings.flatMap((some) => some ?? []));
    return new Set(readings.filter((one) => !one.isNested).flatMap(listConditions));
  }

  /** What counts the rows that have what a subject calculates with at a time. */
  #writeValues(place: TableRows, time: number): Map<string, string> {
    const readings = [...this.#subjects.values()].flatMap((one) => one.readings[time] ?? []);
    return new Map(
      readings.flatMap(({ values }) => {
        const written = values.map((value) => place.write(value));
        const isWritten = written.length > 0 && written.every((one) => one !== undefined);
        return isWritten ? [[formValuesKey(values), written.map((one) => `IsNotNull(${one})`).join(" and ")]] : [];
      }),
    );
  }

  /** The parts of the table at each time; an error if they can't be counted; undefined: nobody asked. */
  #readParts(level: "whole" | "cells", readRows: ReadRows): Parts | Error | undefined {
    try {
      return this.#counts.get(level)?.map((one) => one && this.#readTime(one, readRows));
    } catch (error) {
      return error as Error;
    }
  }

  #readTime({ rows: table, values, groups, conditions }: Counts, readRows: ReadRows): RowPart[] {
    const found = readRows(table);
    const isTrue = (row: Row) => (formula: string | undefined) =>
      formula === undefined || readCount(row[table.nameKey(formula)]) === 1;
    const formName = (row: Row) => JSON.stringify(table.keys.map((key) => formKey(readValue(row[key]))));
    const count = table.countRows();
    if (!found.every((row) => [count, ...table.keys].every((column) => Object.hasOwn(row, column))))
      throw new Error("the platform returned no counts");
    const withValues = [...values].map(([key, counting]) => {
      const [column] = counting.calculations;
      const counted = tryRead(() => readRows(counting)) ?? [];
      const byName = new Map(counted.map((row) => [formName(row), readCount(row[column!])] as const));
      // What the platform didn't count may be of few rows.
      return [key, (name: string) => byName.get(name) ?? Number.NaN] as const;
    });
    return found.map((row) => ({
      groups: groups.map((formula) => this.formGroup(readValue(row[table.nameKey(formula)]))),
      isTrue: new Set([...conditions].flatMap(([condition, formula]) => (isTrue(row)(formula) ? condition : []))),
      rows: readCount(row[count]) ?? 0,
      withValues: new Map(withValues.map(([key, read]) => [key, read(formName(row))])),
    }));
  }

  /** Chooses numbers in the order of the document: all wholes, then groups. */
  #choose(parts: Parts, known: readonly ReadonlySet<string>[], ledger: Ledger) {
    const spaces = listSpaces(parts, known, [...this.#subjects.values()]);
    const all = this.#subjects.get("");
    const metrics = [...new Map([...this.#subjects].map(([name, one]) => [name === "" ? "" : one.key, one])).values()];
    // What is told of the rows alone comes last, unless a metric reads the same.
    const isMetric = (one: Subject) => one !== all;
    const chooser = new Chooser(spaces, ledger.fewest);
    const numbers = new Map<string, SubjectNumber>();
    const formName = ({ key }: Subject, group?: readonly [number, string]) => JSON.stringify([key, group]);
    const origins = new Set(this.times.flatMap((one) => one?.listOrigins() ?? []));
    const owner = JSON.stringify(this.times.map((one) => one?.source));
    const describe = (number: SubjectNumber) => {
      const [grouping, group] = number.group ?? [];
      const by =
        grouping === undefined ? [] : this.#groupings[grouping]!.map((table, time) => this.#nameKey(table, time));
      return {
        owner,
        origins,
        of: JSON.stringify([by[0], group]),
        rows: spaces.flatMap((space) => countSums(space, number)),
      };
    };
    const keep = (number: SubjectNumber) => {
      numbers.set(formName(number.subject, number.group), number);
      return ledger.isApart(describe(number));
    };
    const addWholes = (some: readonly Subject[]) =>
      chooser.add(some.map((subject): SubjectNumber => ({ subject, size: 0 })).filter(keep));
    addWholes(metrics.filter(isMetric));
    const groups = listGroups(parts);
    for (const subject of metrics.filter(isMetric)) {
      const own = groups.map((one): SubjectNumber => ({ subject, ...one })).filter(keep);
      chooser.addGroups(own, this.#groupings.length);
    }
    if (all !== undefined && !numbers.has(formName(all))) addWholes([all]);
    for (const one of numbers.values()) if (chooser.isTold(one)) ledger.add(describe(one));
    return {
      // What has no row has no number.
      isTold: (subject: Subject, group?: readonly [number, string]) => {
        const number = numbers.get(formName(subject, group));
        return number === undefined || chooser.isTold(number);
      },
      explain: (subject: Subject): string | undefined => {
        if (chooser.isOver) return explainTooMany();
        if (spaces.some((space) => space.listSums({ subject, size: 0 } as SubjectNumber) !== undefined))
          return undefined;
        const conditions = subject.readings.flatMap((some) => some?.flatMap(listConditions) ?? []);
        const open = conditions.find((one) => known.every((some) => !some.has(one)));
        if (open === undefined) return "since its conditions before and after have no columns in common";
        const [filtered] = listFilteredTables(open);
        if (filtered !== undefined)
          return (
            `since what the filters of the table \`${filtered}\` leave out can't be counted here. Read a table ` +
            "without filters"
          );
        const isNested = subject.readings.flatMap((some) => some ?? []).some((one) => one.isNested);
        return isNested
          ? `since the rows of its condition \`${open}\` can't be counted, beside or inside of another aggregate`
          : `since the rows of its condition \`${open}\` can't be counted. Have visible columns in the table with ` +
              "what it reads";
      },
    };
  }

  /** By what a table groups, in the words of its columns' sources. */
  #nameKey(table: ScratchTable | undefined, time: number): string | undefined {
    return table && this.times[time]?.expand(table.keyFormula);
  }
}
