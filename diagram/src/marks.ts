import type { Area, Point } from "./geometry";
import { type Arrow, broken, type Change, changeLooks, escapeXml, type Outline, type Paint, palette } from "./graph";
import { formOutlinePaths } from "./outlines";

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly fill?: string;
  /** Struck through. */
  readonly gone?: boolean;
}

/** A line of text. */
export function drawText(content: string, { x, y, size, bold, fill = palette.ink, gone }: TextStyle): string {
  const style = `${bold ? ` font-weight="bold"` : ""}${gone ? ` text-decoration="line-through"` : ""}`;
  return `<text x="${x}" y="${y}" font-size="${size}"${style} fill="${fill}">${escapeXml(content)}</text>`;
}

/** A border of a kind, filled. */
export function drawOutline(kind: Outline, area: Area, { fill, stroke }: Paint, width: number): string {
  const [border, ...more] = formOutlinePaths(kind, area);
  const dashes = kind === "dashed" ? ` stroke-dasharray="5 3"` : "";
  return [
    `<path class="box" d="${border}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"${dashes}/>`,
    ...more.map((path) => `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="1"/>`),
  ].join("");
}

/** The sign of a change, in a circle. */
export function drawBadge(change: Change, x: number, y: number): string {
  const { stroke } = changeLooks[change];
  const signs = {
    added: "M-4 0H4M0 -4V4",
    removed: "M-4 0H4",
    changed: "M-4.5 1.5C-2.5 -3.5 2.5 3.5 4.5 -1.5",
  } as const;
  return (
    `<g transform="translate(${x} ${y})"><circle r="8" fill="${stroke}" ` +
    `stroke="${palette.background}" stroke-width="1.5"/><path d="${signs[change]}" fill="none" ` +
    `stroke="${palette.background}" stroke-width="1.8"/></g>`
  );
}

/** The sign of something broken, in a circle. */
export function drawBrokenBadge(x: number, y: number): string {
  return (
    `<g transform="translate(${x} ${y})"><circle r="8" fill="${broken.stroke}" ` +
    `stroke="${palette.background}" stroke-width="1.5"/><path d="M0 -4.5V1M0 3.5V4.5" fill="none" ` +
    `stroke="${palette.background}" stroke-width="1.8"/></g>`
  );
}

/** An arrow head whose tip is at a point. */
export function drawArrowHead(arrow: Arrow, { x, y }: Point, angle: number, color: string): string {
  const [left, top, degrees] = [x, y, (angle * 180) / Math.PI].map(roundNumber);
  const place = `transform="translate(${left} ${top}) rotate(${degrees})"`;
  switch (arrow) {
    case "full":
      return `<path ${place} d="M0 0L-9 -4V4z" fill="${color}" stroke="none"/>`;
    case "open":
      return `<path ${place} d="M-8 -4.5L0 0L-8 4.5"/>`;
    case "dot":
      return `<circle ${place} cx="-3.5" cy="0" r="3.5" fill="${color}" stroke="none"/>`;
  }
}

const roundNumber = (value: number) => Number(value.toFixed(2));
