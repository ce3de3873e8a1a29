import { escapeXml } from "pulumi-analytics-diagram/graph";
import type { Box, Mark, Page } from "./scene";

/** A picture as SVG, with its size in pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const colors = {
  text: "#1f2933",
  muted: "#5b6773",
  line: "#9aa5b1",
  fill: "#ffffff",
  page: "#f2f4f7",
  sketch: "#c3ccd6",
} as const;

/** How a change looks: its color, and the sign that says the same without color. */
export const markLooks: Readonly<Record<Mark, { readonly color: string; readonly sign: string }>> = {
  added: { color: "#1a7f37", sign: "+" },
  removed: { color: "#b42318", sign: "−" },
  moved: { color: "#6941c6", sign: "→" },
  changed: { color: "#b54708", sign: "~" },
};

const margin = 16;
const heading = 40;
const font = "'DejaVu Sans', Verdana, sans-serif";

/** Pages below each other as one picture. */
export function drawPages(pages: readonly Page[], title: string): Picture {
  const width = Math.max(480, ...pages.map((page) => page.width)) + 2 * margin;
  let y = margin;
  const parts: string[] = [];
  for (const page of pages) {
    parts.push(`<g transform="translate(${margin} ${y})">${drawPage(page)}</g>`);
    y += heading + page.height + 2 * margin;
  }
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" ` +
      `role="img" font-family="${font}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${y}" fill="#ffffff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
  return { svg, width, height: y };
}

function drawPage(page: Page): string {
  const about = page.kind === "page" ? (page.isHidden ? " (hidden)" : "") : ` (${page.kind})`;
  return [
    writeText(`${page.name}${about}`, { x: 0, y: 24, size: 18, width: page.width, bold: true }),
    `<g transform="translate(0 ${heading})">`,
    `<rect width="${page.width}" height="${page.height}" rx="4" fill="${colors.page}"/>`,
    ...page.boxes.map(drawBox),
    "</g>",
  ].join("\n");
}

function drawBox(box: Box): string {
  const { x, y, width, height, isContainer, mark } = box;
  const [left, top, right, bottom] = [x + 3, y + 3, Math.max(width - 6, 4), Math.max(height - 6, 4)];
  const look = mark === undefined ? undefined : markLooks[mark];
  const noun = box.kind.replace(/-chart$/, " chart").replaceAll("-", " ");
  const origin = box.source === undefined ? noun : `${noun}, from ${box.source}`;
  const about = box.values === undefined ? origin : `${noun}: ${box.values}`;
  const lines = [
    `<rect x="${left}" y="${top}" width="${right}" height="${bottom}" rx="4" ` +
      `fill="${isContainer ? "none" : colors.fill}" stroke="${look?.color ?? colors.line}" ` +
      `stroke-width="${look === undefined ? 1 : 3}"${isContainer ? ' stroke-dasharray="6 4"' : ""}/>`,
    `<title>${escapeXml(`${box.title}: ${about}${mark === undefined ? "" : `, ${mark}`}`)}</title>`,
  ];
  const sign = look === undefined ? "" : `${look.sign} `;
  const fits = { x: left + 8, width: right - 16 };
  if (isContainer) {
    if (box.title !== "" && bottom > 20)
      lines.push(writeText(sign + box.title, { ...fits, y: top + 15, size: 11, fill: colors.muted }));
  } else {
    if (bottom >= 70) lines.push(sketch(box, { left, top, right, bottom }));
    lines.push(
      writeText(sign + box.title, {
        ...fits,
        y: top + Math.min(19, bottom / 2 + 5),
        size: 13,
        bold: true,
        fill: look?.color ?? colors.text,
      }),
    );
    if (bottom >= 40) lines.push(writeText(about, { ...fits, y: top + 35, size: 11, fill: colors.muted }));
  }
  return `<g data-element="${escapeXml(box.id)}">${lines.join("")}</g>`;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A few lines that say what kind of element it is. */
function sketch({ kind }: Box, { left, top, right, bottom }: Area): string {
  const [x, y, width, height] = [left + 10, top + 44, right - 20, bottom - 54];
  if (width < 30 || height < 10) return "";
  const fill = `fill="${colors.sketch}"`;
  const stroke = `fill="none" stroke="${colors.sketch}" stroke-width="2"`;
  if (/^(bar|combo|waterfall|box)-chart$/.test(kind)) {
    const heights = [0.5, 0.8, 0.6, 1, 0.7, 0.9];
    return heights
      .map((part, index) => {
        const bar = width / heights.length;
        return (
          `<rect x="${x + index * bar}" y="${y + height * (1 - part)}" width="${bar * 0.7}" ` +
          `height="${height * part}" ${fill}/>`
        );
      })
      .join("");
  }
  if (/^(line|area|scatter)-chart$/.test(kind)) {
    const points = [0.8, 0.5, 0.6, 0.3, 0.4, 0.1].map(
      (part, index) => `${x + (index * width) / 5},${y + height * part}`,
    );
    return `<polyline points="${points.join(" ")}" ${stroke}/>`;
  }
  if (/^(pie|donut|gauge)-chart$/.test(kind)) {
    const radius = Math.min(width, height) / 2;
    return (
      `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${radius}" ${stroke}/><path d="M${x + width / 2} ` +
      `${y + height / 2}v${-radius}" ${stroke}/>`
    );
  }
  if (kind === "kpi-chart")
    return writeText("123", { x, y: y + Math.min(height, 28), size: 26, width, bold: true, fill: colors.sketch });
  if (/table$/.test(kind)) {
    const rows = Math.min(8, Math.floor(height / 14));
    return Array.from({ length: rows }, (_, row) => `<path d="M${x} ${y + row * 14 + 6}h${width}" ${stroke}/>`).join(
      "",
    );
  }
  return "";
}

interface TextOptions {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
  readonly bold?: boolean;
  readonly fill?: string;
}

/** One line, cut where it would be wider than it may be. */
function writeText(text: string, { x, y, size, width, bold = false, fill = colors.text }: TextOptions): string {
  const most = Math.max(1, Math.floor(width / (size * (bold ? 0.68 : 0.6))));
  const letters = [...text.replace(/\s+/g, " ")];
  const shown = letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
  return (
    `<text x="${x}" y="${y}" font-size="${size}"${bold ? ' font-weight="bold"' : ""} ` +
    `fill="${fill}">${escapeXml(shown)}</text>`
  );
}
