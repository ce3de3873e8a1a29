import * as pulumi from "@pulumi/pulumi";
import { pack, unpacked } from "../core/packed";
import type { IdentityMap } from "../core/spec";
import { DataModelBase, type DataModelBaseArgs } from "./generated/data-model";
import { found, type ModelReference } from "./model-reference";
import { pluginToken, programError } from "./resource";
import { type EncodedSpec, encodeSpec, type SpecInput } from "./spec-input";

/** Arguments of {@link DataModel}. */
export interface DataModelArgs extends DataModelBaseArgs {
  /** The representation: an object, JSON or YAML text, or `specFile("…")`. Any value in an object may be an output. */
  spec: SpecInput;
}

/**
 * A data model, written as code.
 *
 * The ids in the representation are yours; the platform assigns others. The state maps one to the other, so references to an element or
 * column keep working through edits. If someone changed the model on the platform since the last `up` or `refresh`, an update reports a
 * conflict and never overwrites the change.
 *
 * Endpoints: `POST /v2/dataModels/spec`, `GET|PUT /v2/dataModels/{dataModelId}/spec`, `PATCH|DELETE /v2/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const orders = new analytics.DataModel("orders", {
 *   name: "Orders",
 *   folderId: "…",
 *   spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: connectionId } }),
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
    const isPlugin = new.target.__pulumiType === pluginToken("DataModel");
    super(
      name,
      args && { ...args, ...inContext(name, () => (isPlugin ? packed(encoded(args.spec)) : encoded(args.spec))) },
      options && inContext(name, () => withSpecIgnored(options)),
    );
    // The plugin packs it, and a stack that moved to the dynamic provider has what the plugin wrote until the next update.
    Object.defineProperty(this, "spec", textIn(this.spec));
  }

  /**
   * The platform's id of an element, by its id in the representation.
   *
   * @throws when the model has no such element.
   * @example `orders.elementId("fact_orders")`
   */
  elementId(element: string): pulumi.Output<string> {
    return this.ids.apply(({ elements }) => found(elementIn(elements, element)?.id, `element "${element}"`, elements));
  }

  /**
   * The platform's id of a column, by the ids of the element and the column in the representation.
   *
   * @throws when the model has no such element or column.
   * @example `orders.columnId("fact_orders", "revenue")`
   */
  columnId(element: string, column: string): pulumi.Output<string> {
    return this.ids.apply(({ elements }) => {
      const { columns = {} } = elementIn(elements, element) ?? {};
      return found(columns[column], `column "${column}" in element "${element}"`, columns);
    });
  }

  /**
   * The data that another stack needs to refer to this model; see {@link referencedModel}.
   *
   * @example `export const orders = model.reference;`
   */
  get reference(): pulumi.Output<ModelReference> {
    return pulumi.all([this.id, this.ids]).apply(([id, { elements }]) => ({
      id,
      elements: Object.fromEntries(Object.entries(elements).map(([name, element]) => [name, element.id])),
    }));
  }
}

function encoded(spec: SpecInput | undefined): Partial<EncodedSpec> {
  return spec === undefined ? {} : encodeSpec(spec);
}

/** An element by its id in the representation, or by the platform's: for a model that the program only reads, either may be known. */
function elementIn(elements: IdentityMap["elements"], id: string): IdentityMap["elements"][string] | undefined {
  return elements[id] ?? Object.values(elements).find((element) => element.id === id);
}

/** The plugin gets the text packed: it crosses the engine several times. */
function packed({ spec, ...others }: Partial<EncodedSpec>): object {
  if (spec === undefined) return others;
  return { ...others, spec: typeof spec === "string" ? pack(spec) : pulumi.output(spec).apply(pack) };
}

/** The representation's text, unpacked on first use. */
function textIn(spec: pulumi.Output<unknown>): PropertyDescriptor {
  let text: pulumi.Output<string> | undefined;
  const get = () => {
    text ??= spec.apply((value) => unpacked(value) as string);
    return text;
  };
  return { get, enumerable: true, configurable: true };
}

/**
 * If the options ignore changes of `spec`, they also ignore its other inputs: the text and its values must match.
 *
 * @throws for a path into `spec`, which the engine would silently ignore, because it sees one text.
 */
function withSpecIgnored(options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const { ignoreChanges = [] } = options;
  const inside = ignoreChanges.find((path) => /^(spec|\["spec"\])[.[]/.test(path));
  if (inside !== undefined) {
    throw new Error(
      `ignoreChanges: ${JSON.stringify(inside)} can't name a part of spec, because Pulumi sees spec as one text. ` +
        'Use the argument ignorePaths, such as ignorePaths: ["pages/*/elements/*/description"], or ignoreChanges: ["spec"] for all of it.',
    );
  }
  if (!ignoreChanges.some((path) => path === "spec" || path === '["spec"]')) return options;
  return { ...options, ignoreChanges: [...ignoreChanges, "refs", "file", "confidential"] };
}

function inContext<T>(name: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw programError(`DataModel "${name}": ${(error as Error).message}`);
  }
}
