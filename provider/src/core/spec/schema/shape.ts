/**
 * The schema, compiled once into a small tree that can be walked fast. zod describes the representation; walking it
 * with zod itself costs several times what reading the text costs, and its errors for unions mention branches that the
 * user didn't write.
 */
import * as z from "zod";
import { isObject, type Json } from "../json";
import { dataModelSchema } from "./schema";

/** The JSON types a scalar may have. */
export type ScalarType = "string" | "number" | "boolean" | "null";

/** What a value may look like. */
export type Shape = ScalarShape | ListShape | ObjectShape | VariantShape | ChoiceShape;

/** A string, number, boolean or null; with `values`, one of these. */
export interface ScalarShape {
  is: "scalar";
  types: readonly ScalarType[];
  values?: readonly Json[];
  isFormula?: boolean;
}

/** A list; in an unordered one the order of the items means nothing. */
export interface ListShape {
  is: "list";
  item: Shape;
  unordered: boolean;
}

/** An object with known fields. */
export interface ObjectShape {
  is: "object";
  fields: ReadonlyMap<string, Field>;
  required: readonly string[];
  /** Fields of the other variants of its unions: a client may leave them behind, empty, when it changes the variant. */
  siblings: Set<string>;
}

/** A field of an object; `default` is what leaving it out means. */
export interface Field {
  shape: Shape;
  isRequired: boolean;
  default?: Json;
  /** Whether space at the ends of the text means nothing: the platform cuts it. */
  isTrimmed: boolean;
}

/** Texts that the platform trims. */
const trimmedFields = new Set(["name", "statement", "outputColumnName"]);

/** One of several objects, picked by the value of one field (undefined: the field left out). */
export interface VariantShape {
  is: "variant";
  discriminator: string;
  variants: ReadonlyMap<Json | undefined, Shape>;
}

/** A scalar or an object, picked by the type of the value. */
export interface ChoiceShape {
  is: "choice";
  scalar: ScalarShape;
  object: Shape;
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
  const shape = compile(schema);
  compiled.set(schema, shape);
  return shape;
}

function compile(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodString) return createScalar("string");
  if (schema instanceof z.ZodNumber) return createScalar("number");
  if (schema instanceof z.ZodBoolean) return createScalar("boolean");
  if (schema instanceof z.ZodNull) return createScalar("null");
  if (schema instanceof z.ZodLiteral) return createEnumShape([...schema.values] as Json[]);
  if (schema instanceof z.ZodEnum) return createEnumShape(schema.options as string[]);
  if (schema instanceof z.ZodOptional) return buildShape(schema.unwrap());
  if (schema instanceof z.ZodNullable) return joinShapes([buildShape(schema.unwrap()), createScalar("null")]);
  if (schema instanceof z.ZodArray) {
    return { is: "list", item: buildShape(schema.element), unordered: getMeta(schema)?.uniqueItems === true };
  }
  if (schema instanceof z.ZodObject) return buildObjectShape(schema.shape);
  if (schema instanceof z.ZodDiscriminatedUnion) return buildVariantShape(schema.def.discriminator, schema.options);
  if (schema instanceof z.ZodUnion) return joinShapes(schema.options.map(buildShape));
  throw new Error(`the representation's schema uses ${schema._zod.def.type}, which shape.ts does not know`);
}

function getMeta(schema: z.core.$ZodType) {
  return z.globalRegistry.get(schema);
}

function buildObjectShape(shape: z.core.$ZodShape): ObjectShape {
  const fields = new Map<string, Field>();
  const required: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const inner = buildShape(schema);
    const meta = getMeta(schema);
    const isRequired = !(schema instanceof z.ZodOptional);
    const field: Field = {
      shape: refineShape(name, inner, meta?.uniqueItems === true),
      isRequired,
      isTrimmed: trimmedFields.has(name),
    };
    if (meta?.default !== undefined) field.default = meta.default as Json;
    fields.set(name, field);
    if (isRequired) required.push(name);
  }
  return { is: "object", fields, required, siblings: new Set() };
}

/** What only the field says of its values. */
function refineShape(name: string, shape: Shape, isUnordered: boolean): Shape {
  if (shape.is === "list" && isUnordered) return { ...shape, unordered: true };
  return shape.is === "scalar" && name === "formula" ? { ...shape, isFormula: true } : shape;
}

/** Branches with the same discriminator value are distinguished by a second discriminator. */
function buildVariantShape(discriminator: string, options: readonly z.core.$ZodType[]): VariantShape {
  const variants = new Map<Json | undefined, Shape>();
  for (const option of options) {
    for (const value of option._zod.propValues?.[discriminator] ?? []) {
      variants.set(value as Json | undefined, buildShape(option));
    }
  }
  const objects = [...variants.values()].flatMap(listObjectShapes);
  const all = objects.flatMap(({ fields }) => [...fields.keys()]);
  for (const { fields, siblings } of objects) for (const name of all) if (!fields.has(name)) siblings.add(name);
  return { is: "variant", discriminator, variants };
}

function listObjectShapes(shape: Shape): ObjectShape[] {
  if (shape.is === "object") return [shape];
  return shape.is === "variant" ? [...shape.variants.values()].flatMap(listObjectShapes) : [];
}

/** A union without a discriminator: scalars, with at most one kind of object among them. */
function joinShapes(options: readonly Shape[]): Shape {
  const scalars = options.filter((option) => option.is === "scalar");
  const others = options.filter((option) => option.is !== "scalar");
  const merged: ScalarShape = { is: "scalar", types: [...new Set(scalars.flatMap((option) => option.types))] };
  if (scalars.some((option) => option.values)) merged.values = scalars.flatMap((option) => option.values ?? []);
  const [object, ...more] = others;
  if (!object) return merged;
  if (more.length > 0) throw new Error("a union of several objects needs a discriminator");
  return { is: "choice", scalar: merged, object };
}

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
