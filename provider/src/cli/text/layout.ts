/** The canonical layout of model files: in which order keys stand, and what is written on one line. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { isHole, type Json, type JsonObject } from "../../spec";
import { isObject } from "../../spec/json";
import { fieldShape, modelShape, type ObjectShape, pickObject, type Shape } from "../../spec/shape";
import { needsEscapes, newDocument, printTree } from "./yaml";

/** Characters that a line may have before what stands on it is spread over several. */
export const lineWidth = 120;

/** What says which thing an object is and of which kind stands first; the other fields follow in the schema's order. */
const leading = ["$schema", "schemaVersion", "<<", "id", "aliases", "kind", "controlType"];

/**
 * Keys in canonical order: known ones as the schema has them, the others after them, as they are.
 *
 * @example inOrder(["name", "id"], columnShape) // ["id", "name"]
 */
export function inOrder(keys: readonly string[], shape: ObjectShape | undefined): string[] {
  if (shape === undefined) return [...keys];
  const order = [...new Set([...leading, ...shape.fields.keys()])];
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return keys.toSorted((a, b) => rank(a) - rank(b));
}

const page = itemShape(fieldShape(modelShape, "pages"));
const element = itemShape(fieldShape(pickObject(page, {}), "elements"));
const table = pickObject(element, { kind: "table" });

/** What always has a line for each of its fields. */
const spacious: ReadonlySet<Shape | undefined> = new Set([modelShape, page, element, fieldShape(table, "source")]);

/** The shape of a list's items. */
export function itemShape(list: Shape | undefined): Shape | undefined {
  return list?.is === "list" ? list.item : undefined;
}

/** A value with all its keys in canonical order; what is undefined is left out. */
export function ordered(value: Json, shape: Shape | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => ordered(item, itemShape(shape)));
  if (!isObject(value)) return value;
  const fields = pickObject(shape, value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return Object.fromEntries(
    inOrder(keys, fields).map((key) => [key, ordered(value[key] as Json, fieldShape(fields, key))]),
  );
}

/** A JSON value as a tree; `{"$ref": name}` becomes `!ref name`. */
export function treeOf(value: Json): Node {
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    list.items = value.map(treeOf);
    return list;
  }
  if (isHole(value) && value.$ref !== "" && value.$ref.trim() === value.$ref) {
    const name = new Scalar(value.$ref);
    name.tag = "!ref";
    return name;
  }
  if (!isObject(value)) return new Scalar(value);
  const map = new YAMLMap<Scalar, Node>();
  for (const key of Object.keys(value)) map.add(new Pair(new Scalar(key), treeOf(value[key] as Json)));
  return map;
}

/** Where a value begins, as far as layout goes. */
interface Spot {
  /** Characters before it on its line. */
  readonly column: number;
  /** Columns by which lines below it are indented. */
  readonly indent: number;
}

/**
 * Gives every value of a tree its style: one line for small things that fit, lines of their own for the rest; plain text unless it must be
 * quoted, lines of text as they are.
 */
export function layOut(
  node: Node | null,
  shape: Shape | undefined,
  { column, indent }: Spot,
  document?: Document,
): void {
  if (isScalar(node)) styleScalar(node);
  if (!isCollection(node)) return;
  node.flow = false;
  if (isMap(node)) {
    const fields = pickObject(shape, scalarsOf(node, document));
    for (const pair of node.items) {
      const key = keyOf(pair);
      if (isScalar(pair.key)) styleScalar(pair.key);
      layOut(
        pair.value as Node | null,
        fieldShape(fields, key),
        { column: indent + key.length + 2, indent: indent + 2 },
        document,
      );
    }
  } else {
    for (const item of node.items) {
      layOut(item as Node | null, itemShape(shape), { column: indent + 2, indent: indent + 2 }, document);
    }
  }
  const room = lineWidth - column;
  node.flow = node.items.length === 0 || (!spacious.has(shape) && isCompact(node) && fits(node, room));
  if (node.flow) withoutBlankLines(node);
}

/** Small enough for one line whatever its length: at most a mapping in a mapping, and no lists of mappings; no comments inside. */
function isCompact(node: Node, depth = 0): boolean {
  if (isAlias(node)) return true;
  if (isScalar(node)) return typeof node.value !== "string" || !node.value.includes("\n");
  if (!isCollection(node)) return false;
  return (
    node.items.every((item) => {
      if (!isPair(item)) return !isMap(item) && !hasComment(item as Node) && isCompact(item as Node, depth);
      const [key, value] = [item.key, item.value] as [Node, Node | null];
      if (hasComment(key) || (value && hasComment(value))) return false;
      return value === null || (isMap(value) ? depth < 1 && isCompact(value, depth + 1) : isCompact(value, depth));
    }) &&
    !(depth > 0 && hasComment(node)) &&
    !(isCollection(node) && node.comment)
  );
}

const hasComment = (node: Node) => Boolean(node.comment ?? node.commentBefore);

/** Whether a collection fits a line. */
function fits(node: YAMLMap | YAMLSeq, room: number): boolean {
  if (2 * node.items.length > room) return false;
  const document = newDocument();
  const { commentBefore, spaceBefore } = node;
  Object.assign(node, { flow: true, commentBefore: undefined, spaceBefore: undefined });
  withoutBlankLines(node);
  document.contents = node;
  const text = printTree(document).trimEnd();
  Object.assign(node, { commentBefore, spaceBefore });
  return text.length <= room && !text.includes("\n");
}

/** A blank line inside would spread a collection over several lines. */
function withoutBlankLines(node: YAMLMap | YAMLSeq): void {
  visit(node, {
    Node: (_, inner) => {
      if (inner !== node) inner.spaceBefore = false;
    },
  });
}

function styleScalar(node: Scalar): void {
  if (typeof node.value !== "string") return;
  const isBlock = node.value.trimEnd().includes("\n") && canBeBlock(node.value);
  node.type = isBlock ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}

/** Whether a text can stand as lines of text: what ends in blank lines would take in those that follow. */
export const canBeBlock = (text: string) => /\S\n?$/.test(text) && !needsEscapes(text);

/** The key of a pair, as text. */
export function keyOf({ key }: Pair<unknown, unknown>): string {
  return isScalar(key) ? String(key.value) : String(key);
}

/** The fields of a mapping that can tell its kind. */
export function scalarsOf(map: YAMLMap, document: Document | undefined): JsonObject {
  const fields: JsonObject = {};
  for (const pair of map.items) {
    const value = isAlias(pair.value) && document ? pair.value.resolve(document) : pair.value;
    if (keyOf(pair) === "<<") {
      for (const merged of isSeq(value) ? value.items : [value]) {
        const from = isAlias(merged) && document ? merged.resolve(document) : merged;
        if (isMap(from)) Object.assign(fields, { ...scalarsOf(from, document), ...fields });
      }
    } else if (isScalar(value)) fields[keyOf(pair)] = value.value as Json;
  }
  return fields;
}
