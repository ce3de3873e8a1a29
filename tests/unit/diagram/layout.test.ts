import { buildGraph } from "../../../cli/src/drawing/models/graph";
import { measureText } from "../../../diagram/src/fonts";
import type { Area, Point } from "../../../diagram/src/geometry";
import type { Direction, Graph } from "../../../diagram/src/graph";
import { buildView } from "../../../diagram/src/graph/view";
import { arrangeLayout, type Layout } from "../../../diagram/src/layout";
import { buildHostileModels, buildManyGraph, buildModel } from "../cli/drawing/models";

async function layOutGraph(graph: Graph, more: { warehouse?: boolean; columns?: number; direction?: Direction } = {}) {
  const { warehouse = false, columns = 0, direction = "down" } = more;
  const view = buildView(graph, { warehouse });
  return { view, placed: await arrangeLayout(view, { columns, direction, reads: !warehouse }) };
}

const isOverlapping = (a: Area, b: Area) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const contains = (outer: Area, inner: Area) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const isTouching = ({ x, y }: Point, area: Area) =>
  contains(
    { x: area.x - 1, y: area.y - 1, width: area.width + 2, height: area.height + 2 },
    { x, y, width: 0, height: 0 },
  );

function listOverlapping(areas: readonly Area[]): [Area, Area][] {
  return areas.flatMap((area, index) =>
    areas.slice(index + 1).flatMap((other): [Area, Area][] => (isOverlapping(area, other) ? [[area, other]] : [])),
  );
}

/** What is wrong with a layout, whatever it is of. */
function expectReadable({ boxes, groups, edges, width, height }: Layout): void {
  expect(listOverlapping(boxes)).toEqual([]);
  const byGroup = new Map(groups.map((placed) => [placed.group.id, placed]));
  for (const placed of boxes) expect(contains(byGroup.get(placed.box.node.group)!, placed)).toBe(true);
  for (const placed of groups) {
    const { parent } = placed.group;
    expect(contains(parent === undefined ? { x: 0, y: 0, width, height } : byGroup.get(parent)!, placed)).toBe(true);
    const siblings = groups.filter(({ group }) => group.parent === parent && group !== placed.group);
    expect(siblings.filter((sibling) => isOverlapping(sibling, placed))).toEqual([]);
  }
  const boxOf = new Map(boxes.map((placed) => [placed.box.node.id, placed]));
  for (const { edge, points } of edges) {
    expect(isTouching(points[0]!, boxOf.get(edge.from)!)).toBe(true);
    expect(isTouching(points.at(-1)!, boxOf.get(edge.to)!)).toBe(true);
  }
  const labels = edges.flatMap(({ label }) => label ?? []);
  expect(listOverlapping(labels)).toEqual([]);
  expect(labels.filter((label) => boxes.some((box) => isOverlapping(box, label)))).toEqual([]);
  for (const { text, width: room } of labels) expect(measureText(text, 10.5)).toBeLessThanOrEqual(room);
}

test.each([
  [5, "right", 8, true],
  [5, "down", 8, true],
  [12, "left", 8, true],
  [12, "up", 3, true],
  [50, "down", 0, false],
  [50, "right", 4, true],
  [300, "down", 0, false],
] as const)(
  "%s elements, %s, %s columns: nothing overlaps, all is where it belongs",
  async (count, direction, columns, warehouse) => {
    const { view, placed } = await layOutGraph(buildManyGraph(count), { direction, columns, warehouse });
    expect(placed.boxes.length).toBe(view.nodes.length);
    expectReadable(placed);
  },
);

test("hostile names make no box larger than others can be, and overlap nothing", async () => {
  const { placed } = await layOutGraph(buildGraph(buildHostileModels()), { warehouse: true, columns: 8 });
  expectReadable(placed);
  expect(Math.max(...placed.boxes.map(({ width }) => width))).toBeLessThan(400);
});

test("the same graph gets the same places", async () => {
  const [one, other] = await Promise.all([layOutGraph(buildManyGraph(50)), layOutGraph(buildManyGraph(50))]);
  expect(other).toEqual(one);
});

test("models that have nothing to do with each other stand side by side, not in one endless row", async () => {
  const models = Array.from({ length: 30 }, (_, index) =>
    buildModel(`m${index}`, "pages: [{ id: p, name: P, elements: [{ id: a, kind: table, columns: [] }] }]"),
  );
  const { placed } = await layOutGraph(buildGraph(models));
  expectReadable(placed);
  expect(placed.width / placed.height).toBeGreaterThan(0.8);
  expect(placed.width / placed.height).toBeLessThan(3);
});

test("elements without connections stand in rows", async () => {
  const elements = Array.from({ length: 40 }, (_, index) => `{ id: e${index}, kind: table, columns: [] }`);
  const { placed } = await layOutGraph(
    buildGraph([buildModel("m", `pages: [{ id: p, name: P, elements: [${elements}] }]`)]),
  );
  expectReadable(placed);
  expect(new Set(placed.boxes.map(({ x }) => x)).size).toBeGreaterThan(3);
});

test("nothing to draw is drawn", async () => {
  expect((await layOutGraph(buildGraph([]))).placed).toMatchObject({ boxes: [], groups: [], edges: [] });
  const empty = await layOutGraph(buildGraph([buildModel("m", "pages: []")]));
  expect(empty.placed.groups.map(({ heading }) => heading)).toEqual(["m"]);
  expectReadable(empty.placed);
});

test("rows flow the way they are told", async () => {
  const graph = buildManyGraph(5);
  const [first, last] = [graph.edges[0]!.from, graph.edges[0]!.to];
  for (const [direction, axis, sign] of [
    ["right", "x", 1],
    ["left", "x", -1],
    ["down", "y", 1],
    ["up", "y", -1],
  ] as const) {
    const { placed } = await layOutGraph(graph, { direction, warehouse: true });
    const findBox = (id: string) => placed.boxes.find(({ box }) => box.node.id === id)![axis];
    expect(Math.sign(findBox(last) - findBox(first))).toBe(sign);
  }
});

test("a model's only page is no group of its own; of two each is", () => {
  const writeYamlPage = (id: string) =>
    `{ id: ${id}, name: ${id}, elements: [{ id: ${id}_a, kind: table, columns: [] }] }`;
  const listGroups = (yaml: string) =>
    buildView(buildGraph([buildModel("m", yaml)]), { warehouse: true }).groups.map(({ id }) => id);
  expect(listGroups(`pages: [${writeYamlPage("p")}]`)).toEqual(["model:m"]);
  expect(listGroups(`pages: [${writeYamlPage("p")}, ${writeYamlPage("q")}]`)).toEqual([
    "model:m",
    "page:m#p",
    "page:m#q",
  ]);
});
