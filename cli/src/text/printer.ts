import { isJson, writeJson } from "pulumi-analytics-internal/core/data";
import type { Json } from "pulumi-analytics-internal/core/model";
import type { Shape } from "pulumi-analytics-internal/core/model/schema";
import { isCollection, isScalar, type Node, Scalar, visit } from "yaml";
import { canBeBlock, Layout } from "./layout";
import { sortDeep } from "./order";
import { buildTree, type Collection, createList, createMap } from "./tree";
import { isEscapeNeeded, printNode } from "./yaml";

/** Where new text goes. */
interface Spot {
  /** Columns by which the entry is indented. */
  readonly indent: number;
  /** Characters before the value on its line. */
  readonly column: number;
  readonly isItem: boolean;
  /** A comment to keep on the first line, with the blanks before it. */
  readonly comment: string;
  /** The value it takes the place of, whose anchor and style it keeps, and by how much that was indented. */
  readonly like: { readonly node: Node | undefined; readonly step: number };
}

/** Prints what is new in a text, in the text's own ways where it has any. */
export class Printer {
  readonly lineBreak: string;
  private readonly isJson: boolean;
  /** What JSON is indented by. */
  private readonly unit: string;

  constructor(text: string) {
    this.isJson = isJson(text);
    this.lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
    this.unit = /\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  }

  /** A whole model. */
  printWhole(value: Json, shape: Shape): string {
    if (this.isJson) return this.printJson(value, shape, "");
    return this.indentLines(printNode(layOutValue(value, shape, 0)), 0);
  }

  /** A key and its value, in lines of their own; the first one without its indentation. */
  pair(key: string, value: Json, shape: Shape | undefined, indent: number): string {
    const [name, tree] = [layOutValue(key, undefined, indent), layOutValue(value, shape, indent + 2, key.length)];
    return this.indentLines(printNode(createMap([[name, tree]])), indent);
  }

  /** An item of a list, dash included; in lines of its own like its neighbors, if they are. */
  printItem(value: Json, shape: Shape | undefined, indent: number, isInLines: boolean): string {
    const tree = layOutValue(value, shape, indent + 2);
    if (isInLines && isCollection(tree) && tree.items.length > 0) tree.flow = false;
    return this.indentLines(printNode(createList(tree)), indent);
  }

  /** What follows a colon or dash, to the end of the last line. */
  printBelow(value: Json, shape: Shape | undefined, { indent, column, isItem, comment, like }: Spot): string {
    const tree = layOutValue(value, shape, indent + 2, column - indent - 2);
    keepStyle(tree, like.node);
    const text = isItem
      ? printNode(createList(tree))
      : printNode(createMap([[buildTree("k"), tree]]), chooseStep(value, like.step));
    return this.indentLines(
      text.slice(isItem ? 1 : 2).replace("\n", () => `${comment}\n`),
      indent,
    );
  }

  /**
   * On one line, as part of a flow collection; JSON in lines of its own, if its neighbors have some, indented by
   * `indent`.
   */
  printFlow(value: Json, shape: Shape | undefined, indent: string | undefined, like?: Node): string {
    if (this.isJson) return this.printJson(value, shape, indent);
    const tree = layOutValue(value, shape, 0);
    keepStyle(tree, like);
    visit(tree, { Scalar: setOneLine });
    const list = createList(tree);
    list.flow = true;
    return printNode(list).trimEnd().slice(1, -1);
  }

  /** A key and its value, as part of a flow collection. */
  printFlowPair(key: string, value: Json, shape: Shape | undefined, indent: string | undefined): string {
    return `${this.printFlow(key, undefined, undefined)}: ${this.printFlow(value, shape, indent)}`;
  }

  private printJson(value: Json, shape: Shape | undefined, indent: string | undefined): string {
    if (indent === undefined) return writeJson(sortDeep(value, shape));
    return writeJson(sortDeep(value, shape), this.unit).replaceAll("\n", `${this.lineBreak}${indent}`);
  }

  /** Indents all lines but the first, with the line breaks of the text. */
  private indentLines(text: string, indent: number): string {
    const indented = text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(indent)}`);
    return this.lineBreak === "\n" ? indented : indented.replaceAll("\n", this.lineBreak);
  }
}

/** A value in the canonical layout. */
function layOutValue(value: Json, shape: Shape | undefined, indent: number, keyLength = 0): Node {
  const tree = buildTree(sortDeep(value, shape));
  new Layout().layOut(tree, shape, { column: indent + keyLength, indent });
  return tree;
}

/** Lines of text as they were indented; the library writes the sign of leading blanks for two columns only. */
const chooseStep = (value: Json, step: number) => (typeof value === "string" && !/^\s/.test(value) ? step : 2);

/** Gives a value the anchor, and a text the quotes or block, of another one, where it may have them. */
function keepStyle(tree: Node, like: Node | undefined): void {
  const { anchor } = (like ?? {}) as Partial<Collection>;
  if (anchor !== undefined) (tree as Scalar | Collection).anchor = anchor;
  if (!isScalar(tree) || typeof tree.value !== "string" || tree.tag !== undefined || !isScalar(like)) return;
  const isBlock = like.type === Scalar.BLOCK_LITERAL || like.type === Scalar.BLOCK_FOLDED;
  if (isBlock && canBeBlock(tree.value)) tree.type = Scalar.BLOCK_LITERAL;
  if (isBlock || tree.value.includes("\n") || isEscapeNeeded(tree.value)) return;
  // A formula without quotes gets some.
  if (like.type !== Scalar.PLAIN) tree.type = like.type ?? tree.type;
}

/** In a flow collection, line breaks are written as escapes. */
function setOneLine(_: unknown, node: Scalar): void {
  if (typeof node.value === "string" && node.value.includes("\n")) node.type = Scalar.QUOTE_DOUBLE;
}
