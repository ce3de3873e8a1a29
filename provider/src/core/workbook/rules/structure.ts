import { findRepeats, type Reporter } from "../../spec/internal";
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
import { findNearest, getOwnValue, suggest } from "../../text";
import {
  columnFields,
  conditionValues,
  controlTypes,
  documentFields,
  droppedControlFields,
  effectFields,
  effectValues,
  elementKinds,
  elementValues,
  entryColumnFields,
  entryColumnValues,
  formerEffectFields,
  formerKinds,
  groupingFields,
  overlayFields,
  overlayTypes,
  pageFields,
  panelFields,
  sourceFields,
  sourceKinds,
} from "../kinds";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { listActions, listEffects } from "./actions";
import { listChannels, readChannelKey } from "./references";
import type { WorkbookRule } from "./rule";
import { walkObjects } from "./walk";

/** Fields of earlier forms, and where they went. */
const movedFields: Readonly<Record<string, string>> = {
  themeName: "settings.theme.name",
  themeOverrides: "settings.theme.overrides",
  theme: "settings.theme",
  document: "the top of the file",
  contents: "the top of the file",
};

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
        hint: `It moved to ${now}.`,
      });
    }
    for (const [index, page] of listObjectEntries(document.pages)) {
      if (page.elements !== undefined) {
        const path = ["pages", index, "elements"];
        const hint = `Move them to \`elements\` of the ${noun}; the layout says which page each is on.`;
        report({ path, message: "pages have no elements of their own any more", hint });
      }
      requireTexts(page, ["id", "name"], ["pages", index], report);
    }
    for (const field of ["overlays", "panels"]) {
      for (const [index, item] of listObjectEntries(document[field]))
        requireTexts(item, ["id", "type"], [field, index], report);
    }
    const hasOwn = [...blocks.values()].some(({ item }) => item.layout !== undefined);
    if (document.layout === undefined && !hasOwn && blocks.size > 0) {
      const hint = `Without it, the platform refuses the ${noun}, or lays all pages out anew.`;
      report({ path: [], message: "`layout` is missing", hint });
    }
  },
};

function requireTexts(item: JsonObject, fields: readonly string[], path: Path, report: Reporter): void {
  for (const field of fields) {
    const value = item[field];
    if (value === undefined) report({ path, message: `\`${field}\` is missing`, hint: `Write \`${field}: …\`.` });
    else if (value === "") report({ path: [...path, field], message: `\`${field}\` is empty`, hint: "Write one." });
  }
}

function requireField(item: JsonObject, field: string, path: Path, report: Reporter): void {
  if (item[field] === undefined) report({ path, message: `\`${field}\` is missing`, hint: `Write \`${field}: …\`.` });
}

export const elementShape: WorkbookRule = {
  name: "missing-field",
  severity: "error",
  check({ entries }, report) {
    for (const { element, kind, path } of entries) {
      const known = getOwnValue(elementKinds, kind);
      if (element.kind === undefined || element.kind === "") {
        report({ path, message: "`kind` is missing", hint: "Such as `table`, `bar-chart`, `kpi-chart` or `control`." });
      }
      for (const field of known?.required ?? []) {
        if (field !== "kind") requireField(element, field, path, report);
      }
      if (known === undefined) requireField(element, "id", path, report);
      if (element.id === "")
        report({ path: [...path, "id"], message: "`id` is empty", hint: "Write one of your own." });
      if (known?.fields.has("columns")) checkColumns(element, kind, path, report);
      if (
        kind === "control" &&
        typeof element.controlType === "string" &&
        !controlTypes.includes(element.controlType)
      ) {
        const message = `there is no control type \`${element.controlType}\``;
        const near = findNearest(element.controlType, controlTypes);
        report({ path: [...path, "controlType"], message, hint: suggest(near, controlTypes) });
      }
    }
  },
};

function checkColumns(element: JsonObject, kind: string, path: Path, report: Reporter): void {
  for (const [index, column] of listObjectEntries(element.columns)) {
    const at = [...path, "columns", index];
    if (column.id === undefined) report({ path: at, message: "`id` is missing", hint: "Write an id of your own." });
    const needsFormula = kind !== "input-table" && column.formula === undefined;
    if (needsFormula) report({ path: at, message: "`formula` is missing", hint: "Such as `[Orders/Amount]`." });
  }
  for (const field of ["filters", "groupings"]) {
    for (const [index, item] of listObjectEntries(element[field]))
      requireField(item, "id", [...path, field, index], report);
  }
  for (const [index, grouping] of listObjectEntries(element.groupings)) {
    requireField(grouping, "groupBy", [...path, "groupings", index], report);
  }
  for (const [index, format] of listObjectEntries(element.conditionalFormats)) {
    if (format.columns === undefined || format.columnIds !== undefined) continue;
    const at = [...path, "conditionalFormats", index, "columns"];
    report({ path: at, message: "`columnIds` is missing", hint: "Rename `columns` to `columnIds`." });
  }
  const { color } = element;
  if (isObject(color) && (color.by === "category" || color.by === "scale") && color.column === undefined) {
    const hint = color.columnId === undefined ? "Write `column: …`." : "Rename `columnId` to `column`.";
    report({ path: [...path, "color"], message: "`column` is missing", hint });
  }
  for (const field of [
    "xAxis",
    "value",
    "region",
    "latitude",
    "longitude",
    "geography",
    "holeValue",
    "timeline",
    "comparisonColumn",
  ]) {
    const channel = element[field];
    if (isObject(channel) && channel.id !== undefined && readChannelKey(channel, kind) === undefined) {
      report({
        path: [...path, field, "id"],
        message: "the column of a channel is its `columnId`",
        hint: "Rename `id` to `columnId`.",
      });
    }
  }
}

/** What agents and actions need, and each of their effects. */
export const actionShape: WorkbookRule = {
  name: "missing-field",
  severity: "error",
  check(workbook, report) {
    for (const { action, path } of listActions(workbook)) {
      for (const field of ["id", "trigger", "effects"]) requireField(action, field, path, report);
    }
    for (const [index, agent] of listObjectEntries(workbook.document.agents)) {
      for (const field of ["id", "instructions"]) requireField(agent, field, ["agents", index], report);
    }
    for (const { object: effect, path } of listEffects(workbook.document)) checkEffect(effect, path, report);
  },
};

function checkEffect(effect: JsonObject, path: Path, report: Reporter): void {
  const name = readKnownString(effect.effect);
  if (effect.effect === undefined) {
    const isNamed = Object.hasOwn(effectFields, readKnownString(effect.kind) ?? "");
    const hint = isNamed ? "Rename `kind` to `effect`." : "Such as `effect: open-overlay`.";
    report({ path, message: "`effect` is missing", hint });
  }
  for (const field of getOwnValue(effectFields, name ?? "") ?? []) {
    if (effect[field] !== undefined) continue;
    const former = getOwnValue(formerEffectFields, field) ?? "";
    const hint = effect[former] === undefined ? `Write \`${field}: …\`.` : `Rename \`${former}\` to \`${field}\`.`;
    report({ path, message: `\`${field}\` is missing`, hint });
  }
}

/** A word that isn't known where it stands, and the known one that it is almost. */
interface UnknownWord {
  readonly path: Path;
  /** What it is: `the kind`. */
  readonly what: string;
  readonly word: string;
  readonly near: string | undefined;
  readonly hint?: string | undefined;
}

/** Two rules: an error for what is almost a known word, a warning for what may be newer than this. */
const defineUnknown = (
  names: { readonly misspelt: string; readonly unknown: string },
  outcome: string,
  list: (workbook: WorkbookIndex) => UnknownWord[],
): readonly [misspelt: WorkbookRule, unknown: WorkbookRule] => [
  {
    name: names.misspelt,
    severity: "error",
    check(workbook, report) {
      for (const { path, what, word, near } of list(workbook)) {
        if (near !== undefined) report({ path, message: `${what}\`${word}\` is not known here`, hint: suggest(near) });
      }
    },
  },
  {
    name: names.unknown,
    severity: "warning",
    check(workbook, report) {
      for (const { path, what, word, near, hint } of list(workbook)) {
        if (near === undefined) report({ path, message: `${what}\`${word}\` is not known${outcome}`, hint });
      }
    },
  },
];

export const [misspeltKind, unknownKind] = defineUnknown(
  { misspelt: "misspelt-value", unknown: "unknown-kind" },
  "; it is sent as it is, unchecked",
  ({ document, entries }) => {
    const found: UnknownWord[] = [];
    const tell = (what: string, field: string, value: Json | undefined, path: Path, known?: readonly string[]) => {
      const word = readKnownString(value);
      if (word === undefined || known === undefined || known.includes(word)) return;
      const hint = suggest(undefined, known.slice(0, 8));
      found.push({ path: [...path, field], what: `the ${what} `, word, near: findNearest(word, known), hint });
    };
    const tellValues = (object: JsonObject, values: Readonly<Record<string, readonly string[]>>, path: Path) => {
      for (const [field, known] of Object.entries(values)) tell(`\`${field}\``, field, object[field], path, known);
    };
    const effects = Object.keys(effectFields);
    for (const { object, path } of listEffects(document)) {
      tell("effect", "effect", object.effect, path, effects);
      tellValues(object, effectValues, path);
    }
    for (const [index, { type }] of listObjectEntries(document.overlays))
      tell("type", "type", type, ["overlays", index], overlayTypes);
    for (const { object, path } of walkObjects(toList(document.elements), ["elements"]))
      tell("kind of source", "kind", object.kind, path, listSourceKinds(document, path));
    for (const { element, kind, path } of entries) {
      tellValues(element, elementValues, path);
      for (const [index, format] of listObjectEntries(element.conditionalFormats))
        tellValues(format, conditionValues, [...path, "conditionalFormats", index]);
      for (const [index, column] of listObjectEntries(kind === "input-table" ? element.columns : []))
        tellValues(column, entryColumnValues, [...path, "columns", index]);
      if (kind === "" || Object.hasOwn(elementKinds, kind)) continue;
      const near = getOwnValue(formerKinds, kind) ?? findNearest(kind, Object.keys(elementKinds));
      found.push({ path: [...path, "kind"], what: "the kind ", word: kind, near });
    }
    return found;
  },
);

/** The kinds that the source of an element may have; undefined for a path that leads to none. */
function listSourceKinds({ elements }: JsonObject, path: Path): readonly string[] | undefined {
  if (path.length !== 3 || path[0] !== "elements" || path[2] !== "source") return undefined;
  const element = toList(elements)[Number(path[1])];
  const kind = isObject(element) ? readKnownString(element.kind) : undefined;
  return getOwnValue(sourceKinds, kind ?? "") ?? Object.keys(sourceFields);
}

/** Fields of the API's answer, which aren't part of the document. */
const envelopeFields = ["folderId", "workbookId", "reportId", "url", "ownerId", "documentVersion", "path"];

/** Fields that people look for in an element, and where they are. */
const elsewhere: Readonly<Record<string, string>> = {
  pageId: "The layout says on which page an element is.",
  page: "The layout says on which page an element is.",
  elements: "All elements are in one list; the layout says what is in a container.",
  layout: "The layout of all pages is `layout` of the document.",
};

export const [misspeltField, unknownField] = defineUnknown(
  { misspelt: "misspelt-field", unknown: "unknown-field" },
  " here; it is sent as it is, and the platform may drop it",
  ({ document, entries, noun }) => {
    const found: UnknownWord[] = [];
    const check = (item: JsonObject, known: ReadonlySet<string>, path: Path, extra: readonly string[] = []) => {
      for (const field of Object.keys(item)) {
        if (known.has(field) || extra.includes(field) || item[field] === undefined) continue;
        const place = getOwnValue(elsewhere, field);
        const way =
          path.length > 0 ? place : envelopeFields.includes(field) ? "It belongs beside `contents`." : undefined;
        const near = way === undefined ? findNearest(field, known) : undefined;
        const hint = way ?? "Remove it, if it isn't new.";
        found.push({ path: [...path, field], what: "", word: field, near, hint });
      }
    };
    const checkItems = (list: Json | undefined, known: ReadonlySet<string>, path: Path) => {
      for (const [index, item] of listObjectEntries(list)) check(item, known, [...path, index]);
    };
    checkItems(document.overlays, overlayFields, ["overlays"]);
    checkItems(document.panels, panelFields, ["panels"]);
    check(document, documentFields[noun], [], [...Object.keys(movedFields), "name", "description"]);
    for (const [index, page] of listObjectEntries(document.pages))
      check(page, pageFields, ["pages", index], ["elements"]);
    for (const { element, kind, path } of entries) {
      const known = getOwnValue(elementKinds, kind)?.fields;
      if (!known) continue;
      check(element, known, path, listDroppedFields(kind));
      checkItems(element.groupings, groupingFields, [...path, "groupings"]);
      if (!known.has("columns")) continue;
      checkItems(element.columns, kind === "input-table" ? entryColumnFields : columnFields, [...path, "columns"]);
      const { source } = element;
      const fields = isObject(source) ? getOwnValue(sourceFields, readKnownString(source.kind) ?? "") : undefined;
      if (isObject(source) && fields) check(source, fields, [...path, "source"]);
    }
    return found;
  },
);

/** Fields that the platform accepts in elements of a kind, and drops. */
function listDroppedFields(kind: string): readonly string[] {
  if (kind === "control") return droppedControlFields;
  return ["pie-chart", "kpi-chart", "pivot-table", "table"].includes(kind) ? ["trellis"] : [];
}

export const droppedField: WorkbookRule = {
  name: "dropped-field",
  severity: "warning",
  check({ entries }, report) {
    const tell = (path: Path, field: string) =>
      report({
        path: [...path, field],
        message: `the platform accepts \`${field}\` here and drops it`,
        hint: "Remove it.",
      });
    for (const { element, kind, path } of entries) {
      for (const field of listDroppedFields(kind)) if (element[field] !== undefined) tell(path, field);
      if (kind === "progress" && isObject(element.config)) {
        for (const field of ["fillColor", "trackColor"])
          if (element.config[field] !== undefined) tell([...path, "config"], field);
      }
      for (const field of kind === "control" ? listShortDates(element) : []) {
        const message = "the platform drops a date that is no whole timestamp";
        report({ path: [...path, field], message, hint: "Write it like `2026-01-31T00:00:00.000Z`." });
      }
      for (const index of kind === "combo-chart" ? listFurtherBars(element) : []) {
        const message = "the platform draws a combination's bars after the first as lines";
        report({ path: [...path, "yAxis", "columnIds", index, "type"], message, hint: "Write `type: line`." });
      }
      for (const field of kind === "control" ? listDroppedValues(element) : []) {
        const hint =
          element.controlType === "slider" ? "Write `low` and `high`." : "Write `value`, or `selectionMode: multiple`.";
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
  if (controlType === "list" && selectionMode === "single" && listed) return ["values"];
  return controlType === "slider" ? ["min", "max"].filter((field) => control[field] !== undefined) : [];
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

const listControlIds = ({ entries }: WorkbookIndex): Named[] =>
  entries
    .filter(({ element, kind }) => kind === "control" && element.controlType !== "synced")
    .map(({ element, path }) => ({ key: element.controlId, what: "control", path: [...path, "controlId"] }));

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
