import { SaxesParser } from "saxes";
import { createFailure, createInvalidRequest } from "../http/errors";

/** A tag of the layout. */
export interface LayoutNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly LayoutNode[];
}

const blocks = ["Page", "Overlay", "Panel"];
const tags = [...blocks, "Element", "Container", "TabbedContainer", "Tab", "Style", "Size", "Desktop", "Mobile"];
/** Tags of earlier generations. */
const former = ["LayoutElement", "GridContainer"];

/** The blocks of a layout. What can't be read is a 500 that gives no reason, but for what the platform names. */
export function parseLayout(text: string): LayoutNode[] {
  const roots: LayoutNode[] = [];
  const open: { tag: string; attributes: Record<string, string>; children: LayoutNode[] }[] = [];
  const parser = new SaxesParser({ fragment: true, position: false });
  const refuse = (): never => {
    throw createFailure(500, "Internal server error");
  };
  parser.on("error", refuse);
  parser.on("comment", () => {
    throw createInvalidRequest("Invalid layout: comments are not supported");
  });
  parser.on("text", (found) => {
    if (found.trim() !== "") refuse();
  });
  parser.on("opentag", ({ name: tag, attributes }) => {
    if (former.includes(tag)) throw createInvalidRequest(`Invalid layout element: "${tag}"`);
    if (!tags.includes(tag) || (open.length === 0) !== blocks.includes(tag)) refuse();
    open.push({ tag, attributes: attributes as Record<string, string>, children: [] });
  });
  parser.on("closetag", () => {
    const node = open.pop()!;
    (open.at(-1)?.children ?? roots).push(node);
  });
  parser.write(text.replace(/^\s*<\?xml[^>]*\?>/, "")).close();
  return roots;
}

/** The form that a read has: with a prologue, two blanks for each level, and a line break at the end. */
export function writeLayout(roots: readonly LayoutNode[]): string {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>'];
  const write = ({ tag, attributes, children }: LayoutNode, depth: number) => {
    const indent = "  ".repeat(depth);
    const start = [tag, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(" ");
    if (children.length === 0) {
      lines.push(`${indent}<${start}/>`);
      return;
    }
    lines.push(`${indent}<${start}>`);
    for (const child of children) write(child, depth + 1);
    lines.push(`${indent}</${tag}>`);
  };
  for (const root of roots) write(root, 0);
  return `${lines.join("\n")}\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The ids of the elements below a node, in the order of the layout. */
export function listPlacedElements(node: LayoutNode): string[] {
  const own = node.attributes.elementId;
  return [...(own === undefined ? [] : [own]), ...node.children.flatMap(listPlacedElements)];
}

/** A container that the elements lack is dropped with what is in it, without a word. */
export function dropUnknownContainers(node: LayoutNode, elements: { has(id: string): boolean }): LayoutNode {
  const isUnknown = ({ tag, attributes }: LayoutNode) =>
    (tag === "Container" || tag === "TabbedContainer") && !elements.has(attributes.elementId ?? "");
  const children = node.children.filter((child) => !isUnknown(child));
  return { ...node, children: children.map((child) => dropUnknownContainers(child, elements)) };
}

/** Whether two neighbors somewhere below a node overlap. */
export function hasCollision({ children }: LayoutNode): boolean {
  const places = children.flatMap(({ attributes }) => {
    const [columns, rows] = [readSpan(attributes.gridColumn), readSpan(attributes.gridRow)];
    return columns && rows ? [{ columns, rows }] : [];
  });
  const areOverlapping = (a: readonly [number, number], b: readonly [number, number]) => a[0] < b[1] && b[0] < a[1];
  const isHit = places.some((one, index) =>
    places
      .slice(index + 1)
      .some((other) => areOverlapping(one.columns, other.columns) && areOverlapping(one.rows, other.rows)),
  );
  return isHit || children.some(hasCollision);
}

/** The lines between which a node lies, 1-based, the second one beyond it: `1 / 25`. */
export function readSpan(text: string | undefined): readonly [start: number, end: number] | undefined {
  const [, start, end] = /^\s*(-?\d+)\s*\/\s*(-?\d+)\s*$/.exec(text ?? "") ?? [];
  return start === undefined ? undefined : [Number(start), Number(end)];
}

/** A container whose rows end before those of its children is stretched to hold them; nothing below it moves. */
export function stretchContainers(node: LayoutNode): LayoutNode {
  const children = node.children.map(stretchContainers);
  const rows = readSpan(node.attributes.gridRow);
  const ends = children.flatMap(({ attributes }) => readSpan(attributes.gridRow)?.[1] ?? []);
  const needed = Math.max(0, ...ends) - 1;
  const isShort = node.tag === "Container" && rows !== undefined && needed > rows[1] - rows[0];
  const attributes = isShort ? { ...node.attributes, gridRow: `${rows[0]} / ${rows[0] + needed}` } : node.attributes;
  return { ...node, attributes, children };
}
