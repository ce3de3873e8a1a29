import { arranged } from "./arrange";
import { dotOf } from "./dot";
import type { Graph } from "./graph";
import { mermaidOf } from "./mermaid";
import type { TextFormat, ViewOptions } from "./options";

const writers = { mermaid: mermaidOf, dot: dotOf } as const;

/**
 * A graph as a text for documents; the same graph always gives the same text.
 *
 * @example write(graph, { format: "mermaid" }) // "---\ntitle: …"
 */
export function write(graph: Graph, { format, ...options }: ViewOptions & { readonly format: TextFormat }): string {
  const { view, how } = arranged(graph, options);
  return writers[format](view, how);
}
