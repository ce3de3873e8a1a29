import { dotOf } from "./dot";
import type { Graph } from "./graph";
import { layoutOf } from "./layout";
import { mermaidOf } from "./mermaid";
import type { Arrangement, DrawOptions } from "./options";
import { pageOf } from "./page";
import { pngOf } from "./png";
import { pictureOf } from "./svg";
import { viewOf } from "./view";

/** Up to how many elements there is room for details, and for some of them. */
const few = 12;
const some = 24;

/**
 * Draws a graph; the same graph always gives the same picture.
 *
 * @throws UsageError when a PNG would be too large.
 */
export async function draw(graph: Graph, options: DrawOptions): Promise<string | Uint8Array> {
  const elements = graph.nodes.filter(({ kind }) => kind === "table" || kind === "control").length;
  const { warehouse = elements <= some } = options;
  const { columns = elements <= few ? 8 : elements <= some ? 4 : 0 } = options;
  const { direction = elements <= few ? "right" : "down" } = options;
  const view = viewOf(graph, { warehouse });
  const how: Arrangement = { columns, direction, reads: !warehouse };
  switch (options.format) {
    case "mermaid":
      return mermaidOf(view, how);
    case "dot":
      return dotOf(view, how);
    case "svg":
      return pictureOf(view, await layoutOf(view, how)).svg;
    case "html":
      return pageOf(view, await layoutOf(view, how));
    case "png":
      return pngOf(pictureOf(view, await layoutOf(view, how)), options);
  }
}
