import { unpacked } from "../packed";
import { isObject, type JsonObject } from "./json";

/**
 * The representation that stands in the property `spec` of a data model, as a policy or a transform gets it: with placeholders
 * `{"$ref": "<name>"}` for the values in `refs`. The dynamic provider has it as JSON text, the plugin packed, and a program may give an object.
 *
 * @returns undefined when it is unknown or hidden.
 * @example
 * ```ts
 * import { unpackSpec } from "pulumi-analytics/spec";
 *
 * const pages = unpackSpec(props.spec)?.pages;
 * ```
 */
export function unpackSpec(spec: unknown): JsonObject | undefined {
  const form = unpacked(spec);
  if (typeof form !== "string") return isObject(form) ? form : undefined;
  try {
    const value: unknown = JSON.parse(form);
    return isObject(value) ? value : undefined;
  } catch {
    // An unknown value, or the engine's mask of a secret.
    return undefined;
  }
}
