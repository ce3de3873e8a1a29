import type * as z from "zod";
import { type Definition, descriptionOf, idOf, isOptional } from "../types";
import {
  any,
  type NamedTypeSpec,
  type ObjectSpec,
  type Properties,
  type PropertySpec,
  type TypeSpec,
  token,
} from "./spec";

/** The properties of an object, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** One form of an object: the literal that tells it from the others, and its other properties. */
export interface Form {
  readonly tag: z.ZodType;
  readonly shape: Shape;
}

/**
 * Zod types as Pulumi's schema writes them. Objects and enums get a name there: that of `.meta({ title })` or `.meta({ id })`, or one of where they
 * are. Two types with one name are an error.
 */
export class SchemaTypes {
  private readonly byName = new Map<string, { readonly schema: z.ZodType; readonly text: string }>();
  private readonly found: Record<string, NamedTypeSpec> = {};

  /** The named types of all that was asked for, by token. */
  get named(): Readonly<Record<string, NamedTypeSpec>> {
    return Object.fromEntries(Object.entries(this.found).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** An object's properties; the name is for types in it. */
  object(shape: Readonly<Record<string, z.ZodType>>, name: string): ObjectSpec {
    const properties = Object.entries(shape).map(([key, schema]) => [
      key,
      this.property(schema, `${name}${pascal(key)}`),
    ]);
    const required = Object.keys(shape).filter((key) => isRequired(shape[key]!));
    return { properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
  }

  property(schema: z.ZodType, name: string, description = descriptionOf(schema)): PropertySpec {
    if (description === undefined) throw new Error(`${name} has no description: give it one with .describe("…")`);
    return {
      ...this.type(schema, name),
      description: prose(description),
      ...(isSecret(schema) ? { secret: true } : {}),
    };
  }

  /** A type; `place` is its name if it needs one and has none. */
  type(schema: z.ZodType, place: string): TypeSpec {
    const { def } = schema as unknown as { def: Definition | { type: "custom" } };
    const name = nameOf(schema) ?? place;
    switch (def.type) {
      case "string":
      case "boolean":
        return { type: def.type };
      case "number":
        return { type: isInteger(schema) ? "integer" : "number" };
      case "unknown":
      case "custom":
        return any;
      case "enum": {
        const made = this.add(name, schema, () => ({
          ...describedAs(schema),
          type: "string",
          enum: Object.values(def.entries).map((value) => ({ name: pascal(value), value })),
        }));
        return orText(made);
      }
      case "literal": {
        const [value] = def.values;
        if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
        return { type: "string", const: String(value) };
      }
      case "optional":
      case "nullable":
        return this.type(def.innerType, name);
      case "array":
        return { type: "array", items: this.type(def.element, name.replace(/s$/, "")) };
      case "record":
        return { type: "object", additionalProperties: this.type(def.valueType, name) };
      case "union":
        return this.union(schema, def.options, name);
      case "object":
        if (Object.keys(def.shape).length === 0) return { type: "object", additionalProperties: any };
        return this.add(name, schema, () => ({
          ...describedAs(schema),
          type: "object",
          ...this.object(def.shape, name),
        }));
      default:
        throw new Error(`${place}: no type of the schema for a zod type "${(def as { type: string }).type}"`);
    }
  }

  private union(schema: z.ZodType, options: readonly z.ZodType[], name: string): TypeSpec {
    const { discriminator } = (schema as unknown as { def: { discriminator?: string } }).def;
    if (discriminator === undefined) return { oneOf: options.map((option) => this.type(option, name)) };
    const forms = options.map((option) => {
      const { [discriminator]: tag, ...shape } = shapeOf(option);
      return { tag: tag!, shape };
    });
    return this.add(name, schema, () => {
      const { properties, required } = this.merged(forms, name);
      const values = forms.map(({ tag }) => literalOf(tag));
      const tags = this.addEnum(`${name}${pascal(discriminator)}`, values);
      const described = forms.flatMap(({ tag }) => descriptionOf(tag) ?? []).join(" ");
      const description =
        described ||
        `One of ${values.map((value) => `\`${value}\``).join(", ")}. It decides which of the other properties are set.`;
      return {
        ...describedAs(schema),
        type: "object",
        properties: { [discriminator]: { ...tags, description }, ...properties },
        required: [discriminator, ...required],
      };
    });
  }

  /**
   * The forms of an object that a literal tells apart, as one type with the properties of all. A union would say more, but SDKs make little of it:
   * in Go and .NET it is a value of any type, and in Python a dictionary for it keeps its keys in snake case, which the provider doesn't know.
   */
  form(forms: readonly Form[], name: string): TypeSpec {
    const make = (): NamedTypeSpec => {
      const { properties, required } = this.merged(forms, name);
      return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
    };
    return this.add(name, forms[0]!.tag, make);
  }

  private merged(forms: readonly Form[], name: string): { properties: Properties; required: readonly string[] } {
    const properties: Record<string, PropertySpec> = {};
    const keys = [...new Set(forms.flatMap(({ shape }) => Object.keys(shape)))];
    for (const key of keys) {
      const having = forms.filter(({ shape }) => key in shape);
      const specs = having.map(({ shape }) => this.property(shape[key]!, `${name}${pascal(key)}`));
      const [spec, ...others] = specs as [PropertySpec, ...PropertySpec[]];
      if (others.some((other) => JSON.stringify(other) !== JSON.stringify(spec)))
        throw new Error(`${name}.${key} differs between the forms of ${name}`);
      const only = having.map(({ tag }) => `\`${literalOf(tag)}\``).join(" and ");
      const isCommon = having.length === forms.length;
      properties[key] = isCommon ? spec : { ...spec, description: `With ${only}: ${lowered(spec.description)}` };
    }
    const required = keys.filter((key) => forms.every(({ shape }) => key in shape && isRequired(shape[key]!)));
    return { properties, required };
  }

  private addEnum(name: string, values: readonly string[]): TypeSpec {
    this.found[token(name)] = { type: "string", enum: values.map((value) => ({ name: pascal(value), value })) };
    return orText({ $ref: `#/types/${token(name)}` });
  }

  private add(name: string, schema: z.ZodType, make: () => NamedTypeSpec): TypeSpec {
    const known = this.byName.get(name);
    if (known?.schema !== schema) {
      const spec = make();
      const text = JSON.stringify(spec);
      if (known !== undefined && known.text !== text) {
        throw new Error(`Two types of the schema are named ${name}: give one another name with .meta({ title: "…" })`);
      }
      this.byName.set(name, { schema, text });
      this.found[token(name)] = spec;
    }
    return { $ref: `#/types/${token(name)}` };
  }
}

/**
 * An enum that programs may also write as text. Type checkers of Python refuse `color="grass"` for an enum alone, and a value that a newer platform
 * knows has no name in an SDK. The provider checks the values.
 */
const orText = (made: TypeSpec): TypeSpec => ({ type: "string", oneOf: [{ type: "string" }, made] });

/** Whether a value is always there. */
export const isRequired = (schema: z.ZodType): boolean =>
  !isOptional(schema) && (schema as unknown as { def: Definition }).def.type !== "nullable";

/** Documentation comments as plain Markdown. */
export const prose = (text: string): string => text.replaceAll(/\{@link (\w+)\}/g, "`$1`");

/** `aws-us-east` and `httpBasic` as the name of a type or a value: `AwsUsEast`, `HttpBasic`. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");

const describedAs = (schema: z.ZodType) => {
  const { about } = (schema.meta() ?? {}) as { about?: string };
  return about === undefined ? {} : { description: prose(about) };
};

function nameOf(schema: z.ZodType): string | undefined {
  const { title } = (schema.meta() ?? {}) as { title?: string };
  return title ?? idOf(schema);
}

/** The properties of an object type. */
export const shapeOf = (schema: z.ZodType): Shape => (schema as unknown as { def: { shape: Shape } }).def.shape;

/** The value of a literal. */
const literalOf = (literal: z.ZodType) => String((literal as unknown as { def: { values: unknown[] } }).def.values[0]);

const lowered = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** Whether a type, or the one that is optional, is marked with `.meta({ secret: true })`. */
function isSecret(schema: z.ZodType): boolean {
  const { def } = schema as unknown as { def: Definition };
  return schema.meta()?.secret === true || (def.type === "optional" && isSecret(def.innerType));
}

/** Whether a number is `z.int()`. */
const isInteger = (schema: z.ZodType) => (schema as unknown as { def: { format?: string } }).def.format === "safeint";
