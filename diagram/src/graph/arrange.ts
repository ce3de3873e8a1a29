import type { Graph } from "./graph";
import type { Arrangement, ViewOptions } from "./options";
import { buildView } from "./view";

/** Up to how many elements there is room for details, and for some of them. */
const few = 12;
const some = 24;

/** The part of a graph that is shown, and how; what the options leave open goes by how much there is to show. */
export function arrangeGraph(graph: Graph, options: ViewOptions): { readonly view: Graph; readonly how: Arrangement } {
  const elements = graph.nodes.filter(({ kind }) => kind === "table" || kind === "control").length;
  const { warehouse = elements <= some } = options;
  const { columns = elements <= few ? 8 : elements <= some ? 4 : 0 } = options;
  const { direction = elements <= few ? "right" : "down" } = options;
  return { view: buildView(graph, { warehouse }), how: { columns, direction, reads: !warehouse } };
}
