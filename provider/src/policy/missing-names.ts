import { assignIds, type ModelOfSet, ModelSet } from "../core/model/across";
import {
  getValue,
  isObject,
  isPlaceholder,
  isSameJson,
  type Json,
  type JsonObject,
  type Path,
  splitRef,
} from "../core/model/json";
import type { ModelEdge, ModelGraph, ModelNode } from "./model-graph";

/** A name in a formula that nothing has in the model that it leads to. */
export interface MissingName {
  /** The model with the formula. */
  readonly at: ModelNode;
  /** Where in it the formula is. */
  readonly path: Path;
  /** What is wrong, and what was probably meant. */
  readonly message: string;
  /** The model that lacks the name; undefined: no source of the table has the name before the slash. */
  readonly lackedBy: ModelNode | undefined;
}

/**
 * The names in formulas that the models of the stack don't have, although the formulas read from them: a column that
 * was removed, renamed or misspelled. Names that the platform derives count, and what can't be decided is left out.
 *
 * @example
 * ```ts
 * import { missingNames, validateModelGraph } from "pulumi-analytics/policy";
 *
 * validateModelGraph((graph, _args, report) => {
 *   for (const { at, path, message } of missingNames(graph)) report(`${at.model.findPlace(path)}: ${message}`, at);
 * });
 * ```
 */
export function missingNames({ models }: ModelGraph): MissingName[] {
  const readers = models.filter(({ sources }) => sources.length > 0);
  if (readers.length === 0) return [];
  const nodes = new Map(models.map((node) => [node.urn, node]));
  const set = new Map<string, ModelOfSet>();
  for (const node of models) {
    const { form } = node.model;
    if (form === undefined) continue;
    const spec = assignIds(form);
    const edges = new Map(node.sources.map((edge) => [getValue(spec, edge.path), edge]));
    set.set(node.urn, {
      name: node.name,
      spec,
      locate: (source) => locate(source, edges.get(source)),
      locateModel: ({ dataModelId }) => findModel(dataModelId, edges),
    });
  }
  const resolver = new ModelSet(set);
  return readers
    .filter(({ urn }) => set.has(urn))
    .flatMap((at) =>
      resolver.findUnknownNames(at.urn).map(({ path, message, hint, foreign }) => ({
        at,
        path,
        message: hint === undefined ? message : `${message}. ${hint}`,
        lackedBy: foreign && nodes.get(foreign.key),
      })),
    );
}

/**
 * In a preview, the ids of a new model are unknown: the name of the placeholder then tells the element, if one model
 * alone has it.
 */
function locate({ elementId }: JsonObject, edge: ModelEdge | undefined) {
  if (edge === undefined) return undefined;
  const { to, table } = edge;
  const element = table ?? (isPlaceholder(elementId) ? splitRef(elementId.$ref)[1] : undefined);
  const having = element === undefined ? [] : to.filter((node) => hasElement(node, element));
  return having.length === 1 ? { model: having[0]!.urn, element: element! } : undefined;
}

/** The model of a parameter: that of the sources with the same `dataModelId`. */
function findModel(dataModelId: Json | undefined, edges: ReadonlyMap<Json | undefined, ModelEdge>): string | undefined {
  const same = [...edges].filter(([source]) => isObject(source) && isSameJson(source.dataModelId, dataModelId));
  const models = new Set(same.flatMap(([, { to }]) => to.map(({ urn }) => urn)));
  return models.size === 1 ? [...models][0] : undefined;
}

function hasElement({ model }: ModelNode, id: string): boolean {
  const pages = model.form?.pages;
  return (
    Array.isArray(pages) &&
    pages.some((page) => {
      const elements = (page as JsonObject | null)?.elements;
      return Array.isArray(elements) && elements.some((element) => (element as JsonObject | null)?.id === id);
    })
  );
}
