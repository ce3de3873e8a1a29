import {
  filterObjects,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "../../model/json";
import { findRepeats, type Reporter } from "../../model/rules";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { listActions } from "./actions";
import { listChannels, listControls } from "./references";
import type { WorkbookRule } from "./rule";

/** Fields of earlier forms, and where they went. */
export const movedFields: Readonly<Record<string, string>> = {
  themeName: "settings.theme.name",
  themeOverrides: "settings.theme.overrides",
  theme: "settings.theme",
  document: "the top of the file",
  contents: "the top of the file",
};

const upgradeHint = "`pulumi-analytics fmt --upgrade` writes today's form.";

export const documentShape: WorkbookRule = {
  name: "workbook-shape",
  severity: "error",
  check({ document, blocks, noun }, report) {
    const { schemaVersion, kind } = document;
    if (schemaVersion !== 1 && !isOpen(schemaVersion)) {
      const path = schemaVersion === undefined ? [] : ["schemaVersion"];
      const what = schemaVersion === undefined ? "`schemaVersion` is missing" : "this version is not known";
      const quotes = schemaVersion === "1" ? ", without quotes" : "";
      report({ path, message: what, hint: `Write \`schemaVersion: 1\`${quotes}.` });
    }
    if (kind !== noun && !isOpen(kind)) {
      const path = kind === undefined ? [] : ["kind"];
      const what = kind === undefined ? "`kind` is missing" : `the kind of the document is \`${noun}\``;
      report({ path, message: what, hint: `Write \`kind: ${noun}\`.` });
    }
    for (const field of ["elements", "pages"]) {
      // Elements in pages, as in the first form, have a message of their own.
      const isElsewhere = filterObjects(document.pages).some((page) => page[field] !== undefined);
      if (document[field] === undefined && !isElsewhere)
        report({ path: [], message: `\`${field}\` is missing`, hint: `Write \`${field}: []\`.` });
    }
    for (const [field, now] of Object.entries(movedFields)) {
      if (document[field] === undefined) continue;
      report({
        path: [field],
        message: `\`${field}\` is no field of a ${noun} any more`,
        hint: `It moved to ${now}. ${upgradeHint}`,
      });
    }
    for (const [index, page] of listObjectEntries(document.pages)) {
      if (page.elements !== undefined) {
        const path = ["pages", index, "elements"];
        const hint = `Move them to \`elements\` of the ${noun}; the layout says which page each is on. ${upgradeHint}`;
        report({ path, message: "pages have no elements of their own any more", hint });
      }
      checkTexts(page, ["id", "name"], ["pages", index], report);
    }
    for (const field of ["overlays", "panels"]) {
      for (const [index, item] of listObjectEntries(document[field]))
        checkTexts(item, ["id", "type"], [field, index], report);
    }
    const hasOwn = [...blocks.values()].some(({ item }) => item.layout !== undefined);
    if (document.layout === undefined && !hasOwn && blocks.size > 0) {
      const hint = `Without it, the platform refuses the ${noun}, or lays all pages out anew.`;
      report({ path: [], message: "`layout` is missing", hint });
    }
  },
};

function checkTexts(item: JsonObject, fields: readonly string[], path: Path, report: Reporter): void {
  for (const field of fields) {
    if (item[field] === "") report({ path: [...path, field], message: `\`${field}\` is empty`, hint: "Write one." });
  }
}

/** What no element may be without, whatever its kind is. */
export const elementShape: WorkbookRule = {
  name: "missing-field",
  severity: "error",
  check({ entries }, report) {
    for (const { element, path } of entries) {
      if (element.kind === "") {
        const hint = "Such as `table`, `bar-chart`, `kpi-chart` or `control`.";
        report({ path, message: "`kind` is missing", hint });
      }
      if (element.id === "")
        report({ path: [...path, "id"], message: "`id` is empty", hint: "Write one of your own." });
      const { color } = element;
      const isOfColumn = isObject(color) && (color.by === "category" || color.by === "scale");
      if (isOfColumn && color.column === undefined && color.columnId === undefined)
        report({ path: [...path, "color"], message: "`column` is missing", hint: "Write `column: …`." });
    }
  },
};

export const markValue: WorkbookRule = {
  name: "wrong-type",
  severity: "error",
  check({ entries }, report) {
    for (const { element, path } of entries) {
      for (const [index, { value }] of listObjectEntries(element.refMarks)) {
        if (!isObject(value) || value.type !== "column") continue;
        const hint = "Write `{ type: formula, formula: … }`.";
        const at = [...path, "refMarks", index, "value", "type"];
        report({ path: at, message: "the value of a mark is no column", hint });
      }
    }
  },
};

export const droppedField: WorkbookRule = {
  name: "dropped-field",
  severity: "warning",
  check({ entries }, report) {
    for (const { element, kind, path } of entries) {
      for (const field of kind === "control" ? listShortDates(element) : []) {
        const message = "the platform drops a date that is no whole timestamp";
        report({ path: [...path, field], message, hint: "Write it like `2026-01-31T00:00:00.000Z`." });
      }
      for (const index of kind === "combo-chart" ? listFurtherBars(element) : []) {
        const message = "the platform draws a combination's bars after the first as lines";
        report({ path: [...path, "yAxis", "columnIds", index, "type"], message, hint: "Write `type: line`." });
      }
      for (const field of kind === "control" ? listDroppedValues(element) : []) {
        const hint = "Write `value`, or `selectionMode: multiple`.";
        report({ path: [...path, field], message: `the platform accepts \`${field}\` here and drops it`, hint });
      }
      const isHollow = kind === "donut-chart" && isSameColumn(element, "value", "holeValue");
      if (isHollow) {
        const message = "the platform drops a donut whose hole shows its own value, as a whole";
        report({ path: [...path, "holeValue"], message, hint: "Declare the column twice, with two ids." });
      }
      for (const [index, { hidden }] of listObjectEntries(kind === "input-table" ? element.columns : [])) {
        if (hidden === true) {
          report({
            path: [...path, "columns", index, "hidden"],
            message: "the platform may remove a hidden column of an input table",
          });
        }
      }
    }
  },
};

/** The values of a control that it has under another name. */
function listDroppedValues(control: JsonObject): string[] {
  const { controlType, selectionMode } = control;
  const listed = Array.isArray(control.values) && control.values.length > 0;
  return controlType === "list" && selectionMode === "single" && listed ? ["values"] : [];
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const isDay = (value: Json | undefined) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) && !timestamp.test(value);

/** The dates of a control that are no whole timestamps. */
function listShortDates(control: JsonObject): string[] {
  if (control.controlType === "date") return ["value"].filter((field) => isDay(control[field]));
  return control.controlType === "date-range" ? ["startDate", "endDate"].filter((field) => isDay(control[field])) : [];
}

/** The series of a combination that are bars, without the first of them. */
function listFurtherBars({ yAxis }: JsonObject): number[] {
  const series = listObjectEntries(isObject(yAxis) ? yAxis.columnIds : undefined);
  return series.flatMap(([index, { type }]) => (type === "bar" ? [index] : [])).slice(1);
}

function isSameColumn(element: JsonObject, ...names: readonly [string, string]): boolean {
  const channels = listChannels(element);
  const [a, b] = names.map((name) => readKnownString(channels.find(({ channel }) => channel === name)?.columnId));
  return a !== undefined && a === b;
}

/** Something with a name or an id, and what messages call it. */
interface Named {
  readonly key: Json | undefined;
  readonly what: string;
  readonly path: Path;
}

const readKey = ({ key }: Named) => readKnownString(key);

function* listIds(list: Json | undefined, what: string, path: Path): Generator<Named> {
  for (const [index, { id }] of listObjectEntries(list)) yield { key: id, what, path: [...path, index, "id"] };
}

/** The ids of which a document has each once. */
function listDocumentIds(workbook: WorkbookIndex): Named[] {
  const { document, entries } = workbook;
  return [
    ...listIds(document.pages, "page", ["pages"]),
    ...listIds(document.overlays, "overlay", ["overlays"]),
    ...listIds(document.panels, "panel", ["panels"]),
    ...entries.map(({ element, path }) => ({ key: element.id, what: "element", path: [...path, "id"] })),
    ...listActions(workbook).map(({ action, path }) => ({
      key: action.id,
      what: "action",
      path: [...path, "id"],
    })),
  ];
}

/** The ids of which an element has each once. */
const listPartIds = ({ element, path }: ElementEntry): Named[] =>
  ["columns", "groupings", "folders", "filters"].flatMap((field) => [
    ...listIds(element[field], "part", [...path, field]),
  ]);

const listControlIds = (workbook: WorkbookIndex): Named[] =>
  listControls(workbook).map(({ element, path }) => ({
    ...{ key: element.controlId, what: "control" },
    path: [...path, "controlId"],
  }));

export const duplicateId: WorkbookRule = {
  name: "duplicate-id",
  severity: "error",
  check(workbook, report) {
    const hint = "Give each its own id.";
    for (const { item, first } of findRepeats(listDocumentIds(workbook), readKey)) {
      const message = `the id \`${item.key}\` is also that of another ${first.what}`;
      report({ path: item.path, message, hint, other: first.path });
    }
    for (const { item } of workbook.entries.flatMap((entry) => [...findRepeats(listPartIds(entry), readKey)])) {
      report({ path: item.path, message: `the id \`${item.key}\` is in this element twice`, hint });
    }
    for (const { item, first } of findRepeats(listControlIds(workbook), readKey)) {
      const message = `another control has the \`controlId\` \`${item.key}\`, too`;
      report({ path: item.path, message, hint: "Give each its own.", other: first.path });
    }
  },
};

export const equalNames: WorkbookRule = {
  name: "duplicate-name",
  severity: "warning",
  check({ entries }, report) {
    for (const { element, path } of entries) {
      const getName = ([, { name }]: [number, JsonObject]) => readKnownString(name)?.trim();
      for (const { item } of findRepeats(listObjectEntries(element.columns), getName)) {
        const name = getName(item);
        const message =
          `another column of this element is called \`${name}\`: ` + `the platform renames this one \`${name} (1)\``;
        report({ path: [...path, "columns", item[0], "name"], message });
      }
    }
    const named = entries.filter(({ element }) => element.columns !== undefined);
    for (const { name, path } of named) {
      if (!name?.includes("/")) continue;
      const message = "a name with `/` can't be used in formulas";
      report({ path: [...path, "name"], message, hint: "Write it without `/`." });
    }
    for (const { item } of findRepeats(named, ({ name }) => name)) {
      const { name, path } = item;
      const message = `another element is called \`${name}\`: a formula that reads \`[${name}/…]\` may mean either`;
      report({ path: [...path, "name"], message });
    }
  },
};
