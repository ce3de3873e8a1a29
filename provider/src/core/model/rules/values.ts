import { isExactNumber } from "../../data";
import { isObject, isOpen, type Json, type JsonObject, listObjectEntries, type Path } from "../json";
import { listElementPlaces } from "../references/references";
import type { SpecIndex } from "../references/spec-index";
import type { Report } from "../text/findings";
import type { Rule } from "./rule";

/**
 * The objects that hold values to choose from or chosen: controls, the sources of their choices, and filters of tables.
 */
function* listHolders(model: SpecIndex): Generator<{ holder: JsonObject; path: Path }> {
  for (const { element, path } of listElementPlaces(model.spec)) {
    if (element.kind === "control") {
      yield { holder: element, path };
      if (isObject(element.source)) yield { holder: element.source, path: [...path, "source"] };
    } else {
      for (const [index, holder] of listObjectEntries(element.filters))
        yield { holder, path: [...path, "filters", index] };
    }
  }
}

const defineRule = (
  name: string,
  severity: Rule["severity"],
  check: (holder: JsonObject, path: Path, report: (finding: Report) => void) => void,
): Rule => ({
  name,
  severity,
  check(model, report) {
    for (const { holder, path } of listHolders(model)) check(holder, path, report);
  },
});

const collectTypes = (values: Json | undefined) =>
  new Set(
    (Array.isArray(values) ? values : [])
      .filter((value) => value !== null && !isOpen(value))
      .map((value) => (isExactNumber(value) ? "number" : typeof value)),
  );

export const mixedValues = defineRule("mixed-values", "error", (holder, path, report) => {
  const types = [...collectTypes(holder.values)];
  if (types.length < 2 || types.includes("object")) return;
  report({
    path: [...path, "values"],
    message: `the values must be of one type, and these are ${types.join(" and ")}`,
    ...(types.includes("string") ? { hint: "Put all of them in quotes, or none." } : {}),
  });
});

/** A list control without values is one that nobody has set; a filter of a table always filters. */
export const emptyFilter = defineRule("empty-filter", "warning", (holder, path, report) => {
  const { kind, controlType, mode, values, state } = holder;
  const isEmpty = values === null || (Array.isArray(values) && values.length === 0);
  if (kind !== "list" || controlType !== undefined || !isEmpty) return;
  if (mode === "exclude" || state === "disabled" || isOpen(mode) || isOpen(state)) return;
  report({
    path: [...path, "values"],
    message: "the filter has no values: whether the platform then keeps all rows or none is undocumented",
    hint: "List the values, or remove the filter.",
  });
});

const typeOfValue: Readonly<Record<string, string>> = {
  text: "string",
  date: "string",
  number: "number",
  boolean: "boolean",
};

export const manualValues = defineRule("manual-values", "warning", ({ kind, valueType, values }, path, report) => {
  const expected = kind === "manual" && typeof valueType === "string" ? typeOfValue[valueType] : undefined;
  const [type, ...more] = collectTypes(values);
  if (expected === undefined || type === undefined || more.length > 0 || type === expected) return;
  report({ path: [...path, "values"], message: `\`valueType\` is \`${valueType}\`, and these are of type ${type}` });
});

export const manualLabels = defineRule("manual-labels", "warning", ({ kind, values, labels }, path, report) => {
  if (kind !== "manual" || !Array.isArray(labels) || isOpen(values)) return;
  const count = Array.isArray(values) ? values.length : 0;
  if (labels.length === 0 || labels.length === count) return;
  report({
    path: [...path, "labels"],
    message: `label i names value i, and there are ${labels.length} labels for ${count} values`,
    hint: "Write null for a value without a label.",
  });
});

const isRange = ({ kind, controlType }: JsonObject) => kind === "date-range" || controlType === "date-range";

export const dateRange = defineRule("date-range", "error", (holder, path, report) => {
  const { mode, startDate, endDate } = holder;
  if (!isRange(holder)) return;
  if (mode === "between" && (startDate === undefined) !== (endDate === undefined)) {
    report({ path, message: "`between` needs `startDate` and `endDate`, or neither (no range set)" });
  } else if (mode === "custom" && startDate === undefined && endDate === undefined) {
    report({ path, message: "`custom` needs `startDate`, `endDate` or both" });
  } else if (mode === "custom" && (startDate === undefined || endDate === undefined)) {
    const field = startDate === undefined ? "endDate" : "startDate";
    if (typeof holder[field] !== "string" || isOpen(holder[field])) return;
    report({
      path: [...path, field],
      message: "a range that is open at one end needs a time relative to now",
      hint: "For example { op: now-minus, unit: day, value: 7 }; or use `on`, `before` or `after` with a date.",
    });
  }
});

const iso = /^[+-]?\d{4,6}(-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

export const isoDate = defineRule("iso-date", "warning", (holder, path, report) => {
  const fields = isRange(holder) ? ["startDate", "endDate", "date"] : holder.controlType === "date" ? ["value"] : [];
  for (const field of fields) {
    const value = holder[field];
    if (typeof value !== "string" || isOpen(value) || iso.test(value)) continue;
    report({
      path: [...path, field],
      message: `\`${value}\` is not an ISO 8601 date`,
      hint: "Write it like 2024-01-31.",
    });
  }
});
