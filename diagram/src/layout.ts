import ELK, {
  type ElkExtendedEdge,
  type ElkLabel,
  type ElkNode,
  type LayoutOptions as ElkOptions,
  type ElkShape,
} from "elkjs/lib/elk.bundled.js";
import { type Box, buildBox, sizes } from "./boxes";
import { arrangeFlow } from "./flow";
import { measureText } from "./fonts";
import { type Area, boundAll, type Point } from "./geometry";
import {
  type Arrangement,
  type Direction,
  formEdgeCaption,
  type Graph,
  type GraphEdge,
  type GraphGroup,
  groupCaption,
  groupItems,
} from "./graph";
import { fitLine } from "./lines";
import { findRoutes } from "./routes";

/** A group, and its heading. */
export interface PlacedGroup extends Area {
  readonly group: GraphGroup;
  readonly heading: string;
}

/** A node's box. */
export interface PlacedBox extends Area {
  readonly box: Box;
}

/** An edge's line, from what is used to what uses it. */
export interface PlacedEdge {
  readonly edge: GraphEdge;
  readonly points: readonly Point[];
  readonly label?: PlacedLabel;
}

/** A line's label. */
export interface PlacedLabel extends Area {
  readonly text: string;
}

/** Where everything is; outer groups come before those inside them. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly groups: readonly PlacedGroup[];
  readonly boxes: readonly PlacedBox[];
  readonly edges: readonly PlacedEdge[];
}

/** The shape aimed at where there is a choice: width by height. */
const aspectRatio = "1.6";

/** Each group has its own: none inherits that of the group around it. */
const spacing: ElkOptions = {
  "elk.spacing.nodeNode": "24",
  "elk.spacing.edgeNode": "16",
  "elk.spacing.edgeEdge": "10",
  "elk.spacing.edgeLabel": "3",
  "elk.layered.spacing.nodeNodeBetweenLayers": "32",
  "elk.layered.spacing.edgeNodeBetweenLayers": "18",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "10",
};

const inLayers: ElkOptions = {
  ...spacing,
  "elk.algorithm": "layered",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.randomSeed": "1",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.mergeEdges": "true",
};

/** Side by side, row by row. */
const inRows: ElkOptions = {
  "elk.algorithm": "rectpacking",
  "elk.hierarchyHandling": "SEPARATE_CHILDREN",
  "elk.aspectRatio": aspectRatio,
};

/**
 * Places a graph's boxes and edges: models that have to do with each other in layers, the others beside them. The same
 * graph always gets the same places.
 */
export async function arrangeLayout(graph: Graph, options: Arrangement): Promise<Layout> {
  const boxes = graph.nodes.map((node) => buildBox(node, options));
  const plan = new Plan(graph, boxes, options.direction);
  const { shapes, edges } = listPlaces(await new ELK().layout(plan.buildRoot()));
  const getArea = (id: string) => roundArea(shapes.get(id)!);
  return {
    ...getArea(plan.rootId),
    groups: graph.groups.map((group) => ({ group, heading: formHeading(group), ...getArea(plan.getId(group)) })),
    boxes: boxes.map((box) => ({ box, ...getArea(plan.getId(box.node)) })),
    edges: graph.edges.map((edge) => buildPlacedEdge(edge, edges.get(plan.getId(edge))!)),
  };
}

/** The room between the boxes of an overview, and around all of it. */
const gaps = { box: 26, line: 34, layer: 72 } as const;
const margin = 16;

/**
 * Places the boxes of an overview, which has no groups: many boxes, few of which have nothing to do with each other.
 * Layers are wrapped to the shape of a page.
 */
export function arrangeOverview(graph: Graph, direction: Direction): Layout {
  const boxes = graph.nodes.map((node) => buildBox(node, { columns: 0, reads: false }));
  const width = Math.max(...boxes.map((box) => box.width));
  const sizes = boxes.map(({ height }) => ({ width, height }));
  const at = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  const links = graph.edges.map(({ from, to }) => ({ from: at.get(from)!, to: at.get(to)!, weight: 1 }));
  const whole = arrangeFlow(sizes, links, { direction, aspect: Number(aspectRatio), gaps, straight: 900 });
  const areas = whole.places.map((place, index): Area => ({ ...place, ...sizes[index]! }));
  const routes = findRoutes({ boxes: areas, lines: links, direction });
  const bounds = boundAll(
    routes.flatMap(({ points }) => points),
    areas,
  );
  const move = <Moved extends Point>(place: Moved): Moved => ({
    ...place,
    x: Math.round(place.x - bounds.x + margin),
    y: Math.round(place.y - bounds.y + margin),
  });
  return {
    width: Math.ceil(bounds.width) + 2 * margin,
    height: Math.ceil(bounds.height) + 2 * margin,
    groups: [],
    boxes: boxes.map((box, index) => ({ box, ...move(areas[index]!) })),
    edges: graph.edges.map((edge, index) => ({ edge, points: routes[index]!.points.map(move) })),
  };
}

/** What is asked of the layout library, under ids of our own: those of a graph may hold anything. */
class Plan {
  readonly rootId = "root";
  readonly #direction: Direction;
  readonly #ids: ReadonlyMap<object, string>;
  readonly #nodeIds: ReadonlyMap<string, string>;
  readonly #boxesIn: ReadonlyMap<string, Box[]>;
  readonly #groupsIn: ReadonlyMap<string | undefined, GraphGroup[]>;
  /** The outermost group around each node. */
  readonly #topOf: ReadonlyMap<string, GraphGroup>;
  readonly #edges: readonly GraphEdge[];
  /** The nodes that have edges. */
  readonly #linked: ReadonlySet<string>;

  constructor({ groups, nodes, edges }: Graph, boxes: readonly Box[], direction: Direction) {
    this.#direction = direction;
    this.#ids = new Map([...numberItems("g", groups), ...numberItems("n", nodes), ...numberItems("e", edges)]);
    this.#nodeIds = new Map(nodes.map((node) => [node.id, this.getId(node)]));
    this.#boxesIn = groupItems(boxes, ({ node }) => node.group);
    this.#groupsIn = groupItems(groups, ({ parent }) => parent);
    const byId = new Map(groups.map((group) => [group.id, group]));
    const findTop = (id: string): GraphGroup => {
      const group = byId.get(id)!;
      return group.parent === undefined ? group : findTop(group.parent);
    };
    this.#topOf = new Map(nodes.map(({ id, group }) => [id, findTop(group)]));
    this.#edges = edges;
    this.#linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  }

  getId(item: object): string {
    return this.#ids.get(item)!;
  }

  buildRoot(): ElkNode {
    const pairs = this.#edges.map(({ from, to }) => [this.#topOf.get(from)!, this.#topOf.get(to)!] as const);
    const parts = splitConnected(this.#groupsIn.get(undefined) ?? [], pairs);
    return {
      id: this.rootId,
      children: parts.map((part, index) => this.#buildPart(`p${index}`, part)),
      layoutOptions: {
        ...inRows,
        "elk.padding": formPadding(0),
        "elk.spacing.nodeNode": "32",
        "elk.json.shapeCoords": "ROOT",
        "elk.json.edgeCoords": "ROOT",
      },
    };
  }

  /** Groups that have to do with each other, and all edges in and between them. */
  #buildPart(id: string, groups: readonly GraphGroup[]): ElkNode {
    const inside = new Set(groups);
    return {
      id,
      children: groups.map((group) => this.#buildGroup(group)),
      edges: this.#edges.filter(({ from }) => inside.has(this.#topOf.get(from)!)).map((edge) => this.#buildEdge(edge)),
      layoutOptions: { ...inLayers, "elk.direction": this.#direction.toUpperCase(), "elk.padding": formPadding(0) },
    };
  }

  #buildGroup(group: GraphGroup): ElkNode {
    const boxes = this.#boxesIn.get(group.id) ?? [];
    const linked = boxes.filter(({ node }) => this.#linked.has(node.id));
    const lonely = boxes.filter(({ node }) => !this.#linked.has(node.id));
    const width = Math.ceil(measureText(formHeading(group), sizes.heading.size, "bold")) + 2 * sizes.heading.inset;
    return {
      id: this.getId(group),
      children: [
        ...linked.map((box) => this.#buildBox(box)),
        ...(lonely.length === 0 ? [] : [this.#buildRows(`${this.getId(group)}-rows`, lonely)]),
        ...(this.#groupsIn.get(group.id) ?? []).map((child) => this.#buildGroup(child)),
      ],
      layoutOptions: {
        ...spacing,
        "elk.padding": formPadding(14, sizes.heading.height),
        "elk.nodeSize.constraints": "MINIMUM_SIZE",
        "elk.nodeSize.minimum": `(${width}, ${sizes.heading.height})`,
      },
    };
  }

  /** Boxes without edges: in layers they would make one endless column. */
  #buildRows(id: string, boxes: readonly Box[]): ElkNode {
    const children = boxes.map((box) => this.#buildBox(box));
    return { id, children, layoutOptions: { ...inRows, "elk.padding": formPadding(0), "elk.spacing.nodeNode": "20" } };
  }

  #buildBox({ node, width, height }: Box): ElkNode {
    return { id: this.getId(node), width, height };
  }

  #buildEdge(edge: GraphEdge): ElkExtendedEdge {
    const text = fitLine(formEdgeCaption(edge), { size: sizes.label.size, width: 400 });
    const width = Math.ceil(measureText(text, sizes.label.size)) + 2 * sizes.label.inset;
    const label: ElkLabel = {
      text,
      width,
      height: sizes.label.height,
      layoutOptions: { "elk.edgeLabels.inline": "true" },
    };
    return {
      id: this.getId(edge),
      sources: [this.#nodeIds.get(edge.from)!],
      targets: [this.#nodeIds.get(edge.to)!],
      labels: text === "" ? [] : [label],
    };
  }
}

const numberItems = (letter: string, items: readonly object[]) =>
  items.map((item, index): [object, string] => [item, `${letter}${index}`]);

const formPadding = (side: number, top = side) => `[top=${top},left=${side},bottom=${side},right=${side}]`;

/** Items in parts between which there are no pairs, in the order of the items. */
function splitConnected<Item>(items: readonly Item[], pairs: Iterable<readonly [Item, Item]>): Item[][] {
  const partOf = new Map(items.map((item) => [item, new Set([item])]));
  for (const [a, b] of pairs) {
    const [part, other] = [partOf.get(a)!, partOf.get(b)!];
    if (part === other) continue;
    for (const item of other) partOf.set(item, part.add(item));
  }
  return [...new Set(partOf.values())].map((part) => items.filter((item) => part.has(item)));
}

/** Every shape and edge of what the layout library gives back, by id. */
function listPlaces(root: ElkNode): { shapes: Map<string, ElkShape>; edges: Map<string, ElkExtendedEdge> } {
  const shapes = new Map<string, ElkShape>();
  const edges = new Map<string, ElkExtendedEdge>();
  const visit = (node: ElkNode): void => {
    shapes.set(node.id, node);
    for (const edge of node.edges ?? []) edges.set(edge.id!, edge);
    node.children?.forEach(visit);
  };
  visit(root);
  return { shapes, edges };
}

/** On whole pixels, where lines are sharp. */
function roundArea({ x = 0, y = 0, width = 0, height = 0 }: ElkShape): Area {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function buildPlacedEdge(edge: GraphEdge, { sections = [], labels: [label] = [] }: ElkExtendedEdge): PlacedEdge {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  return {
    edge,
    points: points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })),
    ...(label ? { label: { text: label.text!, ...roundArea(label) } } : {}),
  };
}

function formHeading(group: GraphGroup): string {
  return fitLine(groupCaption(group), { size: sizes.heading.size, face: "bold", width: 700 });
}
