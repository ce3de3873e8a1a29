/** Whether a value has the shape the representation gives it; it reports all deviations at once. */

import { isExactNumber, writeJson } from "../../data";
import { straightenQuotes } from "../../formula";
import { findNearest, getOwnValue, mostSuggestions, quoteYamlText, suggest, suggestBoolean } from "../../text";
import { isOpen, type Json, type JsonObject, type Path } from "../json";
import type { Report } from "../text/findings";
import {
  type Field,
  listOptions,
  type ObjectShape,
  pickOption,
  type ScalarShape,
  type ScalarType,
  type Shape,
  type VariantShape,
} from "./shape";
import type { Traits } from "./traits";

/** The rules about shape, by name. */
export type ShapeRule =
  | "missing-field"
  | "wrong-type"
  | "unknown-field"
  | "misspelt-field"
  | "unknown-kind"
  | "unknown-value"
  | "misspelt-value"
  | "dropped-field";

/** What a finding is about, for who has other words for it. */
export interface About {
  /** What the shape or field means. */
  readonly traits?: Traits | undefined;
  /** The field that is missing. */
  readonly field?: string;
  /** A value that is not known, those that are, and the one that is probably meant. */
  readonly value?: Json;
  readonly known?: readonly string[];
  readonly near?: string | undefined;
}

/** Receives each finding. The walker reuses `path`: copy it to keep it. */
export type ShapeReporter = (rule: ShapeRule, report: Report & { readonly about?: About }) => void;

/**
 * Walks a value along its shape. Open values (unknown in a preview, or placeholders) are passed over; of an object
 * whose kind is not known, only what all kinds have is checked.
 */
export function checkShape(shape: Shape, value: Json, path: Path, report: ShapeReporter): void {
  if (isOpen(value) || shape.is === "any") return;
  if (shape.is === "choice") {
    const option = pickOption(shape, value);
    const isFitting = option !== undefined && (option.is !== "scalar" || option.types.includes(getType(value)));
    if (isFitting) checkShape(option, value, path, report);
    else reportWrongType(listExpected(shape), value, path, report);
  } else if (shape.is === "list") {
    const { item } = shape;
    // What a union says is about its kind.
    const traits = item.is === "variant" ? undefined : item.traits;
    if (Array.isArray(value)) checkItems(item, value, path, addHint(traits, path.length + 1, report));
    else reportWrongType(listExpected(shape), value, path, report);
  } else if (shape.is === "scalar") {
    checkScalar(shape, value, path, report);
  } else if (!isPlainObject(value)) {
    reportWrongType(listExpected(shape), value, path, report);
  } else if (shape.is === "object") {
    checkFields(shape, value, path, report);
  } else {
    checkVariant(shape, value, path, report);
  }
}

/** What a value may be, for people. */
function listExpected(shape: Shape): string[] {
  if (shape.is === "choice") return listOptions(shape).flatMap(listExpected);
  if (shape.is === "scalar") return shape.types.map((type) => (type === "null" ? "null" : `a ${type}`));
  return [shape.is === "list" ? "a list" : "an object"];
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

const getType = (value: Json) =>
  (value === null ? "null" : isExactNumber(value) ? "number" : typeof value) as ScalarType;

function checkScalar(shape: ScalarShape, value: Json, path: Path, report: ShapeReporter): void {
  if (!shape.types.includes(getType(value))) reportWrongType(listExpected(shape), value, path, report);
  else if (shape.values && !shape.values.includes(value))
    reportValue(shape.values, value, path, report, "unknown-value", shape.traits);
}

function reportValue(
  values: readonly Json[],
  value: Json,
  path: Path,
  report: ShapeReporter,
  rule: "unknown-value" | "unknown-kind",
  traits: Traits | undefined,
): void {
  const known = values.filter((one) => one !== null).map(String);
  const near =
    typeof value === "string" ? (getOwnValue(traits?.former ?? {}, value) ?? findNearest(value, known)) : undefined;
  const about = { traits, value, known, near };
  if (near !== undefined) {
    report("misspelt-value", { path, message: `\`${value}\` is not known here`, hint: suggest(near), about });
  } else {
    const kept = rule === "unknown-kind" ? "; it is sent as it is, unchecked" : "";
    const message = `${quote(value)} is not known here${kept}`;
    report(rule, { path, message, hint: `Known: ${listQuoted(values)}.`, about });
  }
}

function checkVariant(shape: VariantShape, value: JsonObject, path: Path, report: ShapeReporter): void {
  const { discriminator, variants, common, traits } = shape;
  const kind = value[discriminator];
  if (kind !== undefined && isOpen(kind)) return;
  const variant = variants.get(kind);
  if (variant) {
    checkShape(variant, value, path, report);
    return;
  }
  const known = [...variants.keys()].filter((key) => key !== undefined);
  if (kind !== undefined) {
    path.push(discriminator);
    reportValue(known, kind, path, report, "unknown-kind", traits);
    path.pop();
  } else reportMissingKind(shape, value, known, path, report);
  checkFields(common, value, path, report);
}

function reportMissingKind(
  { discriminator, variants, traits }: VariantShape,
  value: JsonObject,
  known: readonly Json[],
  path: Path,
  report: ShapeReporter,
): void {
  const former = traits?.formerly ?? "";
  const isRenamed = variants.has(value[former]);
  const misspelt = isRenamed ? undefined : findNearest(discriminator, Object.keys(value));
  if (misspelt !== undefined) reportField(path, misspelt, discriminator, report);
  else {
    const example = traits?.hint ?? `One of ${listQuoted(known)}.`;
    const hint = isRenamed ? `Rename \`${former}\` to \`${discriminator}\`.` : example;
    reportMissing(path, discriminator, hint, traits, report);
  }
}

function reportMissing(
  path: Path,
  field: string,
  hint: string | undefined,
  traits: Traits | undefined,
  report: ShapeReporter,
): void {
  report("missing-field", { path, message: `\`${field}\` is missing`, hint, about: { field, traits } });
}

function checkFields(shape: ObjectShape, value: JsonObject, path: Path, report: ShapeReporter): void {
  let missing = shape.required.length;
  let unknown: string[] | undefined;
  for (const key in value) {
    const item = value[key];
    if (item === undefined) continue;
    const field = shape.fields.get(key);
    if (field === undefined && shape.rest === undefined) {
      unknown ??= [];
      unknown.push(key);
      continue;
    }
    path.push(key);
    if (field === undefined) checkShape(shape.rest!.value, item, path, report);
    else {
      if (field.isRequired) missing--;
      if (field.traits === undefined) checkShape(field.shape, item, path, report);
      else checkWithTraits(key, field, item, path, report);
    }
    path.pop();
  }
  if (unknown || missing > 0) reportFields(shape, value, unknown ?? [], path, report);
}

/** A field with traits of its own. */
function checkWithTraits(key: string, { shape, traits }: Field, value: Json, path: Path, report: ShapeReporter): void {
  if (traits?.isDropped) {
    const message = `the platform accepts \`${key}\` here and drops it`;
    report("dropped-field", { path, message, hint: traits.hint ?? "Remove it." });
  } else checkShape(shape, value, path, addHint(traits, path.length, report));
}

/** Says what to write where the whole of a value has the wrong type. */
function addHint(traits: Traits | undefined, depth: number, report: ShapeReporter): ShapeReporter {
  const hint = traits?.hint;
  if (hint === undefined) return report;
  return (rule, finding) => {
    const isWhole = rule === "wrong-type" && finding.path.length === depth;
    report(rule, isWhole ? { ...finding, hint } : finding);
  };
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
  const renamed = new Set<string>();
  for (const [key, { traits }] of shape.fields) {
    const former = traits?.formerly;
    if (former === undefined || !absent.has(key) || !unknown.includes(former)) continue;
    renamed.add(former);
    absent.delete(key);
    reportMissing(path, key, `Rename \`${former}\` to \`${key}\`.`, traits, report);
  }
  for (const [index, key] of (shape.isLoose ? [] : unknown).entries()) {
    if (renamed.has(key)) continue;
    const isElsewhere = getOwnValue(shape.traits?.misplaced ?? {}, key) !== undefined;
    const isLeftBehind = shape.siblings.has(key) && isEmpty(value[key]);
    const isUnlike = isElsewhere || isLeftBehind || index >= mostSuggestions;
    const meant = isUnlike ? undefined : findMeant(key, absent);
    if (meant === undefined) {
      path.push(key);
      const message = `\`${key}\` is not a known field; it is sent as it is`;
      // The field that is meant may be there, too.
      const near = isElsewhere || index >= mostSuggestions ? undefined : findMeant(key, new Set(shape.fields.keys()));
      const hint = near !== undefined && near === getOwnValue(foreignFields, key) ? suggest(near) : undefined;
      report("unknown-field", { path, message, hint, about: { traits: shape.traits, near } });
      path.pop();
    } else {
      absent.delete(meant);
      reportField(path, key, meant, report);
    }
  }
  for (const key of shape.required) {
    if (!absent.has(key)) continue;
    const hint = path.length === 0 && key === "pages" ? suggestPages(value) : undefined;
    reportMissing(path, key, hint, shape.fields.get(key)?.traits, report);
  }
}

/** What semantic layers of other tools call fields. */
const foreignFields: Readonly<Record<string, string>> = {
  dimensions: "columns",
  fields: "columns",
  measures: "metrics",
  sql: "formula",
  expr: "formula",
  expression: "formula",
};

/** The field that is meant by a name: another tool's word for it, else the nearest. */
function findMeant(key: string, fields: ReadonlySet<string>): string | undefined {
  const foreign = getOwnValue(foreignFields, key);
  return foreign !== undefined && fields.has(foreign) ? foreign : findNearest(key, fields);
}

/** What to do with a file of another form. */
function suggestPages(value: JsonObject): string | undefined {
  const has = (key: string) => Object.hasOwn(value, key);
  const isOfDbt = ["models", "sources", "semantic_models", "exposures", "metrics"].some(has) && has("version");
  if (isOfDbt)
    return "This is a file of dbt: `pulumi-analytics generate dbt target/manifest.json` writes models from it.";
  if (!["columns", "elements", "metrics", "source"].some(has)) return undefined;
  return "Columns are in an element, and elements in a page: `pages: [{ id: main, elements: [{ columns: [] }] }]`.";
}

const isEmpty = (value: Json | undefined) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

function reportField(path: Path, key: string, meant: string, report: ShapeReporter): void {
  path.push(key);
  report("misspelt-field", { path, message: `\`${key}\` is not a known field`, hint: suggest(meant) });
  path.pop();
}

function reportWrongType(expected: readonly string[], value: Json, path: Path, report: ShapeReporter): void {
  const { hint, written } = explainWriting(expected, value, path);
  const span = written === undefined ? undefined : { text: written, nth: 0 };
  const message = `expected ${expected.join(" or ")}, got ${describe(value)}`;
  report("wrong-type", { path, message, hint, span, about: { value } });
}

/** Fields that hold formulas, or lists of them. */
const formulaFields: ReadonlySet<unknown> = new Set(["formula", "left", "right", "sourceColumns"]);

/** How to write what was probably meant, and how the file probably writes it now. */
function explainWriting(expected: readonly string[], value: Json, path: Path): { hint?: string; written?: string } {
  const wantsText = expected.includes("a string");
  const field = path.findLast((key) => typeof key === "string");
  if (path.length === 0) return { hint: "A file begins with `schemaVersion: 1`." };
  if (path.at(-1) === "format" && typeof value === "string") {
    return { hint: 'Write an object, such as `{ kind: number, formatString: "$,.2f" }`.' };
  }
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
