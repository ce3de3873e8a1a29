import { isObject, type Json, type JsonObject } from "../../../../provider/src/core/model/json";
import type { Shape } from "../../../../provider/src/core/model/schema";

/** A field of a grammar, and a document that has nothing but a value in it. */
export interface GrammarField {
  /** The fields that lead to it: `elements.style.borderColor`; one of any name is `*`. */
  readonly name: string;
  build(value: Json): JsonObject;
}

type Build = (value: Json) => Json;

/** The fields of a grammar, of all kinds, without what is inside of itself. Layouts are a language of their own. */
export function listFields(document: Shape): GrammarField[] {
  const fields: GrammarField[] = [];
  const seen = new Map<string, Set<Shape>>();
  const walk = (shape: Shape, steps: readonly string[], build: Build, around: readonly Shape[]): void => {
    const name = steps.join(".");
    const shapes = seen.get(name) ?? new Set();
    if (shapes.has(shape) || around.includes(shape) || steps.at(-1) === "layout") return;
    seen.set(name, shapes.add(shape));
    const walkInside = (inner: Shape, more: readonly string[], wrap: Build) =>
      walk(inner, [...steps, ...more], (value) => build(wrap(value)), [...around, shape]);
    if (shape.is === "list") walkInside(shape.item, [], (value) => [value]);
    else if (shape.is === "choice") {
      for (const option of [shape.scalar, shape.object, shape.list])
        if (option) walkInside(option, [], (value) => value);
    } else if (shape.is === "variant") {
      for (const [kind, variant] of shape.variants) {
        const told = kind === undefined ? {} : { [shape.discriminator]: kind };
        walkInside(variant, [], (value) => (isObject(value) ? { ...told, ...value } : value));
      }
    } else if (shape.is === "object") {
      for (const [key, field] of shape.fields) walkInside(field.shape, [key], (value) => ({ [key]: value }));
      if (shape.rest) walkInside(shape.rest.value, ["*"], (value) => ({ any: value }));
      if (shape.isLoose) walkInside({ is: "any" }, ["*"], (value) => ({ undocumented: value }));
    } else fields.push({ name, build: build as GrammarField["build"] });
  };
  walk(document, [], (value) => value, []);
  return fields;
}
