/** The canonical layout: what is written on one line, in lines of its own, in quotes. */
import { type Document, isCollection, isMap, isScalar, type Node, Scalar } from "yaml";
import { fieldShape, modelShape, pickObject, type Shape } from "../../core/spec/internal";
import { itemShape } from "./order";
import { type Collection, contentsOf, isEntry, isMerge, keyOf, scalarsOf } from "./tree";
import { needsEscapes, newDocument, printTree } from "./yaml";

/** Characters that a line may have before what stands on it is spread over several. */
const lineWidth = 120;

const page = itemShape(fieldShape(modelShape, "pages"));
const element = itemShape(fieldShape(pickObject(page, {}), "elements"));
const table = pickObject(element, { kind: "table" });

/** What always has a line for each of its fields. */
const spacious: ReadonlySet<Shape | undefined> = new Set([modelShape, page, element, fieldShape(table, "source")]);

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
 * Gives every value of a tree its style: one line for small things that fit, lines of their own for the rest; plain text unless it must be
 * quoted, several lines of text as they are.
 */
export class Layout {
  constructor(
    private readonly document: Document = newDocument(),
    private readonly comments: Comments = { isInside: () => false },
  ) {}

  layOut(node: Node | null, shape: Shape | undefined, { column, indent }: Spot): void {
    if (isScalar(node)) styleScalar(node);
    if (!isCollection(node)) return;
    const collection = node as Collection;
    this.layOutContents(collection, shape, indent);
    collection.flow =
      collection.items.length === 0 ||
      (!spacious.has(shape) &&
        isSmall(collection) &&
        !this.comments.isInside(collection) &&
        fits(collection, lineWidth - column));
  }

  private layOutContents(collection: Collection, shape: Shape | undefined, indent: number): void {
    const fields = isMap(collection) ? pickObject(shape, scalarsOf(collection, this.document)) : undefined;
    for (const content of contentsOf(collection)) {
      if (!isEntry(content)) {
        this.layOut(content, itemShape(shape), { column: indent + 2, indent: indent + 2 });
        continue;
      }
      const key = keyOf(content);
      if (isScalar(content.key) && !isMerge(content)) styleScalar(content.key);
      this.layOut(content.value, fieldShape(fields, key), { column: indent + key.length + 2, indent: indent + 2 });
    }
  }
}

/** Small enough for one line, if it fits: at most mappings in a mapping, no lists of mappings, no texts of several lines. */
function isSmall(collection: Collection, depth = 0): boolean {
  return contentsOf(collection).every((content) => {
    const value = isEntry(content) ? content.value : content;
    if (isMap(value) && (depth > 0 || !isEntry(content))) return false;
    if (isCollection(value)) return isSmall(value as Collection, isMap(value) ? depth + 1 : depth);
    return !isScalar(value) || !String(value.value).includes("\n");
  });
}

/** Whether a collection fits into what is left of a line. */
function fits(collection: Collection, room: number): boolean {
  if (2 * collection.items.length > room) return false;
  const document = newDocument();
  collection.flow = true;
  document.contents = collection;
  return printTree(document).trimEnd().length <= room;
}

/** Words with a meaning of their own for some readers, beyond those the library knows. */
const reserved = /^(=|<<)$/;

function styleScalar(node: Scalar): void {
  const { value, type } = node;
  if (typeof value !== "string") return;
  const wasBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  if (needsEscapes(value) || reserved.test(value)) node.type = Scalar.QUOTE_DOUBLE;
  else if (wasBlock && /\S/.test(value))
    node.type = value.includes("\n") || type === Scalar.BLOCK_FOLDED ? type : Scalar.PLAIN;
  else if (!value.includes("\n")) node.type = Scalar.PLAIN;
  else node.type = canBeBlock(value) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** Whether a text can stand as lines of text: what ends in blank lines would take in those that follow. */
export const canBeBlock = (text: string) => /\S\n?$/.test(text) && !needsEscapes(text);
