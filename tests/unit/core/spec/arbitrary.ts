import fc from "../../../fast-check";
import type { Json, JsonObject } from "./spec";

/** Random valid specs: every kind of source, part, filter and control can occur, references always lead somewhere. */
export const specs: fc.Arbitrary<JsonObject> = fc.gen().map((value) => new Builder(value).spec());

/** Texts that a reader or writer of YAML could get wrong. */
const hardTexts = fc.oneof(
  fc.constantFrom(
    "yes",
    "null",
    "~",
    "1",
    "1.0",
    "0x10",
    "2024-01-01",
    ": ",
    "- a",
    "#x",
    " lead",
    "trail ",
    "a\nb\n",
    "\t",
    "'",
    '"',
    "!ref x",
    "<<",
    "é",
    "😀",
    "\u0085",
    "\u2028",
    "[x]",
    "{}",
    "&a",
    "*a",
    "\\",
    "%",
    "@",
    "`",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

type Draw = fc.GeneratorValue;

class Builder {
  private count = 0;
  private tables: JsonObject[] = [];

  constructor(private readonly draw: Draw) {}

  spec(): JsonObject {
    const pages: JsonObject[] = this.some(1, 3, () => ({ id: this.id("page"), name: this.name("Page"), elements: [] }));
    const place = (element: JsonObject) => (this.pick(pages).elements as Json[]).push(element);
    for (let n = this.int(1, 4); n > 0; n--) place(this.table());
    for (let n = this.int(0, 3); n > 0; n--) place(this.control());
    // A relationship leads to a table of the same page.
    for (const { elements } of pages as { elements: JsonObject[] }[]) {
      const ids = elements.map(({ id }) => id);
      for (const table of elements) {
        const relationships = table.relationships as JsonObject[] | undefined;
        if (relationships === undefined) continue;
        table.relationships = relationships.filter(({ targetElementId }) => ids.includes(targetElementId as string));
      }
    }
    return { schemaVersion: 1, pages };
  }

  // Drawing

  private int(min: number, max: number): number {
    return this.draw(fc.integer, { min, max });
  }

  private flag(): boolean {
    return this.draw(fc.boolean);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)]!;
  }

  private some<T>(min: number, max: number, make: () => T): T[] {
    return Array.from({ length: this.int(min, max) }, make);
  }

  private text(): string {
    return this.draw(() => hardTexts);
  }

  private number(): number {
    return this.draw(() =>
      fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0),
      ),
    );
  }

  private maybe(fields: { [field: string]: () => Json | undefined }): JsonObject {
    const result: JsonObject = {};
    for (const [field, make] of Object.entries(fields)) {
      const value = this.flag() ? make() : undefined;
      if (value !== undefined) result[field] = value;
    }
    return result;
  }

  /** Ids are unique in the model, so that a mix-up of two scopes shows; some are names of inherited properties. */
  private id(prefix: string): string {
    return `${this.pick(["", "", "", "constructor ", "ü-", "0"])}${prefix}${++this.count}`;
  }

  private name(prefix: string): string {
    return `${prefix} ${++this.count}`;
  }

  private subset<T>(items: readonly T[]): T[] {
    return items.filter(() => this.flag());
  }

  // Tables

  private columnIds(table: JsonObject): string[] {
    return (table.columns as JsonObject[]).map(({ id }) => id as string);
  }

  private table(): JsonObject {
    const columns: JsonObject[] = this.some(1, 5, () => this.column());
    const table: JsonObject = {
      id: this.id("table"),
      kind: "table",
      name: this.name("Table"),
      source: this.source(),
      columns,
      ...this.maybe({ description: () => this.text(), visibleAsSource: () => this.flag() }),
    };
    const ids = columns.map(({ id }) => id as string);
    const id = () => this.pick(ids);
    const summary = this.subset(ids).slice(0, 1);
    const folders: JsonObject[] = [];
    for (let n = this.int(0, 2); n > 0; n--) {
      const items = [...this.subset(ids), ...this.subset(folders.map((folder) => folder.id as string))];
      folders.push({ id: this.id("folder"), name: this.name("Folder"), ...this.maybe({ items: () => items }) });
    }
    const folderIds = folders.map((folder) => folder.id as string);
    const metrics: JsonObject[] = this.some(0, 3, () => this.metric(id));
    const metricIds = metrics.map((metric) => metric.id as string);
    const metricFolders: JsonObject[] = this.some(0, 1, () => ({
      id: this.id("mf"),
      name: this.name("Metrics"),
      ...this.maybe({ items: () => this.subset(metricIds) }),
    }));
    Object.assign(
      table,
      this.maybe({
        folders: () => folders,
        metrics: () => metrics,
        summary: () => summary,
        order: () => [...ids.filter((one) => !summary.includes(one)), ...(table.folders ? folderIds : [])].reverse(),
        groupings: () => this.some(0, 2, () => this.grouping(ids)),
        filters: () =>
          this.subset(ids)
            .slice(0, 3)
            .map((columnId) => this.filter(columnId)),
        sort: () => this.subset(ids).map((columnId) => this.sort(columnId)),
        columnSecurities: () => this.some(0, 2, () => this.security(ids)),
        uniqueKeys: () => this.subset(ids),
      }),
    );
    // The platform refuses both.
    if ((table.groupings as JsonObject[] | undefined)?.length) delete table.sort;
    if (table.folders === undefined) table.order = this.subset(ids).filter((one) => !summary.includes(one));
    if (table.metrics !== undefined) {
      Object.assign(
        table,
        this.maybe({ metricFolders: () => metricFolders, metricOrder: () => this.subset(metricIds) }),
      );
    }
    Object.assign(table, this.maybe({ relationships: () => this.some(0, 2, () => this.relationship(table)) }));
    this.tables.push(table);
    return table;
  }

  private column(): JsonObject {
    return {
      id: this.id("column"),
      name: this.name("Column"),
      formula: this.formula(),
      ...this.maybe({ description: () => this.text(), hidden: () => this.flag(), format: () => this.format() }),
    };
  }

  private formula(): string {
    return `${this.pick(["", "Sum", "If(true)"])}(${++this.count})${this.pick(["", ' & "[x]"', " + 1"])}`;
  }

  private format(): JsonObject {
    const texts = ["prefix", "suffix", "displayNullAs", "decimalSymbol", "digitGroupingSymbol", "currencySymbol"];
    if (this.flag()) return { kind: "datetime", ...this.maybe({ formatString: () => this.text() }) };
    const fields = Object.fromEntries(texts.map((field) => [field, () => this.text()]));
    const formatString = () => this.pick([",.2f", ".1%", "$,.0f", "+.3~s", "x>10d"]);
    return { kind: "number", ...this.maybe({ formatString, ...fields, digitGroupingSize: () => [3] }) };
  }

  private metric(column: () => string): JsonObject {
    const periods = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"];
    return {
      id: this.id("metric"),
      formula: this.formula(),
      name: this.name("Metric"),
      ...this.maybe({
        description: () => this.text(),
        isHighlighted: () => this.flag(),
        format: () => this.format(),
        timeline: () => ({
          dateColumnId: column(),
          ...this.maybe({
            truncation: () => this.pick(periods),
            comparison: () => ({
              comparisonPeriod: this.pick(periods),
              ...this.maybe({ direction: () => this.pick(["higher-is-better", "lower-is-better"]) }),
            }),
          }),
        }),
      }),
    };
  }

  private grouping(ids: string[]): JsonObject {
    return {
      id: this.id("grouping"),
      ...this.maybe({
        groupBy: () => this.subset(ids),
        calculations: () => this.subset(ids),
        sort: () => this.subset(ids).map((columnId) => this.sort(columnId)),
      }),
    };
  }

  private sort(columnId: string): JsonObject {
    return {
      columnId,
      direction: this.pick(["ascending", "descending"]),
      ...this.maybe({ nulls: () => this.pick(["first", "last", "connection-default"]) }),
    };
  }

  private security(ids: string[]): JsonObject {
    const user = () => ({ type: "user", userId: this.name("u") });
    const team = () => ({ type: "team", teamId: this.name("t") });
    const criteria = this.pick<() => JsonObject>([
      () => ({ kind: "no-one-can-view" }),
      () => ({ kind: "specific-users-and-teams", assignments: this.some(0, 3, () => this.pick([user, team])()) }),
      () => ({
        kind: "user-attribute",
        assignments: this.some(0, 2, () => ({ userAttributeId: this.name("a"), value: this.text() })),
      }),
    ]);
    return { id: this.id("security"), restrictedColumns: this.subset(ids), criteria: criteria() };
  }

  private relationship(table: JsonObject): JsonObject {
    const target = this.pick([table, ...this.tables]);
    return {
      id: this.id("relationship"),
      targetElementId: target.id as string,
      keys: this.some(0, 2, () => ({
        sourceColumnId: this.pick(this.columnIds(table)),
        targetColumnId: this.pick(this.columnIds(target)),
      })),
      name: this.name("Relationship"),
      ...this.maybe({ description: () => this.text(), relationshipType: () => this.pick(["1:1", "1:N", "N:1"]) }),
    };
  }

  // Sources

  private warehouse(): JsonObject {
    return { kind: "warehouse-table", connectionId: "c-1", path: ["DB", "S", `T${++this.count}`] };
  }

  private inner(): JsonObject {
    const ofTable = () => this.tableSource();
    const ofModel = (): JsonObject => ({
      kind: "data-model",
      dataModelId: "dm-1",
      elementId: this.name("theirs"),
      ...this.maybe({ groupingId: () => "their grouping" }),
    });
    const kinds = [() => this.warehouse(), ofModel];
    return this.pick(this.tables.length > 0 ? [...kinds, ofTable, ofTable] : kinds)();
  }

  private tableSource(): JsonObject {
    const table = this.pick(this.tables);
    const groupings = (table.groupings ?? []) as JsonObject[];
    const groupingId = groupings.length > 0 && this.flag() ? { groupingId: this.pick(groupings).id as string } : {};
    return { kind: "table", elementId: table.id as string, ...groupingId };
  }

  private source(): JsonObject {
    const kinds: (() => JsonObject)[] = [
      () => this.inner(),
      () => this.inner(),
      () => ({ kind: "sql", connectionId: "c-1", statement: `select ${++this.count}\nfrom t\n` }),
      () => this.join(),
      () => this.union(),
      () => ({
        kind: "transpose",
        direction: "column-to-row",
        source: this.inner(),
        columnsToMerge: [this.name("X"), this.name("Y")],
        columnLabelForMergedColumns: this.text(),
        columnLabelForValues: this.text(),
      }),
      () => this.pivot(),
    ];
    return this.pick(kinds)();
  }

  private join(): JsonObject {
    const sides = [this.inner(), ...this.some(1, 3, () => this.warehouse())];
    const operators = ["<", "<=", "=", "!=", ">=", ">", "is-distinct-from", "is-not-distinct-from"];
    const joins = sides.slice(1).map((right, index) => ({
      left: sides[this.int(0, index)]!,
      right,
      columns: this.some(1, 2, () => ({
        left: `[${this.name("L")}]`,
        right: `[${this.name("R")}]`,
        ...this.maybe({ op: () => this.pick(operators) }),
      })),
      ...this.maybe({
        name: () => this.pick([this.name("Join"), String((right.path as string[])[2])]),
        joinType: () => this.pick(["inner", "left-outer", "right-outer", "full-outer", "lookup"]),
      }),
    }));
    // As the contract has it, side 0 is the only head, whether it is written or not.
    return { kind: "join", joins, ...this.maybe({ name: () => this.name("Primary"), primarySource: () => sides[0]! }) };
  }

  private union(): JsonObject {
    const sources = this.some(1, 3, () => this.warehouse());
    return {
      kind: "union",
      sources,
      matches: this.some(0, 3, () => ({
        outputColumnName: this.name("Out"),
        sourceColumns: sources.map(() => (this.flag() ? `[${this.name("In")}]` : null)),
      })),
    };
  }

  private pivot(): JsonObject {
    const table = this.tables.length > 0 && this.flag() ? this.pick(this.tables) : undefined;
    const column = () => (table ? this.pick(this.columnIds(table)) : this.name("inode-1/"));
    return {
      kind: "transpose",
      direction: "row-to-column",
      source: table ? { kind: "table", elementId: table.id as string } : this.warehouse(),
      outputColumns: table ? [String((table.columns as JsonObject[])[0]!.name)] : [this.name("Any")],
      columnToTranspose: column(),
      valueColumn: column(),
      aggregate: this.pick(["min", "max", "count", "count-if", "count-distinct", "sum", "avg", "median"]),
    };
  }

  // Filters and controls

  private nulls(): JsonObject {
    return this.maybe({ includeNulls: () => this.pick(["always", "never", "when-no-value-is-selected"]) });
  }

  private relativeDate(): JsonObject {
    return { op: this.pick(["now-minus", "now-plus"]), unit: this.unit(), value: this.int(0, 99) };
  }

  private unit(): string {
    return this.pick([
      "year",
      "quarter",
      "month",
      "week-starting-sunday",
      "week-starting-monday",
      "day",
      "hour",
      "minute",
    ]);
  }

  private date(): string {
    return `20${this.int(10, 99)}-0${this.int(1, 9)}-1${this.int(0, 9)}`;
  }

  private dateRange(): JsonObject {
    return this.pick<() => JsonObject>([
      () => ({ mode: "between" }),
      () => ({ mode: "between", startDate: this.date(), endDate: this.date() }),
      () => ({ mode: this.pick(["on", "before", "after"]), date: this.date() }),
      () => ({
        mode: this.pick(["next", "last"]),
        value: this.int(0, 9),
        unit: this.unit(),
        includeToday: this.flag(),
      }),
      () => ({ mode: "current", unit: this.unit() }),
      () => ({ mode: "custom", startDate: this.date(), endDate: this.relativeDate() }),
      () => ({ mode: "custom", startDate: this.relativeDate() }),
      () => ({ mode: "custom", endDate: this.relativeDate() }),
    ])();
  }

  private topN(): JsonObject {
    const rows = (): JsonObject => ({
      rankingFunction: this.pick(["rank", "rank-dense", "row-number"]),
      mode: this.pick(["top-n", "bottom-n"]),
      ...this.maybe({ rowCount: () => this.int(0, 100) }),
    });
    const percent = (): JsonObject => ({
      rankingFunction: this.pick(["rank-percentile", "cume-dist"]),
      mode: this.pick(["top-percentile", "bottom-percentile"]),
      ...this.maybe({ percentile: () => this.int(0, 100) }),
    });
    return this.pick([rows, percent])();
  }

  private textMode(): string {
    return this.pick(["equals", "does-not-equal", "contains", "like", "not-like", "matches-regexp"]);
  }

  private values(): Json[] {
    const make = this.pick<() => Json>([() => this.text(), () => this.number(), () => this.flag(), () => this.date()]);
    return this.some(0, 3, () => (this.int(0, 4) === 0 ? null : make()));
  }

  private paths(): Json[] {
    return this.some(0, 2, () => this.some(0, 2, () => this.text()));
  }

  private filter(columnId: string): JsonObject {
    const inclusion = () => this.pick(["include", "exclude"]);
    const kinds: (() => JsonObject)[] = [
      () => ({
        kind: "number-range",
        ...this.maybe({ min: () => this.number(), max: () => this.number() }),
        ...this.nulls(),
      }),
      () => ({ kind: "date-range", ...this.dateRange(), ...this.nulls() }),
      () => ({ kind: "top-n", ...this.topN(), ...this.nulls() }),
      () => ({ kind: "list", ...this.maybe({ mode: inclusion, values: () => this.values() }) }),
      () => ({
        kind: "text-match",
        mode: this.textMode(),
        ...this.maybe({ value: () => this.text(), case: () => this.pick(["sensitive", "insensitive"]) }),
        ...this.nulls(),
      }),
      () => ({ kind: "hierarchy", ...this.maybe({ mode: inclusion, values: () => this.paths() }) }),
    ];
    return {
      id: this.id("filter"),
      columnId,
      ...this.pick(kinds)(),
      ...this.maybe({ state: () => this.pick(["enabled", "disabled"]) }),
    };
  }

  private target(): { source: JsonObject; columnId: string } {
    const table = this.pick(this.tables);
    return this.pick<() => { source: JsonObject; columnId: string }>([
      () => ({ source: { kind: "table", elementId: table.id as string }, columnId: this.pick(this.columnIds(table)) }),
      () => ({ source: this.warehouse(), columnId: "inode-1/X" }),
      () => ({ source: { kind: "data-model", dataModelId: "dm-1", elementId: "theirs" }, columnId: "their-column" }),
    ])();
  }

  private valueSource(): JsonObject {
    if (this.flag()) return { kind: "source", ...this.target() };
    const [valueType, make] = this.pick<[string, () => Json]>([
      ["text", () => this.text()],
      ["number", () => this.number()],
      ["boolean", () => this.flag()],
      ["date", () => this.date()],
    ]);
    const values = this.some(0, 3, make);
    const labels = () => values.map(() => (this.flag() ? this.text() : null));
    return { kind: "manual", valueType, ...this.maybe({ values: () => values, labels }) };
  }

  private scalar(): Json {
    return this.pick<() => Json>([() => this.text(), () => this.number(), () => this.flag(), () => null])();
  }

  private control(): JsonObject {
    const compare = () => this.pick(["<=", "=", ">="]);
    const bounds = () => this.maybe({ min: () => this.number(), max: () => this.number() });
    const scale = () => this.maybe({ low: () => this.number(), high: () => this.number(), step: () => this.number() });
    const inclusion = { mode: () => this.pick(["include", "exclude"]) };
    const source = { source: () => this.valueSource() };
    const types: { [type: string]: () => JsonObject } = {
      checkbox: () => ({ mode: this.pick(["True/False", "True/All"]), ...this.maybe({ value: () => this.flag() }) }),
      switch: () => ({ mode: this.pick(["True/False", "True/All"]), ...this.maybe({ value: () => this.flag() }) }),
      text: () => ({
        mode: this.textMode(),
        ...this.maybe({
          value: () => this.text(),
          case: () => this.pick(["sensitive", "insensitive"]),
          showOperators: () => this.flag(),
        }),
        ...this.nulls(),
      }),
      "text-area": () => this.maybe({ value: () => this.text() }),
      number: () => ({ mode: compare(), ...this.maybe({ value: () => this.number() }), ...this.nulls() }),
      "number-range": () => ({ ...bounds(), ...this.nulls() }),
      date: () => ({
        mode: compare(),
        ...this.maybe({ value: () => (this.flag() ? this.date() : this.relativeDate()) }),
        ...this.nulls(),
      }),
      "date-range": () => ({ ...this.dateRange(), ...this.nulls() }),
      "top-n": () => ({ ...this.topN(), ...this.nulls() }),
      list: () =>
        this.flag()
          ? { selectionMode: "single", ...this.maybe({ ...source, ...inclusion, value: () => this.scalar() }) }
          : this.maybe({ ...source, ...inclusion, selectionMode: () => "multiple", values: () => this.values() }),
      segmented: () =>
        this.maybe({
          ...source,
          value: () => this.scalar(),
          showClearLabel: () => this.flag(),
          clearLabel: () => this.text(),
        }),
      hierarchy: () => {
        const table = this.pick(this.tables);
        const own = {
          source: { kind: "table", elementId: table.id as string },
          columnId: this.pick(this.columnIds(table)),
        };
        return this.maybe({ source: () => own, ...inclusion, values: () => this.paths() });
      },
      slider: () => ({ mode: compare(), ...scale(), ...this.maybe({ value: () => this.number() }), ...this.nulls() }),
      "range-slider": () => ({ ...scale(), ...bounds(), ...this.nulls() }),
    };
    const controlType = this.pick(Object.keys(types));
    return {
      id: this.id("control"),
      kind: "control",
      controlType,
      controlId: this.name("Control"),
      ...types[controlType]!(),
      ...this.maybe({
        name: () => this.text(),
        filters: () => this.some(0, 2, () => this.target()),
        parameters: () =>
          this.some(0, 1, () => ({ kind: "data-model", dataModelId: "dm-1", controlId: this.name("Theirs") })),
      }),
    };
  }
}
