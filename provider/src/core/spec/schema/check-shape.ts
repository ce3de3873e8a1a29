/** Whether a value has the shape the representation gives it; it reports all deviations at once. */

import { isExactNumber, writeJson } from "../../data";
import { straightenQuotes } from "../../formula";
import { findNearest, mostSuggestions, quoteYamlText, suggest, suggestBoolean } from "../../text";
import { isOpen, type Json, type JsonObject, type Path } from "../json";
import type { Report } from "../text/findings";
import type { ObjectShape, ScalarShape, Shape, VariantShape } from "./shape";

/** The rules about shape, by name. */
export type ShapeRule =
  | "missing-field"
  | "wrong-type"
  | "unknown-field"
  | "misspelt-field"
  | "unknown-kind"
  | "unknown-value"
  | "misspelt-value";

/** Receives each finding. The walker reuses `path`: copy it to keep it. */
export type ShapeReporter = (rule: ShapeRule, report: Report) => void;

/**
 * Walks a value along its shape. Open values (unknown in a preview, or placeholders) are passed over, and so is
 * everything inside an object whose kind is not known.
 */
export function checkShape(shape: Shape, value: Json, path: Path, report: ShapeReporter): void {
  if (isOpen(value)) return;
  if (shape.is === "list") {
    if (Array.isArray(value)) checkItems(shape.item, value, path, report);
    else reportWrongType("a list", value, path, report);
  } else if (shape.is === "scalar" || (shape.is === "choice" && !isPlainObject(value))) {
    checkScalar(shape.is === "choice" ? shape.scalar : shape, value, path, report);
  } else if (!isPlainObject(value)) {
    reportWrongType("an object", value, path, report);
  } else if (shape.is === "object") {
    checkFields(shape, value, path, report);
  } else if (shape.is === "variant") {
    checkVariant(shape, value, path, report);
  } else {
    checkShape(shape.object, value, path, report);
  }
}

function checkItems(shape: Shape, items: Json[], path: Path, report: ShapeReporter): void {
  for (let i = 0; i < items.length; i++) {
    path.push(i);
    checkShape(shape, items[i]!, path, report);
    path.pop();
  }
}

function isPlainObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

function checkScalar(shape: ScalarShape, value: Json, path: Path, report: ShapeReporter): void {
  const type = value === null ? "null" : isExactNumber(value) ? "number" : typeof value;
  if (!shape.types.some((allowed) => allowed === type)) {
    reportWrongType(
      shape.types.map((allowed) => (allowed === "null" ? "null" : `a ${allowed}`)).join(" or "),
      value,
      path,
      report,
    );
  } else if (shape.values && !shape.values.includes(value)) {
    reportValue(shape.values, value, path, report, "unknown-value");
  }
}

function reportValue(
  known: readonly Json[],
  value: Json,
  path: Path,
  report: ShapeReporter,
  rule: "unknown-value" | "unknown-kind",
): void {
  const near = typeof value === "string" ? findNearest(value, known.map(String)) : undefined;
  if (near !== undefined) {
    report("misspelt-value", { path, message: `\`${value}\` is not known here`, hint: suggest(near) });
  } else {
    const kept = rule === "unknown-kind" ? "; it is sent as it is, unchecked" : "";
    report(rule, { path, message: `${quote(value)} is not known here${kept}`, hint: `Known: ${listQuoted(known)}.` });
  }
}

function checkVariant(shape: VariantShape, value: JsonObject, path: Path, report: ShapeReporter): void {
  const { discriminator, variants } = shape;
  const kind = value[discriminator];
  if (kind !== undefined && isOpen(kind)) return;
  const variant = variants.get(kind);
  const known = [...variants.keys()].filter((key) => key !== undefined);
  if (variant) {
    checkShape(variant, value, path, report);
  } else if (kind !== undefined) {
    path.push(discriminator);
    reportValue(known, kind, path, report, "unknown-kind");
    path.pop();
  } else {
    const misspelt = findNearest(discriminator, Object.keys(value));
    if (misspelt !== undefined) reportField(path, misspelt, discriminator, report);
    else
      report("missing-field", {
        path,
        message: `\`${discriminator}\` is missing`,
        hint: `One of ${listQuoted(known)}.`,
      });
  }
}

function checkFields(shape: ObjectShape, value: JsonObject, path: Path, report: ShapeReporter): void {
  let missing = shape.required.length;
  let unknown: string[] | undefined;
  for (const key in value) {
    const item = value[key];
    if (item === undefined) continue;
    const field = shape.fields.get(key);
    if (field === undefined) {
      unknown ??= [];
      unknown.push(key);
      continue;
    }
    if (field.isRequired) missing--;
    path.push(key);
    checkShape(field.shape, item, path, report);
    path.pop();
  }
  if (unknown || missing > 0) reportFields(shape, value, unknown ?? [], path, report);
}

/** Unknown and missing fields together: a misspelled field is one finding, not an unknown one and a missing one. */
function reportFields(
  shape: ObjectShape,
  value: JsonObject,
  unknown: string[],
  path: Path,
  report: ShapeReporter,
): void {
  const absent = new Set([...shape.fields.keys()].filter((key) => value[key] === undefined));
  for (const [index, key] of unknown.entries()) {
    const isLeftBehind = shape.siblings.has(key) && isEmpty(value[key]);
    const meant = isLeftBehind || index >= mostSuggestions ? undefined : findNearest(key, absent);
    if (meant === undefined) {
      path.push(key);
      report("unknown-field", { path, message: `\`${key}\` is not a known field; it is sent as it is` });
      path.pop();
    } else {
      absent.delete(meant);
      reportField(path, key, meant, report);
    }
  }
  for (const key of shape.required) {
    if (absent.has(key)) report("missing-field", { path, message: `\`${key}\` is missing` });
  }
}

const isEmpty = (value: Json | undefined) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

function reportField(path: Path, key: string, meant: string, report: ShapeReporter): void {
  path.push(key);
  report("misspelt-field", { path, message: `\`${key}\` is not a known field`, hint: suggest(meant) });
  path.pop();
}

function reportWrongType(expected: string, value: Json, path: Path, report: ShapeReporter): void {
  const { hint, written } = explainWriting(expected.split(" or "), value, path);
  const span = written === undefined ? undefined : { text: written, nth: 0 };
  report("wrong-type", { path, message: `expected ${expected}, got ${describe(value)}`, hint, span });
}

/** Fields that hold formulas, or lists of them. */
const formulaFields: ReadonlySet<unknown> = new Set(["formula", "left", "right", "sourceColumns"]);

/** How to write what was probably meant, and how the file probably writes it now. */
function explainWriting(expected: readonly string[], value: Json, path: Path): { hint?: string; written?: string } {
  const wantsText = expected.includes("a string");
  const field = path.findLast((key) => typeof key === "string");
  if (path.length === 0) return { hint: "A file begins with `schemaVersion: 1`." };
  if (value === null && typeof path.at(-1) === "number") return { hint: "Write the item, or remove it." };
  if (value === null) return { hint: "Write a value, or leave the field out." };
  if (wantsText && (typeof value === "number" || typeof value === "boolean"))
    return { hint: `Put it in quotes: "${value}".` };
  if (expected.includes("a number") && typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value))
    return { hint: `Write it without quotes: ${value}.` };
  const boolean = expected.includes("a boolean") ? suggestBoolean(value) : undefined;
  if (boolean !== undefined) return { hint: boolean };
  if (wantsText && typeof value === "object" && formulaFields.has(field)) {
    const written = writeUnquotedList(value);
    const example = 'Write a formula as text in quotes, such as "[ORDERS/QUANTITY]".';
    return written === undefined
      ? { hint: example }
      : { hint: `Quote it: ${quoteYamlText(straightenQuotes(written))}`, written };
  }
  if (expected.includes("a list") && typeof value === "object" && field !== "path")
    return { hint: "Begin each item with `- `, on a line of its own." };
  if (field === "path" && typeof value === "string" && expected.includes("a list"))
    return { hint: `Write the list: [${splitTablePath(value).join(", ")}]`, written: value };
  if (typeof value === "string" && fileName.test(value))
    return {
      hint:
        `For the contents of that file, write \`!include ${value}\`. Pulumi drops such tags in a program in YAML: ` +
        "give the model as a file there, `spec: { fn::fileAsset: models/orders.yaml }`.",
      written: value,
    };
  return {};
}

/** The name of a model file, or of a part of one. */
const fileName = /^[^\s]+\.(ya?ml|json)$/i;

/** A list of names as YAML may have it without quotes: `[ORDERS/QUANTITY]`. */
function writeUnquotedList(value: Json): string | undefined {
  const isNames = Array.isArray(value) && value.every((item) => typeof item === "string" && !/[[\]]/.test(item));
  return isNames && value.length > 0 ? `[${value.join(", ")}]` : undefined;
}

/** The parts of `DB.SCHEMA.TABLE`; a part in quotes may have dots. */
function splitTablePath(path: string): string[] {
  return (path.match(/"[^"]*"|[^./\s]+/g) ?? []).map((part) => (part.includes(".") ? part : part.replaceAll('"', "")));
}

function describe(value: Json): string {
  if (value === null) return "nothing (null)";
  if (Array.isArray(value)) return "a list";
  if (isExactNumber(value)) return `the number ${value.$number}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `the string ${quote(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  return `the ${typeof value} ${value}`;
}

/** Values for people: the number 1 and the text "1" are one. */
const listQuoted = (values: readonly Json[]) => [...new Set(values.map(quote))].join(", ");

const quote = (value: Json) => `\`${typeof value === "string" ? value : writeJson(value)}\``;
