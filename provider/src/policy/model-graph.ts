import type { PolicyResource, StackValidation, StackValidationArgs } from "@pulumi/policy";
import { readStructure, unpack } from "../core/engine";
import type { IdentityMap } from "../core/model";
import type { JsonObject, Path } from "../core/model/json";
import { escapeText } from "../core/text";
import { getView, type PolicyDataModel, unpackText } from "./data-model";
import { isOfKind } from "./kinds";
import { isUnknown, toPlain } from "./seen";
import { forEachSource } from "./walk";
import { PolicyWorkbook } from "./workbook-contents";

/** A data model of the stack, and its dependencies. */
export interface ModelNode {
  /** The resource's name in the program. */
  readonly name: string;
  readonly urn: string;
  readonly model: PolicyDataModel;
  /** The tables of other models that this model's tables depend on. */
  readonly sources: readonly ModelEdge[];
  /** The tables of other models that depend on this model's tables. */
  readonly users: readonly ModelEdge[];
}

/** A table that depends on another model. */
export interface ModelEdge {
  readonly from: ModelNode;
  /** Where in `from` the source is. */
  readonly path: Path;
  /**
   * The source's model; empty if it belongs to another stack. In a preview the ids of new models are unknown: then all
   * models that `from` depends on.
   */
  readonly to: readonly ModelNode[];
  /** The id of the table in the representation of `to`; undefined: unknown. */
  readonly table: string | undefined;
}

/** The data models of a stack and their dependencies. */
export interface ModelGraph {
  readonly models: readonly ModelNode[];
  readonly edges: readonly ModelEdge[];
  /** Its workbooks, reports and data models, as they are declared. */
  readonly documents: readonly DeclaredDocument[];
}

/** A document of the stack. */
export interface DeclaredDocument {
  readonly type: "workbook" | "report" | "data model";
  /** Unknown or undefined: it isn't known yet. */
  readonly name: unknown;
  /** Undefined: it is hidden. */
  readonly contents: JsonObject | undefined;
}

const coded = { Workbook: "workbook", Report: "report" } as const;

/**
 * Validates all data models of a stack together, after the update or preview. Each violation names a model.
 *
 * @example
 * ```ts
 * import type { StackValidationPolicy } from "@pulumi/policy";
 * import { validateModelGraph } from "pulumi-analytics/policy";
 *
 * const policy: StackValidationPolicy = {
 *   name: "few-users",
 *   description: "At most ten tables depend on one model.",
 *   validateStack: validateModelGraph(({ models }, _args, report) => {
 *     for (const node of models) if (node.users.length > 10) report(`${node.users.length} tables depend on it`, node);
 *   }),
 * };
 * ```
 */
export function validateModelGraph(
  validate: (
    graph: ModelGraph,
    args: Omit<StackValidationArgs, "resources">,
    report: (message: string, at: ModelNode) => void,
  ) => void | Promise<void>,
): StackValidation {
  return ({ resources, ...args }, report) =>
    validate(buildGraph(resources), args, (message, { urn }) => report(escapeText(message), urn));
}

interface Node extends ModelNode {
  readonly sources: ModelEdge[];
  readonly users: ModelEdge[];
}

function buildGraph(resources: readonly PolicyResource[]): ModelGraph {
  const models = resources
    .filter(({ type }) => isOfKind("DataModel", type))
    .map(({ urn, name, props, propertyDependencies }) => {
      const {
        ids,
        url: _url,
        documentVersion: _version,
        deleted: _deleted,
        baseline: _baseline,
        elementIds: _elementIds,
        ...packed
      } = toPlain(props);
      const inputs = unpackText(packed);
      const node: Node = { name, urn, model: getView(inputs), sources: [], users: [] };
      return { node, inputs, ids, propertyDependencies };
    });
  const nodes = new Map(models.map(({ node }) => [node.urn, node]));
  const upper = models.filter(({ inputs }) => mayDependOnModels(inputs));
  const tables = upper.length === 0 ? new Map() : mapTables(models);
  const edges = upper.flatMap(({ node, propertyDependencies: { refs = [], spec = [] } }) => {
    const others = [...new Set([...refs, ...spec])].flatMap((resource) => nodes.get(resource.urn) ?? []);
    return listEdges(node, others, tables);
  });
  // The engine hands them over in the order in which they were registered, which is another each time.
  const all = [...nodes.values()].sort((a, b) => (a.urn < b.urn ? -1 : 1));
  return {
    models: all,
    edges,
    get documents() {
      return [...listCoded(resources), ...all.map(({ model }) => describeModel(model))];
    },
  };
}

function listCoded(resources: readonly PolicyResource[]): DeclaredDocument[] {
  const kinds = Object.keys(coded) as (keyof typeof coded)[];
  return resources.flatMap(({ type, props }) =>
    kinds
      .filter((kind) => isOfKind(kind, type))
      .map((kind) => {
        const { noun, fields, contents } = new PolicyWorkbook(coded[kind], toPlain(props));
        return { type: noun, name: fields.name, contents };
      }),
  );
}

const describeModel = ({ fields, form }: PolicyDataModel): DeclaredDocument => ({
  type: "data model",
  name: fields.name,
  contents: form,
});

/** Searches the text, because most models depend on none and parsing each one is slow. */
function mayDependOnModels({ spec, refs }: Record<string, unknown>): boolean {
  return [spec, JSON.stringify(refs)].some((text) => typeof text === "string" && text.includes("data-model"));
}

/** The platform's id of a table → its model and its id there. */
function mapTables(
  models: readonly { node: Node; ids: unknown }[],
): ReadonlyMap<string, { node: Node; table: string }> {
  const tables = models.flatMap(({ node, ids }) =>
    Object.entries(readElements(ids)).map(([table, { id }]) => [id, { node, table }] as const),
  );
  return new Map(tables);
}

function readElements(ids: unknown): IdentityMap["elements"] {
  return (readStructure(unpack(ids, "ids")) as IdentityMap | undefined)?.elements ?? {};
}

/** @param others the models that this model's references name. */
function listEdges(
  node: Node,
  others: Node[],
  tables: ReadonlyMap<string, { node: Node; table: string }>,
): ModelEdge[] {
  const edges: ModelEdge[] = [];
  forEachSource(node.model, ({ source, path }) => {
    if (source.kind !== "data-model") return;
    const { dataModelId, elementId } = source as { dataModelId: string; elementId: string };
    const found = tables.get(elementId);
    const isOpen = isUnknown(dataModelId) || isUnknown(elementId);
    const to = found ? [found.node] : isOpen ? others : [];
    const edge: ModelEdge = { from: node, path, to, table: found?.table };
    edges.push(edge);
    node.sources.push(edge);
    for (const target of to) target.users.push(edge);
  });
  return edges;
}
