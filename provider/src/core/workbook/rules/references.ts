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
import { findNearest } from "../../text";
import { hasColumns } from "../kinds";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { suggest, type WorkbookRule } from "./rule";

type Reporter = Parameters<WorkbookRule["check"]>[1];

/** Every object in a value, with its path. */
export function* walkObjects(value: Json | undefined, path: Path): Generator<{ object: JsonObject; path: Path }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walkObjects(item, [...path, index]);
  } else if (isObject(value)) {
    yield { object: value, path };
    for (const [key, inner] of Object.entries(value)) yield* walkObjects(inner, [...path, key]);
  }
}

/** Fields that refer to an element by its id. */
const elementFields = [
  "tableElementId",
  "tabbedContainerElementId",
  "containerElementId",
  "formElementId",
  "pluginElementId",
  "chatElementId",
  "codeElementId",
];

export const missingReference: WorkbookRule = {
  name: "missing-reference",
  severity: "error",
  check(workbook, report) {
    const { document, entries, byId, blocks } = workbook;
    const tellMissing = (what: string, id: string, path: Path, known: Iterable<string>) =>
      report({ path, message: `there is no ${what} \`${id}\` in this workbook`, ...suggest(findNearest(id, known)) });
    const overlays = [...blocks].filter(([, { kind }]) => kind === "overlay").map(([id]) => id);
    const pages = [...blocks].filter(([, { kind }]) => kind === "page").map(([id]) => id);
    const controls = listControlIds(workbook);
    const { layout: _, ...coded } = document;
    for (const { object, path } of walkObjects(coded, [])) {
      checkSource(workbook, object, path, report);
      for (const field of elementFields) {
        const id = readKnownString(object[field]);
        if (id !== undefined && !byId.has(id)) tellMissing("element", id, [...path, field], byId.keys());
      }
      const overlay = readKnownString(object.overlayId);
      if (overlay !== undefined && !overlays.includes(overlay))
        tellMissing("overlay", overlay, [...path, "overlayId"], overlays);
      const page = isPlace(path) ? readKnownString(object.pageId) : undefined;
      if (page !== undefined && !pages.includes(page)) tellMissing("page", page, [...path, "pageId"], pages);
      const control = path.includes("actions") ? readKnownString(object.control) : undefined;
      if (control !== undefined && !controls.includes(control))
        tellMissing("control", control, [...path, "control"], controls);
    }
    for (const [index, panel] of listObjectEntries(document.panels)) {
      for (const [at, id] of toList(panel.pages).entries()) {
        if (typeof id === "string" && !isOpen(id) && !pages.includes(id))
          tellMissing("page", id, ["panels", index, "pages", at], pages);
      }
    }
    for (const { element, kind, path } of entries) {
      if (kind !== "control" || element.controlType !== "synced") continue;
      const id = readKnownString(element.controlId);
      if (id !== undefined && !controls.includes(id)) tellMissing("control", id, [...path, "controlId"], controls);
    }
  },
};

export const listControlIds = ({ entries }: WorkbookIndex): string[] =>
  entries.flatMap(({ kind, element }) =>
    kind === "control" && element.controlType !== "synced" ? (readKnownString(element.controlId) ?? []) : [],
  );

const isPlace = (path: Path) =>
  ["navigation", "actions", "scope", "target", "destination", "pageLabels"].some((key) => path.includes(key));

const isSource = (path: Path) =>
  path.some((key) => ["source", "sources", "primarySource", "left", "right"].includes(String(key)));

function checkSource({ byId }: WorkbookIndex, object: JsonObject, path: Path, report: Reporter): void {
  if (!isSource(path) || (object.kind !== "table" && object.kind !== "element")) return;
  const id = readKnownString(object.elementId);
  if (id === undefined) return;
  const target = byId.get(id);
  if (target === undefined) {
    const known = [...byId].filter(([, { kind }]) => hasColumns(kind)).map(([other]) => other);
    report({
      path: [...path, "elementId"],
      message: `there is no element \`${id}\` in this workbook`,
      ...suggest(findNearest(id, known)),
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
      ...suggest(findNearest(grouping, known)),
    });
  }
}

/**
 * Where an element names columns of its own: the path from the element, and whether it names the column itself or in an
 * object.
 */
const columnLists = ["order", "summary", "values"];

export const missingColumn: WorkbookRule = {
  name: "missing-column",
  severity: "error",
  check(workbook, report) {
    for (const entry of workbook.entries) {
      checkOwnColumns(entry, report);
      if (entry.kind === "control") checkTargets(workbook, entry, report);
      for (const { object, path } of walkObjects(entry.element.actions, [...entry.path, "actions"])) {
        checkRows(workbook, object, path, report);
      }
    }
  },
};

function checkOwnColumns({ element, kind, path }: ElementEntry, report: Reporter): void {
  if (!hasColumns(kind) || !Array.isArray(element.columns) || element.columns.some(isOpen)) return;
  const columns = filterObjects(element.columns).flatMap(({ id }) => readKnownString(id) ?? []);
  const others = ["folders", "groupings"].flatMap((field) =>
    filterObjects(element[field]).flatMap(({ id }) => readKnownString(id) ?? []),
  );
  const check = (id: Json | undefined, at: Path) => {
    const known = readKnownString(id);
    if (known === undefined || columns.includes(known) || others.includes(known)) return;
    report({ path: at, message: `this ${kind} has no column \`${known}\``, ...suggest(findNearest(known, columns)) });
  };
  for (const field of columnLists) {
    const isList = field !== "values" || kind === "pivot-table";
    if (isList) for (const [index, id] of toList(element[field]).entries()) check(id, [...path, field, index]);
  }
  for (const field of ["filters", "sort", "rowsBy", "columnsBy", "label", "tooltip", "trendlines", "stages"]) {
    for (const [index, { columnId }] of listObjectEntries(element[field]))
      check(columnId, [...path, field, index, "columnId"]);
  }
  for (const [index, grouping] of listObjectEntries(element.groupings)) {
    for (const field of ["groupBy", "calculations"]) {
      for (const [at, id] of toList(grouping[field]).entries()) check(id, [...path, "groupings", index, field, at]);
    }
    for (const [at, { columnId }] of listObjectEntries(grouping.sort))
      check(columnId, [...path, "groupings", index, "sort", at, "columnId"]);
  }
  for (const { columnId, at } of listChannels(element)) check(columnId, [...path, ...at]);
  for (const [index, format] of listObjectEntries(element.conditionalFormats)) {
    for (const [at, id] of toList(format.columnIds).entries())
      check(id, [...path, "conditionalFormats", index, "columnIds", at]);
  }
}

/** A channel of a chart, and the column that it shows. */
export interface Channel {
  readonly channel: string;
  readonly columnId: Json | undefined;
  readonly at: Path;
}

/** The columns that the channels of an element show. */
export function listChannels(element: JsonObject): Channel[] {
  const single = (channel: string, key = "columnId"): Channel[] => {
    const value = element[channel];
    return isObject(value) && value[key] !== undefined ? [{ channel, columnId: value[key], at: [channel, key] }] : [];
  };
  const { yAxis } = element;
  const series = isObject(yAxis) ? toList(yAxis.columnIds) : [];
  return [
    ...single("xAxis"),
    ...series.map((one, index): Channel => {
      const at = ["yAxis", "columnIds", index];
      return isObject(one)
        ? { channel: "yAxis", columnId: one.columnId, at: [...at, "columnId"] }
        : { channel: "yAxis", columnId: one, at };
    }),
    ...single("color", "column"),
    ...single("color"),
    ...[
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
    ].flatMap((channel) => single(channel)),
  ];
}

/** The columns that a control filters; the platform stores a wrong one, and filters nothing. */
function checkTargets({ byId }: WorkbookIndex, { element, path }: ElementEntry, report: Reporter): void {
  for (const field of ["filters", "targets"]) {
    for (const [index, { source, columnId }] of listObjectEntries(element[field])) {
      const target = isObject(source) ? byId.get(readKnownString(source.elementId) ?? "") : undefined;
      const known = readKnownString(columnId);
      if (target === undefined || known === undefined || !Array.isArray(target.element.columns)) continue;
      const columns = filterObjects(target.element.columns).flatMap(({ id }) => readKnownString(id) ?? []);
      if (columns.includes(known)) continue;
      const missing = `\`${target.id}\` has no column \`${known}\``;
      const message = `${missing}: the platform stores this, and the control filters nothing`;
      report({ path: [...path, field, index, "columnId"], message, ...suggest(findNearest(known, columns)) });
    }
  }
}

/** The values of an action that writes rows. */
function checkRows(
  { byId }: WorkbookIndex,
  { tableElementId, values }: JsonObject,
  path: Path,
  report: Reporter,
): void {
  const target = byId.get(readKnownString(tableElementId) ?? "");
  if (target === undefined || !isObject(values)) return;
  const columns = filterObjects(target.element.columns).flatMap(({ id }) => readKnownString(id) ?? []);
  for (const column of Object.keys(values)) {
    if (columns.includes(column)) continue;
    const message = `the action writes the column \`${column}\`, which \`${target.id}\` doesn't have`;
    report({ path: [...path, "values", column], message, ...suggest(findNearest(column, columns)) });
  }
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

export const missingGrouping: WorkbookRule = {
  name: "missing-grouping",
  severity: "warning",
  check({ entries, byId }, report) {
    for (const { element, path } of entries) {
      const { source } = element;
      if (!isObject(source) || source.kind !== "table" || source.groupingId !== undefined) continue;
      const target = byId.get(readKnownString(source.elementId) ?? "");
      const [grouping] = filterObjects(target?.element.groupings);
      if (grouping === undefined) continue;
      const message =
        `\`${target!.id}\` is grouped, and without \`groupingId\` its single rows are ` +
        "read: averages are weighted by them";
      report({
        path: [...path, "source"],
        message,
        hint: `Write \`groupingId: ${readKnownString(grouping.id) ?? "…"}\`, if groups are meant.`,
      });
    }
  },
};
