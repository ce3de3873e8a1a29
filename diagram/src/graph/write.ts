import { arrangeGraph } from "./arrange";
import { writeDot } from "./dot";
import type { Graph } from "./graph";
import { writeMermaid } from "./mermaid";
import type { TextFormat, ViewOptions } from "./options";

const writers = { mermaid: writeMermaid, dot: writeDot } as const;

/**
 * A graph as a text for documents; the same graph always gives the same text.
 *
 * @example write(graph, { format: "mermaid" }) // "---\ntitle: …"
 */
export function write(graph: Graph, { format, ...options }: ViewOptions & { readonly format: TextFormat }): string {
  const { view, how } = arrangeGraph(graph, options);
  return writers[format](view, how);
}
