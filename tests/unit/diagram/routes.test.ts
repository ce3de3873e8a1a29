import { measureText } from "../../../diagram/src/fonts";
import type { Area, Point } from "../../../diagram/src/geometry";
import {
  buildOverview,
  type Direction,
  type Graph,
  type GraphEdge,
  type GraphGroup,
  type GraphNode,
} from "../../../diagram/src/graph";
import { arrangeLayout, arrangeOverview, type Layout } from "../../../diagram/src/layout";
import { buildPageData } from "../../../diagram/src/page-data";
import { findRoutes } from "../../../diagram/src/routes";
import type { Ruler } from "../../../diagram/src/scene/measures";
import { buildScene, listClasses, type Scene } from "../../../diagram/src/scene/scene";
import { Shown } from "../../../diagram/src/scene/shown";
import { Tree } from "../../../diagram/src/scene/tree";
import { countCases } from "../../cases";
import fc from "../../fast-check";

const measure: Ruler = (text, size, weight) => measureText(text, size, weight > 500 ? "bold" : "regular");

const directions: readonly Direction[] = ["right", "down", "left", "up"];

/** A graph of models, some with pages, and a connection, with edges between any two of their elements. */
const graphs = fc
  .record({
    elements: fc.array(fc.record({ group: fc.nat(5), page: fc.nat(2), name: fc.nat(4) }), {
      minLength: 2,
      maxLength: 40,
    }),
    edges: fc.array(fc.tuple(fc.nat(39), fc.nat(39), fc.nat(3)), { maxLength: 80 }),
    open: fc.nat(63),
  })
  .map(({ elements, edges, open }) => ({ graph: buildGraph(elements, edges), open }));

const names = [
  "Orders",
  "Customers who stopped buying",
  "x".repeat(40),
  "Revenue by region, product and month of the year",
  "A",
];

function buildGraph(
  elements: readonly { readonly group: number; readonly page: number; readonly name: number }[],
  pairs: readonly (readonly [number, number, number])[],
): Graph {
  const groups = new Map<string, GraphGroup>();
  const nodes = elements.map(({ group, page, name }, index): GraphNode => {
    const model = `m${group}`;
    groups.set(model, {
      id: model,
      kind: group === 0 ? "connection" : "model",
      name: `${names[(group * 3) % 5]} ${group}`,
    });
    // Pages of a model come after it.
    const id = page === 0 ? model : `${model}p${page}`;
    if (page > 0) groups.set(id, { id, kind: "page", name: `Page ${page}`, parent: model });
    return { id: `n${index}`, kind: "table", name: names[name]!, group: id, reads: [], columns: [], metrics: [] };
  });
  const kinds = ["source", "join", "relationship", "filter"] as const;
  const labels = ["", "left outer join", "from orders to their customers (N:1)", "filters"];
  const edges = pairs.flatMap(([a, b, kind], index): GraphEdge[] => {
    const [from, to] = [a % nodes.length, b % nodes.length];
    if (from === to) return [];
    return [{ id: `e${index}`, from: `n${from}`, to: `n${to}`, kind: kinds[kind]!, label: labels[kind]!, details: [] }];
  });
  return { version: 1, title: "T", groups: [...groups.values()], nodes, edges };
}

/** The scene of a page on which some groups are open. */
function placeScene(graph: Graph, open: number, direction: Direction, aspect: number): Scene {
  const [data] = buildPageData(graph, { columns: 0 });
  const tree = new Tree(data);
  const opened = new Set(tree.items.flatMap((_, index) => ((open >> (index % 6)) & 1 ? [index] : [])));
  const shown = new Shown(tree, { open: opened, isFlat: false });
  return buildScene(shown, {
    direction,
    aspect,
    columnLines: (item) => (opened.has(item) ? item % 7 : 0),
    ruler: measure,
  });
}

const isCrossing = (a: Point, b: Point, area: Area) =>
  Math.min(a.x, b.x) < area.x + area.width - 0.01 &&
  area.x + 0.01 < Math.max(a.x, b.x) &&
  Math.min(a.y, b.y) < area.y + area.height - 0.01 &&
  area.y + 0.01 < Math.max(a.y, b.y);

/** Whether a part of a line runs through the inside of an area. */
function isRunningThrough(points: readonly Point[], area: Area): boolean {
  return points.slice(1).some((point, index) => {
    const [a, b] = [points[index]!, point];
    const thick = { x: Math.min(a.x, b.x) - 0.1, y: Math.min(a.y, b.y) - 0.1 };
    return isCrossing(thick, { x: Math.max(a.x, b.x) + 0.1, y: Math.max(a.y, b.y) + 0.1 }, shrink(area));
  });
}

const shrink = ({ x, y, width, height }: Area): Area => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 });

const isOverlapping = (a: Area, b: Area) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isTouching = ({ x, y }: Point, area: Area) =>
  x >= area.x - 1 && x <= area.x + area.width + 1 && y >= area.y - 1 && y <= area.y + area.height + 1;

/** What all edges of a line say, beside those that only read. */
function findCommonLabel(edges: Scene["lines"][number]["edges"]): string | undefined {
  const all = new Set(edges.filter(({ kind }) => kind !== "source").map(({ label }) => label));
  return all.size === 1 ? [...all][0] : undefined;
}

/** What is wrong with the lines of a scene, in words. */
function findFaults({ cards, frames, lines, notes }: Scene, tree: (item: number) => readonly number[]): string[] {
  const at = new Map(cards.map((card) => [card.item, card]));
  const texts = frames.map(({ x, y, heading: { text } }) => ({ ...text, x: x + text.x, y: y + text.y }));
  const labels = lines.flatMap(({ label }) => label?.area ?? []);
  const faults = lines.flatMap(({ from, to, edges, label, route: { points } }) => {
    const name = `${from} → ${to}`;
    if (points.length < 2) return [`${name} has no way`];
    const wanted = lines.length > 30 ? undefined : findCommonLabel(edges);
    const said = label?.note === undefined ? label?.texts.join(" ") : notes[label.note - 1];
    const around = new Set([...tree(from), ...tree(to)]);
    return [
      ...(isTouching(points[0]!, at.get(from)!) && isTouching(points.at(-1)!, at.get(to)!)
        ? []
        : [`${name} doesn't meet its ends`]),
      ...(points.slice(1).every((p, i) => p.x === points[i]!.x || p.y === points[i]!.y) ? [] : [`${name} is askew`]),
      ...cards.flatMap((card) => (isRunningThrough(points, card) ? [`${name} runs through card ${card.item}`] : [])),
      ...frames.flatMap((frame) =>
        !around.has(frame.item) && isRunningThrough(points, frame) ? [`${name} runs through frame ${frame.item}`] : [],
      ),
      ...texts.flatMap((text) => (isRunningThrough(points, text) ? [`${name} runs through a heading`] : [])),
      ...(said === wanted ? [] : [`${name} says ${said}, not ${wanted}`]),
      ...(label && [...cards, ...texts].some((area) => isOverlapping(area, label.area))
        ? [`${name}: its label is hidden`]
        : []),
    ];
  });
  faults.push(...findShared(lines));
  const pairs = labels.filter((label, index) => labels.slice(index + 1).some((other) => isOverlapping(label, other)));
  return [...faults, ...pairs.map(() => "labels overlap")];
}

/**
 * Lines from different boxes, or of different looks, that run over each other, so that nobody can tell which goes
 * where.
 */
function findShared(lines: Scene["lines"]): string[] {
  const parts = lines.flatMap(({ from, to, edges, route: { points } }) => {
    const net = [from, ...listClasses(edges)].join(" ");
    return points.slice(1).map((b, index) => ({ net, name: `${from} → ${to}`, a: points[index]!, b }));
  });
  return parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap((other) => {
      if (one.net === other.net) return [];
      return ["x" as const, "y" as const].flatMap((axis) => {
        const along = axis === "x" ? "y" : "x";
        if (Math.max(...[one.a, one.b, other.a, other.b].map((p) => Math.abs(p[axis] - one.a[axis]))) > 0.5) return [];
        const start = Math.max(Math.min(one.a[along], one.b[along]), Math.min(other.a[along], other.b[along]));
        const end = Math.min(Math.max(one.a[along], one.b[along]), Math.max(other.a[along], other.b[along]));
        return end - start > 12 ? [`${one.name} and ${other.name} share ${end - start} px`] : [];
      });
    }),
  );
}

test("no line of a page runs through a box that isn't its end, whatever is open and whichever way it flows", () => {
  fc.assert(
    fc.property(
      graphs,
      fc.constantFrom(...directions),
      fc.constantFrom(0.5, 1.6),
      ({ graph, open }, direction, aspect) => {
        const [data] = buildPageData(graph, { columns: 0 });
        const tree = new Tree(data);
        const scene = placeScene(graph, open, direction, aspect);
        expect(findFaults(scene, (item) => tree.listPath(item))).toEqual([]);
      },
    ),
    { numRuns: countCases(400) },
  );
});

/** The lines of a picture that run through a box, or through a group that holds neither end. */
function findCrossings({ boxes, groups, edges }: Layout): string[] {
  const parents = new Map(groups.map(({ group }) => [group.id, group.parent]));
  const listAround = (group: string | undefined): string[] =>
    group === undefined ? [] : [group, ...listAround(parents.get(group))];
  const groupOf = new Map(boxes.map(({ box }) => [box.node.id, box.node.group]));
  return edges.flatMap(({ edge, points }) => {
    if (points.length < 2) return [`${edge.id} has no way`];
    const own = new Set([edge.from, edge.to].flatMap((id) => listAround(groupOf.get(id))));
    return [
      ...boxes
        .filter((box) => isRunningThrough(points, box))
        .map(({ box }) => `${edge.id} runs through ${box.node.id}`),
      ...groups
        .filter((area) => !own.has(area.group.id) && isRunningThrough(points, area))
        .map(({ group }) => `${edge.id} runs through ${group.id}`),
    ];
  });
}

test("no line of a picture runs through a box that isn't its end", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.constantFrom(...directions), async ({ graph }, direction) => {
      expect(findCrossings(await arrangeLayout(graph, { columns: 3, reads: false, direction }))).toEqual([]);
    }),
    { numRuns: countCases(100) },
  );
});

test("no line of an overview runs through a box that isn't its end", () => {
  fc.assert(
    fc.property(graphs, fc.constantFrom(...directions), ({ graph }, direction) => {
      expect(findCrossings(arrangeOverview(buildOverview(graph, "models"), direction))).toEqual([]);
    }),
    { numRuns: countCases(200) },
  );
});

const buildLine = (from: number, to: number) => ({ from, to });

test("boxes that leave no gap between them have a line without a way, and none through a box", () => {
  const buildBox = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
  const boxes = [buildBox(0, 0), buildBox(100, 0), buildBox(200, 0)];
  const [route] = findRoutes({ boxes, lines: [{ from: 0, to: 2 }], direction: "right" });
  expect(route!.points).toEqual([]);
});

test("lines from one box share their way, lines from two run side by side", () => {
  const buildBox = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
  const boxes = [buildBox(0, 0), buildBox(0, 100), buildBox(300, 200), buildBox(300, 300)];
  const lines = [buildLine(0, 2), buildLine(0, 3), buildLine(1, 2), buildLine(1, 3)];
  const routes = findRoutes({ boxes, lines, direction: "right" });
  const upright = routes.map(({ points }) => points[1]!.x);
  expect([upright[0], upright[2]]).toEqual([upright[1], upright[3]]);
  expect(Math.abs(upright[0]! - upright[2]!)).toBeGreaterThan(5);
  // Each comes to a place of its own.
  expect(new Set(routes.map(({ points }) => JSON.stringify(points.at(-1)))).size).toBe(4);
});

test("400 boxes with 1,200 lines get their routes before the test's time is over", () => {
  const boxes = Array.from({ length: 400 }, (_, index) => ({
    x: (index % 20) * 300,
    y: Math.floor(index / 20) * 90,
    width: 224,
    height: 64,
  }));
  const lines = Array.from({ length: 1200 }, (_, index) => ({
    from: (index * 7) % 400,
    to: (index * 7 + 1 + ((index * 13) % 60)) % 400,
  }));
  const routes = findRoutes({ boxes, lines, direction: "right" });
  expect(routes.filter(({ points }) => points.length < 2)).toEqual([]);
});

test("lines there and back between two boxes, and the ends of many lines at one box, are apart", () => {
  const buildBox = (x: number, y: number) => ({ x, y, width: 200, height: 64 });
  const two = findRoutes({
    boxes: [buildBox(0, 0), buildBox(300, 0)],
    lines: [buildLine(0, 1), buildLine(1, 0)],
    direction: "right",
  });
  expect(two.map(({ points }) => points.length)).toEqual([2, 6]);
  const boxes = [buildBox(600, 500), ...Array.from({ length: 12 }, (_, index) => buildBox(0, index * 90))];
  const lines = boxes.slice(1).map((_, index) => buildLine(index + 1, 0));
  const ends = findRoutes({ boxes, lines, direction: "right" }).map(({ points }) => points.at(-1)!.y);
  const sorted = ends.toSorted((a, b) => a - b);
  expect(Math.min(...sorted.slice(1).map((end, index) => end - sorted[index]!))).toBeGreaterThan(2);
  // In the order in which they come: none crosses another.
  expect(ends).toEqual(sorted);
});
