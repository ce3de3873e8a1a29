/** The values of metrics at two times, read side by side: compiled into a scratch workbook, and compared. */

import { formLooseKey, groupBy, noValue, type PlainValue, readValue } from "../data";
import { getColumnName } from "../model/references";
import { Ledger, Partition, type Told } from "../privacy";
import {
  createReadRows,
  type ExportResult,
  type ReadRows,
  readField,
  readTables,
  type ScratchPlace,
  type ScratchTable,
  ScratchTables,
  TooManyRows,
  tryRead,
} from "../scratch";
import {
  type CheckedModel,
  createFindIndex,
  type FindIndex,
  findSoleConnection,
  ModelIndex,
  TableRows,
} from "../tables";
import { bounds, type Candidate, chooseCandidates, explainRules, findForbidden, openCandidates } from "./dimensions";
import { formatPeriod, nameGrouping } from "./grouping";
import { type GroupValue, MetricTable } from "./metric-table";
import { describeMoves, type Move, measureExplanation, readAmount } from "./moves";
import type { DimensionRules } from "./read";
import { explain } from "./results";
import { formatGroup } from "./values";

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
  const findIndex = createFindIndex([...models.values(), ...others]);
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
  const readRows = createReadRows(rows);
  for (const one of compared) one.openParts(readRows);
  const isOfGroups = new Set(compared.flatMap((one) => one.listGroupCounts()));
  await readOpened((table) => isOpen || !isOfGroups.has(table));
  const ledger = new Ledger(fewestRows);
  const found = compared.map((one) => one.compare(readRows, ledger));
  return {
    numbers: found.flatMap((one) => one.numbers),
    notes: found.flatMap((one) => one.notes),
    refused: found.flatMap((one) => one.refused),
  };
}

/** What the tables of a run have in common. */
interface Surroundings {
  readonly dates: ReadonlyMap<string, ReadonlySet<string>>;
  readonly findIndex: FindIndex;
}

/** A metric at both times; undefined: a time lacks the table, the metric, or what groups. */
type MetricTimes = readonly (MetricTable | undefined)[];

/** Metrics by a formula, or as a whole. */
interface Grouping {
  readonly by: string | null;
  readonly metrics: ReadonlyMap<string, MetricTimes>;
  readonly partition: Partition;
  /** Its number in the partition. */
  readonly number: number;
}

/** A metric by a grouping, with all its groups. */
interface Compared {
  readonly difference: NumberDifference;
  readonly moves: readonly Move[];
  /** Whether neither time has the grouping. */
  readonly isNowhere: boolean;
}

/** The metrics of one table. */
class TableNumbers {
  readonly #times: readonly (TableRows | undefined)[];
  readonly #whole: Grouping["metrics"];
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
    this.#times = sides.map((model) => {
      const index = model && new ModelIndex(model);
      const table = index?.findTable(question.table, []);
      return table && new TableRows(index!, table, findIndex);
    });
    this.#whole = this.#openMetrics(null);
    this.#groupings = this.#open([null, ...this.#listAllowed(question.by ?? [])]);
    const times = this.#times.filter((one) => one !== undefined);
    const isDate = ({ index, table }: TableRows, name: string) =>
      dates.get(index.model.id)?.has(`${index.findPlatformId(table)}/${name}`) === true;
    // What is at one time alone has no move.
    const isMoving = question.by === undefined && times.length === sides.length;
    const columns = { metrics: question.metrics, rules: this.#rules, isDate };
    this.#candidates = isMoving ? openCandidates(tables, times, columns) : [];
    if (isMoving) this.#note(...explainRules(times, this.#rules));
  }

  #note(...notes: readonly string[]): void {
    this.#notes.push(...notes.map((note) => `${this.asked.question.label}: ${note}`));
  }

  /** The formulas that name no column that never groups. */
  #listAllowed(by: readonly string[]): string[] {
    return by.filter((formula) => {
      const found = this.#times.map((time) => time && findForbidden(time, formula, this.#rules.never));
      const never = found.find((column) => column !== undefined);
      if (never === undefined) return true;
      this.#refused.push(formula);
      this.#note(`not by ${formula}, because neverGroupBy has ${getColumnName(never)}.`);
      return false;
    });
  }

  /** Opens groupings of which all are told: one partition has them all. */
  #open(all: readonly (string | null)[]): Grouping[] {
    const partition = new Partition(this.#times, formLooseKey);
    return all.map((by): Grouping => {
      const metrics = by === null ? this.#whole : this.#openMetrics(by);
      const tables = this.#times.map((_, time) => [...metrics.values()].find((one) => one[time])?.[time]?.scratch);
      // What groups one side alone isn't compared.
      const isOfBoth = this.asked.sides.every((side, time) => (side === undefined) === (tables[time] === undefined));
      const number = by === null || isOfBoth ? partition.add(tables, by === null) : Number.NaN;
      return { by, metrics, partition, number };
    });
  }

  /** Each metric in a table of its own, so that none fails by another. */
  #openMetrics(by: string | null): Grouping["metrics"] {
    const open = (metric: string) =>
      this.#times.map((time): MetricTable | undefined => {
        if (time === undefined || !time.index.hasColumns(time.table, by ?? "", [])) return undefined;
        const { index, table } = time;
        const part = index.findPart(table, "metrics", metric, []);
        if (part === undefined) return undefined;
        const scratch = this.tables.open(time.source, ...(by === null ? [] : [index.prefixNames(table, by)]));
        scratch.countRows();
        return new MetricTable(scratch, { table, metric: part, isWhole: by === null });
      });
    return new Map(this.asked.question.metrics.map((metric) => [metric, open(metric)]));
  }

  /** Opens what counts the rows behind metrics, and the groupings of which one will be told. */
  openParts(readRows: ReadRows): void {
    const { chosen, others, unread, large } = chooseCandidates(this.#candidates, readRows, this.#rules);
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
        .every((side) => side === undefined || tryRead(() => readRows(side.scratch)) !== undefined);
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
  compare(readRows: ReadRows, ledger: Ledger): ComparedNumbers {
    const partitions = [...new Set(this.#groupings.map(({ partition }) => partition))];
    const told = new Map(partitions.map((one) => [one, one.read(readRows, ledger)]));
    const [totals, ...all] = this.#groupings.map((grouping) =>
      this.asked.question.metrics.map((metric) =>
        this.#compareOne(grouping, metric, readRows, told.get(grouping.partition)!),
      ),
    ) as [Compared[], ...Compared[][]];
    const isOpen = this.asked.question.by === undefined;
    if (isOpen) this.#noteUnread(totals, all);
    const chosen = isOpen ? chooseGrouping(totals, all) : all;
    if (isOpen && chosen.length === 0) this.#noteUntold(totals, all);
    // A table without the columns that group has no such groups, and nobody asked for what doesn't move.
    const isTold = ({ difference: { changed }, isNowhere }: Compared) => (isOpen ? changed > 0 : !isNowhere);
    const numbers = [...totals, ...chosen.flat().filter(isTold)].map(({ difference }) => difference);
    return { numbers, notes: this.#notes, refused: this.#refused };
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
    readRows: ReadRows,
    tell: (metric?: string) => Told,
  ): Compared {
    const [before, after] = metrics.get(metric)!;
    const about = {
      ...{ table: this.asked.question.label, metric, by, dimension: by === null ? null : nameGrouping(by) },
      ...{ groups: 0, changed: 0, changes: [], small: 0 },
    };
    const isNowhere = before === undefined && after === undefined;
    // What is new has no value before; what groups in a new way can't be compared.
    const missing = before === undefined ? ("before" as const) : after === undefined ? ("after" as const) : undefined;
    if (missing !== undefined && by !== null) return { difference: { ...about, missing }, moves: [], isNowhere };
    try {
      const moves = listMoves(by, [before, after], readRows, tell(metric), number);
      const isCounted = by === null && missing === undefined && tell()("values", number) === undefined;
      const difference = {
        ...about,
        ...describeMoves(by, moves),
        ...(missing && { missing }),
        ...(isCounted && { rows: moves[0]!.rows }),
      };
      return { difference, moves, isNowhere };
    } catch (error) {
      const why = error instanceof TooManyRows && by !== null ? { tooMany: true } : explain(error as Error);
      return { difference: { ...about, ...why }, moves: [], isNowhere };
    }
  }
}

/** The groups of a metric at both times. @throws for a table that the platform couldn't calculate. */
function listMoves(by: string | null, sides: MetricTimes, readRows: ReadRows, told: Told, grouping: number): Move[] {
  const [before, after] = sides.map(
    (side) => side?.readGroups(readRows, formLooseKey) ?? new Map<string, GroupValue>(),
  );
  const countRows = (found: GroupValue | undefined, side: MetricTable | undefined) =>
    found?.row === undefined ? 0 : (readAmount(readValue(readField(found.row, side!.scratch.countRows()))) ?? 0);
  return [...new Set([...before!.keys(), ...after!.keys()])].map((name): Move => {
    const [old, now] = [before!.get(name), after!.get(name)];
    return {
      group: by === null ? "" : formatPeriod(by, formatGroup((old ?? now)!.group)),
      values: [old?.value ?? noValue, now?.value ?? noValue],
      rows: [countRows(old, sides[0]), countRows(now, sides[1])],
      untold: told(by === null ? "values" : "groups", grouping, name),
    };
  });
}

/** The grouping that explains most on average of the metrics that move; of equals the first. */
function chooseGrouping(
  whole: readonly Compared[],
  groupings: readonly (readonly Compared[])[],
): (readonly Compared[])[] {
  const scores = groupings.map((grouping) => {
    const known = grouping.flatMap(({ moves }, index) => measureExplanation(whole[index]!.moves[0], moves) ?? []);
    return known.length === 0 ? -1 : known.reduce((sum, score) => sum + score, 0) / known.length;
  });
  const best = Math.max(...scores);
  // What is a little better by chance isn't.
  return best < 0 ? [] : [groupings[scores.findIndex((score) => score >= best - 0.01)]!];
}
