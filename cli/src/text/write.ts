import type { Json, Path } from "pulumi-analytics-internal/core/model";
import type { Shape } from "pulumi-analytics-internal/core/model/schema";
import { type Document, isCollection, isMap, isPair, isScalar, type Node } from "yaml";
import { Layout } from "./layout";
import { sortDeep } from "./order";
import { chooseShape } from "./shape";
import { buildTree } from "./tree";
import { writeYamlComment } from "./writers/yaml";
import { createDocument, printTree } from "./yaml";

/** Lines to write before a part. */
export interface CommentBefore {
  /** A part that is in the model; empty for the head of the file. */
  readonly path: Path;
  /** Without `#`; may have several lines. */
  readonly text: string;
}

/**
 * A model or workbook as YAML in the canonical layout: keys in the schema's order, a line for each column and other
 * small things that fit one. Reading it with `parseSpec` gives the same model again, whatever its texts hold.
 *
 * @param form plain JSON; a placeholder `{"$ref": "warehouse"}` is written `!ref warehouse`.
 * @param shape of what is a part of a workbook.
 * @example
 * writeModel({ pages: [{ name: "Main", id: "main", elements: [] }] })
 * // pages:
 * //   - id: main
 * //     name: Main
 * //     elements: []
 */
export function writeModel(
  form: Json,
  comments: readonly CommentBefore[] = [],
  shape: Shape = chooseShape(form),
): string {
  const document = createDocument();
  const tree = buildTree(sortDeep(form, shape));
  new Layout(document).layOut(tree, shape, { column: 0, indent: 0 });
  document.contents = tree;
  for (const comment of comments) addComment(document, comment);
  return printTree(document);
}

function addComment(document: Document, { path, text }: CommentBefore): void {
  const lines = text.split("\n").map((line) => writeYamlComment(line).slice(1));
  const node = findCommented(document, path);
  if (node === undefined) throw new Error(`A comment stands before ${path.join(".")}, which isn't in the model.`);
  node.commentBefore = [...(node.commentBefore ? [node.commentBefore] : []), ...lines].join("\n");
}

/** What a comment is written before: the key of a field, an item of a list, or all of the model. */
function findCommented(document: Document, path: Path): { commentBefore?: string | null } | undefined {
  const last = path.at(-1);
  if (last === undefined) return document;
  const parent = document.getIn(path.slice(0, -1), true);
  if (!isCollection(parent)) return undefined;
  if (isMap(parent)) {
    const key = parent.items.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === last)?.key;
    return key as Node | undefined;
  }
  return parent.get(last, true) as Node | undefined;
}
