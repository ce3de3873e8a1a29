import * as pulumi from "@pulumi/pulumi";
import { reviewForms } from "../core/files";
import type { IdentityMap } from "../core/model";
import { listDeclaredElements } from "../core/model/across";
import { getOwnValue } from "../core/text";
import { encodeArguments, finishDocument } from "./document";
import { DataModelBase, type DataModelBaseArgs } from "./generated/data-model";
import { type ModelReference, requireId } from "./model-reference";
import { buildForm, findForm, readRules, remember } from "./names-across";
import { encodeSpec, type SpecInput } from "./spec-input";

/** Arguments of {@link DataModel}. */
export interface DataModelArgs extends DataModelBaseArgs {
  /** The representation: an object, JSON or YAML text, or `specFile("…")`. Any value in an object may be an output. */
  spec: SpecInput;
}

/**
 * A data model, written as code.
 *
 * The ids in the representation are yours; the platform assigns others. The state maps one to the other, so references
 * to an element or column keep working through edits. If someone changed the model on the platform since the last `up`
 * or `refresh`, an update reports a conflict and never overwrites the change.
 *
 * `ownerId` hands the model over to another member. The new owner may need access to it beforehand, such as by a
 * `Grant` on the folder or workspace above. The owner of the API credentials needs such access afterwards: without it,
 * the provider no longer sees the model.
 *
 * Endpoints: `POST /v2/dataModels/spec`, `GET|PUT /v2/dataModels/{dataModelId}/spec`,
 * `PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const models = analytics.getFolderOutput({ path: "Acme/Models" });
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders",
 *   folderId: models.id,
 *   spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: warehouse.id } }),
 * });
 * export const factOrders = orders.elementId("fact_orders");
 * ```
 */
export class DataModel extends DataModelBase {
  /** The representation as JSON text, with placeholders for outputs; their values are in `refs`. */
  declare readonly spec: pulumi.Output<string>;
  /** The values of the placeholders. */
  declare readonly refs: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: DataModelArgs, options?: pulumi.CustomResourceOptions) {
    const given = { kind: "DataModel" as const, target: new.target, name, args, options };
    const registration = encodeArguments("spec", given, (subject) => read(name, args.spec, subject));
    super(name, registration.args, registration.options);
    const form = registration.read?.form;
    if (form !== undefined) remember(this, form);
    if (args?.ignorePaths !== undefined) hasOthers.add(this);
    finishDocument(this, "spec", registration);
  }

  /**
   * The platform's id of an element, by its id in the representation.
   *
   * @throws when the model has no such element.
   * @example `orders.elementId("fact_orders")`
   */
  elementId(element: string): pulumi.Output<string> {
    return findElementId(this, element);
  }

  /**
   * The platform's id of a column, by the ids of the element and the column in the representation.
   *
   * @throws when the model has no such element or column.
   * @example `orders.columnId("fact_orders", "revenue")`
   */
  columnId(element: string, column: string): pulumi.Output<string> {
    refuseUndeclared(this, element, column);
    return this.ids.apply(({ elements }) => {
      const { columns = {} } = findElement(elements, element) ?? {};
      return requireId(getOwnValue(columns, column), `column "${column}" in element "${element}"`, columns);
    });
  }

  /**
   * The data that another stack needs to refer to this model; see {@link referencedModel}.
   *
   * @example `export const reference = orders.reference;`
   */
  get reference(): pulumi.Output<ModelReference> {
    return pulumi.all([this.id, this.ids]).apply(([id, { elements }]) => ({
      id,
      elements: Object.fromEntries(Object.entries(elements).map(([name, element]) => [name, element.id])),
    }));
  }
}

/** Encodes a representation, and checks what it names in other models of the program. */
function read(name: string, spec: SpecInput, subject: string) {
  const { encoded, authored, checked } = encodeSpec(spec, subject);
  if (authored === undefined) return { encoded, form: checked };
  const form = buildForm(name, authored);
  return { encoded, form, warnings: reviewForms([form], readRules()) };
}

/** The platform's id of an element. @param where what refers to it, for an error. */
export function findElementId(model: DataModel, element: string, where?: string): pulumi.Output<string> {
  refuseUndeclared(model, element, undefined, where);
  return model.ids.apply(({ elements }) =>
    requireId(findElement(elements, element)?.id, `element "${element}"`, elements, where),
  );
}

/** The models that may have elements that their representations don't declare. */
const hasOthers = new WeakSet<object>();

/**
 * @throws for a part that the representation surely doesn't have: a preview doesn't know the platform's ids of a new
 * model.
 */
function refuseUndeclared(model: DataModel, element: string, column?: string, where?: string): void {
  const form = findForm(model)?.form;
  const parts = form === undefined || hasOthers.has(model) ? undefined : listDeclaredElements(form);
  if (parts === undefined) return;
  const found = getOwnValue(parts, element);
  requireId(found?.id, `element "${element}"`, parts, where);
  if (column === undefined || found?.columns === undefined) return;
  requireId(getOwnValue(found.columns, column), `column "${column}" in element "${element}"`, found.columns, where);
}

/**
 * An element by its id in the representation, or by the platform's: for a model that the program only reads, either may
 * be known.
 */
function findElement(elements: IdentityMap["elements"], id: string): IdentityMap["elements"][string] | undefined {
  return getOwnValue(elements, id) ?? Object.values(elements).find((element) => element.id === id);
}
