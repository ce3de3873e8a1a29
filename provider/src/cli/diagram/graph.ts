import { parse } from "node:path/posix";
import {
  clean,
  type Graph,
  type GraphEdge,
  type GraphGroup,
  type GraphNode,
  type GraphPart,
} from "pulumi-analytics-diagram/graph";
import { assignIds } from "../../core/spec";
import { elementsOf, nameOfColumn, sourceName } from "../../core/spec/internal";
import {
  isObject,
  isPlaceholder,
  type Json,
  type JsonObject,
  knownString,
  objectEntries,
  objectsIn,
} from "../../core/spec/json";
import { nearest } from "../../core/text";
import { formulaLinks } from "./formula-links";
import { type Link, linksOf, type Other } from "./links";
import { problemsIn } from "./problems";

/** A model to be drawn. */
export interface DrawnModel {
  /** Tells it from the others: of a file its name without extension, or its path where two have one name; else the platform's id. */
  readonly key: string;
  /** What people call it. */
  readonly title: string;
  readonly file?: string;
  readonly dataModelId?: string;
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
 * The graph of data models: their elements, what these read, and what they have to do with each other. Models needn't be valid: what is
 * referred to and isn't there is drawn as missing, and what refers to it says so.
 *
 * @example
 * graphOf([{ key: "orders", title: "Orders", spec: parseSpec(text) }]).nodes.map(({ id }) => id) // ["orders#fact_orders", …]
 */
export function graphOf(models: readonly DrawnModel[], options: GraphOptions = {}): Graph {
  const { title = titleOf(models), names = new Map(), renamed = new Map() } = options;
  const builder = new Builder(models, names, renamed);
  const specs = models.map((model) => [model, specOf(model)] as const);
  builder.check(specs);
  for (const [model, spec] of specs) builder.addElements(model, spec);
  for (const [model, spec] of specs) builder.addLinks(model, spec);
  return { version: 1, title, ...builder.result() };
}

function specOf({ spec }: DrawnModel): JsonObject {
  return isObject(spec) ? assignIds(spec) : {};
}

function titleOf(models: readonly DrawnModel[]): string {
  return models.length === 1 ? models[0]!.title : "Data models";
}

/** Models by what references may call them: by their file's name without extension, and by the platform's id. */
function byReference(models: readonly DrawnModel[]): Map<string, DrawnModel[]> {
  const byName = new Map<string, DrawnModel[]>();
  for (const model of models) {
    const names = [model.key, model.dataModelId, model.file === undefined ? undefined : parse(model.file).name];
    for (const name of new Set(names)) if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), model]);
  }
  return byName;
}

const folderOf = (file: string | undefined) => (file === undefined ? undefined : parse(file).dir);

/** The id of a node or group from its parts, each of which may hold any letter. */
const idOf = (...parts: readonly string[]) => parts.map((part) => part.replace(/[%#]/g, encodeURIComponent)).join("#");

/** The id of a group. */
export const groupId = (kind: GraphGroup["kind"], ...parts: readonly string[]) => `${kind}:${idOf(...parts)}`;

/** The id of an element's node. */
export const nodeId = (model: string, element: string) => idOf(model, element);

class Builder {
  readonly #groups = new Map<string, GraphGroup>();
  readonly #nodes = new Map<string, GraphNode>();
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
    this.#models = byReference(models);
    this.#names = names;
    this.#renamed = renamed;
  }

  result(): Pick<Graph, "groups" | "nodes" | "edges"> {
    const nodes = [...this.#nodes.values()].map((node): GraphNode => {
      const foreign = this.#foreignProblems.get(node.id);
      return foreign === undefined ? node : { ...node, problems: [...(node.problems ?? []), ...foreign] };
    });
    return { groups: [...this.#groups.values()], nodes, edges: [...this.#edges.values()] };
  }

  /** Finds out what refers to something that doesn't exist; before any element is added. */
  check(specs: readonly (readonly [DrawnModel, JsonObject])[]): void {
    const locate = (model: DrawnModel, { dataModelId, elementId }: JsonObject) => {
      const found = this.#model(referenceIn(dataModelId)[0], model);
      const id = referenceIn(elementId).at(-1)!;
      return found && { model: found.key, element: found.aliases?.get(id) ?? id };
    };
    this.#problems = problemsIn(
      specs.map(([model, spec]) => ({
        key: model.key,
        name: model.title,
        spec,
        locate: (source) => locate(model, source),
      })),
    );
  }

  addElements(model: DrawnModel, spec: JsonObject): void {
    const parent = this.#group({
      id: groupId("model", model.key),
      kind: "model",
      name: model.title,
      ...whereIs(model),
    });
    for (const [p, page] of objectEntries(spec.pages)) {
      const pageId = knownString(page.id) ?? `page ${p + 1}`;
      const name = knownString(page.name) ?? pageId;
      const group = this.#group({ id: groupId("page", model.key, pageId), kind: "page", name, parent });
      for (const [e, element] of objectEntries(page.elements)) {
        const id = knownString(element.id) ?? `${pageId} element ${e + 1}`;
        const node = this.#node(elementNode(nodeId(model.key, id), id, group, element, this.#problems));
        this.#nodeOf.set(element, node);
        const control = knownString(element.controlId);
        if (node.kind === "control" && control !== undefined) this.#controls.set(idOf(model.key, control), node);
      }
    }
  }

  addLinks(model: DrawnModel, spec: JsonObject): void {
    for (const element of elementsOf(spec)) {
      const node = this.#nodeOf.get(element)!;
      for (const link of linksOf(element)) {
        const target = this.#target(link.other, model);
        this.#link(node, link, target);
        if (target.kind === "missing") this.#noteMissing(node, link.other, model);
      }
    }
    for (const { element, target, label, details } of formulaLinks(spec)) {
      const [node, other] = [this.#nodeOf.get(element), this.#nodeOf.get(target)];
      // A table's formulas name its sources and relationships anyway.
      if (!node || !other || (other.kind === "table" && this.#linked.has(pairOf(node, other)))) continue;
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
      this.#linked.add(pairOf(node, other));
      return;
    }
  }

  /** The node that a link leads to, made when it is outside or missing. */
  #target(other: Other, model: DrawnModel): GraphNode {
    switch (other.is) {
      case "element":
        return this.#element(model, other.id);
      case "warehouse-table": {
        const group = this.#connection(other.connection);
        const name = other.path.at(-1) ?? "?";
        const reads = [pathOf(other.path)];
        return this.#outside({ id: idOf(group, ...other.path), kind: "warehouse-table", name, group, reads });
      }
      case "connection": {
        const group = this.#connection(other.connection);
        return this.#outside({ id: group, kind: "connection", name: "SQL", group });
      }
      case "foreign-element":
        return this.#foreign(other.model, other.element, model, (found, id) => this.#element(found, id));
      case "foreign-control":
        return this.#foreign(other.model, other.control, model, (found, id) => this.#control(found, id));
    }
  }

  #element(model: DrawnModel, id: string): GraphNode {
    const own = nodeId(model.key, model.aliases?.get(id) ?? id);
    return this.#nodes.get(this.#renamed.get(own) ?? own) ?? this.#missing(model, id);
  }

  #control(model: DrawnModel, id: string): GraphNode {
    return this.#controls.get(idOf(model.key, id)) ?? this.#missing(model, id);
  }

  #missing(model: DrawnModel, id: string): GraphNode {
    return this.#outside({ id: nodeId(model.key, id), kind: "missing", name: id, group: groupId("model", model.key) });
  }

  #foreign(
    model: Json | undefined,
    part: Json | undefined,
    from: DrawnModel,
    inside: (model: DrawnModel, id: string) => GraphNode,
  ): GraphNode {
    const reference = referenceIn(model)[0];
    const id = referenceIn(part).at(-1)!;
    const found = this.#model(reference, from);
    if (found) return inside(found, id);
    const group = groupId("other-model", reference);
    this.#group({ id: group, kind: "other-model", name: this.#names.get(reference) ?? reference });
    const kind = this.#isGone(model, from) ? "missing" : "outside";
    return this.#outside({ id: idOf(group, id), kind, name: id, group });
  }

  /** Whether a model of the platform refers to one that the platform doesn't list. */
  #isGone(model: Json | undefined, from: DrawnModel): boolean {
    const id = knownString(model);
    return from.folder !== undefined && id !== undefined && !this.#names.has(id);
  }

  /** Another model's element that is missing; one of its own has been found by {@link check}. */
  #noteMissing({ id }: GraphNode, other: Other, from: DrawnModel): void {
    if (other.is !== "foreign-element" && other.is !== "foreign-control") return;
    const [reference] = referenceIn(other.model);
    const model = this.#model(reference, from);
    if (model === undefined) {
      this.#noteProblem(id, `the platform has no data model \`${reference}\` that these credentials can read`);
      return;
    }
    const isElement = other.is === "foreign-element";
    const part = referenceIn(isElement ? other.element : other.control).at(-1)!;
    const known = elementsOf(specOf(model)).flatMap(
      ({ id: element, controlId }) => knownString(isElement ? element : controlId) ?? [],
    );
    const near = nearest(part, known);
    const noun = isElement ? "element" : "control";
    const hint = near === undefined ? "" : `. Did you mean \`${near}\`?`;
    this.#noteProblem(id, `${model.file ?? model.title} has no ${noun} \`${part}\`${hint}`);
  }

  #noteProblem(node: string, problem: string): void {
    this.#foreignProblems.set(node, [...(this.#foreignProblems.get(node) ?? []), problem]);
  }

  /** The drawn model that a reference means; of several files with one name, the one beside the file that refers to it. */
  #model(reference: string, from: DrawnModel): DrawnModel | undefined {
    const models = this.#models.get(reference) ?? [];
    return models.length <= 1 ? models[0] : models.find(({ file }) => folderOf(file) === folderOf(from.file));
  }

  #connection(connection: Json | undefined): string {
    const [reference] = referenceIn(connection);
    const id = groupId("connection", reference);
    return this.#group({ id, kind: "connection", name: this.#names.get(reference) ?? reference });
  }

  #group(group: GraphGroup): string {
    if (!this.#groups.has(group.id)) this.#groups.set(group.id, { ...group, name: visible(group.name) });
    return group.id;
  }

  /** The node, under an id of its own. */
  #node(node: GraphNode): GraphNode {
    let { id } = node;
    for (let n = 2; this.#nodes.has(id); n++) id = `${node.id} ${n}`;
    const added = { ...node, id, name: visible(node.name) };
    this.#nodes.set(id, added);
    return added;
  }

  #outside({ reads = [], ...node }: Pick<GraphNode, "id" | "kind" | "name" | "group"> & Partial<GraphNode>): GraphNode {
    return this.#nodes.get(node.id) ?? this.#node({ ...node, reads, columns: [], metrics: [] });
  }
}

/** A name of which something can be seen. */
const visible = (name: string) => (clean(name) === "" ? "(no name)" : name);

const pairOf = (a: GraphNode, b: GraphNode) => JSON.stringify([a.id, b.id].sort());

/** What an id or a placeholder names: the model, and the part after `#` if there is one. */
function referenceIn(value: Json | undefined): [string, ...string[]] {
  if (!isPlaceholder(value)) return [knownString(value) ?? "?"];
  const [model = "?", ...part] = value.$ref.split("#");
  return part.length === 0 ? [model] : [model, part.join("#")];
}

const whereIs = ({ file, folder }: DrawnModel) => (file === undefined && folder !== undefined ? { folder } : { file });

function elementNode(
  id: string,
  own: string,
  group: string,
  element: JsonObject,
  problems: ReadonlyMap<JsonObject, readonly string[]>,
): GraphNode {
  const kind = element.kind === "control" ? "control" : "table";
  const type = kind === "control" ? element.controlType : isObject(element.source) ? element.source.kind : undefined;
  return {
    id,
    kind,
    type: knownString(type),
    name: nameOf(element) ?? own,
    group,
    description: knownString(element.description),
    reads: [...new Set(linksOf(element).flatMap(readIn))],
    columns: objectsIn(element.columns).map((column) => partOf(column, problems)),
    metrics: objectsIn(element.metrics).map((metric) => partOf(metric, problems)),
    ...problemsOf(element, problems),
  };
}

const pathOf = (path: readonly string[]) => path.join(".");

/** The warehouse table whose rows a link brings. */
function readIn({ way, other }: Link): string[] {
  return way === "in" && other.is === "warehouse-table" ? [pathOf(other.path)] : [];
}

/** What an element goes by: its name; a table without one by its warehouse table, a control by what formulas call it. */
function nameOf({ name, source, controlId }: JsonObject): string | undefined {
  return [name, controlId, sourceName(source, () => undefined)].map(knownString).find((text) => text?.trim());
}

function problemsOf(place: JsonObject, problems: ReadonlyMap<JsonObject, readonly string[]>) {
  const own = problems.get(place);
  return own === undefined ? {} : { problems: own };
}

function partOf(part: JsonObject, problems: ReadonlyMap<JsonObject, readonly string[]>): GraphPart {
  const id = knownString(part.id) ?? "?";
  return {
    id,
    name: visible(nameOfColumn(part) ?? id),
    formula: knownString(part.formula),
    description: knownString(part.description),
    ...(part.hidden === true ? { hidden: true } : {}),
    ...problemsOf(part, problems),
  };
}
