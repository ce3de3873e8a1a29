import type * as z from "zod";
import { type Definition, descriptionOf, isOptional } from "../types";
import { any, type NamedTypeSpec, type ObjectSpec, type PropertySpec, type TypeSpec, token } from "./spec";

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
    return {
      properties: Object.fromEntries(
        Object.entries(shape).map(([key, schema]) => [key, this.property(schema, `${name}${pascal(key)}`)]),
      ),
      required: Object.keys(shape).filter((key) => isRequired(shape[key]!)),
    };
  }

  property(schema: z.ZodType, name: string, description = descriptionOf(schema)): PropertySpec {
    if (description === undefined) throw new Error(`${name} has no description: give it one with .describe("…")`);
    const isSecret = schema.meta()?.secret === true;
    return { ...this.type(schema, name), description: prose(description), ...(isSecret ? { secret: true } : {}) };
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
      case "enum":
        return this.add(name, schema, () => ({
          ...describedAs(schema),
          type: "string",
          enum: Object.values(def.entries).map((value) => ({ name: pascal(value), value })),
        }));
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
    const members = options.map((option) => {
      const value = tagOf(option, discriminator);
      return [value, this.type(option, `${name}${pascal(value)}`) as { $ref: string }] as const;
    });
    return {
      oneOf: members.map(([, member]) => member),
      discriminator: {
        propertyName: discriminator,
        mapping: Object.fromEntries(members.map(([value, { $ref }]) => [value, $ref])),
      },
    };
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
  const { title, id } = (schema.meta() ?? {}) as { title?: string; id?: string };
  return title ?? id;
}

/** The value of the property that tells a member of a union from the others. */
function tagOf(option: z.ZodType, discriminator: string): string {
  const { shape } = (option as unknown as { def: { shape: Record<string, z.ZodType> } }).def;
  const { values } = (shape[discriminator] as unknown as { def: { values: unknown[] } }).def;
  return String(values[0]);
}

/** Whether a number is `z.int()`. */
const isInteger = (schema: z.ZodType) => (schema as unknown as { def: { format?: string } }).def.format === "safeint";
