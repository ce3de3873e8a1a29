/**
 * The schema, compiled once into a small tree that can be walked fast. zod describes the representation; walking it
 * with zod itself costs several times what reading the text costs, and its errors for unions mention branches that the
 * user didn't write.
 */
import * as z from "zod";
import { isExactNumber } from "../../data";
import { isObject, type Json } from "../json";
import { dataModelSchema } from "./schema";
import { schemaTraits, type Traits } from "./traits";

/** The JSON types a scalar may have. */
export type ScalarType = "string" | "number" | "boolean" | "null";

/** What a value may look like. */
export type Shape = AnyShape | ScalarShape | ListShape | ObjectShape | VariantShape | ChoiceShape;

interface HasTraits {
  traits?: Traits | undefined;
}

/** A value of which nothing is known. */
export interface AnyShape extends HasTraits {
  is: "any";
}

/** A string, number, boolean or null; with `values`, one of these. */
export interface ScalarShape extends HasTraits {
  is: "scalar";
  types: readonly ScalarType[];
  values?: readonly Json[];
}

/** A list; in an unordered one the order of the items means nothing. */
export interface ListShape extends HasTraits {
  is: "list";
  item: Shape;
  unordered: boolean;
}

/** An object with known fields. */
export interface ObjectShape extends HasTraits {
  is: "object";
  fields: ReadonlyMap<string, Field>;
  required: readonly string[];
  /** Whether it may have further fields, of which nothing is known. */
  isLoose?: boolean;
  /** The names and values of all other fields of a map. */
  rest?: { readonly key: Shape; readonly value: Shape };
  /** Fields of the other variants of its unions: a client may leave them behind, empty, when it changes the variant. */
  siblings: Set<string>;
}

/** A field of an object; `default` is what leaving it out means. */
export interface Field extends HasTraits {
  shape: Shape;
  isRequired: boolean;
  default?: Json;
}

/** One of several objects, picked by the value of one field (undefined: the field left out). */
export interface VariantShape extends HasTraits {
  is: "variant";
  discriminator: string;
  variants: ReadonlyMap<Json | undefined, Shape>;
  /** The fields that all variants have alike. */
  common: ObjectShape;
}

/** A scalar, an object or a list, picked by the type of the value. */
export interface ChoiceShape extends HasTraits {
  is: "choice";
  scalar: ScalarShape;
  object?: Shape | undefined;
  list?: ListShape | undefined;
}

const createScalar = (...types: ScalarType[]): ScalarShape => ({ is: "scalar", types });
const getType = (value: Json): ScalarType => (value === null ? "null" : (typeof value as ScalarType));
const createEnumShape = (values: readonly Json[]): ScalarShape => ({
  is: "scalar",
  types: [...new Set(values.map(getType))],
  values,
});

const compiled = new Map<z.core.$ZodType, Shape>();

/** The shape of a zod schema. Throws for a kind of schema the representation has no use for. */
export function buildShape(schema: z.core.$ZodType): Shape {
  const known = compiled.get(schema);
  if (known) return known;
  const shape = refine(schema, compile(schema));
  compiled.set(schema, shape);
  return shape;
}

function compile(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodUnknown) return { is: "any" };
  if (schema instanceof z.ZodString) return createScalar("string");
  if (schema instanceof z.ZodNumber) return createScalar("number");
  if (schema instanceof z.ZodBoolean) return createScalar("boolean");
  if (schema instanceof z.ZodNull) return createScalar("null");
  if (schema instanceof z.ZodLiteral) return createEnumShape([...schema.values] as Json[]);
  if (schema instanceof z.ZodEnum) return createEnumShape(schema.options as string[]);
  if (schema instanceof z.ZodOptional) return buildShape(schema.unwrap());
  if (schema instanceof z.ZodNullable) return joinShapes([buildShape(schema.unwrap()), createScalar("null")]);
  if (schema instanceof z.ZodLazy) return buildShape(schema.unwrap());
  if (schema instanceof z.ZodArray) return { is: "list", item: buildShape(schema.element), unordered: false };
  if (schema instanceof z.ZodRecord) {
    const rest = { key: buildShape(schema.keyType), value: buildShape(schema.valueType) };
    return { is: "object", fields: new Map(), required: [], rest, siblings: new Set() };
  }
  if (schema instanceof z.ZodObject) return buildObjectShape(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return buildVariantShape(schema);
  if (schema instanceof z.ZodUnion) return joinShapes(schema.options.map(buildShape));
  throw new Error(`the representation's schema uses ${schema._zod.def.type}, which shape.ts does not know`);
}

function getMeta(schema: z.core.$ZodType) {
  return z.globalRegistry.get(schema);
}

/** A shape with what the schema says beside the types. */
function refine(schema: z.core.$ZodType, shape: Shape): Shape {
  const isUnordered = getMeta(schema)?.uniqueItems === true;
  const own = schemaTraits.get(schema);
  const refined = isUnordered && shape.is === "list" ? { ...shape, unordered: true } : shape;
  return own === undefined || own === shape.traits ? refined : { ...refined, traits: { ...shape.traits, ...own } };
}

/** A schema may be inside itself: its shape is known before its fields are. */
function buildObjectShape(schema: z.ZodObject): ObjectShape {
  const fields = new Map<string, Field>();
  const required: string[] = [];
  const shape: ObjectShape = { is: "object", fields, required, siblings: new Set(), traits: schemaTraits.get(schema) };
  if (schema.def.catchall instanceof z.ZodUnknown) shape.isLoose = true;
  compiled.set(schema, shape);
  for (const [name, inner] of Object.entries(schema.shape)) {
    const isRequired = !(inner instanceof z.ZodOptional);
    const field: Field = { shape: buildShape(inner), isRequired, traits: schemaTraits.get(inner) };
    const implied = getMeta(inner)?.default;
    if (implied !== undefined) field.default = implied as Json;
    fields.set(name, field);
    if (isRequired) required.push(name);
  }
  return shape;
}

/** Branches with the same discriminator value are distinguished by a second discriminator. */
function buildVariantShape(schema: z.ZodDiscriminatedUnion): VariantShape {
  const { discriminator } = schema.def;
  const variants = new Map<Json | undefined, Shape>();
  const common: ObjectShape = { is: "object", fields: new Map(), required: [], siblings: new Set(), isLoose: true };
  const shape: VariantShape = { is: "variant", discriminator, variants, common, traits: schemaTraits.get(schema) };
  compiled.set(schema, shape);
  for (const option of schema.options) {
    for (const value of option._zod.propValues?.[discriminator] ?? []) {
      variants.set(value as Json | undefined, buildShape(option));
    }
  }
  const objects = [...variants.values()].flatMap(listObjectShapes);
  const all = new Set(objects.flatMap(({ fields }) => [...fields.keys()]));
  for (const { fields, siblings } of objects) for (const name of all) if (!fields.has(name)) siblings.add(name);
  const shared = [...(objects[0]?.fields ?? [])].filter(([name, { shape: one }]) =>
    objects.every(({ fields }) => fields.get(name)?.shape === one),
  );
  common.fields = new Map(shared);
  common.required = shared.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  return shape;
}

function listObjectShapes(shape: Shape): ObjectShape[] {
  if (shape.is === "object") return [shape];
  return shape.is === "variant" ? [...shape.variants.values()].flatMap(listObjectShapes) : [];
}

/** A union without a discriminator: scalars, with at most one kind of object and one of list among them. */
function joinShapes(options: readonly Shape[]): Shape {
  if (options.some(({ is }) => is === "any")) return { is: "any" };
  const inner = options.flatMap((option) => (option.is === "choice" ? listOptions(option) : [option]));
  const scalars = inner.filter((option) => option.is === "scalar");
  const lists = inner.filter((option) => option.is === "list");
  const objects = inner.filter((option) => option.is === "object" || option.is === "variant");
  const merged: ScalarShape = { is: "scalar", types: [...new Set(scalars.flatMap((option) => option.types))] };
  if (scalars.some((option) => option.values)) merged.values = scalars.flatMap((option) => option.values ?? []);
  for (const { traits } of scalars) if (traits) merged.traits = { ...merged.traits, ...traits };
  if (lists.length + objects.length === 0) return merged;
  if (lists.length > 1 || objects.length > 1) throw new Error("a union of several objects needs a discriminator");
  return { is: "choice", scalar: merged, object: objects[0], list: lists[0] };
}

/** Which of several shapes is that of a value; undefined: none of them. */
export const pickOption = ({ scalar, object, list }: ChoiceShape, value: Json): Shape | undefined =>
  Array.isArray(value) ? list : isObject(value) && !isExactNumber(value) ? object : scalar;

/** What a value may be that has one of several types. */
export const listOptions = ({ scalar, object, list }: ChoiceShape): Shape[] =>
  [scalar, object, list].filter((option) => option !== undefined);

/** The shape of a whole data model. */
export const modelShape = buildShape(dataModelSchema) as ObjectShape;

/** The object shape that fits a value, following discriminators; undefined if none is known to. */
export function pickObject(shape: Shape | undefined, value: Json | undefined): ObjectShape | undefined {
  let picked = shape;
  while (picked) {
    if (picked.is === "object") return picked;
    if (picked.is === "choice") picked = picked.object;
    else if (picked.is === "variant" && isObject(value)) {
      picked = picked.variants.get(value[picked.discriminator]);
    } else return undefined;
  }
  return undefined;
}

/** The shape of a field. */
export function getFieldShape(shape: ObjectShape | undefined, name: string): Shape | undefined {
  return shape?.fields.get(name)?.shape;
}
