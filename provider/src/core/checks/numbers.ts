/** The values of metrics at two times, read side by side: compiled into a scratch workbook, and compared. */

import {
  compareValues,
  formLooseKey,
  getFamily,
  isSameValue,
  noValue,
  type PlainValue,
  toPlain,
  type Value,
} from "../data";
import type { JsonObject } from "../model/json";
import { getColumnName } from "../model/references";
import { readMetric } from "./compile";
import {
  bounds,
  type Candidate,
  chooseCandidates,
  explainRules,
  isAmong,
  nameGrouping,
  openCandidates,
  type TableAtTime,
} from "./dimensions";
import { type MovedGroup, measureExplanation } from "./explain";
import { formatGroup, type GroupValue, groupBy, readGroups } from "./groups";
import { Ledger } from "./ledger";
import { type CheckedModel, findSoleConnection, ModelIndex } from "./model";
import { Partition, type Told } from "./partition";
import { readPeriod } from "./privacy";
import type { DimensionRules } from "./read";
import { readTables } from "./reading";
import { explain } from "./results";
import { createFindIndex, type FindIndex, TableRows } from "./rows";
import type { ExportResult, ScratchPlace } from "./run";
import { type ScratchTable, ScratchTables, TooManyRows } from "./scratch";

/** What is compared of a table. */
export interface NumberQuestion {
  /** The table, by its id or name in both models. */
  readonly table: string;
  /** What people call it. */
  readonly label: string;
  /** Names of metrics. */
  readonly metrics: readonly string[];
  /** Formulas over the table's columns that group; undefined: the one that explains most of the move. */
  readonly by?: readonly string[] | undefined;
  readonly dimensions?: DimensionRules | undefined;
}

/** A data model at the two times; undefined: there is none. */
export type BothSides = readonly [before: CheckedModel | undefined, after: CheckedModel | undefined];

/** A value at the two times; null: none. */
export interface NumberChange {
  readonly group: string;
  readonly before: PlainValue;
  readonly after: PlainValue;
}

/** A metric at the two times, as a whole or by groups. */
export interface NumberDifference {
  readonly table: string;
  readonly metric: string;
  /** The formula that groups; null: the whole. */
  readonly by: string | null;
  /** What people call the grouping; null: the whole. */
  readonly dimension: string | null;
  /** Groups that were compared. */
  readonly groups: number;
  /** Groups that differ. */
  readonly changed: number;
  /** Those that moved most, the largest first. */
  readonly changes: readonly NumberChange[];
  /** Groups whose values aren't told; of the whole 1. */
  readonly small: number;
  /** Why: `since from them a group of fewer than 5 rows could be worked out`. */
  readonly untold?: string | undefined;
  /** Of the whole: how many rows the table has at the two times, where that may be told. */
  readonly rows?: readonly [before: number, after: number];
  /** Whether there are more groups than are read. */
  readonly tooMany?: boolean;
  /** The side that can't say it: what is asked for isn't there. */
  readonly missing?: "before" | "after" | undefined;
  /** Why nothing could be compared. */
  readonly reason?: string | undefined;
  /** Why, without the platform's own words: a warehouse quotes values in them. */
  readonly shortReason?: string | undefined;
}

/** Groups of which the values are told. */
const mostChanges = 5;

/** A question, and the models that it is asked of. */
export interface AskedNumbers {
  readonly sides: BothSides;
  readonly question: NumberQuestion;
}

/** How numbers are compared. */
export interface NumberOptions {
  /** See {@link defaultFewestRows}. */
  readonly fewestRows: number;
  /** Models that the compared ones read, where they are known. */
  readonly others?: readonly CheckedModel[];
  /** Columns of a model that the platform knows to have dates, as `elementId/name` with the platform's id. */
  listDates(model: CheckedModel): Promise<ReadonlySet<string>>;
}

/** What {@link compareNumbers} finds, and what there is to say of it. */
export interface ComparedNumbers {
  readonly numbers: readonly NumberDifference[];
  readonly notes: readonly string[];
  /** Formulas that were asked for, and that the rules of a table don't let group. */
  readonly refused: readonly string[];
}

/**
 * Compares metrics at two times: as a whole, and by what is asked for, or by the one grouping that explains most of the
 * move. Two workbooks at most, each of which has an element for each metric, table, time and grouping. The elements of
 * tables on one connection are one export, so requests grow neither with groupings nor with groups.
 */
export async function compareNumbers(
  place: ScratchPlace,
  asked: readonly AskedNumbers[],
  { fewestRows, listDates, others = [] }: NumberOptions,
): Promise<ComparedNumbers> {
  const tables = new ScratchTables();
  const models = new Map(
    asked.flatMap(({ sides }) => sides.flatMap((one) => (one === undefined ? [] : [[one.id, one]]))),
  );
  const readDates = async (model: CheckedModel) => [model.id, await listDates(model)] as const;
  const isOpen = asked.some(({ question }) => question.by === undefined);
  const dates = new Map(isOpen ? await Promise.all([...models.values()].map(readDates)) : []);
  const openIndex = (model: CheckedModel) => new ModelIndex(model, () => undefined);
  const findIndex = createFindIndex([...models.values(), ...others], openIndex);
  const compared = asked.map((one) => new TableNumbers(tables, one, { dates, findIndex }));
  const rows = new Map<string, ExportResult>();
  let read = 0;
  const readOpened = async (isBundled: (table: ScratchTable) => boolean) => {
    const opened = tables.list().slice(read);
    read = tables.list().length;
    const findBundle = (table: ScratchTable) =>
      (isBundled(table) && findSoleConnection(String(table.source.dataModelId), models)) || table.joinKey;
    for (const one of await readTables(place, opened, [...groupBy(opened, findBundle).values()])) rows.set(...one);
  };
  // Groups that somebody asks for may be many.
  await readOpened(({ isWhole }) => isWhole);
  for (const one of compared) one.openParts(rows);
  const isOfGroups = new Set(compared.flatMap((one) => one.listGroupCounts()));
  await readOpened((table) => isOpen || !isOfGroups.has(table));
  const ledger = new Ledger(fewestRows);
  const found = compared.map((one) => one.compare(rows, ledger));
  return {
    numbers: found.flatMap((one) => one.numbers),
    notes: found.flatMap((one) => one.notes),
    refused: found.flatMap((one) => one.refused),
  };
}

/** A metric in a table of the scratch workbook. */
interface MetricTable {
  readonly scratch: ScratchTable;
  readonly column: string;
  readonly rows: string;
  calculateNoRows(): Value;
}

/** Metrics by a formula, or as a whole, at both times. */
interface Grouping {
  readonly by: string | null;
  /** By metric; undefined: a time lacks the table, the metric, or what groups. */
  readonly metrics: ReadonlyMap<string, readonly (MetricTable | undefined)[]>;
  readonly partition: Partition;
  /** Its number in the partition. */
  readonly number: number;
}

/** What the tables of a run have in common. */
interface Surroundings {
  readonly dates: ReadonlyMap<string, ReadonlySet<string>>;
  readonly findIndex: FindIndex;
}

/** The metrics of one table. */
class TableNumbers {
  readonly #indexes: readonly (ModelIndex | undefined)[];
  readonly #rows: readonly (TableRows | undefined)[];
  readonly #whole: ReadonlyMap<string, readonly (MetricTable | undefined)[]>;
  readonly #candidates: readonly Candidate[];
  readonly #rules: DimensionRules;
  #groupings: readonly Grouping[];
  readonly #notes: string[] = [];
  readonly #refused: string[] = [];
  readonly #unread = new Set<string>();

  constructor(
    private readonly tables: ScratchTables,
    private readonly asked: AskedNumbers,
    { dates, findIndex }: Surroundings,
  ) {
    const { sides, question } = asked;
    this.#rules = question.dimensions ?? { never: [] };
    this.#indexes = sides.map((model) => model && new ModelIndex(model, () => undefined));
    this.#rows = this.#indexes.map((index) => {
      const table = index?.findTable(question.table, []);
      return table && new TableRows(index!, table, findIndex);
    });
    this.#whole = this.#openMetrics(null);
    this.#groupings = this.#open([null, ...this.#listAllowed(question.by ?? [])]);
    const times = this.#indexes.flatMap((index): TableAtTime[] => {
      const table = index?.findTable(question.table, []);
      if (index === undefined || table === undefined) return [];
      const known = dates.get(index.model.id);
      const isDate = (name: string) => known?.has(`${index.findPlatformId(table)}/${name}`) === true;
      return [{ index, table, metrics: question.metrics, isDate }];
    });
    // What is at one time alone has no move.
    const isMoving = question.by === undefined && times.length === sides.length;
    this.#candidates = isMoving ? openCandidates(tables, times, this.#rules) : [];
    if (isMoving) this.#note(...explainRules(times, this.#rules));
  }

  #note(...notes: readonly string[]): void {
    this.#notes.push(...notes.map((note) => `${this.asked.question.label}: ${note}`));
  }

  /** The formulas that name no column that never groups. */
  #listAllowed(by: readonly string[]): string[] {
    const { question } = this.asked;
    return by.filter((formula) => {
      const never = this.#indexes.flatMap((index) => {
        const table = index?.findTable(question.table, []);
        if (index === undefined || table === undefined) return [];
        const isNever = (column: JsonObject) => isAmong({ index, table }, column, this.#rules.never);
        return index.listColumns(table, formula).filter(isNever);
      });
      const [first] = never;
      if (first === undefined) return true;
      this.#refused.push(formula);
      this.#note(`not by ${formula}, because neverGroupBy has ${getColumnName(first)}.`);
      return false;
    });
  }

  /** Opens groupings of which all are told: one partition has them all. */
  #open(all: readonly (string | null)[]): Grouping[] {
    const partition = new Partition(this.#rows, formLooseKey);
    const opened = all.map((by): Grouping => {
      const found = by === null ? this.#whole : this.#openMetrics(by);
      const times = this.#indexes.map((_, time) => [...found.values()].find((one) => one[time])?.[time]?.scratch);
      const isThere = this.#indexes.map((index) => index !== undefined);
      // What groups one side alone isn't compared.
      const isWhole = by === null || times.every((one, time) => (one !== undefined) === isThere[time]);
      return { by, metrics: found, partition, number: isWhole ? partition.add(times, by === null) : Number.NaN };
    });
    return opened;
  }

  /** Each metric in a table of its own, so that none fails by another. */
  #openMetrics(by: string | null): Grouping["metrics"] {
    const { table: name, metrics } = this.asked.question;
    const open = (metric: string) =>
      this.#indexes.map((index): MetricTable | undefined => {
        const table = index?.findTable(name, []);
        if (index === undefined || table === undefined || !index.hasColumns(table, by ?? "", [])) return undefined;
        const part = index.findPart(table, "metrics", metric, []);
        if (part === undefined) return undefined;
        const keys = by === null ? [] : [index.prefixNames(table, by)];
        const scratch = this.tables.open(index.formSource(table), ...keys);
        const rows = scratch.countRows();
        const column = scratch.addCalculation(readMetric(part));
        return { scratch, rows, column, calculateNoRows: () => index.calculateNoRows(table, part) };
      });
    return new Map(metrics.map((metric) => [metric, open(metric)]));
  }

  /** Opens what counts the rows behind metrics, and the groupings of which one will be told. */
  openParts(rows: ReadonlyMap<string, ExportResult>): void {
    const { chosen, others, unread, large } = chooseCandidates(this.#candidates, rows, this.#rules);
    for (const { by } of large)
      this.#note(
        `not by ${nameGrouping(by)}, because it has more than ${bounds.groups} values. Ask for it: --by "${by}".`,
      );
    for (const { by } of unread) this.#unread.add(nameGrouping(by));
    if (others > 0)
      this.#note(
        `${chosen.length} of ${chosen.length + others} dimensions were looked at. Name ` +
          "those that matter in a checks file: `dimensions: [region]`.",
      );
    this.#groupings = [...this.#groupings, ...chosen.flatMap(({ by }) => this.#open([null, by]).slice(1))];
    // A metric that fails has no value; its conditions may fail, too.
    const isRead = (metric: string) =>
      this.#whole
        .get(metric)!
        .every((side) => side === undefined || !(rows.get(side.scratch.exportId) instanceof Error));
    for (const partition of new Set(this.#groupings.map((one) => one.partition))) {
      for (const metric of this.asked.question.metrics.filter(isRead)) partition.count(metric);
      // The rows of the table are told, too.
      partition.count();
      partition.open(this.tables);
    }
  }

  /** What counts groups that somebody asks for. */
  listGroupCounts(): readonly ScratchTable[] {
    return this.#groupings.flatMap(({ partition }) => partition.listGroupCounts());
  }

  /** @param ledger what is told of other tables. */
  compare(rows: ReadonlyMap<string, ExportResult>, ledger: Ledger): ComparedNumbers {
    const partitions = [...new Set(this.#groupings.map(({ partition }) => partition))];
    const told = new Map(partitions.map((one) => [one, one.read(rows, ledger)]));
    const [whole, ...groupings] = this.#groupings as [Grouping, ...Grouping[]];
    const read = (grouping: Grouping) =>
      this.asked.question.metrics.map((metric) =>
        this.#compareOne(grouping, metric, rows, told.get(grouping.partition)!),
      );
    const [totals, all] = [read(whole), groupings.map(read)];
    const isOpen = this.asked.question.by === undefined;
    if (isOpen) this.#noteUnread(totals, all);
    const chosen = isOpen ? chooseGrouping(totals, all) : all;
    if (isOpen && chosen.length === 0) this.#noteUntold(totals, all);
    // A table without the columns that group has no such groups, and nobody asked for what doesn't move.
    const isTold = ({ difference: { by, isNowhere, changed } }: Compared) =>
      by === null || (isOpen ? changed > 0 : !isNowhere);
    const numbers = [totals, ...chosen].flat().filter(isTold);
    return {
      numbers: numbers.map(({ difference: { isNowhere: _, ...difference } }) => difference),
      notes: this.#notes,
      refused: this.#refused,
    };
  }

  /** Says why no dimension is told, though a metric moves. */
  #noteUntold(totals: readonly Compared[], groupings: readonly (readonly Compared[])[]): void {
    const untold = groupings.flat().find(({ difference }) => difference.untold !== undefined)?.difference.untold;
    if (untold === undefined || !totals.some(({ difference }) => difference.changes.length > 0)) return;
    this.#note(`the groups that move aren't told by any dimension, ${untold}.`);
  }

  /** Names dimensions that failed: what is told in their place may explain less. */
  #noteUnread(totals: readonly Compared[], groupings: readonly (readonly Compared[])[]): void {
    // A metric that fails as a whole, too, fails for itself.
    const failed = totals.flatMap(({ difference: { metric, reason } }) => (reason === undefined ? [] : metric));
    const isFailed = ({ difference: { metric, reason, tooMany } }: Compared) =>
      (reason !== undefined || tooMany === true) && !failed.includes(metric);
    for (const grouping of groupings.filter((one) => one.some(isFailed)))
      this.#unread.add(grouping[0]!.difference.dimension!);
    if (this.#unread.size === 0) return;
    this.#note(`the platform can't group by ${[...this.#unread].join(", ")}.`);
  }

  #compareOne(
    { by, metrics, number }: Grouping,
    metric: string,
    rows: ReadonlyMap<string, ExportResult>,
    tell: (metric?: string) => Told,
  ): Compared {
    const sides = metrics.get(metric)!;
    const [before, after] = sides;
    const about = {
      ...{ table: this.asked.question.label, metric, by, dimension: by === null ? null : nameGrouping(by) },
      ...{ groups: 0, changed: 0, changes: [], small: 0 },
      isNowhere: sides.every((side) => side === undefined),
    };
    const told = tell(metric);
    const isTold = (group: string) => (number < 0 ? told.isWholeTold : told.isTold(number, group));
    // What is new has no value before; what groups in a new way can't be compared.
    const missing = before === undefined ? ("before" as const) : after === undefined ? ("after" as const) : undefined;
    if (missing !== undefined && by !== null) return { difference: { ...about, missing }, groups: [] };
    try {
      const read = sides.map((side) => readSide(side, by, rows)) as [SideValues, SideValues];
      const groups = compareGroups(by, read, isTold);
      const isCounted = by === null && missing === undefined && tell().isWholeTold;
      const described = describeGroups(by, groups);
      const difference = {
        ...about,
        ...described,
        ...(described.small > 0 && { untold: told.explain(by === null ? "values" : "groups") }),
        ...(missing && { missing }),
        ...(isCounted && { rows: groups[0]!.rows }),
      };
      return { difference, groups };
    } catch (error) {
      if (error instanceof TooManyRows && by !== null) return { difference: { ...about, tooMany: true }, groups: [] };
      return { difference: { ...about, ...explain(error as Error) }, groups: [] };
    }
  }
}

/** A metric by a grouping, with all its groups. */
interface Compared {
  readonly difference: NumberDifference & { readonly isNowhere: boolean };
  readonly groups: readonly ComparedGroup[];
}

interface ComparedGroup extends Moved {
  readonly group: string;
  readonly isTold: boolean;
  readonly rows: readonly [before: number, after: number];
}

/** The grouping that explains most on average of the metrics that move; of equals the first. */
function chooseGrouping(
  whole: readonly Compared[],
  groupings: readonly (readonly Compared[])[],
): (readonly Compared[])[] {
  const scores = groupings.map((grouping) => {
    const known = grouping.flatMap((one, index) => measureOne(whole[index]!, one) ?? []);
    return known.length === 0 ? -1 : known.reduce((sum, score) => sum + score, 0) / known.length;
  });
  const best = Math.max(...scores);
  // What is a little better by chance isn't.
  return best < 0 ? [] : [groupings[scores.findIndex((score) => score >= best - 0.01)]!];
}

function measureOne(whole: Compared, { difference, groups }: Compared): number | undefined {
  const all = whole.groups[0];
  const values = [all, ...groups].map((one) => one && ([readAmount(one.before), readAmount(one.after)] as const));
  if (difference.reason !== undefined || !values.every((one) => one?.every((value) => value !== undefined)))
    return undefined;
  const [total, ...amounts] = values as [readonly [number, number], ...(readonly [number, number])[]];
  const shown = new Set(listShown(groups).slice(0, mostChanges));
  const moved = groups.map((group, index): MovedGroup => {
    return { values: amounts[index]!, rows: group.rows, isShown: shown.has(group) };
  });
  return measureExplanation(total, moved);
}

/** A number, 0 for none; undefined: the value is none. */
function readAmount(value: Value): number | undefined {
  if (value.type === "null") return 0;
  return getFamily(value) === "number" ? Number(value.text) : undefined;
}

/** Values by group; the whole is a group of its own. */
type SideValues = ReadonlyMap<string, GroupValue & { readonly rows: number }>;

/** @throws for a table that the platform couldn't calculate. */
function readSide(
  side: MetricTable | undefined,
  by: string | null,
  rows: ReadonlyMap<string, ExportResult>,
): SideValues {
  if (side === undefined) return new Map();
  const found = rows.get(side.scratch.exportId) ?? new Error("it wasn't read");
  if (found instanceof Error) throw found;
  const groups = readGroups(found, side.scratch, side.column, formLooseKey);
  const counts = readGroups(found, side.scratch, side.rows, formLooseKey);
  const count = (name: string) => readAmount(counts.get(name)!.value) ?? 0;
  if (by !== null) return new Map([...groups].map(([name, one]) => [name, { ...one, rows: count(name) }]));
  const [[name, whole] = []] = groups;
  const all = {
    group: noValue,
    value: whole?.value ?? side.calculateNoRows(),
    rows: name === undefined ? 0 : count(name),
  };
  return new Map([["", all]]);
}

function compareGroups(
  by: string | null,
  [before, after]: readonly [SideValues, SideValues],
  isTold: (group: string) => boolean,
): ComparedGroup[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const group = by === null ? "" : formatPeriod(by, formatGroup((old ?? now)!.group));
    const rows = [old?.rows ?? 0, now?.rows ?? 0] as const;
    return { group, isTold: isTold(name), rows, before: old?.value ?? noValue, after: now?.value ?? noValue };
  });
}

/** Those that differ and may be told, the largest move first. */
function listShown(groups: readonly ComparedGroup[]): ComparedGroup[] {
  const isShown = ({ before: old, after: now }: Moved) => ![old, now].some(({ type }) => type === "text");
  const shown = groups.filter((one) => one.isTold && !isSame(one) && isShown(one));
  return shown.sort((a, b) => measureMove(b) - measureMove(a));
}

function describeGroups(by: string | null, groups: readonly ComparedGroup[]) {
  // Of the whole it is told whether it differs.
  const changed = groups.filter((one) => (by === null || one.isTold) && !isSame(one));
  const changes = listShown(groups).slice(0, mostChanges);
  return {
    groups: groups.length,
    changed: changed.length,
    changes: changes.map(({ group, before, after }) => ({ group, before: toPlain(before), after: toPlain(after) })),
    small: groups.filter((one) => !one.isTold).length,
  };
}

interface Moved {
  readonly before: Value;
  readonly after: Value;
}

/** Sums of fractions depend on the order of rows. */
const noise = 1e-9;

function isSame({ before, after }: Moved): boolean {
  if (isSameValue(after, before)) return true;
  const difference = compareValues(after, before);
  if (difference === undefined || getFamily(after) !== "number" || getFamily(before) !== "number") return false;
  const isRounded = after.type === "float" || before.type === "float";
  return (
    isRounded && Math.abs(difference) <= noise * Math.max(Math.abs(Number(before.text)), Math.abs(Number(after.text)))
  );
}

const measureMove = ({ before, after }: Moved) => {
  const [old, now] = [before, after].map((value) => (getFamily(value) === "number" ? Number(value.text) : 0));
  return Math.abs(now! - old!);
};

/** A period of time by its name, such as `2026-10`. */
function formatPeriod(by: string, group: string): string {
  const unit = readPeriod(by);
  if (unit === undefined || !/^\d{4}-\d\d-\d\d$/.test(group)) return group;
  const [year = "", month = ""] = group.split("-");
  if (unit === "year") return year;
  if (unit === "quarter") return `${year} Q${Math.ceil(Number(month) / 3)}`;
  return unit === "month" ? `${year}-${month}` : group;
}
