import { escapeXml } from "pulumi-analytics-diagram/graph";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { type Box, isSamePage, type Mark, type Page } from "./scene";
import type { Shown } from "./shown";

/** A picture as SVG, with its size in pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The colors of pictures, on light and on dark ground; a change has the color of its mark. */
export const palettes = {
  light: {
    text: "#1f2933",
    muted: "#5b6773",
    line: "#9aa5b1",
    fill: "#ffffff",
    page: "#f2f4f7",
    sketch: "#c3ccd6",
    added: "#1a7f37",
    removed: "#b42318",
    moved: "#6941c6",
    changed: "#b54708",
  },
  dark: {
    text: "#e6edf3",
    muted: "#a3b0bd",
    line: "#5b6875",
    fill: "#161c24",
    page: "#0d1117",
    sketch: "#465362",
    added: "#56d364",
    removed: "#ff8b82",
    moved: "#b69cff",
    changed: "#f0a45d",
  },
} as const;

/** Colors by what they are for. */
export type Palette = Readonly<Record<keyof typeof palettes.light, string>>;

/** The sign of a change, which says the same as its color. */
export const markSigns: Readonly<Record<Mark, string>> = { added: "+", removed: "−", moved: "→", changed: "~" };

const margin = 16;
/** Of a page in a picture: its name, and the line that says what the picture is. */
const heading = 56;
const font = "'DejaVu Sans', Verdana, sans-serif";

/** What every picture says of itself: nobody is to take a sketch for data. */
export const notice = "Wireframe from the layout. No data is shown.";

/** Pages below each other as one picture; of two versions those that differ side by side. */
export function drawPages(shown: Shown): Picture {
  const rows = pairPages(shown).map(listVersions);
  const measure = (row: readonly Version[]) => addUp(row.map(({ page }) => page.width)) + (row.length - 1) * margin;
  const width = Math.max(480, ...rows.map(measure)) + 2 * margin;
  let y = margin;
  const parts: string[] = [];
  for (const row of rows) {
    let x = margin;
    for (const { page, caption } of row) {
      parts.push(`<g transform="translate(${x} ${y})">${drawHeading(page, caption)}${drawPage(page, heading)}</g>`);
      x += page.width + margin;
    }
    y += heading + Math.max(...row.map(({ page }) => page.height)) + 2 * margin;
  }
  return { svg: writeSvg(parts, { title: shown.title, width, height: y }, palettes.light), width, height: y };
}

const addUp = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

function drawHeading(page: Page, caption: string): string {
  const title = caption === "" ? formPageName(page) : `${caption}: ${formPageName(page)}`;
  const { width } = page;
  const { text, muted } = palettes.light;
  return (
    writeText(title, { x: 0, y: 20, size: 18, width, bold: true, fill: text }) +
    writeText(notice, { x: 0, y: 42, size: 12, width, fill: muted })
  );
}

/** Each page of one version or the other, in the order of both. */
export function pairPages({ before, after }: Shown): (readonly [before: Page | undefined, after: Page | undefined])[] {
  const ids = [...new Set([...(before ?? []), ...after].map(({ id }) => id))];
  return ids.map((id) => {
    const [old, now] = [before, after].map((pages) => pages?.find((page) => page.id === id));
    // Of one version, it is no page that came.
    return before === undefined ? [now, now] : [old, now];
  });
}

/** A page as it is drawn, and which version it is; empty: there is one only. */
interface Version {
  readonly page: Page;
  readonly caption: string;
}

/** The versions of a page that are drawn: one that is in both as it was is drawn once. */
function listVersions([before, after]: readonly [Page | undefined, Page | undefined]): Version[] {
  if (before === after) return [{ page: after!, caption: "" }];
  if (before && after && isSamePage(before, after)) return [{ page: after, caption: "Unchanged" }];
  return [
    ...(before ? [{ page: before, caption: "Before" }] : []),
    ...(after ? [{ page: after, caption: "After" }] : []),
  ];
}

/** Pages as lines for a terminal: below each page's name its elements, with what they are. */
export function writeOutline(pages: readonly Page[]): string {
  const formLine = (box: Box) => `  ${box.title === "" ? box.id : box.title}: ${describeBox(box)}`;
  const lines = pages.flatMap((page) => [formPageName(page), ...page.boxes.map(formLine)]);
  return `${lines.map(escapeLine).join("\n")}\n`;
}

/** A page by itself, for where its name stands beside the picture. */
export function drawSinglePage(page: Page, palette: Palette): string {
  const { width, height } = page;
  return writeSvg([drawPage(page, 0, palette)], { title: formPageName(page), width, height }, palette);
}

/** A page's name, and what it is if it isn't simply a page. */
export function formPageName({ name, kind, isHidden }: Page): string {
  if (kind === "page") return isHidden ? `${name} (hidden)` : name;
  return `${name} (${kind})`;
}

function writeSvg(
  parts: readonly string[],
  { title, width, height }: { readonly title: string; readonly width: number; readonly height: number },
  { fill }: Palette,
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `role="img" font-family="${font}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${fill}"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function drawPage(page: Page, y: number, palette: Palette = palettes.light): string {
  return [
    `<g transform="translate(0 ${y})">`,
    `<rect width="${page.width}" height="${page.height}" rx="4" fill="${palette.page}"/>`,
    ...page.boxes.map((box) => drawBox(box, palette)),
    "</g>",
  ].join("\n");
}

/** The height of a box's lines. */
const lineHeights = { title: 16, about: 15 } as const;

function drawBox(box: Box, palette: Palette): string {
  const { x, y, width, height, isContainer, mark } = box;
  const area = { left: x + 3, top: y + 3, width: Math.max(width - 6, 4), height: Math.max(height - 6, 4) };
  const color = mark === undefined ? undefined : palette[mark];
  const about = describeBox(box);
  const { left, top } = area;
  const border =
    `<rect x="${left}" y="${top}" width="${area.width}" height="${area.height}" rx="4" ` +
    `fill="${isContainer ? "none" : palette.fill}" stroke="${color ?? palette.line}" ` +
    `stroke-width="${mark === undefined ? 1 : 3}"${isContainer ? ' stroke-dasharray="6 4"' : ""}/>`;
  const tip = `<title>${escapeXml(`${box.title}: ${about}${mark === undefined ? "" : `, ${mark}`}`)}</title>`;
  const title = (mark === undefined ? "" : `${markSigns[mark]} `) + box.title;
  const contents = isContainer ? drawContainerTitle(box.title === "" ? "" : title, area, palette) : "";
  const words = isContainer ? "" : drawWords({ title, color: color ?? palette.text, box, palette }, area);
  return `<g data-element="${escapeXml(box.id)}">${border}${tip}${contents}${words}</g>`;
}

/**
 * The line under a box's title: what it is, and where it reads from or which values it has.
 *
 * @param isShort leaves out what the whole picture says of itself.
 */
function describeBox({ kind, source, values }: Box, isShort = false): string {
  const noun = kind
    .replace(/-chart$/, " chart")
    .replace(/^kpi\b/, "KPI")
    .replaceAll("-", " ");
  if (values !== undefined) return `${noun}: ${values}`;
  const shown = kind.endsWith("-chart") && !isShort ? `${noun} (wireframe)` : noun;
  return source === undefined ? shown : `${shown}, from ${source}`;
}

function drawContainerTitle(title: string, { left, top, width, height }: Area, { muted }: Palette): string {
  if (title === "" || height <= 20) return "";
  return writeText(title, { x: left + 8, y: top + 15, width: width - 16, size: 11, fill: muted });
}

interface Words {
  readonly title: string;
  readonly color: string;
  readonly box: Box;
  readonly palette: Palette;
}

/** The sizes of a title: the first in which its longest word has room. */
const titleSizes = [13, 12, 11, 10, 9] as const;

/** A line of fewer letters is short. */
const shortLine = 20;

/** The title and the line under it, in as many lines as the box has room for; below them the sketch. */
function drawWords({ title, color, box, palette }: Words, area: Area): string {
  const { left, top, width, height } = area;
  const room = { x: left + 8, width: width - 16 };
  const longest = Math.max(...title.split(/\s+/u).map((word) => [...word].length));
  const size = titleSizes.find((one) => countLetters({ ...room, size: one, bold: true }) >= longest) ?? 11;
  const titleStyle = { ...room, size, bold: true, fill: color };
  const titles = splitText(title, titleStyle, Math.min(3, Math.max(1, Math.floor((height - 8) / lineHeights.title))));
  const parts = titles.map((line, index) =>
    writeText(line, { ...titleStyle, y: top + Math.min(19, height / 2 + 5) + index * lineHeights.title }),
  );
  let used = 4 + titles.length * lineHeights.title;
  const aboutStyle = { ...room, size: 11, fill: palette.muted };
  const about = describeBox(box, countLetters(aboutStyle) < shortLine);
  const abouts = splitText(about, aboutStyle, Math.min(3, Math.floor((height - used - 4) / lineHeights.about)));
  for (const line of abouts) {
    used += lineHeights.about;
    parts.push(writeText(line, { ...aboutStyle, y: top + used }));
  }
  const sketched = { left: left + 10, top: top + used + 9, width: width - 20, height: height - used - 19 };
  return [...parts, sketched.width < 30 || sketched.height < 12 ? "" : sketch(box.kind, sketched, palette)].join("");
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A few lines that say what kind of element it is; alike for all of a kind, so that they look like no data. */
function sketch(kind: string, { left: x, top: y, width, height }: Area, palette: Palette): string {
  const fill = `fill="${palette.sketch}"`;
  const stroke = `fill="none" stroke="${palette.sketch}" stroke-width="2"`;
  if (/^(bar|combo|waterfall|box)-chart$/.test(kind)) {
    const bars = 6;
    return Array.from({ length: bars }, (_, index) => {
      const bar = width / bars;
      return `<rect x="${x + index * bar}" y="${y}" width="${bar * 0.7}" height="${height}" ${fill}/>`;
    }).join("");
  }
  if (/^(line|area|scatter)-chart$/.test(kind)) return `<path d="M${x} ${y + height}L${x + width} ${y}" ${stroke}/>`;
  const radius = Math.min(width, height) / 2 - 1;
  const [middle, center] = [x + width / 2, y + height / 2];
  if (kind === "pie-chart") return drawCircle(middle, center, radius, 0, stroke);
  if (kind === "donut-chart") return drawCircle(middle, center, radius, radius * 0.55, stroke);
  if (kind === "gauge-chart") {
    const [outer, inner] = [Math.min(width / 2, height) - 1, 0.55 * (Math.min(width / 2, height) - 1)];
    const base = y + height;
    return (
      `<path d="M${middle - outer} ${base}a${outer} ${outer} 0 0 1 ${2 * outer} 0h${inner - outer}` +
      `a${inner} ${inner} 0 0 0 ${-2 * inner} 0z" ${stroke}/>`
    );
  }
  if (kind === "kpi-chart")
    return `<rect x="${x}" y="${y}" width="${Math.min(width, 80)}" height="${Math.min(height, 24)}" rx="4" ${fill}/>`;
  if (/table$/.test(kind)) {
    const rows = Math.min(8, Math.floor(height / 14));
    return Array.from({ length: rows }, (_, row) => `<path d="M${x} ${y + row * 14 + 6}h${width}" ${stroke}/>`).join(
      "",
    );
  }
  return "";
}

/** A circle of three equal parts, with a hole if it has an inner radius. */
function drawCircle(x: number, y: number, outer: number, inner: number, stroke: string): string {
  const spokes = [-90, 30, 150].map((degrees) => {
    const [right, down] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const end = [x + outer * right, y + outer * down].map((value) => value.toFixed(2)).join(" ");
    return `M${(x + inner * right).toFixed(2)} ${(y + inner * down).toFixed(2)}L${end}`;
  });
  const hole = inner === 0 ? "" : `<circle cx="${x}" cy="${y}" r="${inner}" ${stroke}/>`;
  return `<circle cx="${x}" cy="${y}" r="${outer}" ${stroke}/>${hole}<path d="${spokes.join("")}" ${stroke}/>`;
}

interface TextStyle {
  readonly size: number;
  readonly width: number;
  readonly bold?: boolean;
}

/** How many letters fit into a line. The command has no measures of fonts without the drawing package. */
const countLetters = ({ size, width, bold }: TextStyle) =>
  Math.max(1, Math.floor(width / (size * (bold ? 0.68 : 0.6))));

/** A text in lines, broken where words end; the last is cut. None: there is no room for any. */
function splitText(text: string, style: TextStyle, most: number): string[] {
  if (most < 1) return [];
  const letters = countLetters(style);
  const lines = [""];
  for (const word of text.split(/\s+/u)) {
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (lines.length === most || [...line, " ", ...word].length <= letters) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

interface PlacedStyle {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
}

/** One line, cut where it would be wider than it may be. */
function writeText(text: string, { x, y, fill, ...style }: TextStyle & PlacedStyle): string {
  const most = countLetters(style);
  const letters = [...text.replace(/\s+/g, " ")];
  const shown = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
  const { size, bold } = style;
  return (
    `<text x="${x}" y="${y}" font-size="${size}"${bold ? ' font-weight="bold"' : ""} ` +
    `fill="${fill}">${escapeXml(shown)}</text>`
  );
}
