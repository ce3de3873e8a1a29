import fc from "../../../fast-check";
import type { Json, JsonObject } from "./spec";

/** Random valid specs: every kind of source, part, filter and control can occur, references always lead somewhere. */
export const specs: fc.Arbitrary<JsonObject> = fc.gen().map((value) => new Builder(value).makeSpec());

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

  makeSpec(): JsonObject {
    const pages: JsonObject[] = this.makeSome(1, 3, () => ({
      id: this.makeId("page"),
      name: this.makeName("Page"),
      elements: [],
    }));
    const placeElement = (element: JsonObject) => (this.pick(pages).elements as Json[]).push(element);
    for (let n = this.drawInt(1, 4); n > 0; n--) placeElement(this.makeTable());
    for (let n = this.drawInt(0, 3); n > 0; n--) placeElement(this.makeControl());
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

  private drawInt(min: number, max: number): number {
    return this.draw(fc.integer, { min, max });
  }

  private drawFlag(): boolean {
    return this.draw(fc.boolean);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.drawInt(0, items.length - 1)]!;
  }

  private makeSome<T>(min: number, max: number, make: () => T): T[] {
    return Array.from({ length: this.drawInt(min, max) }, make);
  }

  private drawText(): string {
    return this.draw(() => hardTexts);
  }

  private drawNumber(): number {
    return this.draw(() =>
      fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0),
      ),
    );
  }

  private makeMaybe(fields: { [field: string]: () => Json | undefined }): JsonObject {
    const result: JsonObject = {};
    for (const [field, make] of Object.entries(fields)) {
      const value = this.drawFlag() ? make() : undefined;
      if (value !== undefined) result[field] = value;
    }
    return result;
  }

  /** Ids are unique in the model, so that a mix-up of two scopes shows; some are names of inherited properties. */
  private makeId(prefix: string): string {
    return `${this.pick(["", "", "", "constructor ", "ü-", "0"])}${prefix}${++this.count}`;
  }

  private makeName(prefix: string): string {
    return `${prefix} ${++this.count}`;
  }

  private drawSubset<T>(items: readonly T[]): T[] {
    return items.filter(() => this.drawFlag());
  }

  // Tables

  private listColumnIds(table: JsonObject): string[] {
    return (table.columns as JsonObject[]).map(({ id }) => id as string);
  }

  private makeTable(): JsonObject {
    const columns: JsonObject[] = this.makeSome(1, 5, () => this.makeColumn());
    const table: JsonObject = {
      id: this.makeId("table"),
      kind: "table",
      name: this.makeName("Table"),
      source: this.makeSource(),
      columns,
      ...this.makeMaybe({ description: () => this.drawText(), visibleAsSource: () => this.drawFlag() }),
    };
    const ids = columns.map(({ id }) => id as string);
    const makeId = () => this.pick(ids);
    const summary = this.drawSubset(ids).slice(0, 1);
    const folders: JsonObject[] = [];
    for (let n = this.drawInt(0, 2); n > 0; n--) {
      const items = [...this.drawSubset(ids), ...this.drawSubset(folders.map((folder) => folder.id as string))];
      folders.push({
        id: this.makeId("folder"),
        name: this.makeName("Folder"),
        ...this.makeMaybe({ items: () => items }),
      });
    }
    const folderIds = folders.map((folder) => folder.id as string);
    const metrics: JsonObject[] = this.makeSome(0, 3, () => this.makeMetric(makeId));
    const metricIds = metrics.map((metric) => metric.id as string);
    const metricFolders: JsonObject[] = this.makeSome(0, 1, () => ({
      id: this.makeId("mf"),
      name: this.makeName("Metrics"),
      ...this.makeMaybe({ items: () => this.drawSubset(metricIds) }),
    }));
    Object.assign(
      table,
      this.makeMaybe({
        folders: () => folders,
        metrics: () => metrics,
        summary: () => summary,
        order: () => [...ids.filter((one) => !summary.includes(one)), ...(table.folders ? folderIds : [])].reverse(),
        groupings: () => this.makeSome(0, 2, () => this.makeGrouping(ids)),
        filters: () =>
          this.drawSubset(ids)
            .slice(0, 3)
            .map((columnId) => this.filter(columnId)),
        sort: () => this.drawSubset(ids).map((columnId) => this.sort(columnId)),
        columnSecurities: () => this.makeSome(0, 2, () => this.makeSecurity(ids)),
        uniqueKeys: () => this.drawSubset(ids),
      }),
    );
    // The platform refuses both.
    if ((table.groupings as JsonObject[] | undefined)?.length) delete table.sort;
    if (table.folders === undefined) table.order = this.drawSubset(ids).filter((one) => !summary.includes(one));
    if (table.metrics !== undefined) {
      Object.assign(
        table,
        this.makeMaybe({ metricFolders: () => metricFolders, metricOrder: () => this.drawSubset(metricIds) }),
      );
    }
    Object.assign(
      table,
      this.makeMaybe({ relationships: () => this.makeSome(0, 2, () => this.makeRelationship(table)) }),
    );
    this.tables.push(table);
    return table;
  }

  private makeColumn(): JsonObject {
    return {
      id: this.makeId("column"),
      name: this.makeName("Column"),
      formula: this.makeFormula(),
      ...this.makeMaybe({
        description: () => this.drawText(),
        hidden: () => this.drawFlag(),
        format: () => this.format(),
      }),
    };
  }

  private makeFormula(): string {
    return `${this.pick(["", "Sum", "Zn"])}(${++this.count})${this.pick(["", ' & "[x]"', " + 1"])}`;
  }

  private format(): JsonObject {
    const texts = ["prefix", "suffix", "displayNullAs", "decimalSymbol", "digitGroupingSymbol", "currencySymbol"];
    if (this.drawFlag()) return { kind: "datetime", ...this.makeMaybe({ formatString: () => this.drawText() }) };
    const fields = Object.fromEntries(texts.map((field) => [field, () => this.drawText()]));
    const formatString = () => this.pick([",.2f", ".1%", "$,.0f", "+.3~s", "x>10d"]);
    return { kind: "number", ...this.makeMaybe({ formatString, ...fields, digitGroupingSize: () => [3] }) };
  }

  private makeMetric(column: () => string): JsonObject {
    const periods = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"];
    return {
      id: this.makeId("metric"),
      formula: this.makeFormula(),
      name: this.makeName("Metric"),
      ...this.makeMaybe({
        description: () => this.drawText(),
        isHighlighted: () => this.drawFlag(),
        format: () => this.format(),
        timeline: () => ({
          dateColumnId: column(),
          ...this.makeMaybe({
            truncation: () => this.pick(periods),
            comparison: () => ({
              comparisonPeriod: this.pick(periods),
              ...this.makeMaybe({ direction: () => this.pick(["higher-is-better", "lower-is-better"]) }),
            }),
          }),
        }),
      }),
    };
  }

  private makeGrouping(ids: string[]): JsonObject {
    return {
      id: this.makeId("grouping"),
      ...this.makeMaybe({
        groupBy: () => this.drawSubset(ids),
        calculations: () => this.drawSubset(ids),
        sort: () => this.drawSubset(ids).map((columnId) => this.sort(columnId)),
      }),
    };
  }

  private sort(columnId: string): JsonObject {
    return {
      columnId,
      direction: this.pick(["ascending", "descending"]),
      ...this.makeMaybe({ nulls: () => this.pick(["first", "last", "connection-default"]) }),
    };
  }

  private makeSecurity(ids: string[]): JsonObject {
    const makeUser = () => ({ type: "user", userId: this.makeName("u") });
    const makeTeam = () => ({ type: "team", teamId: this.makeName("t") });
    const criteria = this.pick<() => JsonObject>([
      () => ({ kind: "no-one-can-view" }),
      () => ({
        kind: "specific-users-and-teams",
        assignments: this.makeSome(0, 3, () => this.pick([makeUser, makeTeam])()),
      }),
      () => ({
        kind: "user-attribute",
        assignments: this.makeSome(0, 2, () => ({ userAttributeId: this.makeName("a"), value: this.drawText() })),
      }),
    ]);
    return { id: this.makeId("security"), restrictedColumns: this.drawSubset(ids), criteria: criteria() };
  }

  private makeRelationship(table: JsonObject): JsonObject {
    const target = this.pick([table, ...this.tables]);
    return {
      id: this.makeId("relationship"),
      targetElementId: target.id as string,
      keys: this.makeSome(0, 2, () => ({
        sourceColumnId: this.pick(this.listColumnIds(table)),
        targetColumnId: this.pick(this.listColumnIds(target)),
      })),
      name: this.makeName("Relationship"),
      ...this.makeMaybe({
        description: () => this.drawText(),
        relationshipType: () => this.pick(["1:1", "1:N", "N:1"]),
      }),
    };
  }

  // Sources

  private makeWarehouse(): JsonObject {
    return { kind: "warehouse-table", connectionId: "c-1", path: ["DB", "S", `T${++this.count}`] };
  }

  private makeInner(): JsonObject {
    const makeOfTable = () => this.makeTableSource();
    const makeOfModel = (): JsonObject => ({
      kind: "data-model",
      dataModelId: "dm-1",
      elementId: this.makeName("theirs"),
      ...this.makeMaybe({ groupingId: () => "their grouping" }),
    });
    const kinds = [() => this.makeWarehouse(), makeOfModel];
    return this.pick(this.tables.length > 0 ? [...kinds, makeOfTable, makeOfTable] : kinds)();
  }

  private makeTableSource(): JsonObject {
    const table = this.pick(this.tables);
    const groupings = (table.groupings ?? []) as JsonObject[];
    const groupingId = groupings.length > 0 && this.drawFlag() ? { groupingId: this.pick(groupings).id as string } : {};
    return { kind: "table", elementId: table.id as string, ...groupingId };
  }

  private makeSource(): JsonObject {
    const kinds: (() => JsonObject)[] = [
      () => this.makeInner(),
      () => this.makeInner(),
      () => ({ kind: "sql", connectionId: "c-1", statement: `select ${++this.count}\nfrom t\n` }),
      () => this.join(),
      () => this.makeUnion(),
      () => ({
        kind: "transpose",
        direction: "column-to-row",
        source: this.makeInner(),
        columnsToMerge: [this.makeName("X"), this.makeName("Y")],
        columnLabelForMergedColumns: this.drawText(),
        columnLabelForValues: this.drawText(),
      }),
      () => this.makePivot(),
    ];
    return this.pick(kinds)();
  }

  private join(): JsonObject {
    const sides = [this.makeInner(), ...this.makeSome(1, 3, () => this.makeWarehouse())];
    const operators = ["<", "<=", "=", "!=", ">=", ">", "is-distinct-from", "is-not-distinct-from"];
    const joins = sides.slice(1).map((right, index) => ({
      left: sides[this.drawInt(0, index)]!,
      right,
      columns: this.makeSome(1, 2, () => ({
        left: `[${this.makeName("L")}]`,
        right: `[${this.makeName("R")}]`,
        ...this.makeMaybe({ op: () => this.pick(operators) }),
      })),
      ...this.makeMaybe({
        name: () => this.pick([this.makeName("Join"), String((right.path as string[])[2])]),
        joinType: () => this.pick(["inner", "left-outer", "right-outer", "full-outer", "lookup"]),
      }),
    }));
    // As the contract has it, side 0 is the only head, whether it is written or not.
    return {
      kind: "join",
      joins,
      ...this.makeMaybe({ name: () => this.makeName("Primary"), primarySource: () => sides[0]! }),
    };
  }

  private makeUnion(): JsonObject {
    const sources = this.makeSome(1, 3, () => this.makeWarehouse());
    return {
      kind: "union",
      sources,
      matches: this.makeSome(0, 3, () => ({
        outputColumnName: this.makeName("Out"),
        sourceColumns: sources.map(() => (this.drawFlag() ? `[${this.makeName("In")}]` : null)),
      })),
    };
  }

  private makePivot(): JsonObject {
    const table = this.tables.length > 0 && this.drawFlag() ? this.pick(this.tables) : undefined;
    const makeColumn = () => (table ? this.pick(this.listColumnIds(table)) : this.makeName("inode-1/"));
    return {
      kind: "transpose",
      direction: "row-to-column",
      source: table ? { kind: "table", elementId: table.id as string } : this.makeWarehouse(),
      outputColumns: table ? [String((table.columns as JsonObject[])[0]!.name)] : [this.makeName("Any")],
      columnToTranspose: makeColumn(),
      valueColumn: makeColumn(),
      aggregate: this.pick(["min", "max", "count", "count-if", "count-distinct", "sum", "avg", "median"]),
    };
  }

  // Filters and controls

  private makeNulls(): JsonObject {
    return this.makeMaybe({ includeNulls: () => this.pick(["always", "never", "when-no-value-is-selected"]) });
  }

  private makeRelativeDate(): JsonObject {
    return { op: this.pick(["now-minus", "now-plus"]), unit: this.drawUnit(), value: this.drawInt(0, 99) };
  }

  private drawUnit(): string {
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

  private makeDate(): string {
    return `20${this.drawInt(10, 99)}-0${this.drawInt(1, 9)}-1${this.drawInt(0, 9)}`;
  }

  private makeDateRange(): JsonObject {
    return this.pick<() => JsonObject>([
      () => ({ mode: "between" }),
      () => ({ mode: "between", startDate: this.makeDate(), endDate: this.makeDate() }),
      () => ({ mode: this.pick(["on", "before", "after"]), date: this.makeDate() }),
      () => ({
        mode: this.pick(["next", "last"]),
        value: this.drawInt(0, 9),
        unit: this.drawUnit(),
        includeToday: this.drawFlag(),
      }),
      () => ({ mode: "current", unit: this.drawUnit() }),
      () => ({ mode: "custom", startDate: this.makeDate(), endDate: this.makeRelativeDate() }),
      () => ({ mode: "custom", startDate: this.makeRelativeDate() }),
      () => ({ mode: "custom", endDate: this.makeRelativeDate() }),
    ])();
  }

  private makeTopN(): JsonObject {
    const makeRows = (): JsonObject => ({
      rankingFunction: this.pick(["rank", "rank-dense", "row-number"]),
      mode: this.pick(["top-n", "bottom-n"]),
      ...this.makeMaybe({ rowCount: () => this.drawInt(0, 100) }),
    });
    const makePercent = (): JsonObject => ({
      rankingFunction: this.pick(["rank-percentile", "cume-dist"]),
      mode: this.pick(["top-percentile", "bottom-percentile"]),
      ...this.makeMaybe({ percentile: () => this.drawInt(0, 100) }),
    });
    return this.pick([makeRows, makePercent])();
  }

  private drawTextMode(): string {
    return this.pick(["equals", "does-not-equal", "contains", "like", "not-like", "matches-regexp"]);
  }

  private makeValues(): Json[] {
    const make = this.pick<() => Json>([
      () => this.drawText(),
      () => this.drawNumber(),
      () => this.drawFlag(),
      () => this.makeDate(),
    ]);
    return this.makeSome(0, 3, () => (this.drawInt(0, 4) === 0 ? null : make()));
  }

  private makePaths(): Json[] {
    return this.makeSome(0, 2, () => this.makeSome(0, 2, () => this.drawText()));
  }

  private filter(columnId: string): JsonObject {
    const drawInclusion = () => this.pick(["include", "exclude"]);
    const kinds: (() => JsonObject)[] = [
      () => ({
        kind: "number-range",
        ...this.makeMaybe({ min: () => this.drawNumber(), max: () => this.drawNumber() }),
        ...this.makeNulls(),
      }),
      () => ({ kind: "date-range", ...this.makeDateRange(), ...this.makeNulls() }),
      () => ({ kind: "top-n", ...this.makeTopN(), ...this.makeNulls() }),
      () => ({ kind: "list", ...this.makeMaybe({ mode: drawInclusion, values: () => this.makeValues() }) }),
      () => ({
        kind: "text-match",
        mode: this.drawTextMode(),
        ...this.makeMaybe({ value: () => this.drawText(), case: () => this.pick(["sensitive", "insensitive"]) }),
        ...this.makeNulls(),
      }),
      () => ({ kind: "hierarchy", ...this.makeMaybe({ mode: drawInclusion, values: () => this.makePaths() }) }),
    ];
    return {
      id: this.makeId("filter"),
      columnId,
      ...this.pick(kinds)(),
      ...this.makeMaybe({ state: () => this.pick(["enabled", "disabled"]) }),
    };
  }

  private drawTarget(): { source: JsonObject; columnId: string } {
    const table = this.pick(this.tables);
    return this.pick<() => { source: JsonObject; columnId: string }>([
      () => ({
        source: { kind: "table", elementId: table.id as string },
        columnId: this.pick(this.listColumnIds(table)),
      }),
      () => ({ source: this.makeWarehouse(), columnId: "inode-1/X" }),
      () => ({ source: { kind: "data-model", dataModelId: "dm-1", elementId: "theirs" }, columnId: "their-column" }),
    ])();
  }

  private makeValueSource(): JsonObject {
    if (this.drawFlag()) return { kind: "source", ...this.drawTarget() };
    const [valueType, make] = this.pick<[string, () => Json]>([
      ["text", () => this.drawText()],
      ["number", () => this.drawNumber()],
      ["boolean", () => this.drawFlag()],
      ["date", () => this.makeDate()],
    ]);
    const values = this.makeSome(0, 3, make);
    const makeLabels = () => values.map(() => (this.drawFlag() ? this.drawText() : null));
    return { kind: "manual", valueType, ...this.makeMaybe({ values: () => values, labels: makeLabels }) };
  }

  private drawScalar(): Json {
    return this.pick<() => Json>([() => this.drawText(), () => this.drawNumber(), () => this.drawFlag(), () => null])();
  }

  private makeControl(): JsonObject {
    const compare = () => this.pick(["<=", "=", ">="]);
    const makeBounds = () => this.makeMaybe({ min: () => this.drawNumber(), max: () => this.drawNumber() });
    const scale = () =>
      this.makeMaybe({ low: () => this.drawNumber(), high: () => this.drawNumber(), step: () => this.drawNumber() });
    const inclusion = { mode: () => this.pick(["include", "exclude"]) };
    const source = { source: () => this.makeValueSource() };
    const types: { [type: string]: () => JsonObject } = {
      checkbox: () => ({
        mode: this.pick(["True/False", "True/All"]),
        ...this.makeMaybe({ value: () => this.drawFlag() }),
      }),
      switch: () => ({
        mode: this.pick(["True/False", "True/All"]),
        ...this.makeMaybe({ value: () => this.drawFlag() }),
      }),
      text: () => ({
        mode: this.drawTextMode(),
        ...this.makeMaybe({
          value: () => this.drawText(),
          case: () => this.pick(["sensitive", "insensitive"]),
          showOperators: () => this.drawFlag(),
        }),
        ...this.makeNulls(),
      }),
      "text-area": () => this.makeMaybe({ value: () => this.drawText() }),
      number: () => ({ mode: compare(), ...this.makeMaybe({ value: () => this.drawNumber() }), ...this.makeNulls() }),
      "number-range": () => ({ ...makeBounds(), ...this.makeNulls() }),
      date: () => ({
        mode: compare(),
        ...this.makeMaybe({ value: () => (this.drawFlag() ? this.makeDate() : this.makeRelativeDate()) }),
        ...this.makeNulls(),
      }),
      "date-range": () => ({ ...this.makeDateRange(), ...this.makeNulls() }),
      "top-n": () => ({ ...this.makeTopN(), ...this.makeNulls() }),
      list: () =>
        this.drawFlag()
          ? { selectionMode: "single", ...this.makeMaybe({ ...source, ...inclusion, value: () => this.drawScalar() }) }
          : this.makeMaybe({
              ...source,
              ...inclusion,
              selectionMode: () => "multiple",
              values: () => this.makeValues(),
            }),
      segmented: () =>
        this.makeMaybe({
          ...source,
          value: () => this.drawScalar(),
          showClearLabel: () => this.drawFlag(),
          clearLabel: () => this.drawText(),
        }),
      hierarchy: () => {
        const table = this.pick(this.tables);
        const own = {
          source: { kind: "table", elementId: table.id as string },
          columnId: this.pick(this.listColumnIds(table)),
        };
        return this.makeMaybe({ source: () => own, ...inclusion, values: () => this.makePaths() });
      },
      slider: () => ({
        mode: compare(),
        ...scale(),
        ...this.makeMaybe({ value: () => this.drawNumber() }),
        ...this.makeNulls(),
      }),
      "range-slider": () => ({ ...scale(), ...makeBounds(), ...this.makeNulls() }),
    };
    const controlType = this.pick(Object.keys(types));
    return {
      id: this.makeId("control"),
      kind: "control",
      controlType,
      controlId: this.makeName("Control"),
      ...types[controlType]!(),
      ...this.makeMaybe({
        name: () => this.drawText(),
        filters: () => this.makeSome(0, 2, () => this.drawTarget()),
        parameters: () =>
          this.makeSome(0, 1, () => ({ kind: "data-model", dataModelId: "dm-1", controlId: this.makeName("Theirs") })),
      }),
    };
  }
}
