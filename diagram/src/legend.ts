import { measureText } from "./fonts";
import { type Change, changeLooks, type Graph, getLook, type Line, type Look, lines, palette } from "./graph";
import { fitLine } from "./lines";
import { drawArrowHead, drawBadge, drawOutline, drawText } from "./marks";

/** Something a picture has, explained. */
interface LegendItem {
  readonly word: string;
  /** A sample, in an area of {@link sample}. */
  readonly svg: string;
}

/** The size of a legend's samples. */
const sample = { width: 34, height: 22 } as const;

/** What a picture has: kinds of nodes and edges, and changes. */
function listLegendItems({ nodes, edges, compared }: Graph): LegendItem[] {
  const changes = compared ? (Object.keys(changeLooks) as Change[]) : [];
  const looks = new Map(nodes.map((node) => [getLook(node).word, getLook(node)]));
  const kinds = new Set(edges.map(({ kind }) => kind));
  const lineLooks = Object.entries(lines).flatMap(([kind, line]) =>
    kinds.has(kind as keyof typeof lines) ? [line] : [],
  );
  return [
    ...changes.map((change) => ({
      word: changeLooks[change].word,
      svg: drawBadge(change, sample.width / 2, sample.height / 2),
    })),
    ...[...looks].map(([word, look]) => ({ word, svg: drawBoxSample(look) })),
    ...lineLooks.map((line) => ({ word: line.word, svg: drawLineSample(line) })),
  ];
}

const words = { size: 11.5, gap: 8, width: 200, next: 24, line: 26 } as const;

/** The legend as a part of a picture, in lines of at most a width. */
export function drawLegend(graph: Graph, width: number): { svg: string; height: number } {
  let [x, y] = [0, 0];
  const parts = listLegendItems(graph).map((item) => {
    const word = fitLine(item.word, words);
    const needed = sample.width + words.gap + Math.ceil(measureText(word, words.size));
    if (x > 0 && x + needed > width) [x, y] = [0, y + words.line];
    const place = `translate(${x} ${y})`;
    x += needed + words.next;
    const at = { x: sample.width + words.gap, y: sample.height / 2 + 4 };
    return `<g transform="${place}">${item.svg}${drawText(word, { ...at, size: words.size, fill: palette.muted })}</g>`;
  });
  return { svg: `<g class="legend">${parts.join("\n")}</g>`, height: y + sample.height };
}

function drawBoxSample(look: Look): string {
  const area = { x: 1, y: 1, width: sample.width - 2, height: sample.height - 2 };
  const place = `translate(${sample.width / 2 - 6} ${sample.height / 2 - 6}) scale(0.75)`;
  const icon = `<path transform="${place}" d="${look.icon}" fill="none" stroke="${look.stroke}" stroke-width="1.6"/>`;
  return drawOutline(look.outline, area, look, 1.25) + icon;
}

function drawLineSample({ stroke, width, dashes, arrow }: Line): string {
  const y = sample.height / 2;
  const line = `<path d="M0 ${y}H${sample.width - 6}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;
  const head = drawArrowHead(arrow, { x: sample.width, y }, 0, stroke);
  return `<g fill="none" stroke="${stroke}" stroke-width="${width}">${line}${head}</g>`;
}
