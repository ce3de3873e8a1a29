import type { Json } from "pulumi-analytics-internal/core/spec";
import { modelShape } from "pulumi-analytics-internal/core/spec/internal";
import { Layout } from "./layout";
import { sortDeep } from "./order";
import { buildTree } from "./tree";
import { createDocument, printTree } from "./yaml";

/**
 * A model as YAML in the canonical layout: keys in the schema's order, a line for each column and other small things
 * that fit one. Reading it with `parseSpec` gives the same model again, whatever its texts hold.
 *
 * @param form plain JSON; a placeholder `{"$ref": "warehouse"}` is written `!ref warehouse`.
 * @example
 * writeModel({ pages: [{ name: "Main", id: "main", elements: [] }] })
 * // pages:
 * //   - id: main
 * //     name: Main
 * //     elements: []
 */
export function writeModel(form: Json): string {
  const document = createDocument();
  const tree = buildTree(sortDeep(form, modelShape));
  new Layout(document).layOut(tree, modelShape, { column: 0, indent: 0 });
  document.contents = tree;
  return printTree(document);
}
