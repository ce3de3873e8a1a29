import { palettes } from "../../../cli/src/drawing/pages/draw";
import type { GraphNode } from "../../../diagram/src/graph";
import {
  broken,
  brokenInDark,
  changeLooks,
  darkPalette,
  getLook,
  groupLooks,
  type Look,
  lines,
  palette,
  turnDark,
  unchanged,
} from "../../../diagram/src/graph";
import { pageColors } from "../../../diagram/src/style";

/** How much two colors differ, as WCAG 2 counts it: from 1 to 21. */
function computeContrast(a: string, b: string): number {
  const [light, dark] = [computeLuminance(a), computeLuminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function computeLuminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const node: GraphNode = { id: "n", kind: "table", name: "n", group: "g", reads: [], columns: [], metrics: [] };

const types = ["warehouse-table", "table", "join", "union", "transpose", "sql", "data-model", "something else"];
const kinds: Record<GraphNode["kind"], readonly string[]> = {
  table: types,
  control: ["list"],
  "warehouse-table": [""],
  connection: [""],
  outside: [""],
  missing: [""],
  model: [""],
  folder: [""],
};

const looks = Object.entries(kinds).flatMap(([kind, ofKind]) =>
  ofKind.map((type): [string, Look] => [
    `${kind} ${type}`,
    getLook({ ...node, kind: kind as GraphNode["kind"], type }),
  ]),
);
const darkGrounds = [darkPalette.background, pageColors.dark.panel, pageColors.dark.frame];
const grounds = [palette.background, ...Object.values(groupLooks).map(({ fill }) => fill)];

/** What WCAG AA asks for. */
const forText = 4.5;
const forLines = 3;

test.each(Object.entries(palettes))("words and frames of wireframes stand out on %s ground", (_, colors) => {
  const { text, muted, fill, page, added, removed, moved, changed } = colors;
  for (const color of [text, muted, added, removed, moved, changed]) {
    expect(computeContrast(color, fill)).toBeGreaterThanOrEqual(forText);
    expect(computeContrast(color, page)).toBeGreaterThanOrEqual(forText);
  }
});

test("the measure is that of WCAG", () => {
  expect(computeContrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(computeContrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test.each(looks)("%s: text, border and icon can be told from what is behind them", (_, look) => {
  for (const text of [palette.ink, palette.muted])
    expect(computeContrast(text, look.fill)).toBeGreaterThanOrEqual(forText);
  for (const behind of [look.fill, ...grounds])
    expect(computeContrast(look.stroke, behind)).toBeGreaterThanOrEqual(forLines);
});

test.each(looks)("%s on a dark page: icon and border can be told from what is behind them", (_, look) => {
  const { fill, stroke } = turnDark(look);
  for (const behind of [fill, ...darkGrounds]) expect(computeContrast(stroke, behind)).toBeGreaterThanOrEqual(forText);
  for (const text of [darkPalette.ink, darkPalette.muted])
    expect(computeContrast(text, fill)).toBeGreaterThanOrEqual(forText);
});

test.each(Object.entries(lines))("edges of kind %s: the line and its label", (_, { stroke }) => {
  for (const behind of grounds) expect(computeContrast(stroke, behind)).toBeGreaterThanOrEqual(forText);
  for (const behind of darkGrounds)
    expect(computeContrast(turnDark({ stroke }).stroke, behind)).toBeGreaterThanOrEqual(forText);
});

test.each(Object.entries(changeLooks))("what is %s: text, names of columns, headings, sign", (_, { fill, stroke }) => {
  for (const text of [palette.ink, palette.muted, stroke]) {
    expect(computeContrast(text, fill)).toBeGreaterThanOrEqual(forText);
  }
  for (const behind of grounds) expect(computeContrast(stroke, behind)).toBeGreaterThanOrEqual(forText);
});

test("what didn't change steps back, but stays readable", () => {
  for (const text of [palette.ink, palette.muted]) {
    expect(computeContrast(text, unchanged.fill)).toBeGreaterThanOrEqual(forText);
  }
  for (const behind of grounds) expect(computeContrast(unchanged.stroke, behind)).toBeGreaterThanOrEqual(forText);
});

test("headings of groups", () => {
  for (const ground of grounds) {
    for (const text of [palette.ink, palette.muted])
      expect(computeContrast(text, ground)).toBeGreaterThanOrEqual(forText);
    for (const { stroke } of Object.values(groupLooks))
      expect(computeContrast(stroke, ground)).toBeGreaterThanOrEqual(forLines);
  }
});

test.each([
  ["light", palette, pageColors.light, broken],
  ["dark", darkPalette, pageColors.dark, brokenInDark],
] as const)("the %s page: text, links, borders, and what is broken", (_, { ink, muted }, colors, red) => {
  const { ground, panel, frame, accent, line } = colors;
  for (const behind of [ground, panel, frame]) {
    for (const text of [ink, muted, accent, red.stroke])
      expect(computeContrast(text, behind)).toBeGreaterThanOrEqual(forText);
    expect(computeContrast(line, behind)).toBeGreaterThanOrEqual(forLines);
  }
  expect(computeContrast(red.stroke, red.fill)).toBeGreaterThanOrEqual(forText);
});

test("kinds differ in more than color: in outline, icon and word", () => {
  const known = looks.filter(([name]) => !name.includes("something else"));
  for (const field of ["icon", "word"] as const) {
    expect(new Set(known.map(([, look]) => look[field])).size).toBe(known.length);
  }
  const outlines = known.filter(([name]) => name.startsWith("table") || name.startsWith("control"));
  expect(new Set(outlines.map(([, { outline }]) => outline)).size).toBe(outlines.length);
});
