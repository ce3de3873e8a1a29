/** Parts that workbooks have in common with data models, whose schema says what they need: sources, filters, formats. */
import {
  checkShape,
  getFieldShape,
  modelShape,
  type ObjectShape,
  type Shape,
  type ShapeRule,
} from "../../spec/internal";
import { isObject, isOpen, type Json, listObjectEntries, type Path, readKnownString } from "../../spec/json";
import { hasColumns } from "../kinds";
import type { ElementEntry } from "../workbook-index";
import type { WorkbookRule } from "./rule";

const getItem = (shape: Shape | undefined) => (shape?.is === "list" ? shape.item : undefined);
const getVariant = (shape: Shape | undefined, name: string) =>
  shape?.is === "variant" ? shape.variants.get(name) : undefined;

const page = getItem(getFieldShape(modelShape, "pages")) as ObjectShape;
const element = getItem(getFieldShape(page, "elements"));
const table = getVariant(element, "table") as ObjectShape;
const control = getVariant(element, "control");
const column = getItem(getFieldShape(table, "columns")) as ObjectShape;

interface Part {
  readonly shape: Shape;
  readonly value: Json;
  readonly path: Path;
}

/** The parts of an element that look as in a data model. Values of the wrong type have a rule of their own. */
function* listParts({ element: { ...own }, kind, path }: ElementEntry): Generator<Part> {
  const controlType = readKnownString(own.controlType) ?? "";
  const shape = kind === "control" ? getVariant(control, controlType) : undefined;
  if (shape !== undefined) yield { shape, value: own, path };
  if (!hasColumns(kind)) return;
  const source = getFieldShape(table, "source");
  const isShared = isObject(own.source) && getVariant(source, readKnownString(own.source.kind) ?? "") !== undefined;
  if (source !== undefined && isShared && kind !== "input-table") {
    yield { shape: source, value: own.source as Json, path: [...path, "source"] };
  }
  for (const field of ["filters", "sort", "groupings"]) {
    const item = getItem(getFieldShape(table, field))!;
    for (const [index, value] of listObjectEntries(own[field]))
      yield { shape: item, value, path: [...path, field, index] };
  }
  const format = getFieldShape(column, "format")!;
  for (const [index, { format: value }] of listObjectEntries(own.columns)) {
    if (isObject(value)) yield { shape: format, value, path: [...path, "columns", index, "format"] };
  }
}

/** What to write for a field that is missing. */
const hints: Readonly<Record<string, string>> = {
  mode: "Such as `mode: include` of a list, `mode: equals` of a text, `mode: between` of a range of dates.",
};

const define = (name: string, severity: WorkbookRule["severity"], shapeRules: readonly ShapeRule[]): WorkbookRule => ({
  name,
  severity,
  check({ entries }, report) {
    for (const part of entries.filter((entry) => !isOpen(entry.element)).flatMap((entry) => [...listParts(entry)])) {
      checkShape(part.shape, part.value, [...part.path], (rule, { path: at, message, hint, span }) => {
        if (!shapeRules.includes(rule)) return;
        const [, field = ""] = /^`(\w+)` is missing$/.exec(message) ?? [];
        const way = hint ?? hints[field] ?? (field === "" ? undefined : `Write \`${field}: …\`.`);
        report({ path: [...at], message, hint: way, span });
      });
    }
  },
});

export const missingPartField = define("missing-field", "error", ["missing-field"]);
export const unknownPartValue = define("unknown-kind", "warning", ["unknown-kind", "unknown-value"]);
export const misspeltPartValue = define("misspelt-value", "error", ["misspelt-value"]);
