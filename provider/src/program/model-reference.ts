import * as pulumi from "@pulumi/pulumi";
import { describeMissingPart, getOwnValue } from "../core/text";
import { createProgramError } from "./resource";

/** The data that another stack needs to refer to a model and its elements, from `DataModel.reference`. */
export interface ModelReference {
  /** The model's id. */
  readonly id: string;
  /** The platform's ids of its elements, by their ids in the representation. */
  readonly elements: Readonly<Record<string, string>>;
}

/** A model that others can refer to: a `DataModel`, or a model of another stack. */
export interface ReferableModel {
  readonly id: pulumi.Output<pulumi.ID>;
  elementId(element: string): pulumi.Output<string>;
}

/**
 * A model that another stack manages, for the `refs` of {@link specFile} and {@link DataModelDirectory}: `!ref orders`
 * is its id, `!ref orders#fact_orders` the id of its element.
 *
 * @param reference the output of the other stack: `export const orders = model.reference`.
 * @throws when the output is not a reference, or the model has no such element; also in a preview.
 * @example
 * ```ts
 * const sales = new pulumi.StackReference("organization/sales/dev");
 * const orders = analytics.referencedModel(sales.requireOutput("orders"));
 * analytics.specFile("models/revenue.yaml", { refs: { orders } });
 * ```
 */
export function referencedModel(reference: pulumi.Input<unknown>): ReferableModel {
  const later: pulumi.Output<unknown> = pulumi.output(reference as unknown);
  const model = later.apply(checkReference);
  return {
    id: model.apply(({ id }) => id),
    elementId: (element) =>
      model.apply(({ elements }) => requireId(getOwnValue(elements, element), `element "${element}"`, elements)),
  };
}

/** Whether a value can be referred to as a model. */
export function isReferable(value: unknown): value is ReferableModel {
  return !pulumi.Output.isInstance(value) && typeof (value as Partial<ReferableModel> | null)?.elementId === "function";
}

/** The id, or an error that lists the existing names. @param where what refers to the part. */
export function requireId(id: string | undefined, part: string, known: object, where?: string): string {
  if (id !== undefined) return id;
  throw createProgramError(describeMissingPart(part, known, where));
}

function checkReference(reference: unknown): ModelReference {
  const { id, elements } = (reference ?? {}) as Partial<ModelReference>;
  if (typeof id === "string" && typeof elements === "object" && elements !== null) return { id, elements };
  throw createProgramError(
    "referencedModel: the output is not a reference to a model. In the other stack, add: export " +
      "const orders = model.reference.",
  );
}
