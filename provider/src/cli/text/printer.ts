import { isCollection, isMap, isScalar, type Node, Scalar, visit, YAMLMap, YAMLSeq } from "yaml";
import type { Json } from "../../spec";
import type { Shape } from "../../spec/shape";
import { canBeBlock, layOut, ordered, treeOf } from "./layout";
import { writeModel } from "./write";
import { newDocument, printTree } from "./yaml";

/** Where and how new text goes into a text. */
interface Spot {
  /** Columns by which the entry is indented. */
  readonly indent: number;
  /** Characters before the value on its line. */
  readonly column: number;
  readonly isItem: boolean;
  /** A comment to keep on the first line. */
  readonly comment?: string;
  /** The value it takes the place of, whose style it keeps. */
  readonly like?: { readonly node: Scalar; readonly step: number };
}

/** Prints what is new in a text, in the text's own ways where it has any. */
export class Printer {
  private readonly isJson: boolean;
  readonly lineBreak: string;
  /** What JSON is indented by. */
  private readonly unit: string;

  constructor(text: string) {
    this.isJson = isJson(text);
    this.lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
    this.unit = /\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  }

  /** A whole text. */
  whole(value: Json, shape: Shape | undefined): string {
    return this.lines(this.isJson ? `${this.json(value, shape, "")}\n` : writeModel(value), 0);
  }

  /** A key and its value, in lines of their own; the first one without its indentation. */
  pair(key: string, value: Json, shape: Shape | undefined, indent: number): string {
    const map = new YAMLMap<Scalar, Node>();
    const tree = treeOf(ordered(value, shape));
    map.set(new Scalar(key), tree);
    layOut(tree, shape, { column: indent + key.length + 2, indent: indent + 2 });
    return this.lines(printed(map), indent);
  }

  /** An item of a list, dash included; a mapping in lines of its own if its neighbours are. */
  item(value: Json, shape: Shape | undefined, indent: number, inLines: boolean): string {
    const list = new YAMLSeq<Node>();
    const tree = treeOf(ordered(value, shape));
    list.add(tree);
    layOut(tree, shape, { column: indent + 2, indent: indent + 2 });
    if (inLines && isMap(tree) && tree.items.length > 0) tree.flow = false;
    return this.lines(printed(list), indent);
  }

  /** What follows a colon or dash, to the end of the last line. */
  below(value: Json, shape: Shape | undefined, { indent, column, isItem, comment, like }: Spot): string {
    const tree = treeOf(ordered(value, shape));
    layOut(tree, shape, { column, indent: indent + 2 });
    if (like) keepStyle(tree, like.node);
    // The library writes the sign of leading blanks for two columns only.
    const step = typeof value === "string" && /^\s/.test(value) ? 2 : like?.step;
    const text = isItem ? printed(inList(tree)) : printed(inMap(tree), step);
    const after = text.slice(isItem ? 1 : 2);
    const remark = comment ? ` ${comment}` : "";
    return this.lines(
      after.replace(/[ ]?\n/, () => `${remark}\n`),
      indent,
    );
  }

  /** On one line, as part of a flow collection. */
  flow(value: Json, shape: Shape | undefined, step: string | undefined, like?: Scalar): string {
    if (this.isJson) return step === undefined ? JSON.stringify(ordered(value, shape)) : this.json(value, shape, step);
    const tree = treeOf(ordered(value, shape));
    layOut(tree, shape, { column: 0, indent: 0 });
    if (like) keepStyle(tree, like);
    visit(tree, { Scalar: inOneLine });
    const list = inList(tree);
    list.flow = true;
    return printed(list).trimEnd().slice(1, -1);
  }

  /** A key and its value, as part of a flow collection. */
  flowPair(key: string, value: Json, shape: Shape | undefined, step: string | undefined): string {
    if (this.isJson) return `${JSON.stringify(key)}: ${this.flow(value, shape, step)}`;
    return `${this.flow(key, undefined, step)}: ${this.flow(value, shape, step)}`;
  }

  private json(value: Json, shape: Shape | undefined, step: string): string {
    return JSON.stringify(ordered(value, shape), null, this.unit).replaceAll("\n", `${this.lineBreak}${step}`);
  }

  /** Indents all lines but the first, with the line breaks of the text. */
  private lines(text: string, indent: number): string {
    const indented = text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(indent)}`);
    return this.lineBreak === "\n" ? indented : indented.replaceAll("\n", this.lineBreak);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function inMap(value: Node): YAMLMap {
  const map = new YAMLMap<Scalar, Node>();
  map.set(new Scalar("k"), value);
  return map;
}

function inList(value: Node): YAMLSeq {
  const list = new YAMLSeq<Node>();
  list.add(value);
  return list;
}

function printed(node: YAMLMap | YAMLSeq, step = 2): string {
  const document = newDocument();
  document.contents = node;
  return printTree(document, step);
}

/** Gives a scalar the anchor, and the quotes or block, of another one, where its text allows. */
function keepStyle(tree: Node, { type, anchor }: Scalar): void {
  if (isCollection(tree) || !isScalar(tree)) return;
  if (anchor !== undefined) tree.anchor = anchor;
  if (typeof tree.value !== "string" || tree.tag !== undefined) return;
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  if (isBlock && canBeBlock(tree.value)) tree.type = Scalar.BLOCK_LITERAL;
  else if (!isBlock && type && !tree.value.includes("\n")) tree.type = type;
}

/** In a flow collection, line breaks are written as escapes. */
function inOneLine(_: unknown, node: Scalar): void {
  if (typeof node.value === "string" && node.value.includes("\n")) node.type = Scalar.QUOTE_DOUBLE;
}
