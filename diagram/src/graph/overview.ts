import { listProblems } from "./captions";
import { addFolders } from "./folders";
import type { Change, Graph, GraphEdge, GraphGroup, GraphNode } from "./graph";
import type { Level } from "./options";
import { groupItems } from "./view";
import { countNoun } from "./words";

/** Up to how many elements a picture shows each, and up to how many models. */
const most = { elements: 120, models: 150 } as const;

/** What a picture shows, where nothing else is asked for: the more there is, the less of it. */
export function chooseLevel({ groups, nodes }: Graph): Level {
  const elements = nodes.filter(({ kind }) => kind === "table" || kind === "control").length;
  if (elements <= most.elements) return "elements";
  return groups.filter(({ kind }) => kind === "model").length <= most.models ? "models" : "folders";
}

/**
 * A graph in which each model, or each outermost folder, is one node, and all that leads from one to another is one
 * edge. Connections and models that aren't drawn stay what they are.
 */
export function buildOverview(graph: Graph, level: Exclude<Level, "elements">): Graph {
  const { groups } = addFolders(graph);
  const byId = new Map(groups.map((group) => [group.id, group]));
  const findUnit = (group: GraphGroup): GraphGroup => {
    const parent = group.parent === undefined ? undefined : byId.get(group.parent)!;
    return parent === undefined || (level === "models" && parent.kind === "folder") ? group : findUnit(parent);
  };
  const unitOfNode = new Map(graph.nodes.map(({ id, group }) => [id, findUnit(byId.get(group)!)]));
  const members = groupItems(graph.nodes, ({ id }) => unitOfNode.get(id)!);
  const models = groupItems(
    groups.filter(({ kind }) => kind === "model"),
    findUnit,
  );
  const units = [...new Set(groups.filter(({ kind }) => kind !== "folder").map(findUnit))];
  const edges = groupItems(
    graph.edges.filter(({ from, to }) => unitOfNode.get(from) !== unitOfNode.get(to)),
    ({ from, to }) => JSON.stringify([unitOfNode.get(from)!.id, unitOfNode.get(to)!.id]),
  );
  return {
    ...graph,
    groups: [],
    nodes: units.map((unit) => buildNode(unit, models.get(unit) ?? [], members.get(unit) ?? [])),
    edges: [...edges].map(([key, alike]): GraphEdge => {
      const [from, to] = JSON.parse(key) as [string, string];
      return {
        id: `${from} → ${to}`,
        from,
        to,
        kind: "source",
        label: "",
        details: [countNoun(alike.length, "reference")],
        ...mergeChanges(alike),
        ...(alike.some(({ broken }) => broken) ? { broken: true } : {}),
      };
    }),
  };
}

function buildNode(unit: GraphGroup, models: readonly GraphGroup[], inside: readonly GraphNode[]): GraphNode {
  const problems = inside.flatMap(listProblems);
  return {
    id: unit.id,
    kind: kinds[unit.kind],
    ...(unit.document === undefined ? {} : { type: unit.document }),
    name: unit.name,
    group: "",
    reads: [],
    columns: [],
    metrics: [],
    holds: {
      ...(unit.kind === "folder" ? countDocuments(models) : {}),
      elements: inside.filter(({ kind }) => kind !== "missing").length,
    },
    ...(unit.change ? { change: unit.change } : mergeChanges(inside)),
    ...(problems.length > 0 ? { problems } : {}),
  };
}

/** How many documents of each type a folder has; of types that it hasn't, nothing is said but of models. */
function countDocuments(documents: readonly GraphGroup[]): Omit<NonNullable<GraphNode["holds"]>, "elements"> {
  const count = (type?: GraphGroup["document"]) => documents.filter(({ document }) => document === type).length;
  const [models, workbooks, reports] = [count(), count("workbook"), count("report")];
  return {
    ...(models > 0 || documents.length === 0 ? { models } : {}),
    ...(workbooks > 0 ? { workbooks } : {}),
    ...(reports > 0 ? { reports } : {}),
  };
}

const kinds: Readonly<Record<GraphGroup["kind"], GraphNode["kind"]>> = {
  folder: "folder",
  model: "model",
  page: "model",
  connection: "connection",
  "other-model": "outside",
};

/** What happened to several things together. */
function mergeChanges(items: readonly { readonly change?: Change }[]): { change?: Change } {
  const [first, ...others] = new Set(items.map(({ change }) => change));
  if (others.length > 0) return { change: "changed" };
  return first === undefined ? {} : { change: first };
}
