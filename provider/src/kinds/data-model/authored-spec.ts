import type { Json, JsonObject } from "../../core/spec";

/** A representation among the inputs: the JSON text that the resource class makes, or the object that a transform put in its place. */
export type AuthoredSpec = string | JsonObject;

/** The representation, placeholders unfilled. */
export function parseAuthored(spec: AuthoredSpec): Json {
  if (typeof spec !== "string") return spec;
  try {
    return JSON.parse(spec) as Json;
  } catch (error) {
    throw new Error(`spec: not the JSON text that the resource class makes (${(error as Error).message}).`);
  }
}

/**
 * Another representation in the form that one has. What was given as an object stays one: the engine finds the secrets in it by their place, and
 * in a text there would be none.
 */
export function matchForm(spec: AuthoredSpec, other: Json): AuthoredSpec {
  return typeof spec === "string" ? JSON.stringify(other) : (other as JsonObject);
}
