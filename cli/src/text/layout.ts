/** The canonical layout: what is written on one line, in lines of its own, in quotes. */

import { getFieldShape, pickObject, type Shape } from "pulumi-analytics-internal/core/model/schema";
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import { getItemShape } from "./order";
import { type Collection, getContents, getKey, getPairs, isEntry, isMerge, readScalars } from "./tree";
import { createDocument, isEscapeNeeded, printNode, printWithoutBraces } from "./yaml";

/** Characters that a line may have before what stands on it is spread over several. */
const lineWidth = 120;

/** Where a value begins. */
interface Spot {
  /** Characters before it on its line. */
  readonly column: number;
  /** Columns by which lines below it are indented. */
  readonly indent: number;
}

/** Knows where comments are: what has some inside can't stand on one line. */
interface Comments {
  isInside(collection: Collection): boolean;
}

/**
 * Gives every value of a tree its style: one line for small things that fit, lines of their own for the rest; plain
 * text unless it must be quoted, several lines of text as they are.
 */
export class Layout {
  constructor(
    private readonly document: Document = createDocument(),
    private readonly comments: Comments = { isInside: () => false },
  ) {}

  layOut(node: Node | null, shape: Shape | undefined, { column, indent }: Spot): void {
    if (isScalar(node)) setScalarStyle(node, isFormula(shape));
    if (!isCollection(node)) return;
    const collection = node as Collection;
    this.layOutContents(collection, shape, indent);
    collection.flow =
      collection.items.length === 0 ||
      (!shape?.traits?.isSpacious &&
        (isRow(collection) || isSmall(collection)) &&
        !this.comments.isInside(collection) &&
        isFitting(collection, lineWidth - column));
  }

  private layOutContents(collection: Collection, shape: Shape | undefined, indent: number): void {
    const fields = isMap(collection) ? pickObject(shape, readScalars(collection, this.document)) : undefined;
    for (const content of getContents(collection)) {
      if (!isEntry(content)) {
        this.layOut(content, getItemShape(shape), { column: indent + 2, indent: indent + 2 });
        continue;
      }
      const key = getKey(content);
      if (isScalar(content.key) && !isMerge(content)) setScalarStyle(content.key);
      this.layOut(content.value, getFieldShape(fields, key), { column: indent + key.length + 2, indent: indent + 2 });
    }
  }
}

/**
 * Small enough for one line, if it fits: at most mappings in a mapping, no lists of mappings, no texts of several
 * lines.
 */
function isSmall(collection: Collection, depth = 0): boolean {
  return getContents(collection).every((content) => {
    const value = isEntry(content) ? content.value : content;
    if (isMap(value) && (depth > 0 || !isEntry(content))) return false;
    if (isCollection(value)) return isSmall(value as Collection, isMap(value) ? depth + 1 : depth);
    return !isScalar(value) || !String(value.value).includes("\n");
  });
}

/** Whether a mapping is a row of a layout with nothing but elements in it: `{ rows: 6, of: [revenue: 8] }`. */
function isRow(collection: Collection): boolean {
  if (!isMap(collection)) return false;
  const pairs = getPairs(collection);
  const [of, ...more] = pairs.flatMap((pair) => (getKey(pair) === "of" ? [pair.value] : []));
  if (more.length > 0 || !pairs.every((pair) => ["rows", "of"].includes(getKey(pair))) || !isSeq(of)) return false;
  return of.items.every((item) => {
    if (isScalar(item)) return true;
    if (!isMap(item) || item.items.length !== 1 || !isScalar(item.items[0]!.value)) return false;
    printWithoutBraces(item);
    return true;
  });
}

/** Whether a collection fits into what is left of a line. */
function isFitting(collection: Collection, room: number): boolean {
  if (2 * collection.items.length > room) return false;
  collection.flow = true;
  return printNode(collection).trimEnd().length <= room;
}

/** Words with a meaning of their own for some readers, beyond those the library knows. */
const reserved = /^(=|<<)$/;

/**
 * A formula has quotes even where YAML could do without: most begin with a bracket, and one rule for all is easier to
 * keep.
 */
const isFormula = (shape: Shape | undefined) => shape?.traits?.isFormula === true;

function setScalarStyle(node: Scalar, isQuoted = false): void {
  const { value, type, tag } = node;
  if (typeof value !== "string") return;
  const wasBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  if (isEscapeNeeded(value) || reserved.test(value)) node.type = Scalar.QUOTE_DOUBLE;
  else if (wasBlock && /\S/.test(value))
    node.type =
      value.includes("\n") || type === Scalar.BLOCK_FOLDED ? type : isQuoted ? chooseQuotes(value) : Scalar.PLAIN;
  else if (!value.includes("\n")) node.type = isQuoted && tag === undefined ? chooseQuotes(value) : Scalar.PLAIN;
  else node.type = canBeBlock(value) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** Double quotes, but where they would need escapes that single ones don't. */
const chooseQuotes = (text: string) =>
  /["\\]/.test(text) && !text.includes("'") ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;

/**
 * Whether a text can stand as lines of text: what ends in blank lines would take in those that follow, and blanks of
 * its first lines would be taken for indentation.
 */
export const canBeBlock = (text: string) => /^(?!\s*[ \t]\n).*\S\n?$/s.test(text) && !isEscapeNeeded(text);
