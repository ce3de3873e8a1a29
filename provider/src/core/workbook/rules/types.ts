import { checkShape, type Shape } from "../../spec/internal";
import { isObject, isOpen, type Json, type JsonObject, listObjectEntries, type Path } from "../../spec/json";
import { getOwnValue } from "../../text";
import { hasColumns } from "../kinds";
import type { WorkbookRule } from "./rule";

const text: Shape = { is: "scalar", types: ["string"] };
const flag: Shape = { is: "scalar", types: ["boolean"] };
const figure: Shape = { is: "scalar", types: ["number", "null"] };
const mapping: Shape = { is: "object", fields: new Map(), required: [], siblings: new Set() };
const textOrMapping: Shape = { is: "choice", scalar: { is: "scalar", types: ["string"] }, object: mapping };
const formListType = (item: Shape): Shape => ({ is: "list", item, unordered: false });
const mappings = formListType(mapping);
const texts = formListType(text);

/** What values look like, by their field. Only these are checked: of the rest, too little is documented. */
type Shapes = Readonly<Record<string, Shape>>;

const assign = (shape: Shape, fields: string): Shapes =>
  Object.fromEntries(fields.split(" ").map((field) => [field, shape]));

const documentShapes: Shapes = {
  ...assign(mappings, "elements pages overlays panels agents automatedActions"),
  config: mapping,
  settings: mapping,
  layout: textOrMapping,
};

const themeShapes: Shapes = assign(
  mapping,
  "colors colorOverrides fonts titleFont elementBorder space layoutColors tableStyles",
);

const agentShapes: Shapes = { ...assign(text, "id name instructions"), greeting: mapping };

const blockShapes: Shapes = {
  ...assign(text, "id name type"),
  pages: texts,
  actions: mappings,
  ...assign(mapping, "modal drawer"),
};

const elementShapes: Shapes = {
  ...assign(text, "id kind controlId controlType body url"),
  ...assign(mapping, "style xAxis yAxis yAxis2 color holeValue comparisonColumn comparison timeline region"),
  ...assign(mapping, "latitude longitude geography"),
  ...assign(mappings, "columns filters sort groupings folders conditionalFormats actions rowsBy columnsBy"),
  ...assign(mappings, "refMarks trendlines tabs parameters targets"),
  ...assign(texts, "order summary"),
  name: textOrMapping,
  visibleAsSource: flag,
};

/** What some kinds have besides. */
const shapesOfKinds: Readonly<Record<string, Shapes>> = {
  "kpi-chart": { value: mapping },
  "pie-chart": { value: mapping },
  "donut-chart": { value: mapping },
  "pivot-table": { values: texts },
  button: { text },
};

const columnShapes: Shapes = { ...assign(text, "id formula name"), hidden: flag, format: mapping };
const groupingShapes: Shapes = { id: text, ...assign(texts, "groupBy calculations"), sort: mappings };
const rangeShapes: Shapes = assign(figure, "min max low high step rowCount");

/** Kinds of filters and controls whose bounds are numbers. */
const numeric: ReadonlySet<Json | undefined> = new Set(["number-range", "slider", "range-slider", "top-n"]);

/** What to write where people often write something else. */
const hints: Readonly<Record<string, string>> = {
  yAxis: "Write `yAxis: { columnIds: [revenue] }`.",
  xAxis: "Write `xAxis: { columnId: month }`.",
  value: "Write `value: { columnId: revenue }`.",
  columns: 'Write `columns: [{ id: revenue, formula: "Sum([Orders/Amount])" }]`.',
  modal: "Write `modal: { width: large }`.",
  drawer: "Write `drawer: { width: small }`.",
  layout: "Write a list by page, or the XML of the platform.",
  greeting: "Write `greeting: { mode: static, message: Hello }`.",
  theme: "Write `theme: { name: Dark }`.",
  navigation: "Write `navigation: { pageHeader: enabled }`.",
  colorOverrides: 'Write `colorOverrides: { backgroundCanvas: "#ffffff" }`.',
};

/** The same for a mark. */
const markHints: Readonly<Record<string, string>> = {
  value: "Write `value: { type: constant, value: 100 }`.",
  endValue: "Write `endValue: { type: constant, value: 200 }`.",
};

/** What to write for a field that may not be left out, and is empty. */
const nullHints: Readonly<Record<string, string>> = {
  id: "Write an id of your own, such as `id: revenue`.",
  elements: "List the elements, or write `elements: []`.",
  pages: "Write `pages: [{ id: main, name: Main }]`.",
};

export const wrongType: WorkbookRule = {
  name: "wrong-type",
  severity: "error",
  check({ document, entries }, report) {
    const check = (object: JsonObject, shapes: Shapes, path: Path, ownHints = hints) => {
      for (const [field, shape] of Object.entries(shapes)) {
        const value = object[field];
        if (value === undefined) continue;
        checkShape(shape, value, [...path, field], (rule, { path: at, message, hint, span }) => {
          if (rule !== "wrong-type") return;
          const isWhole = at.length === path.length + 1;
          const own = (value === null ? getOwnValue(nullHints, field) : undefined) ?? getOwnValue(ownHints, field);
          const way = (isWhole ? own : undefined) ?? hint;
          const what = field === "layout" && isWhole ? message.replace("a string", "lists by page, or XML") : message;
          report({ path: [...at], message: what, hint: way, span });
        });
      }
    };
    check(document, documentShapes, []);
    if (isObject(document.config)) check(document.config, assign(figure, "pageWidth pageHeight margin"), ["config"]);
    const { settings } = document;
    if (isObject(settings)) check(settings, assign(mapping, "theme navigation"), ["settings"]);
    const theme = isObject(settings) ? settings.theme : undefined;
    if (isObject(theme)) check(theme, { overrides: mapping }, ["settings", "theme"]);
    const overrides = isObject(theme) ? theme.overrides : undefined;
    if (isObject(overrides)) check(overrides, themeShapes, ["settings", "theme", "overrides"]);
    for (const [index, agent] of listObjectEntries(document.agents)) check(agent, agentShapes, ["agents", index]);
    for (const field of ["pages", "overlays", "panels"]) {
      for (const [index, item] of listObjectEntries(document[field])) check(item, blockShapes, [field, index]);
    }
    for (const { element, kind, path } of entries) {
      if (isOpen(element)) continue;
      check(element, { ...elementShapes, ...getOwnValue(shapesOfKinds, kind) }, path);
      for (const [index, mark] of listObjectEntries(element.refMarks)) {
        const at = [...path, "refMarks", index];
        check(mark, assign(mapping, "value endValue"), at, markHints);
        if (!isObject(mark.value) || mark.value.type !== "column") continue;
        const hint = "Write `{ type: formula, formula: … }`.";
        report({ path: [...at, "value", "type"], message: "the value of a mark is no column", hint });
      }
      for (const [index] of listObjectEntries(isObject(element.yAxis) ? element.yAxis.columnIds : undefined)) {
        if (kind === "combo-chart") continue;
        const message = `a ${kind} draws all of its series alike`;
        const hint = "Write the id of the column alone, or `kind: combo-chart`.";
        report({ path: [...path, "yAxis", "columnIds", index], message, hint });
      }
      if (kind === "control" && numeric.has(element.controlType)) check(element, rangeShapes, path);
      for (const [index, filter] of listObjectEntries(element.filters)) {
        if (numeric.has(filter.kind)) check(filter, rangeShapes, [...path, "filters", index]);
      }
      if (!hasColumns(kind)) continue;
      for (const [index, column] of listObjectEntries(element.columns))
        check(column, columnShapes, [...path, "columns", index]);
      for (const [index, grouping] of listObjectEntries(element.groupings))
        check(grouping, groupingShapes, [...path, "groupings", index]);
    }
  },
};
