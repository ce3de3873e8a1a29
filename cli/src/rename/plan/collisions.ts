import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import {
  getValue,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
} from "pulumi-analytics-internal/core/model/json";
import { getColumnName } from "pulumi-analytics-internal/core/model/references";
import { getElementName } from "pulumi-analytics-internal/core/workbook";
import type { RenameTarget } from "./documents";

/** A place where a new name can't be. */
export interface RenameConflict {
  readonly document: string;
  readonly path: Path;
  readonly message: string;
}

/** Names before a slash that formulas need for something else. */
const reserved = ["Metrics", "Selection", "Missing node"];

/** What is wrong with a name; undefined: nothing. */
export function explainBadName(name: string): string | undefined {
  const [found] = /[/[\]\\\p{Cc}]|\{\{|\}\}/u.exec(name) ?? [];
  if (name.trim() === "") return "a name needs a letter";
  if (name !== name.trim()) return "the platform removes spaces around a name";
  if (normalizePlainName(name) === "") return "formulas can't tell this name from others";
  if (name.startsWith("$")) return "a name that begins with `$` is a variable in formulas";
  if (found !== undefined) return `formulas can't refer to a name with ${JSON.stringify(found)}`;
  return undefined;
}

/** What already has the new name beside the thing that gets it, in whatever spelling. */
export function* findCollisions(
  forms: ReadonlyMap<string, JsonObject>,
  { document, path }: RenameTarget,
  name: string,
): Generator<RenameConflict> {
  const plain = normalizePlainName(name);
  const form = forms.get(document)!;
  const isElement = path.at(-2) === "elements";
  if (isElement && reserved.some((word) => normalizePlainName(word) === plain)) {
    yield { document, path, message: `\`${name}\` before a slash means something else in formulas` };
  }
  const others = isElement ? listElementNames(form) : listPartNames(form, path.slice(0, -2));
  for (const { what, name: other, at } of others) {
    if (JSON.stringify(at) === JSON.stringify(path) || normalizePlainName(other) !== plain) continue;
    yield { document, path: at, message: `${what} is called \`${other}\` already` };
  }
}

interface OtherName {
  readonly what: string;
  readonly name: string;
  readonly at: Path;
}

function* listElementNames(form: JsonObject): Generator<OtherName> {
  const places: Path[] = Array.isArray(form.elements)
    ? [["elements"]]
    : listObjectEntries(form.pages).map(([index]) => ["pages", index, "elements"]);
  for (const place of places) {
    for (const [index, element] of listObjectEntries(getValue(form, place))) {
      const name = getElementName(element.name);
      if (name !== undefined && element.kind !== "control") yield { what: "an element", name, at: [...place, index] };
    }
  }
}

function* listPartNames(form: JsonObject, place: Path): Generator<OtherName> {
  const element = getValue(form, place) as JsonObject;
  for (const [field, what] of [
    ["columns", "a column"],
    ["metrics", "a metric"],
    ["relationships", "a relationship"],
  ] as const) {
    for (const [index, part] of listObjectEntries(element[field])) {
      const name = field === "columns" ? getColumnName(part) : readKnownString(part.name);
      if (name !== undefined) yield { what, name, at: [...place, field, index] };
    }
  }
}
