import { findNearest } from "../../text";
import type { Json } from "../json";
import { listOptions, modelShape, type Shape } from "../schema/shape";
import { splitSteps } from "./ignored";

/** A step of a pattern that names no known field. */
export interface UnknownStep {
  readonly step: string;
  /** The steps before it. */
  readonly at: string;
  /** The fields that are known there. */
  readonly fields: readonly string[];
  /** The field that was probably meant. */
  readonly near?: string;
}

/**
 * The first step of a pattern at which the representation has no such field. In a list, a step may be the id of an item
 * that only the platform has, and so may any step after `**`: there it counts as unknown only if it almost is a field,
 * and no id.
 *
 * @param pattern see `dropIgnored`.
 * @param isId whether the model has an item with this id.
 * @example findUnknownStep("pages/*\/elements/*\/descripton", () => false)
 * // { step: "descripton", near: "description", … }
 */
export function findUnknownStep(pattern: string, isId: (step: string) => boolean): UnknownStep | undefined {
  const steps = splitSteps(pattern);
  let shapes: ReadonlySet<Shape> = new Set(flattenShape(modelShape));
  for (const [index, step] of steps.entries()) {
    const fields = listFields(shapes);
    if (step !== "*" && step !== "**" && !fields.includes(step)) {
      const near = findNearest(step, fields);
      const mayBeItem = [...shapes].some(({ is }) => is === "list");
      if (!mayBeItem || (near !== undefined && !isId(step))) {
        return { step, at: steps.slice(0, index).join("/"), fields, near };
      }
    }
    shapes = step === "**" ? listShapesBelow(shapes) : stepInto(shapes, step);
  }
  return undefined;
}

/** How many fields a message names. */
const mostFields = 20;

/**
 * The warning for a pattern that probably ignores nothing; undefined: it may ignore something.
 *
 * @param contents the models whose ids may be steps.
 * @example describeUnknownPath("**\/descripton", [])
 * // '"**\/descripton" probably ignores nothing, because … Did you mean "description"?'
 */
export function describeUnknownPath(pattern: string, contents: readonly Json[]): string | undefined {
  const isId = (step: string) => contents.some((json) => JSON.stringify(json).includes(`"id":${JSON.stringify(step)}`));
  const unknown = findUnknownStep(pattern, isId);
  if (unknown === undefined) return undefined;
  const { step, at, fields, near } = unknown;
  const where = at === "" ? "" : ` of ${at}`;
  const known = fields.length > mostFields ? "" : ` Fields${where}: ${fields.join(", ") || "none"}.`;
  const hint = near === undefined ? known : ` Did you mean "${near}"?`;
  return `"${pattern}" probably ignores nothing, because "${step}" is not a known field${where}.${hint}`;
}

/** The objects, lists and scalars that a shape stands for. */
function flattenShape(shape: Shape): readonly Shape[] {
  if (shape.is === "variant") return [...shape.variants.values()].flatMap(flattenShape);
  return shape.is === "choice" ? listOptions(shape).flatMap(flattenShape) : [shape];
}

function listFields(shapes: ReadonlySet<Shape>): string[] {
  const fields = [...shapes].flatMap((shape) => (shape.is === "object" ? [...shape.fields.keys()] : []));
  return [...new Set(fields)];
}

function stepInto(shapes: ReadonlySet<Shape>, step: string): Set<Shape> {
  const next = [...shapes].flatMap((shape): Shape[] => {
    if (shape.is === "list") return [shape.item];
    if (shape.is !== "object") return [];
    const named = [...shape.fields].filter(([name]) => step === "*" || name === step);
    return named.map(([, field]) => field.shape);
  });
  return new Set(next.flatMap(flattenShape));
}

/** The shapes, and all below them. */
function listShapesBelow(shapes: ReadonlySet<Shape>): Set<Shape> {
  const all = new Set(shapes);
  // A set that grows is walked to its end.
  for (const shape of all) for (const next of stepInto(new Set([shape]), "*")) all.add(next);
  return all;
}
