import type * as z from "zod";
import { directory } from "./directory";
import { release } from "./release";
import type { PropertySpec, ResourceSpec } from "./spec";
import type { SchemaTypes } from "./types";

/** A component of the plugin; its arguments are those of a class of `program`. */
export interface Component {
  readonly name: string;
  readonly inputs: Readonly<Record<string, z.ZodType>>;
  readonly outputs: Readonly<Record<string, z.ZodType>>;
  /** The inputs that can't be outputs of other resources. */
  readonly plain: readonly string[];
  readonly description: string;
  /** With the class in TypeScript. */
  readonly example: string;
}

export const components: readonly Component[] = [directory, release];

export function buildComponent(
  { name, inputs, outputs, plain, description }: Component,
  types: SchemaTypes,
): ResourceSpec {
  const { properties: inputProperties, required: requiredInputs = [] } = types.addObject(inputs, name);
  const { properties, required = [] } = types.addObject(outputs, name);
  const markPlain = (input: string, property: PropertySpec) =>
    plain.includes(input) ? { ...property, plain: true } : property;
  return {
    description,
    isComponent: true,
    inputProperties: Object.fromEntries(
      Object.entries(inputProperties).map(([input, property]) => [input, markPlain(input, property) as PropertySpec]),
    ),
    requiredInputs,
    properties,
    required,
  };
}
