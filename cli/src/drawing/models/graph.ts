import { parse } from "node:path/posix";
import type { Graph, GraphEdge, GraphGroup, GraphNode } from "pulumi-analytics-diagram/graph";
import { assignIds } from "pulumi-analytics-internal/core/model";
import {
  isObject,
  isPlaceholder,
  type Json,
  type JsonObject,
  listObjectEntries,
  readKnownString,
  splitRef,
} from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { createNameFinder, findNearest } from "pulumi-analytics-internal/core/text";
import { buildElementNode, formatPath, showName } from "./element-node";
import { collectFormulaLinks } from "./formula-links";
import { type ForeignPart, type Link, listLinks, type Other } from "./links";
import { collectProblems } from "./problems";

/** A model to be drawn. */
export interface DrawnModel {
  /**
   * Tells it from the others: of a file its name without extension, or its path where two have one name; else the
   * platform's id.
   */
  readonly key: string;
  /** What people call it. */
  readonly title: string;
  readonly file?: string;
  readonly dataModelId?: string;
  /** What it is, if it is no model: it reads from models, and none of them from it. */
  readonly reader?: GraphGroup["document"];
  /** Of a model without a file: its folder on the platform, with `/`. */
  readonly folder?: string;
  /** The representation; placeholders stay placeholders. */
  readonly spec: Json;
  /** Elements that other models may refer to by another id: by that one the id they have in `spec`. */
  readonly aliases?: ReadonlyMap<string, string>;
}

/** How a graph is made. */
export interface GraphOptions {
  /** Default: the title of the only model. */
  readonly title?: string;
  /** What connections and models that aren't drawn are called, by their ids. */
  readonly names?: ReadonlyMap<string, string>;
  /** The nodes of elements that go by another id now, by the ids they have in the models given. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/**
 * The graph of data models: their elements, what these read, and what they have to do with each other. Models needn't
 * be valid: what is referred to and isn't there is drawn as missing, and what refers to it says so.
 *
 * @example
 * buildGraph([{ key: "orders", title: "Orders", spec }]).nodes.map(({ id }) => id) // ["orders#fact_orders", …]
 */
export function buildGraph(models: readonly DrawnModel[], options: GraphOptions = {}): Graph {
  const { title = formTitle(models), names = new Map(), renamed = new Map() } = options;
  const builder = new Builder(models, names, renamed);
  const specs = models.map((model) => [model, getSpec(model)] as const);
  builder.check(specs);
  for (const [model, spec] of specs) builder.addElements(model, spec);
  for (const [model, spec] of specs) builder.addLinks(model, spec);
  return { version: 1, title, ...builder.getResult() };
}

function getSpec({ spec }: DrawnModel): JsonObject {
  return isObject(spec) ? assignIds(spec) : {};
}

function formTitle(models: readonly DrawnModel[]): string {
  if (models.length === 1) return models[0]!.title;
  const readers = new Set(models.flatMap(({ reader }) => reader ?? []));
  const isMixed = models.some(({ reader }) => reader === undefined);
  const nouns = [...(isMixed || readers.size === 0 ? ["data models"] : []), ...[...readers].sort().map(formPlural)];
  const list = nouns.join(", ").replace(/, (?=[^,]+$)/, " and ");
  return list.charAt(0).toUpperCase() + list.slice(1);
}

const formPlural = (noun: string) => `${noun}s`;

/** Models by what references may call them: by their file's name without extension, and by the platform's id. */
function indexByReference(models: readonly DrawnModel[]): Map<string, DrawnModel[]> {
  const byName = new Map<string, DrawnModel[]>();
  for (const model of models.filter(({ reader }) => reader === undefined)) {
    const names = [model.key, model.dataModelId, model.file === undefined ? undefined : parse(model.file).name];
    for (const name of new Set(names)) if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), model]);
  }
  return byName;
}

const getFolder = (file: string | undefined) => (file === undefined ? undefined : parse(file).dir);

/** The id of a node or group from its parts, each of which may hold any letter. */
const formId = (...parts: readonly string[]) =>
  parts.map((part) => part.replace(/[%#]/g, encodeURIComponent)).join("#");

/** The id of a group. */
export const groupId = (kind: GraphGroup["kind"], ...parts: readonly string[]) => `${kind}:${formId(...parts)}`;

/** The id of an element's node. */
export const formNodeId = (model: string, element: string) => formId(model, element);

class Builder {
  readonly #groups = new Map<string, GraphGroup>();
  readonly #nodes = new Map<string, GraphNode>();
  readonly #findFreeId = createNameFinder(" ");
  readonly #edges = new Map<string, GraphEdge>();
  /** The node of each element. */
  readonly #nodeOf = new Map<JsonObject, GraphNode>();
  /** Which two nodes have an edge, whichever way. */
  readonly #linked = new Set<string>();
  /** The nodes of controls by their `controlId`, by which other models know them. */
  readonly #controls = new Map<string, GraphNode>();
  readonly #models: ReadonlyMap<string, DrawnModel[]>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #renamed: ReadonlyMap<string, string>;
  /** What elements, columns and metrics refer to that doesn't exist. */
  #problems: ReadonlyMap<JsonObject, readonly string[]> = new Map();
  /** The same of references to other models, by node. */
  readonly #foreignProblems = new Map<string, string[]>();

  constructor(models: readonly DrawnModel[], names: ReadonlyMap<string, string>, renamed: ReadonlyMap<string, string>) {
    this.#models = indexByReference(models);
    this.#names = names;
    this.#renamed = renamed;
  }

  getResult(): Pick<Graph, "groups" | "nodes" | "edges"> {
    const nodes = [...this.#nodes.values()].map((node): GraphNode => {
      const foreign = this.#foreignProblems.get(node.id);
      return foreign === undefined ? node : { ...node, problems: [...(node.problems ?? []), ...foreign] };
    });
    return { groups: [...this.#groups.values()], nodes, edges: [...this.#edges.values()] };
  }

  /** Finds out what refers to something that doesn't exist; before any element is added. */
  check(specs: readonly (readonly [DrawnModel, JsonObject])[]): void {
    const locate = (from: DrawnModel, { dataModelId: model, elementId: part }: JsonObject) => {
      const { found, id } = this.#resolve({ model, part }, from);
      return found && { model: found.key, element: found.aliases?.get(id) ?? id };
    };
    this.#problems = collectProblems(
      specs.map(([model, spec]) => ({
        key: model.key,
        name: model.title,
        spec,
        locate: (source) => locate(model, source),
      })),
    );
  }

  addElements(model: DrawnModel, spec: JsonObject): void {
    const parent = this.#addGroup({
      id: groupId("model", model.key),
      kind: "model",
      name: model.title,
      ...(model.reader === undefined ? {} : { document: model.reader }),
      ...getLocation(model),
    });
    for (const [p, page] of listObjectEntries(spec.pages)) {
      const pageId = readKnownString(page.id) ?? `page ${p + 1}`;
      const name = readKnownString(page.name) ?? pageId;
      const group = this.#addGroup({ id: groupId("page", model.key, pageId), kind: "page", name, parent });
      for (const [e, element] of listObjectEntries(page.elements)) {
        const id = readKnownString(element.id) ?? `${pageId} element ${e + 1}`;
        const node = this.#addNode(buildElementNode(formNodeId(model.key, id), id, group, element, this.#problems));
        this.#nodeOf.set(element, node);
        const control = readKnownString(element.controlId);
        if (node.kind === "control" && control !== undefined) this.#controls.set(formId(model.key, control), node);
      }
    }
  }

  addLinks(model: DrawnModel, spec: JsonObject): void {
    for (const element of listElements(spec)) {
      const node = this.#nodeOf.get(element)!;
      for (const link of listLinks(element)) {
        const target = this.#getTarget(link.other, model);
        this.#link(node, link, target);
        if (target.kind === "missing" && "part" in link.other) this.#noteMissing(node, link.other, model);
      }
    }
    for (const { element, target, label, details } of collectFormulaLinks(spec)) {
      const [node, other] = [this.#nodeOf.get(element), this.#nodeOf.get(target)];
      // A table's formulas name its sources and relationships anyway.
      if (!node || !other || (other.kind === "table" && this.#linked.has(formPairKey(node, other)))) continue;
      this.#link(node, { kind: "formula", label, details, way: "in" }, other);
    }
  }

  #link(node: GraphNode, { kind, label, details, way }: Omit<Link, "other">, other: GraphNode): void {
    const [from, to] = way === "in" ? [other.id, node.id] : [node.id, other.id];
    const base = `${from} → ${to} (${kind})`;
    for (let n = 1; ; n++) {
      const id = n === 1 ? base : `${base} ${n}`;
      const same = this.#edges.get(id);
      if (same && same.label !== label) continue;
      const all = [...(same?.details ?? []), ...details];
      const broken = other.kind === "missing" ? ({ broken: true } as const) : {};
      this.#edges.set(id, { id, from, to, kind, label, details: all, ...broken });
      this.#linked.add(formPairKey(node, other));
      return;
    }
  }

  /** The node that a link leads to, made when it is outside or missing. */
  #getTarget(other: Other, model: DrawnModel): GraphNode {
    switch (other.is) {
      case "element":
        return this.#getElement(model, other.id);
      case "warehouse-table": {
        const group = this.#addConnection(other.connection);
        const name = other.path.at(-1) ?? "?";
        const reads = [formatPath(other.path)];
        return this.#addOutside({ id: formId(group, ...other.path), kind: "warehouse-table", name, group, reads });
      }
      case "connection": {
        const group = this.#addConnection(other.connection);
        return this.#addOutside({ id: group, kind: "connection", name: "SQL", group });
      }
      case "foreign-element":
      case "foreign-control":
        return this.#addForeign(other, model);
    }
  }

  #getElement(model: DrawnModel, id: string): GraphNode {
    const own = formNodeId(model.key, model.aliases?.get(id) ?? id);
    return this.#nodes.get(this.#renamed.get(own) ?? own) ?? this.#addMissing(model, id);
  }

  #getControl(model: DrawnModel, id: string): GraphNode {
    return this.#controls.get(formId(model.key, id)) ?? this.#addMissing(model, id);
  }

  #addMissing(model: DrawnModel, id: string): GraphNode {
    return this.#addOutside({
      id: formNodeId(model.key, id),
      kind: "missing",
      name: id,
      group: groupId("model", model.key),
    });
  }

  #addForeign(other: ForeignPart, from: DrawnModel): GraphNode {
    const { reference, found, id } = this.#resolve(other, from);
    if (found) return other.is === "foreign-element" ? this.#getElement(found, id) : this.#getControl(found, id);
    const group = groupId("other-model", reference);
    this.#addGroup({ id: group, kind: "other-model", name: this.#names.get(reference) ?? reference });
    const kind = this.#isGone(other.model, from) ? "missing" : "outside";
    return this.#addOutside({ id: formId(group, id), kind, name: id, group });
  }

  /** Whether a model of the platform refers to one that the platform doesn't list. */
  #isGone(model: Json | undefined, from: DrawnModel): boolean {
    const id = readKnownString(model);
    return from.folder !== undefined && id !== undefined && !this.#names.has(id);
  }

  /** Another model's element that is missing; one of its own has been found by {@link check}. */
  #noteMissing({ id: node }: GraphNode, other: ForeignPart, from: DrawnModel): void {
    const { reference, found: model, id: part } = this.#resolve(other, from);
    if (model === undefined) {
      this.#noteProblem(node, `the platform has no data model \`${reference}\` that these credentials can read`);
      return;
    }
    const isElement = other.is === "foreign-element";
    const known = listElements(getSpec(model)).flatMap(
      ({ id: element, controlId }) => readKnownString(isElement ? element : controlId) ?? [],
    );
    const near = findNearest(part, known);
    const noun = isElement ? "element" : "control";
    const hint = near === undefined ? "" : `. Did you mean \`${near}\`?`;
    this.#noteProblem(node, `${model.file ?? model.title} has no ${noun} \`${part}\`${hint}`);
  }

  #noteProblem(node: string, problem: string): void {
    this.#foreignProblems.set(node, [...(this.#foreignProblems.get(node) ?? []), problem]);
  }

  /**
   * What a reference to another model means: the model, if it is drawn, and the id of the part. Of several files with
   * one name, the one beside the file that refers to it.
   */
  #resolve({ model, part }: Pick<ForeignPart, "model" | "part">, from: DrawnModel) {
    const [reference] = parseReference(model);
    const models = this.#models.get(reference) ?? [];
    const isBeside = ({ file }: DrawnModel) => getFolder(file) === getFolder(from.file);
    return {
      reference,
      found: models.length <= 1 ? models[0] : models.find(isBeside),
      id: parseReference(part).at(-1)!,
    };
  }

  #addConnection(connection: Json | undefined): string {
    const [reference] = parseReference(connection);
    const id = groupId("connection", reference);
    return this.#addGroup({ id, kind: "connection", name: this.#names.get(reference) ?? reference });
  }

  #addGroup(group: GraphGroup): string {
    if (!this.#groups.has(group.id)) this.#groups.set(group.id, { ...group, name: showName(group.name) });
    return group.id;
  }

  /** The node, under an id of its own. */
  #addNode(node: GraphNode): GraphNode {
    const id = this.#findFreeId(node.id, (other) => this.#nodes.has(other));
    const added = { ...node, id, name: showName(node.name) };
    this.#nodes.set(id, added);
    return added;
  }

  #addOutside({
    reads = [],
    ...node
  }: Pick<GraphNode, "id" | "kind" | "name" | "group"> & Partial<GraphNode>): GraphNode {
    return this.#nodes.get(node.id) ?? this.#addNode({ ...node, reads, columns: [], metrics: [] });
  }
}

const formPairKey = (a: GraphNode, b: GraphNode) => JSON.stringify([a.id, b.id].sort());

/** What an id or a placeholder names: the model, and the part after `#` if there is one. */
function parseReference(value: Json | undefined): [string, ...string[]] {
  if (!isPlaceholder(value)) return [readKnownString(value) ?? "?"];
  const [model, part] = splitRef(value.$ref);
  return part === undefined ? [model] : [model, part];
}

const getLocation = ({ file, folder }: DrawnModel) =>
  file === undefined && folder !== undefined ? { folder } : { file };
