import type * as z from "zod";
import { type Definition, getDescription, getTypeId, isOptional } from "../types";
import {
  any,
  formToken,
  type NamedTypeSpec,
  type ObjectSpec,
  type Properties,
  type PropertySpec,
  type TypeSpec,
} from "./spec";

/** The properties of an object, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** One form of an object: the literal that tells it from the others, and its other properties. */
export interface Form {
  readonly tag: z.ZodType;
  readonly shape: Shape;
}

/**
 * Zod types as Pulumi's schema writes them. Objects and enums get a name there: that of `.meta({ title })` or
 * `.meta({ id })`, or one of where they are. Two types with one name are an error.
 */
export class SchemaTypes {
  private readonly byName = new Map<string, { readonly schema: z.ZodType; readonly text: string }>();
  private readonly found: Record<string, NamedTypeSpec> = {};

  /** The named types of all that was asked for, by token. */
  get named(): Readonly<Record<string, NamedTypeSpec>> {
    return Object.fromEntries(Object.entries(this.found).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** An object's properties; the name is for types in it. */
  addObject(shape: Readonly<Record<string, z.ZodType>>, name: string): ObjectSpec {
    const properties = Object.entries(shape).map(([key, schema]) => [
      key,
      this.buildProperty(schema, `${name}${toPascal(key)}`),
    ]);
    const required = Object.keys(shape).filter((key) => isRequired(shape[key]!));
    return { properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
  }

  buildProperty(schema: z.ZodType, name: string, description = getDescription(schema)): PropertySpec {
    if (description === undefined) throw new Error(`${name} has no description: give it one with .describe("…")`);
    return {
      ...this.buildType(schema, name),
      description: unlinkText(description),
      ...(isSecret(schema) ? { secret: true } : {}),
    };
  }

  /** A type; `place` is its name if it needs one and has none. */
  buildType(schema: z.ZodType, place: string): TypeSpec {
    const { def } = schema as unknown as { def: Definition | { type: "custom" } };
    const name = findName(schema) ?? place;
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
          ...addDescription(schema),
          type: "string",
          enum: Object.values(def.entries).map((value) => ({ name: toPascal(value), value })),
        }));
        return allowText(made);
      }
      case "literal": {
        const [value] = def.values;
        if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
        return { type: "string", const: String(value) };
      }
      case "optional":
      case "nullable":
        return this.buildType(def.innerType, name);
      case "array":
        return { type: "array", items: this.buildType(def.element, name.replace(/s$/, "")) };
      case "record":
        return { type: "object", additionalProperties: this.buildType(def.valueType, name) };
      case "union":
        return this.buildUnion(schema, def.options, name);
      case "object":
        if (Object.keys(def.shape).length === 0) return { type: "object", additionalProperties: any };
        return this.add(name, schema, () => ({
          ...addDescription(schema),
          type: "object",
          ...this.addObject(def.shape, name),
        }));
      default:
        throw new Error(`${place}: no type of the schema for a zod type "${(def as { type: string }).type}"`);
    }
  }

  private buildUnion(schema: z.ZodType, options: readonly z.ZodType[], name: string): TypeSpec {
    const { discriminator } = (schema as unknown as { def: { discriminator?: string } }).def;
    if (discriminator === undefined) return { oneOf: options.map((option) => this.buildType(option, name)) };
    const forms = options.map((option) => {
      const { [discriminator]: tag, ...shape } = getShape(option);
      return { tag: tag!, shape };
    });
    return this.add(name, schema, () => {
      const { properties, required } = this.mergeForms(forms, name);
      const values = forms.map(({ tag }) => getLiteral(tag));
      const tags = this.addEnum(`${name}${toPascal(discriminator)}`, values);
      const described = forms.flatMap(({ tag }) => getDescription(tag) ?? []).join(" ");
      const description =
        described ||
        `One of ${values.map((value) => `\`${value}\``).join(", ")}. It decides which of the other properties are set.`;
      return {
        ...addDescription(schema),
        type: "object",
        properties: { [discriminator]: { ...tags, description }, ...properties },
        required: [discriminator, ...required],
      };
    });
  }

  /**
   * The forms of an object that a literal tells apart, as one type with the properties of all. A union would say more,
   * but SDKs make little of it: in Go and .NET it is a value of any type, and in Python a dictionary for it keeps its
   * keys in snake case, which the provider doesn't know.
   */
  buildForm(forms: readonly Form[], name: string): TypeSpec {
    const make = (): NamedTypeSpec => {
      const { properties, required } = this.mergeForms(forms, name);
      return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
    };
    return this.add(name, forms[0]!.tag, make);
  }

  private mergeForms(forms: readonly Form[], name: string): { properties: Properties; required: readonly string[] } {
    const properties: Record<string, PropertySpec> = {};
    const keys = [...new Set(forms.flatMap(({ shape }) => Object.keys(shape)))];
    for (const key of keys) {
      const having = forms.filter(({ shape }) => key in shape);
      const specs = having.map(({ shape }) => this.buildProperty(shape[key]!, `${name}${toPascal(key)}`));
      const [spec, ...others] = specs as [PropertySpec, ...PropertySpec[]];
      if (others.some((other) => JSON.stringify(other) !== JSON.stringify(spec)))
        throw new Error(`${name}.${key} differs between the forms of ${name}`);
      const only = having.map(({ tag }) => `\`${getLiteral(tag)}\``).join(" and ");
      const isCommon = having.length === forms.length;
      properties[key] = isCommon ? spec : { ...spec, description: `With ${only}: ${lowerFirst(spec.description)}` };
    }
    const required = keys.filter((key) => forms.every(({ shape }) => key in shape && isRequired(shape[key]!)));
    return { properties, required };
  }

  private addEnum(name: string, values: readonly string[]): TypeSpec {
    this.found[formToken(name)] = { type: "string", enum: values.map((value) => ({ name: toPascal(value), value })) };
    return allowText({ $ref: `#/types/${formToken(name)}` });
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
      this.found[formToken(name)] = spec;
    }
    return { $ref: `#/types/${formToken(name)}` };
  }
}

/**
 * An enum that programs may also write as text. Type checkers of Python refuse `color="grass"` for an enum alone, and a
 * value that a newer platform knows has no name in an SDK. The provider checks the values.
 */
const allowText = (made: TypeSpec): TypeSpec => ({ type: "string", oneOf: [{ type: "string" }, made] });

/** Whether a value is always there. */
export const isRequired = (schema: z.ZodType): boolean =>
  !isOptional(schema) && (schema as unknown as { def: Definition }).def.type !== "nullable";

/** Documentation comments as plain Markdown, for places that the pages beside the reference aren't in. */
export const unlinkText = (text: string): string =>
  text.replaceAll(/\{@link (\w+)\}|\[(\w+)\]\([\w-]+\.md\)/g, (_, name: string, page: string) => `\`${name ?? page}\``);

/** `aws-us-east` and `httpBasic` as the name of a type or a value: `AwsUsEast`, `HttpBasic`. */
export const toPascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");

const addDescription = (schema: z.ZodType) => {
  const { about } = (schema.meta() ?? {}) as { about?: string };
  return about === undefined ? {} : { description: unlinkText(about) };
};

function findName(schema: z.ZodType): string | undefined {
  const { title } = (schema.meta() ?? {}) as { title?: string };
  return title ?? getTypeId(schema);
}

/** The properties of an object type. */
export const getShape = (schema: z.ZodType): Shape => (schema as unknown as { def: { shape: Shape } }).def.shape;

/** The value of a literal. */
const getLiteral = (literal: z.ZodType) => String((literal as unknown as { def: { values: unknown[] } }).def.values[0]);

const lowerFirst = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** Whether a type, or the one that is optional, is marked with `.meta({ secret: true })`. */
function isSecret(schema: z.ZodType): boolean {
  const { def } = schema as unknown as { def: Definition };
  return schema.meta()?.secret === true || (def.type === "optional" && isSecret(def.innerType));
}

/** Whether a number is `z.int()`. */
const isInteger = (schema: z.ZodType) => (schema as unknown as { def: { format?: string } }).def.format === "safeint";
