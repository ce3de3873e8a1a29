import { textWidth } from "./fonts";
import type { Graph } from "./graph";
import { changeLooks, type Line, type Look, lines, lookOf, palette } from "./looks";
import { arrowHead, badge, outline, text } from "./svg";

/** The legend of a picture. */
export interface Legend {
  readonly svg: string;
  readonly height: number;
}

const line = 26;
const sample = 34;
const size = 11.5;

/** Explains what a picture has: its kinds of nodes and edges, and changes; as lines of at most a width. */
export function legendOf(graph: Graph, width: number): Legend {
  const looks = new Map(graph.nodes.map((node) => [lookOf(node).word, lookOf(node)]));
  const kinds = Object.entries(lines).filter(([kind]) => graph.edges.some((edge) => edge.kind === kind));
  const entries: [word: string, draw: (x: number, y: number) => string][] = [
    ...(graph.compared ? Object.entries(changeLooks) : []).map(
      ([change, { word }]): [string, (x: number, y: number) => string] => [
        word,
        (x, y) => badge(change as keyof typeof changeLooks, x + sample / 2, y),
      ],
    ),
    ...[...looks].map(([word, look]): [string, (x: number, y: number) => string] => [
      word,
      (x, y) => boxSample(look, x, y),
    ]),
    ...kinds.map(([, edge]): [string, (x: number, y: number) => string] => [
      edge.word,
      (x, y) => lineSample(edge, x, y),
    ]),
  ];
  let [x, y] = [0, line / 2];
  const parts = entries.map(([word, draw]) => {
    const needed = sample + 8 + Math.ceil(textWidth(word, size));
    if (x > 0 && x + needed > width) [x, y] = [0, y + line];
    const part = draw(x, y) + text(word, { x: x + sample + 8, y: y + 4, size, fill: palette.muted });
    x += needed + 24;
    return part;
  });
  return { svg: `<g class="legend">${parts.join("\n")}</g>`, height: y + line / 2 };
}

function boxSample(look: Look, x: number, y: number): string {
  const area = { x, y: y - 10, width: sample, height: 20 };
  const icon = `<path transform="translate(${x + sample / 2 - 6} ${y - 6}) scale(0.75)" d="${look.icon}" fill="none" stroke="${look.stroke}" stroke-width="1.6"/>`;
  return outline(look.outline, area, look, 1.25) + icon;
}

function lineSample({ stroke, width, dashes, arrow }: Line, x: number, y: number): string {
  const path = `<path d="M${x} ${y}H${x + sample - 6}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;
  return `<g fill="none" stroke="${stroke}" stroke-width="${width}">${path}${arrowHead(arrow, { x: x + sample, y }, 0, stroke)}</g>`;
}
