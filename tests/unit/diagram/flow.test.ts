import { arrangeFlow, type Flow, type FlowLink, type FlowOptions, type Size } from "../../../diagram/src/flow";
import fc from "../../fast-check";

const options: FlowOptions = {
  direction: "right",
  aspect: 1.6,
  gaps: { box: 20, line: 20, layer: 60 },
  straight: 900,
};
const buildBoxes = (count: number): Size[] => Array.from({ length: count }, () => ({ width: 200, height: 60 }));
const link = (from: number, to: number, weight = 1): FlowLink => ({ from, to, weight });

function countOverlaps(sizes: readonly Size[], { places }: Flow): number {
  return places.flatMap((a, i) =>
    places.slice(i + 1).filter((b, j) => {
      const [one, other] = [sizes[i]!, sizes[i + 1 + j]!];
      return a.x < b.x + other.width && b.x < a.x + one.width && a.y < b.y + other.height && b.y < a.y + one.height;
    }),
  ).length;
}

const computeShape = ({ width, height }: Flow) => width / height;

test("a link leads ahead, whatever the direction", () => {
  for (const [direction, axis, sign] of [
    ["right", "x", 1],
    ["left", "x", -1],
    ["down", "y", 1],
    ["up", "y", -1],
  ] as const) {
    const { places } = arrangeFlow(buildBoxes(2), [link(0, 1)], { ...options, direction });
    expect(Math.sign(places[1]![axis] - places[0]![axis])).toBe(sign);
  }
});

test("a layer that is too long is wrapped to the shape of the page", () => {
  const links = Array.from({ length: 200 }, (_, index) => link(index, 200));
  for (const aspect of [0.5, 1.6, 2.5]) {
    const placed = arrangeFlow(buildBoxes(201), links, { ...options, aspect });
    expect(computeShape(placed) / aspect).toBeGreaterThan(0.6);
    expect(computeShape(placed) / aspect).toBeLessThan(1.6);
  }
});

test("a flow that is too long goes on below; a short one stays straight", () => {
  const buildChain = (count: number) => Array.from({ length: count - 1 }, (_, index) => link(index, index + 1));
  expect(new Set(arrangeFlow(buildBoxes(3), buildChain(3), options).places.map(({ y }) => y)).size).toBe(1);
  const long = arrangeFlow(buildBoxes(40), buildChain(40), options);
  expect(new Set(long.places.map(({ y }) => y)).size).toBeGreaterThan(3);
  expect(computeShape(long)).toBeGreaterThan(0.8);
  expect(computeShape(long)).toBeLessThan(3.2);
});

test("boxes without links stand in rows below the others", () => {
  const placed = arrangeFlow(buildBoxes(60), [link(0, 1)], options);
  const linked = Math.max(placed.places[0]!.y, placed.places[1]!.y) + 60;
  expect(placed.places.slice(2).every(({ y }) => y >= linked)).toBe(true);
  expect(computeShape(arrangeFlow(buildBoxes(60), [], options))).toBeGreaterThan(1);
});

test("a circle is broken where least speaks for it", () => {
  const { places } = arrangeFlow(buildBoxes(2), [link(0, 1, 2), link(1, 0, 5)], options);
  expect(places[1]!.x).toBeLessThan(places[0]!.x);
});

test("nothing overlaps, all is inside, and the same input gives the same places", () => {
  const graphs = fc.integer({ min: 1, max: 30 }).chain((count) =>
    fc.record({
      sizes: fc.array(
        fc.record({ width: fc.integer({ min: 40, max: 600 }), height: fc.integer({ min: 20, max: 400 }) }),
        {
          minLength: count,
          maxLength: count,
        },
      ),
      links: fc.array(
        fc.record({
          from: fc.nat({ max: count - 1 }),
          to: fc.nat({ max: count - 1 }),
          weight: fc.integer({ min: 1, max: 5 }),
        }),
        { maxLength: 60 },
      ),
      direction: fc.constantFrom("right", "down", "left", "up"),
    }),
  );
  fc.assert(
    fc.property(graphs, ({ sizes, links, direction }) => {
      const placed = arrangeFlow(sizes, links, { ...options, direction });
      expect(countOverlaps(sizes, placed)).toBe(0);
      for (const [index, { x, y }] of placed.places.entries()) {
        const { width, height } = sizes[index]!;
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(placed.width + 1);
        expect(y + height).toBeLessThanOrEqual(placed.height + 1);
      }
      expect(arrangeFlow(sizes, links, { ...options, direction })).toEqual(placed);
    }),
    { numRuns: 60 },
  );
});
