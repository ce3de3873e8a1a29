import type { Json } from "../../spec";
import { modelShape } from "../../spec/shape";
import { layOut, ordered, treeOf } from "./layout";
import { newDocument, printTree } from "./yaml";

/**
 * A model as YAML in the canonical layout: keys in the schema's order, a line for each column and other small things that fit one. Reading it
 * with `parseSpec` gives the same model again, whatever its texts hold.
 *
 * @param form plain JSON; a hole `{"$ref": "warehouse"}` is written `!ref warehouse`.
 * @example
 * writeModel({ pages: [{ name: "Main", id: "main", elements: [] }] })
 * // pages:
 * //   - id: main
 * //     name: Main
 * //     elements: []
 */
export function writeModel(form: Json): string {
  const document = newDocument();
  document.contents = treeOf(ordered(form, modelShape));
  layOut(document.contents, modelShape, { column: 0, indent: 0 });
  return printTree(document);
}
