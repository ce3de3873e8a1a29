/** The `yaml` library's trees: made from plain JSON, and looked into. */

import { isExactNumber } from "pulumi-analytics-internal/core/data";
import { isPlaceholder, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import {
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from "yaml";

/** A mapping or a list. */
export type Collection = YAMLMap<Node, Node | null> | YAMLSeq<Node>;

/** What a collection holds: a pair of a mapping, or an item of a list. */
export type Content = Pair<Node, Node | null> | Node;

/** A JSON value as a tree; `{"$ref": name}` becomes `!ref name`. */
export function buildTree(value: Json): Node {
  if (Array.isArray(value)) return createList(...value.map(buildTree));
  if (isPlaceholder(value) && value.$ref !== "" && value.$ref.trim() === value.$ref) {
    const name = new Scalar(value.$ref);
    name.tag = "!ref";
    return name;
  }
  if (isExactNumber(value)) return createNumber(value.$number);
  if (!isObject(value)) return new Scalar(value);
  return createMap(Object.keys(value).map((key) => [new Scalar(key), buildTree(value[key] as Json)]));
}

/** A number with all its digits: what has a source is printed as that. */
function createNumber(digits: string): Scalar {
  const number = new Scalar(Number(digits));
  number.source = digits;
  return number;
}

/** A mapping of nodes. */
export function createMap(entries: readonly (readonly [key: Node, value: Node])[]): YAMLMap<Node, Node> {
  const map = new YAMLMap<Node, Node>();
  map.items = entries.map(([key, value]) => new Pair(key, value));
  return map;
}

/** A list of nodes. */
export function createList(...items: Node[]): YAMLSeq<Node> {
  const list = new YAMLSeq<Node>();
  list.items = items;
  return list;
}

/** What a collection holds, pairs and items alike. */
export const getContents = (collection: Collection) => collection.items as Content[];

/** The pairs of a mapping. */
export const getPairs = (map: Collection) => getContents(map).filter(isEntry);

/** Whether it is a pair of a mapping; else it is an item of a list. */
export const isEntry = (content: Content): content is Pair<Node, Node | null> => content instanceof Pair;

/** The key of a pair, as text. */
export function getKey({ key }: Pair<unknown, unknown>): string {
  return isScalar(key) ? String(key.value) : String(key);
}

/** Whether a pair brings in other mappings: `<<: *base`. */
export const isMerge = (content: Content): boolean =>
  isEntry(content) && isScalar(content.key) && content.key.value === "<<" && content.key.type === Scalar.PLAIN;

/** Whether a collection is written in lines of its own. */
export const isBlock = (node: Node | null | undefined): boolean => isCollection(node) && !node.flow;

/** A text in lines of its own as it is written, with the sign before it; undefined for another value. */
export const getBlockText = (node: Node | null | undefined): CST.BlockScalar | undefined =>
  isScalar(node) && node.srcToken?.type === "block-scalar" ? node.srcToken : undefined;

/** A comment after the sign that begins a block of text. */
export function readHeaderComment(node: Node | null | undefined): string | undefined {
  const comment = getBlockText(node)?.props.find(({ type }) => type === "comment");
  return comment && "source" in comment ? comment.source.trimEnd() : undefined;
}

/** Whether a node stands for the contents of a file. */
export const isInclude = (node: Node | null | undefined): node is Scalar => isScalar(node) && node.tag === "!include";

/** The scalars of a mapping, which tell its kind; what merge keys bring in is among them. */
export function readScalars(
  map: Collection,
  document: Document,
  seen: ReadonlySet<Collection> = new Set(),
): JsonObject {
  const fields: JsonObject = {};
  // A mapping may even merge itself.
  if (seen.has(map)) return fields;
  for (const pair of getPairs(map)) {
    const value = resolveAlias(pair.value, document);
    if (isScalar(value)) fields[getKey(pair)] = value.value as Json;
    if (!isMerge(pair)) continue;
    for (const from of isSeq(value) ? value.items : [value]) {
      const merged = resolveAlias(from as Node, document);
      if (!isMap(merged)) continue;
      Object.assign(fields, { ...readScalars(merged as Collection, document, new Set([...seen, map])), ...fields });
    }
  }
  return fields;
}

const resolveAlias = (node: Node | null, document: Document) => (isAlias(node) ? node.resolve(document) : node);
