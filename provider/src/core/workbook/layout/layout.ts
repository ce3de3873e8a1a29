/** The layout of a workbook: XML that says on which page each element is, and where. */

import type { Path } from "../../model/json";
import { escapeAttribute, getOwnValue, ownLimit } from "../../text";

/** The library, loaded with the first layout: a data model has none. */
const loadSaxes = () => require("saxes") as typeof import("saxes");

/** A tag of the layout. */
export interface LayoutNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly LayoutNode[];
  /** Its line in the text, from 1; absent: it was never text. */
  readonly line?: number;
  /** Where it, or the text that it is in, stands in the document. */
  readonly at?: Path;
}

/** What is wrong with a layout as XML. */
export interface LayoutProblem {
  readonly message: string;
  readonly hint?: string;
  /** From 1. */
  readonly line: number;
  /** What of that line is meant. */
  readonly token?: string;
}

/** A layout, read: its blocks, and what keeps it from being one. */
export interface ParsedLayout {
  readonly blocks: readonly LayoutNode[];
  readonly problems: readonly LayoutProblem[];
}

/** Tags inside each other, as many as lists and mappings in a file. */
const deepest = 64;

const blockTags = ["Page", "Panel", "Overlay"];

/** Each tag with those that it may be in. */
const parents: Readonly<Record<string, readonly string[]>> = {
  Element: ["Page", "Panel", "Overlay", "Container", "Tab"],
  Container: ["Page", "Panel", "Overlay", "Container", "Tab"],
  TabbedContainer: ["Page", "Panel", "Overlay", "Container", "Tab"],
  Tab: ["TabbedContainer"],
  Style: ["Container"],
  Size: ["Element", "Container", "TabbedContainer"],
  Desktop: ["Style", "Size"],
  Mobile: ["Style", "Size"],
};

/** Tags of earlier generations, and what they are called now. */
const formerTags: Readonly<Record<string, string>> = { LayoutElement: "Element", GridContainer: "Container" };

/** A layout with today's tags: in XML, `<` stands nowhere but before a tag. */
export const renameFormerTags = (text: string): string =>
  text.replace(/(<\/?)(\w+)/g, (tag, start: string, name: string) => {
    const now = getOwnValue(formerTags, name);
    return now === undefined ? tag : start + now;
  });

/** An ampersand that begins no name of a character. */
const bareAmpersand = /&(?!(?:\w+|#\d+|#x[\da-f]+);)/i;

/** What to write where the parser finds a fault. */
const xmlHints: readonly (readonly [RegExp, string])[] = [
  [/unquoted attribute/, 'Put the value in quotes: `elementId="revenue"`.'],
  [/attribute name|attribute without value/, 'A quote is missing: write `elementId="revenue"`.'],
  [/unclosed tag/, "Close it with `</…>`, or end the tag with `/>`."],
  [/close tag|closing tag/, "End the tag before it with `/>`, or close it first."],
  [/duplicate attribute/, "Write each attribute once."],
];

const prologue = /^\s*<\?xml[^>]*\?>/;

/**
 * Reads a layout: several blocks one after the other, after an optional prologue.
 *
 * @param at where the text stands in the document.
 * @example parseLayout('<Page id="main"><Element elementId="kpi" gridRow="1 / 6"/></Page>').blocks[0].tag // "Page"
 */
export function parseLayout(text: string, at: Path = []): ParsedLayout {
  const blocks: LayoutNode[] = [];
  const problems: LayoutProblem[] = [];
  const open: { node: LayoutNode & { children: LayoutNode[] }; isKnown: boolean }[] = [];
  const parser = new (loadSaxes().SaxesParser)({ fragment: true, position: true });
  const cut = prologue.exec(text)?.[0] ?? "";
  const firstLine = cut.split("\n").length - 1;
  const countLine = () => firstLine + parser.line;
  let broken = false;
  const addBroken = (reason: string, at: number, hint: string, token?: string, what = "the layout is no XML: ") => {
    if (broken) return;
    broken = true;
    problems.push({ message: `${what}${reason}`, hint, line: at, ...(token ? { token } : {}) });
  };
  const lines = text.split("\n");
  const ampersand = lines.findIndex((one) => bareAmpersand.test(one));
  if (ampersand >= 0) addBroken("`&` begins a name such as `&quot;`", ampersand + 1, "Write `&amp;`.", "&");
  parser.on("error", ({ message }) => {
    // Each error is looked for in its line: of many, only the first counts.
    if (broken) return;
    const reason = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
    const [, unclosed] = /^unclosed tag: (\w+)/.exec(reason) ?? [];
    const node = unclosed === undefined ? undefined : open.findLast(({ node: one }) => one.tag === unclosed)?.node;
    const at = node?.line ?? countLine();
    const tags = lines[at - 1]?.slice(0, node ? undefined : parser.columnIndex).match(/<\/?\w*/g);
    const hint = xmlHints.find(([pattern]) => pattern.test(reason))?.[1] ?? "Each tag is `<Element …/>`.";
    addBroken(reason, at, hint, node ? `<${node.tag}` : tags?.at(-1));
  });
  parser.on("comment", () => {
    const hint = "Remove the comment.";
    problems.push({ message: "the platform refuses comments in a layout", hint, line: countLine() });
  });
  parser.on("text", (found) => {
    const shown = found.trim();
    if (shown === "" || broken) return;
    const [token = ""] = shown.split("\n");
    problems.push({
      message: `\`${shown.slice(0, 40)}\` is text, and a layout has only tags`,
      hint: /\{\{|\$\{/.test(shown) ? "Replace the placeholder." : "Remove it.",
      line: countLine() - found.slice(found.indexOf(shown)).split("\n").length + 1,
      token,
    });
  });
  parser.on("opentag", ({ name: tag, attributes }) => {
    if (open.length === deepest) {
      const reason = `nested deeper than ${deepest} levels, ${ownLimit}`;
      addBroken(reason, countLine(), "Close each container.", `<${tag}`, "the layout is ");
    }
    const parent = open.at(-1)?.node.tag;
    const problem = describeTag(tag, parent);
    if (problem !== undefined) problems.push({ ...problem, line: countLine(), token: `<${tag}` });
    const node = { tag, attributes: attributes as Record<string, string>, children: [], line: countLine(), at };
    open.push({ node, isKnown: problem === undefined });
  });
  parser.on("closetag", () => {
    const { node, isKnown } = open.pop()!;
    if (!isKnown) return;
    const holder = open.at(-1);
    (holder === undefined ? blocks : holder.node.children).push(node);
  });
  parser.write(text.slice(cut.length).replace(new RegExp(bareAmpersand, "g"), "&amp;")).close();
  // Of what can't be read to its end, nothing is known.
  return { blocks: broken ? [] : blocks, problems };
}

function describeTag(tag: string, parent: string | undefined): Omit<LayoutProblem, "line"> | undefined {
  const now = getOwnValue(formerTags, tag);
  if (now !== undefined) return { message: `\`${tag}\` is a tag of an earlier form`, hint: `Write \`${now}\`.` };
  if (parent === undefined) {
    if (blockTags.includes(tag)) return undefined;
    return { message: `\`${tag}\` stands outside of a page`, hint: 'Put it into `<Page id="…">`.' };
  }
  const allowed = getOwnValue(parents, tag);
  if (allowed === undefined) {
    return { message: `\`${tag}\` is no tag of a layout`, hint: `Known: ${Object.keys(parents).join(", ")}.` };
  }
  const isParentKnown = Object.hasOwn(parents, parent) || blockTags.includes(parent);
  if (isParentKnown && !allowed.includes(parent)) {
    const places = `It can be in ${allowed.map((one) => `\`${one}\``).join(", ")}.`;
    const hint = parent === "Element" ? "End the `Element` before it with `/>`." : places;
    return { message: `\`${tag}\` can't be in \`${parent}\``, hint };
  }
  return undefined;
}

/**
 * Writes blocks as the platform does: with a prologue, two blanks for each level, and a line break at the end.
 *
 * @example writeLayout(parseLayout(text).blocks)
 */
export function writeLayout(blocks: readonly LayoutNode[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${blocks.map((block) => writeNode(block, 0)).join("")}`;
}

/** One node, with what is in it, on lines of its own. */
export function writeNode({ tag, attributes, children }: LayoutNode, depth: number): string {
  const indent = "  ".repeat(depth);
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  const start = `${indent}<${tag}${given.join("")}`;
  if (children.length === 0) return `${start}/>\n`;
  return `${start}>\n${children.map((child) => writeNode(child, depth + 1)).join("")}${indent}</${tag}>\n`;
}

/** The lines that a node lies between, from 1, the second one just behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The lines of a grid attribute; undefined for what isn't one.
 *
 * @example parseSpan("1 / 25") // { start: 1, end: 25 }
 */
export function parseSpan(text: string | undefined): Span | undefined {
  const [, start, end] = /^\s*(-?\d+)\s*\/\s*(-?\d+)\s*$/.exec(text ?? "") ?? [];
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

export const formatSpan = ({ start, end }: Span): string => `${start} / ${end}`;

/** The number of columns of a block or container; undefined where it has no such grid. */
export function countColumns({ attributes }: LayoutNode): number | undefined {
  const [, count] = /^repeat\((\d+),\s*1fr\)$/.exec(attributes.gridTemplateColumns ?? "") ?? [];
  return count === undefined ? undefined : Number(count);
}

/** Whether two nodes are the same, wherever they stand in their texts. */
export function isSameNode(a: LayoutNode, b: LayoutNode): boolean {
  const names = Object.keys(a.attributes);
  return (
    a.tag === b.tag &&
    names.length === Object.keys(b.attributes).length &&
    names.every((name) => a.attributes[name] === b.attributes[name]) &&
    a.children.length === b.children.length &&
    a.children.every((child, index) => isSameNode(child, b.children[index]!))
  );
}

/** Every node below some, each with the block it is in and the node around it. */
export function* walkLayout(
  nodes: readonly LayoutNode[],
  block?: LayoutNode,
): Generator<{ readonly node: LayoutNode; readonly block: LayoutNode; readonly parent: LayoutNode | undefined }> {
  for (const node of nodes) {
    yield { node, block: block ?? node, parent: undefined };
    for (const inner of walkLayout(node.children, block ?? node)) yield { ...inner, parent: inner.parent ?? node };
  }
}

/**
 * A node in which each container is as high as what is in it: the platform stretches one that is too low, and moves
 * nothing else.
 */
export function stretchContainers(node: LayoutNode): LayoutNode {
  const children = node.children.map(stretchContainers);
  const rows = parseSpan(node.attributes.gridRow);
  const needed = Math.max(0, ...children.map(({ attributes }) => parseSpan(attributes.gridRow)?.end ?? 1)) - 1;
  if (node.tag !== "Container" || rows === undefined || needed <= rows.end - rows.start) return { ...node, children };
  const gridRow = formatSpan({ start: rows.start, end: rows.start + needed });
  return { ...node, attributes: { ...node.attributes, gridRow }, children };
}
