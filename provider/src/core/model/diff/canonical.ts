import { assignIds } from "../identity/assign";
import {
  isObject,
  isOpen,
  isSameJson,
  type Json,
  type JsonObject,
  mapChanged,
  readKnownString,
  writeStableText,
} from "../json";
import { dropImplied } from "../references/joins";
import { listElements } from "../references/references";
import { joinSourceSchema } from "../schema/schema";
import {
  buildShape,
  type Field,
  getFieldShape,
  modelShape,
  type ObjectShape,
  pickOption,
  type Shape,
} from "../schema/shape";
import type { Canonical, LocalSpec, PlatformSpec } from "../spec-types";

const joinShape = buildShape(joinSourceSchema);

/**
 * The one form of all specs that mean the same: only the version and the pages; defaults left out, written or not;
 * empty optional lists left out; lists without order sorted; names and SQL trimmed; names and the primary source of a
 * join left out where they are what would be inferred. Fields and kinds that are not known stay as they are. Parts that
 * are canonical already are shared with the spec given, which stays as it is.
 *
 * What the platform may spell in several ways (formulas, derived names) keeps its spelling here: see `reword`.
 */
export function toCanonical<Spec extends LocalSpec | PlatformSpec>(spec: Spec): Canonical<Spec> {
  const pages = canonicalizeValue(getFieldShape(modelShape, "pages")!, spec.pages ?? [], createNameFinder(spec));
  return { schemaVersion: 1, pages } as unknown as Canonical<Spec>;
}

/**
 * The canonical form of any spec, ids given to parts that have none; what is no object stays as it is. See
 * {@link toCanonical}.
 *
 * @example canonicalize({ schemaVersion: "1", url: "…", pages: [] }) // { schemaVersion: 1, pages: [] }
 */
export function canonicalize(spec: Json): Json {
  return isObject(spec) ? toCanonical(assignIds(spec)) : spec;
}

/** Finds the name of an element; names that are missing or open are not known. */
export type NameOfElement = (id: string) => string | undefined;

/** The names of a spec's elements, collected on first use. */
export function createNameFinder(spec: JsonObject): NameOfElement {
  let names: Map<string, string> | undefined;
  return (id) => {
    if (!names) {
      names = new Map();
      for (const element of listElements(spec)) {
        const [elementId, name] = [readKnownString(element.id), readKnownString(element.name)];
        if (elementId !== undefined && name !== undefined) names.set(elementId, name);
      }
    }
    return names.get(id);
  };
}

/** The canonical form of a value that has a shape; see {@link canonicalize}. */
export function canonicalizeValue(shape: Shape, value: Json, nameOfElement: NameOfElement): Json {
  if (isOpen(value)) return value;
  const simple = shape.traits?.simplify?.(value) ?? value;
  if (shape.is === "choice") return canonicalizeValue(pickOption(shape, simple) ?? anything, simple, nameOfElement);
  if (typeof simple !== "object" || simple === null) return simple;
  if (Array.isArray(simple)) {
    if (shape.is !== "list") return simple;
    const { item } = shape;
    const items = isFixed(item) ? simple : mapChanged(simple, (one) => canonicalizeValue(item, one, nameOfElement));
    return shape.unordered ? sortItems(items) : items;
  }
  if (shape.is === "variant") {
    const variant = shape.variants.get(simple[shape.discriminator]) ?? shape.common;
    return canonicalizeValue(variant, simple, nameOfElement);
  }
  if (shape.is !== "object") return simple;
  const fields = canonicalizeFields(shape, simple, nameOfElement);
  return shape === joinShape ? dropImplied(fields, nameOfElement) : fields;
}

const anything: Shape = { is: "any" };

function canonicalizeFields(shape: ObjectShape, value: JsonObject, nameOfElement: NameOfElement): JsonObject {
  let copy: JsonObject | undefined;
  for (const key in value) {
    const before = value[key];
    const field = shape.fields.get(key) ?? readRest(shape);
    // What is not known, and what has nothing to drop, stays as it is.
    if (before !== undefined && (!field || isPlain(field))) continue;
    const after = before === undefined ? undefined : canonicalizeField(before, field!, nameOfElement);
    if (after === before && before !== undefined) continue;
    copy ??= { ...value };
    if (after === undefined) delete copy[key];
    else copy[key] = after;
  }
  return copy ?? value;
}

function canonicalizeField(value: Json, field: Field, nameOfElement: NameOfElement): Json | undefined {
  if (field.traits?.isUnread) return undefined;
  const simple = canonicalizeValue(field.shape, value, nameOfElement);
  return field.default !== undefined && isSameJson(simple, field.default) ? undefined : simple;
}

/** What all other fields of a map hold. */
const readRest = ({ rest }: ObjectShape): Field | undefined => rest && { shape: rest.value, isRequired: false };

/** A scalar has one form, unless several spellings mean the same. */
const isFixed = ({ is, traits }: Shape) => (is === "scalar" || is === "any") && traits?.simplify === undefined;

/** Such a field stays as it is, unless leaving it out means the same. */
const isPlain = (field: Field) => isFixed(field.shape) && field.default === undefined && !field.traits?.isUnread;

/** The items in the order of their texts; the list itself if they are. */
function sortItems(items: Json[]): Json[] {
  const texts = new Map(items.map((item) => [item, writeStableText(item)]));
  const order = items.toSorted((a, b) => compareTexts(texts.get(a)!, texts.get(b)!));
  return order.every((item, index) => item === items[index]) ? items : order;
}

/** By code units, so that the order is the same on every machine. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
