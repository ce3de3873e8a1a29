import type { Reporter } from "../../spec/internal";
import {
  filterObjects,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  toList,
} from "../../spec/json";
import { findNearest, suggest } from "../../text";
import { hasColumns } from "../kinds";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { listActions } from "./actions";
import type { WorkbookRule } from "./rule";
import { walkObjects } from "./walk";

/** Fields that refer to an element by its id. */
const elementFields = [
  "tableElementId",
  "tabbedContainerElementId",
  "containerElementId",
  "formElementId",
  "pluginElementId",
  "chatElementId",
  "codeElementId",
  "triggerElementId",
];

/** What the first of them were called before August 2026. */
const formerElementFields = ["table", "tabbedContainer"];

export const missingReference: WorkbookRule = {
  name: "missing-reference",
  severity: "error",
  check(workbook, report) {
    const { document, entries, byId, blocks, noun } = workbook;
    const tellMissing = (what: string, id: string, path: Path, known: Iterable<string>) => {
      const names = [...known];
      const hint = suggest(findNearest(id, names), names);
      report({ path, message: `there is no ${what} \`${id}\` in this ${noun}`, hint });
    };
    const overlays = [...blocks].filter(([, { kind }]) => kind === "overlay").map(([id]) => id);
    const pages = [...blocks].filter(([, { kind }]) => kind === "page").map(([id]) => id);
    const controls = listControlIds(workbook);
    const { layout: _, ...coded } = document;
    for (const { object, path } of walkObjects(coded, [])) {
      checkSource(workbook, object, path, report);
      const isEffect = path.includes("effects") || path.includes("steps");
      for (const field of isEffect ? [...elementFields, ...formerElementFields] : elementFields) {
        const id = readKnownString(object[field]);
        if (id !== undefined && !byId.has(id)) tellMissing("element", id, [...path, field], byId.keys());
      }
      for (const field of isPlace(path) && !isSource(path) ? ["elementId", "element"] : []) {
        const id = readKnownString(object[field]);
        if (id !== undefined && !byId.has(id)) tellMissing("element", id, [...path, field], byId.keys());
      }
      const overlay = readKnownString(object.overlayId);
      if (overlay !== undefined && !overlays.includes(overlay))
        tellMissing("overlay", overlay, [...path, "overlayId"], overlays);
      const page = isPlace(path) ? readKnownString(object.pageId) : undefined;
      if (page !== undefined && !pages.includes(page)) tellMissing("page", page, [...path, "pageId"], pages);
      // Of the effect that clears a control, and of a plugin's setting.
      const isOfControl = object.type === "control" || (object.kind === "control" && path.includes("config"));
      for (const field of [...(isEffect ? ["control"] : []), ...(isOfControl ? ["controlId"] : [])]) {
        const control = readKnownString(object[field]);
        if (control !== undefined && !controls.includes(control))
          tellMissing("control", control, [...path, field], controls);
      }
    }
    for (const { action, path, host } of listActions(workbook)) checkCurrentRows(action, path, host, report);
    for (const [index, panel] of listObjectEntries(document.panels)) {
      for (const [at, id] of toList(panel.pages).entries()) {
        if (typeof id === "string" && !isOpen(id) && !pages.includes(id))
          tellMissing("page", id, ["panels", index, "pages", at], pages);
      }
    }
    const agents = filterObjects(document.agents).flatMap(({ id }) => readKnownString(id) ?? []);
    for (const { element, kind, path } of entries) {
      const agent = kind === "chat" ? readKnownString(element.agentId) : undefined;
      if (agent !== undefined && !agents.includes(agent)) tellMissing("agent", agent, [...path, "agentId"], agents);
      if (kind !== "control" || element.controlType !== "synced") continue;
      const id = readKnownString(element.controlId);
      if (id !== undefined && !controls.includes(id)) tellMissing("control", id, [...path, "controlId"], controls);
    }
  },
};

/** The current row is one of the input table that has the action. */
function checkCurrentRows(action: JsonObject, path: Path, host: JsonObject, report: Reporter): void {
  for (const { object: effect, path: at } of walkObjects(action, path)) {
    const { whichRows, tableElementId } = effect;
    if (!isObject(whichRows) || isOpen(tableElementId) || (whichRows.type ?? whichRows.kind) !== "current-row")
      continue;
    if (tableElementId === undefined || tableElementId === host.id) continue;
    const message = "there is no current row here: the action isn't one of the input table itself";
    report({ path: [...at, "whichRows"], message, hint: "Write `column-match`, or a formula." });
  }
}

export const listControlIds = ({ entries }: WorkbookIndex): string[] =>
  entries.flatMap(({ kind, element }) =>
    kind === "control" && element.controlType !== "synced" ? (readKnownString(element.controlId) ?? []) : [],
  );

const isPlace = (path: Path) =>
  ["navigation", "actions", "steps", "scope", "target", "destination", "pageLabels"].some((key) => path.includes(key));

const isSource = (path: Path) =>
  path.some((key) => ["source", "sources", "primarySource", "left", "right", "dataSources"].includes(String(key)));

function checkSource({ byId, noun }: WorkbookIndex, object: JsonObject, path: Path, report: Reporter): void {
  if (!isSource(path) || (object.kind !== "table" && object.kind !== "element")) return;
  const id = readKnownString(object.elementId);
  if (id === undefined) return;
  const target = byId.get(id);
  if (target === undefined) {
    const known = [...byId].filter(([, { kind }]) => hasColumns(kind)).map(([other]) => other);
    report({
      path: [...path, "elementId"],
      message: `there is no element \`${id}\` in this ${noun}`,
      hint: suggest(findNearest(id, known), known),
    });
    return;
  }
  const grouping = readKnownString(object.groupingId);
  const known = filterObjects(target.element.groupings).flatMap((one) => readKnownString(one.id) ?? []);
  if (grouping === "base") {
    report({
      path: [...path, "groupingId"],
      message: "the platform reads `base` and refuses it in a write",
      hint: "Leave `groupingId` out.",
    });
  } else if (grouping !== undefined && !known.includes(grouping)) {
    report({
      path: [...path, "groupingId"],
      message: `\`${id}\` has no grouping \`${grouping}\``,
      hint: suggest(findNearest(grouping, known), known),
    });
  }
}

/**
 * Where an element names columns of its own: the path from the element, and whether it names the column itself or in an
 * object.
 */
const columnLists = ["order", "summary"];

export const missingColumn: WorkbookRule = {
  name: "missing-column",
  severity: "error",
  check(workbook, report) {
    for (const entry of workbook.entries) {
      checkOwnColumns(entry, report);
      if (entry.kind === "control") checkTargets(workbook, entry, report);
      if (entry.kind === "input-table") checkEntries(workbook, entry, report);
    }
    const { layout: _, ...coded } = workbook.document;
    for (const { object, path } of walkObjects(coded, [])) {
      if (path.includes("actions") || path.includes("agents")) checkRows(workbook, object, path, report);
    }
  },
};

/** The columns of other elements from which an input table takes values. */
function checkEntries(workbook: WorkbookIndex, { element, path }: ElementEntry, report: Reporter): void {
  for (const [index, { valuesFrom }] of listObjectEntries(element.columns)) {
    if (!isObject(valuesFrom)) continue;
    const at = [...path, "columns", index, "valuesFrom", "column"];
    checkColumn(workbook, valuesFrom.element, valuesFrom.column, at, report);
  }
}

/** A column of another element. */
function checkColumn(
  { byId }: WorkbookIndex,
  element: Json | undefined,
  column: Json | undefined,
  path: Path,
  report: Reporter,
  describe = (target: ElementEntry, id: string) => `\`${target.id}\` has no column \`${id}\``,
): void {
  const target = byId.get(readKnownString(element) ?? "");
  const id = readKnownString(column);
  if (target === undefined || id === undefined || !Array.isArray(target.element.columns)) return;
  const columns = listColumnIds(target.element);
  if (columns.includes(id) || target.element.columns.some(isOpen)) return;
  report({ path, message: describe(target, id), hint: suggest(findNearest(id, columns), columns) });
}

/** Lists of columns, each an id or the `columnId` of an object. */
const ownLists = ["filters", "sort", "rowsBy", "columnsBy", "label", "tooltip", "trendlines", "stages"];

function checkOwnColumns({ element, kind, path }: ElementEntry, report: Reporter): void {
  if (!hasColumns(kind) || !Array.isArray(element.columns) || element.columns.some(isOpen)) return;
  const columns = listColumnIds(element);
  const others = ["folders", "groupings"].flatMap((field) =>
    filterObjects(element[field]).flatMap(({ id }) => readKnownString(id) ?? []),
  );
  const check = (id: Json | undefined, at: Path) => {
    const known = readKnownString(id);
    if (known === undefined || columns.includes(known) || others.includes(known)) return;
    report({
      path: at,
      message: `this ${kind} has no column \`${known}\``,
      hint: suggest(findNearest(known, columns), columns),
    });
  };
  const checkTexts = (value: Json | undefined, at: Path) => {
    for (const [index, id] of toList(value).entries()) if (!isObject(id)) check(id, [...at, index]);
  };
  for (const field of [...columnLists, ...(kind === "pivot-table" ? ["values"] : [])])
    checkTexts(element[field], [...path, field]);
  for (const field of ownLists) {
    for (const [index, { columnId, id, sort }] of listObjectEntries(element[field])) {
      check(columnId, [...path, field, index, "columnId"]);
      if (columnId === undefined && (field === "rowsBy" || field === "columnsBy"))
        check(id, [...path, field, index, "id"]);
      if (isObject(sort)) check(sort.by, [...path, field, index, "sort", "by"]);
    }
  }
  for (const [index, grouping] of listObjectEntries(element.groupings)) {
    for (const field of ["groupBy", "calculations"]) checkTexts(grouping[field], [...path, "groupings", index, field]);
    for (const [at, { columnId }] of listObjectEntries(grouping.sort))
      check(columnId, [...path, "groupings", index, "sort", at, "columnId"]);
  }
  for (const [index, folder] of listObjectEntries(element.folders))
    checkTexts(folder.items, [...path, "folders", index, "items"]);
  for (const { columnId, at } of listChannels(element)) check(columnId, [...path, ...at]);
  for (const field of ["xAxis", "color"]) {
    const channel = element[field];
    if (isObject(channel) && isObject(channel.sort)) check(channel.sort.by, [...path, field, "sort", "by"]);
  }
  for (const field of ["rowsBy", "columnsBy"]) {
    const { trellis } = element;
    for (const [index, { columnId }] of listObjectEntries(isObject(trellis) ? trellis[field] : undefined))
      check(columnId, [...path, "trellis", field, index, "columnId"]);
  }
  for (const [index, format] of listObjectEntries(element.conditionalFormats))
    checkTexts(format.columnIds, [...path, "conditionalFormats", index, "columnIds"]);
  for (const [index, mark] of listObjectEntries(element.refMarks)) {
    for (const field of ["value", "endValue"]) {
      const value = mark[field];
      if (isObject(value) && value.type === "column")
        check(value.columnId, [...path, "refMarks", index, field, "columnId"]);
    }
  }
}

/** The ids of an element's columns. */
export const listColumnIds = ({ columns }: JsonObject): string[] =>
  filterObjects(columns).flatMap(({ id }) => readKnownString(id) ?? []);

/** A channel of a chart, and the column that it shows. */
export interface Channel {
  readonly channel: string;
  readonly columnId: Json | undefined;
  readonly at: Path;
}

/** Charts whose channels the platform also writes and reads in their earlier form, `{ id }`. */
const roundKinds: readonly unknown[] = ["pie-chart", "donut-chart"];

/** The field by which a channel names its column; undefined: it names none that the platform reads. */
export function readChannelKey(channel: JsonObject, kind: Json | undefined): "columnId" | "id" | undefined {
  if (channel.columnId !== undefined) return "columnId";
  return channel.id !== undefined && roundKinds.includes(kind) ? "id" : undefined;
}

/** The columns that the channels of an element show. */
export function listChannels(element: JsonObject): Channel[] {
  const listSingle = (channel: string, other?: string): Channel[] => {
    const value = element[channel];
    if (!isObject(value)) return [];
    const key = other ?? readChannelKey(value, element.kind);
    return key !== undefined && value[key] !== undefined ? [{ channel, columnId: value[key], at: [channel, key] }] : [];
  };
  const { yAxis } = element;
  const series = isObject(yAxis) ? toList(yAxis.columnIds) : [];
  return [
    ...listSingle("xAxis"),
    ...series.map((one, index): Channel => {
      const at = ["yAxis", "columnIds", index];
      return isObject(one)
        ? { channel: "yAxis", columnId: one.columnId, at: [...at, "columnId"] }
        : { channel: "yAxis", columnId: one, at };
    }),
    ...listSingle("color", "column"),
    ...listSingle("color"),
    ...[
      "splitBy",
      "size",
      "value",
      "holeValue",
      "comparisonColumn",
      "timeline",
      "region",
      "latitude",
      "longitude",
      "geography",
      "category",
      "stage",
      "series",
    ].flatMap((channel) => listSingle(channel)),
  ];
}

/** The columns that a control filters, and those that it takes its choices from. */
function checkTargets(workbook: WorkbookIndex, { element, path }: ElementEntry, report: Reporter): void {
  for (const field of ["filters", "targets"]) {
    for (const [index, { source, columnId, columnIds }] of listObjectEntries(element[field])) {
      const id = isObject(source) ? source.elementId : undefined;
      const at = [...path, field, index];
      const describe = (target: ElementEntry, column: string) =>
        `\`${target.id}\` has no column \`${column}\`: the platform stores this, and the control filters nothing`;
      checkColumn(workbook, id, columnId, [...at, "columnId"], report, describe);
      for (const [nth, one] of toList(columnIds).entries())
        checkColumn(workbook, id, one, [...at, "columnIds", nth], report, describe);
    }
  }
  const { source } = element;
  if (!isObject(source) || !isObject(source.source)) return;
  for (const field of ["columnId", "displayColumnId"])
    checkColumn(workbook, source.source.elementId, source[field], [...path, "source", field], report);
}

/** The rows that an action writes, and the columns by which it chooses them. */
function checkRows(workbook: WorkbookIndex, effect: JsonObject, path: Path, report: Reporter): void {
  const { values, whichRows } = effect;
  // What it was called before August 2026.
  const element = effect.tableElementId ?? effect.table;
  if (isObject(values)) {
    for (const column of Object.keys(values)) {
      const describe = (target: ElementEntry) =>
        `the action writes the column \`${column}\`, which \`${target.id}\` doesn't have`;
      checkColumn(workbook, element, column, [...path, "values", column], report, describe);
    }
  }
  if (isObject(whichRows))
    checkColumn(workbook, element, whichRows.columnId, [...path, "whichRows", "columnId"], report);
}

export const twoChannels: WorkbookRule = {
  name: "two-channels",
  severity: "error",
  check({ entries }, report) {
    for (const { element, kind, path } of entries) {
      if (!hasColumns(kind) || kind === "kpi-chart") continue;
      const seen = new Map<string, string>();
      for (const { channel, columnId, at } of listChannels(element)) {
        const id = readKnownString(columnId);
        if (id === undefined || channel === "holeValue") continue;
        const before = seen.get(id);
        seen.set(id, before ?? channel);
        if (before === undefined || before === channel) continue;
        const hint = "Declare the column twice, with two ids.";
        report({
          path: [...path, ...at],
          message: `the column \`${id}\` is on \`${before}\` and on \`${channel}\``,
          hint,
        });
      }
      const { yAxis2 } = element;
      for (const [index, id] of toList(isObject(yAxis2) ? yAxis2.columnIds : undefined).entries()) {
        if (typeof id !== "string" || isOpen(id) || seen.get(id) === "yAxis") continue;
        const at = [...path, "yAxis2", "columnIds", index];
        report({ path: at, message: `\`${id}\` isn't on \`yAxis\``, hint: "List it in `yAxis.columnIds`, too." });
      }
    }
  },
};

export const groupedSort: WorkbookRule = {
  name: "grouped-sort",
  severity: "error",
  check({ entries }, report) {
    for (const { element, path } of entries) {
      const [grouping] = filterObjects(element.groupings);
      if (grouping === undefined || filterObjects(element.sort).length === 0) continue;
      const hint = `Put it into the grouping: \`groupings[${readKnownString(grouping.id) ?? 0}].sort\`.`;
      report({ path: [...path, "sort"], message: "a table with groupings sorts in them", hint });
    }
  },
};

/** The sources of an element that are other elements: its own, and the sides of a join or union. */
export function listTableSources({ element, path }: ElementEntry): { object: JsonObject; path: Path }[] {
  if (!hasColumns(String(element.kind))) return [];
  return [...walkObjects(element.source, [...path, "source"])].filter(({ object }) => object.kind === "table");
}

export const missingGrouping: WorkbookRule = {
  name: "missing-grouping",
  severity: "warning",
  check({ entries, byId }, report) {
    for (const entry of entries) {
      for (const { object: source, path } of listTableSources(entry)) {
        if (source.groupingId !== undefined) continue;
        const target = byId.get(readKnownString(source.elementId) ?? "");
        const [grouping] = filterObjects(target?.element.groupings);
        if (grouping === undefined) continue;
        const message =
          `\`${target!.id}\` is grouped, and without \`groupingId\` its single rows are ` +
          "read: averages are weighted by them";
        report({
          path,
          message,
          hint: `Write \`groupingId: ${readKnownString(grouping.id) ?? "…"}\`, if groups are meant.`,
        });
      }
    }
  },
};
