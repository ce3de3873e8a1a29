/** A metric in a table of a scratch workbook. */

import { formKey, noValue, readValue, type Value } from "../data";
import { type JsonObject, readKnownString } from "../model/json";
import { type ReadRows, type Row, readField, readSole, type ScratchTable } from "../scratch";
import { calculateNoRows, inlineMetrics } from "../tables";
import { escapeFormulaName } from "../text";

/** A value of a group. */
export interface GroupValue {
  readonly group: Value;
  readonly value: Value;
  /** Undefined: there is none. */
  readonly row: Row | undefined;
}

interface MeantMetric {
  readonly table: JsonObject;
  readonly metric: JsonObject;
  /** Whether all rows are one group. */
  readonly isWhole: boolean;
}

/** A metric by groups, or of all rows. */
export class MetricTable {
  readonly #column: string;

  constructor(
    readonly scratch: ScratchTable,
    private readonly meant: MeantMetric,
  ) {
    this.#column = scratch.addCalculation(`[Metrics/${escapeFormulaName(getMetricName(meant.metric))}]`);
  }

  /**
   * The values by the names of groups. The whole is a group of its own, which has a value without rows, too.
   *
   * @throws where two groups have one name: one of them would go unseen.
   */
  readGroups(readRows: ReadRows, formName: (group: Value) => string = formKey): Map<string, GroupValue> {
    const rows = readRows(this.scratch);
    const read = (row: Row) => readValue(readField(row, this.#column));
    if (this.meant.isWhole) {
      const row = readSole(rows);
      return new Map([
        [formName(noValue), { group: noValue, value: row === undefined ? this.readNoRows() : read(row), row }],
      ]);
    }
    const groups = new Map<string, GroupValue>();
    for (const row of rows) {
      const group = readValue(readField(row, this.scratch.key));
      const name = formName(group);
      if (groups.has(name)) throw new Error("two of its groups can't be told apart");
      groups.set(name, { group, value: read(row), row });
    }
    return groups;
  }

  /** What the metric is of no rows. @throws where that isn't known. */
  readNoRows(): Value {
    const { table, metric } = this.meant;
    return calculateNoRows(inlineMetrics(table, readKnownString(metric.formula) ?? ""));
  }
}

/** What formulas call a metric. */
export const getMetricName = ({ name, id }: JsonObject) => String(name ?? id);
