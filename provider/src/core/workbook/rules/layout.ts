import { isObject, type Json, type Path } from "../../model/json";
import type { Reporter } from "../../model/rules";
import type { Span as TextSpan } from "../../model/text";
import { findNearest, getOwnValue, suggest } from "../../text";
import { hasColumns, layoutTags } from "../kinds";
import { countColumns, type LayoutNode, parseSpan, type Span, walkLayout } from "../layout/layout";
import { placeFields } from "../layout/places";
import type { WorkbookIndex } from "../workbook-index";
import type { WorkbookRule } from "./rule";

/** Where a node is in the document: its line in the XML, or its item of a row. */
export function locateNode(node: LayoutNode, attribute?: string): { path: Path; span?: TextSpan } {
  const { at = ["layout"], line } = node;
  if (line === undefined) return { path: at };
  const value = attribute === undefined ? undefined : node.attributes[attribute];
  const text = value === undefined ? `<${node.tag}` : `${attribute}="${value}"`;
  return { path: at, span: { text, nth: 0, line } };
}

export const layoutForm: WorkbookRule = {
  name: "layout-form",
  severity: "error",
  check({ layoutProblems }, report) {
    for (const { path, message, hint, line, token } of layoutProblems) {
      report({
        path,
        message,
        ...(hint === undefined ? {} : { hint }),
        ...(line === undefined ? {} : { span: { text: token ?? "", nth: 0, line } }),
      });
    }
  },
};

export const placement: WorkbookRule = {
  name: "layout-placement",
  severity: "error",
  check(workbook, report) {
    const { blocks, byId, entries, layout, layoutProblems, placements, document } = workbook;
    // Where the elements or the layout can't be read, nothing is known of their places.
    if (!Array.isArray(document.elements) || !isReadable(document.layout)) return;
    const seen = new Set<string>();
    for (const block of layout.blocks) {
      const { id } = block.attributes;
      if (id === undefined) {
        report({ ...locateNode(block), ...describeNoId(block.tag, "id") });
        continue;
      }
      if (seen.has(id)) {
        const message = `the layout has \`${id}\` twice`;
        const hint = "Put all of it into one block.";
        report({ ...locateNode(block, "id"), message, hint });
      }
      seen.add(id);
      if (blocks.has(id)) continue;
      const message = `there is no page, overlay or panel \`${id}\``;
      report({
        ...locateNode(block, "id"),
        message,
        hint: suggest(findNearest(id, blocks.keys()), blocks.keys()),
      });
    }
    for (const [id, places] of placements) {
      const entry = byId.get(id);
      for (const place of entry === undefined ? places : places.slice(1)) {
        const message = entry === undefined ? `there is no element \`${id}\`` : `the element \`${id}\` is placed twice`;
        const hint =
          entry === undefined ? suggest(findNearest(id, byId.keys()), byId.keys()) : "Place each element once.";
        report({ ...locateNode(place.node, "elementId"), message, hint });
      }
      const { node } = places[0]!;
      const tag = getOwnValue(layoutTags, entry?.kind ?? "") ?? "Element";
      if (entry !== undefined && node.tag !== tag && node.tag !== "Element") {
        const message = `the ${entry.kind} \`${id}\` is a \`${tag}\` in the layout, not a \`${node.tag}\``;
        report({ ...locateNode(node), message, hint: `Write \`<${tag} …>\`.` });
      }
    }
    for (const { node, parent } of walkLayout(layout.blocks)) {
      const isPlaced = ["Element", "Container", "TabbedContainer"].includes(node.tag);
      if (isPlaced && parent !== undefined && node.attributes.elementId === undefined)
        report({ ...locateNode(node), ...describeNoId(node.tag, "elementId") });
      if (node.tag === "TabbedContainer") checkTabs(workbook, node, report);
    }
    // What can't be read may hold them.
    if (layoutProblems.length > 0) return;
    for (const { id, path } of entries) {
      if (id === "" || placements.has(id)) continue;
      const hint = "Place it; data that nobody is to see goes on a page with `visibility: hidden`.";
      report({ path, message: `the element \`${id}\` has no place in the layout`, hint });
    }
  },
};

const isReadable = (layout: Json | undefined) => layout === undefined || typeof layout === "string" || isObject(layout);

const describeNoId = (tag: string, attribute: string) => ({
  message: `this \`${tag}\` has no \`${attribute}\``,
  hint: attribute === "id" ? 'Write `id="…"` with the id of its page.' : 'Write `elementId="…"`.',
});

/** Tabs are found by their position: the element has their names, the layout what is in them. */
function checkTabs(workbook: WorkbookIndex, node: LayoutNode, report: Reporter): void {
  const tabs = workbook.byId.get(node.attributes.elementId ?? "")?.element.tabs;
  const count = node.children.filter(({ tag }) => tag === "Tab").length;
  if (!Array.isArray(tabs) || tabs.length === count) return;
  const message =
    `\`${node.attributes.elementId}\` has ${tabs.length} tabs, and the layout ${count}: they belong together by ` +
    "their position";
  const hint = "Write as many here as `tabs` has.";
  report({ ...locateNode(node, "elementId"), message, hint });
}

export const geometry: WorkbookRule = {
  name: "layout-lines",
  severity: "error",
  check(workbook, report) {
    if (workbook.noun === "report") return checkPixels(workbook, report);
    for (const { node } of walkLayout(workbook.layout.blocks)) {
      for (const attribute of ["gridColumn", "gridRow"]) {
        const written = node.attributes[attribute];
        const span = parseSpan(written);
        if (written === undefined) continue;
        const at = locateNode(node, attribute);
        if (span === undefined) {
          const hint = "The full width of 24 columns is `1 / 25`.";
          report({ ...at, message: `\`${attribute}\` is two lines of the grid with \`/\` between them`, hint });
          continue;
        }
        if (span.start < 1) {
          report({
            ...at,
            message: "lines of the grid begin with 1",
            hint: "The full width of 24 columns is `1 / 25`.",
          });
        } else if (span.end <= span.start) {
          report({
            ...at,
            message: "the second line is behind the first",
            hint: "The full width of 24 columns is `1 / 25`.",
          });
        }
      }
      const rows = parseSpan(node.attributes.gridRow);
      const kind = workbook.byId.get(node.attributes.elementId ?? "")?.kind;
      if (kind === "page-break" && rows !== undefined && rows.end - rows.start !== 1) {
        const at = locateNode(node, "gridRow");
        const hint = `Write \`gridRow="${rows.start} / ${rows.start + 1}"\`.`;
        report({ ...at, message: "a page break is one row high", hint });
      }
    }
  },
};

export const rendering: WorkbookRule = {
  name: "layout-fit",
  severity: "warning",
  check(workbook, report) {
    if (workbook.noun === "report") return checkPages(workbook, report);
    for (const { node } of walkLayout(workbook.layout.blocks)) {
      checkOverlaps(node.children.flatMap(readGridPlace), report);
      checkColumns(node, report);
      checkPlaced(node, report);
      const rows = parseSpan(node.attributes.gridRow);
      const height = rows === undefined ? undefined : rows.end - rows.start;
      const needed = Math.max(0, ...[node, ...node.children].filter(isAround).map(countRows));
      if (height !== undefined && needed > height) {
        const effect =
          node.tag === "Container" ? "the platform stretches it, and nothing beside it" : "the rest is cut off";
        const parent = getOwnValue(nouns, node.tag) ?? node.tag;
        const message = `what is in this ${parent} takes ${needed} rows, and it has ${height}: ${effect}`;
        report({ ...locateNode(node, "gridRow"), message, hint: `Give it ${needed} rows.` });
      }
      const kind = workbook.byId.get(node.attributes.elementId ?? "")?.kind;
      if (kind === "kpi-chart" && rows !== undefined && rows.end - rows.start < 5) {
        const message = `a KPI of ${rows.end - rows.start} rows cuts off its title`;
        report({ ...locateNode(node, "gridRow"), message, hint: "Give it 5 rows or more." });
      }
    }
  },
};

const nouns: Readonly<Record<string, string>> = { Container: "container", TabbedContainer: "tabbed container" };

/** What has rows of its own; those of a tab are rows of the container around it. */
const isAround = ({ tag }: LayoutNode) => ["Container", "Tab"].includes(tag);

const countRows = ({ children }: LayoutNode) =>
  Math.max(1, ...children.map(({ attributes }) => parseSpan(attributes.gridRow)?.end ?? 1)) - 1;

/** What is in a grid has a place in it; and the grid has columns and rows that the platform shows. */
function checkPlaced(node: LayoutNode, report: Reporter): void {
  const { type, gridTemplateRows } = node.attributes;
  const columns = countColumns(node);
  if (node.tag === "Tab" && gridTemplateRows?.includes("fr")) {
    const at = locateNode(node, "gridTemplateRows");
    report({ ...at, message: "rows that share the height aren't shown in a tab", hint: "Write `auto`." });
  }
  if (columns !== undefined && ![6, 12, 24].includes(columns)) {
    const at = locateNode(node, "gridTemplateColumns");
    report({ ...at, message: `a grid has 6, 12 or 24 columns, not ${columns}`, hint: "Write `repeat(24, 1fr)`." });
  }
  const isGrid = type === "grid" || (type === undefined && ["Page", "Panel", "Overlay", "Tab"].includes(node.tag));
  for (const child of isGrid ? node.children : []) {
    const missing = ["gridColumn", "gridRow"].filter((name) => child.attributes[name] === undefined);
    const isPlaced = ["Element", "Container", "TabbedContainer"].includes(child.tag);
    if (!isPlaced || missing.length === 0) continue;
    const message = `\`${child.attributes.elementId}\` has no ${missing.map((name) => `\`${name}\``).join(" and no ")}`;
    report({
      ...locateNode(child),
      message,
      hint: 'Write `gridColumn="1 / 25"`, `gridRow="1 / 7"`.',
    });
  }
}

/** The elements of a report lie at pixels. Of what is in a container, nothing is documented. */
function checkPixels({ layout }: WorkbookIndex, report: Reporter): void {
  for (const node of layout.blocks.flatMap(({ children }) => children)) {
    const wrong = node.tag === "Element" ? placeFields.find((field) => !isPixels(node.attributes[field])) : undefined;
    if (wrong === undefined) continue;
    const written = node.attributes[wrong];
    const what = written === undefined ? `no \`${wrong}\`` : `\`${wrong}="${written}"\`, which is no number of pixels`;
    const message = `\`${node.attributes.elementId}\` has ${what}`;
    report({ ...locateNode(node, wrong), message, hint: "In a report, write x, y, width and height in pixels." });
  }
}

const isPixels = (text: string | undefined) => text !== undefined && /^\d+(\.\d+)?$/.test(text);

/**
 * What reaches beyond the pages of a report, where it says how large they are; and tables and charts that cover each
 * other. Texts and images may lie on anything.
 */
function checkPages({ document, layout, byId }: WorkbookIndex, report: Reporter): void {
  const { pageWidth, pageHeight } = isObject(document.config) ? document.config : {};
  for (const block of layout.blocks) {
    const placed = block.children.map(readPixelPlace);
    const isData = ({ node }: Placed) => hasColumns(byId.get(node.attributes.elementId ?? "")?.kind ?? "");
    checkOverlaps(placed.filter(isData), report);
    for (const { node, columns, rows } of block.tag === "Page" ? placed : []) {
      for (const [field, { end }, most] of [
        ["width", columns, pageWidth],
        ["height", rows, pageHeight],
      ] as const) {
        if (typeof most !== "number" || !(end > most)) continue;
        const message = `\`${node.attributes.elementId}\` ends at ${end} pixels, and the page at ${most}`;
        report({ ...locateNode(node, field), message, hint: "Move it, make it smaller, or change `config`." });
      }
    }
  }
}

function readPixelPlace(node: LayoutNode): Placed {
  const [x = 0, y = 0, width = 0, height = 0] = placeFields.map((field) => Number(node.attributes[field]));
  return { node, columns: { start: x, end: x + width }, rows: { start: y, end: y + height } };
}

/** What stands beyond the columns of what it is in. */
function checkColumns(node: LayoutNode, report: Reporter): void {
  const columns = countColumns(node);
  if (columns === undefined) return;
  for (const child of node.children) {
    const span = parseSpan(child.attributes.gridColumn);
    if (span === undefined || span.end <= columns + 1) continue;
    const message = `this reaches beyond the ${columns} columns there are`;
    report({
      ...locateNode(child, "gridColumn"),
      message,
      hint: `The last line is ${columns + 1}.`,
    });
  }
}

interface Placed {
  readonly node: LayoutNode;
  readonly columns: Span;
  readonly rows: Span;
}

function readGridPlace(node: LayoutNode): Placed[] {
  const [columns, rows] = [parseSpan(node.attributes.gridColumn), parseSpan(node.attributes.gridRow)];
  return columns && rows ? [{ node, columns, rows }] : [];
}

function checkOverlaps(placed: readonly Placed[], report: Reporter): void {
  const byTop = placed.toSorted((a, b) => a.rows.start - b.rows.start);
  for (const [index, one] of byTop.entries()) {
    const other = byTop
      .slice(0, index)
      .find((before) => before.rows.end > one.rows.start && isBeside(before.columns, one.columns));
    if (other === undefined) continue;
    const message = `\`${one.node.attributes.elementId}\` covers part of \`${other.node.attributes.elementId}\``;
    report({ ...locateNode(one.node, "elementId"), message, hint: "Move one of the two." });
  }
}

const isBeside = (a: Span, b: Span) => a.start < b.end && b.start < a.end;
