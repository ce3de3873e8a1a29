import {
  filterObjects,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  type Path,
  readKnownString,
  toList,
  walkObjects,
} from "../../model/json";
import type { Reporter } from "../../model/rules";
import { pickObject } from "../../model/schema";
import { findNearest, suggest } from "../../text";
import { getGrammar, listReferences, type ReferenceSite, readOwner } from "../grammar";
import { hasColumns } from "../kinds";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { listActions } from "./actions";
import type { WorkbookRule } from "./rule";

/** The references of a document. */
function listSites({ document, noun }: WorkbookIndex): ReferenceSite[] {
  const { layout: _, ...coded } = document;
  return [...listReferences(getGrammar().documents[noun], coded)];
}

/** The ids that references may name, but for parts of elements. */
function listKnown(workbook: WorkbookIndex): Readonly<Record<string, readonly string[]>> {
  const { document, byId, blocks } = workbook;
  const listBlocks = (wanted: string) => [...blocks].flatMap(([id, { kind }]) => (kind === wanted ? [id] : []));
  return {
    element: [...byId.keys()],
    overlay: listBlocks("overlay"),
    page: listBlocks("page"),
    control: listControls(workbook).flatMap(({ element }) => readKnownString(element.controlId) ?? []),
    agent: filterObjects(document.agents).flatMap(({ id }) => readKnownString(id) ?? []),
  };
}

const isSource = (path: Path) => path.includes("source") || path.includes("dataSources");

export const missingReference: WorkbookRule = {
  name: "missing-reference",
  severity: "error",
  check(workbook, report) {
    const { byId, noun } = workbook;
    const known = listKnown(workbook);
    for (const site of listSites(workbook)) {
      const { reference, id, path } = site;
      if (reference.to === "grouping") checkGrouping(workbook, site, report);
      const all = known[reference.to];
      if (all === undefined || all.includes(id)) continue;
      const names = isSource(path) ? all.filter((name) => hasColumns(byId.get(name)?.kind ?? "")) : all;
      const hint = suggest(findNearest(id, names), names);
      report({ path, message: `there is no ${reference.to} \`${id}\` in this ${noun}`, hint });
    }
    for (const { action, path, host } of listActions(workbook)) checkCurrentRows(action, path, host, report);
  },
};

function checkGrouping({ byId }: WorkbookIndex, site: ReferenceSite, report: Reporter): void {
  const { id, path } = site;
  const target = byId.get(readOwner(site) ?? "");
  if (target === undefined) return;
  const known = filterObjects(target.element.groupings).flatMap((one) => readKnownString(one.id) ?? []);
  if (id === "base") {
    const message = "the platform reads `base` and refuses it in a write";
    report({ path, message, hint: "Leave `groupingId` out." });
  } else if (!known.includes(id)) {
    const hint = suggest(findNearest(id, known), known);
    report({ path, message: `\`${target.id}\` has no grouping \`${id}\``, hint });
  }
}

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

/** The controls that have a `controlId` of their own. */
export const listControls = ({ entries }: WorkbookIndex): ElementEntry[] =>
  entries.filter(({ kind, element }) => kind === "control" && element.controlType !== "synced");

export const missingColumn: WorkbookRule = {
  name: "missing-column",
  severity: "error",
  check(workbook, report) {
    for (const site of listSites(workbook)) {
      const { reference, id, path } = site;
      const target = reference.to === "column" ? findOwner(workbook, site) : undefined;
      const { columns, folders, groupings } = target?.element ?? {};
      if (target === undefined || !Array.isArray(columns) || columns.some(isOpen)) continue;
      const ids = listColumnIds(target.element);
      const parts = reference.of === undefined ? [folders, groupings].flatMap(filterObjects) : [];
      if (ids.includes(id) || parts.some((part) => part.id === id)) continue;
      report({ path, message: describeMissing(site, target), hint: suggest(findNearest(id, ids), ids) });
    }
  },
};

/** The element whose column a reference names. */
function findOwner({ document, byId, entries }: WorkbookIndex, site: ReferenceSite): ElementEntry | undefined {
  if (site.reference.of !== undefined) return byId.get(readOwner(site) ?? "");
  const [list, index] = site.path;
  const element = list === "elements" ? toList(document.elements)[Number(index)] : undefined;
  const own = entries.find((entry) => entry.element === element);
  return own && hasColumns(own.kind) ? own : undefined;
}

function describeMissing({ reference, id, path }: ReferenceSite, target: ElementEntry): string {
  if (reference.of === undefined) return `this ${target.kind} has no column \`${id}\``;
  if (path.at(-2) === "values") return `the action writes the column \`${id}\`, which \`${target.id}\` doesn't have`;
  const isFilter = path[2] === "filters" || path[2] === "targets";
  const loss = isFilter ? ": the platform stores this, and the control filters nothing" : "";
  return `\`${target.id}\` has no column \`${id}\`${loss}`;
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

/** The columns that the channels of an element show, without those that sort them. */
export function listChannels(element: JsonObject): Channel[] {
  const shape = pickObject(getGrammar().element, element);
  if (shape === undefined) return [];
  return [...listReferences(shape, element)].flatMap(({ id, path }) => {
    const channel = String(path[0]);
    const isShown = shape.fields.get(channel)?.traits?.isChannel && channel !== "yAxis2" && !path.includes("sort");
    return isShown ? [{ channel, columnId: id, at: path }] : [];
  });
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
