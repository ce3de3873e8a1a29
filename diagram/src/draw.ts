import { arranged, type Graph } from "./graph";
import { layoutOf } from "./layout";
import type { PictureOptions } from "./options";
import { pageOf } from "./page";
import { pngOf } from "./png";
import { pictureOf } from "./svg";

/**
 * Draws a graph in this thread; the same graph always gives the same picture.
 *
 * @throws DrawingError when a PNG would be too large.
 */
export async function drawHere(graph: Graph, options: PictureOptions): Promise<string | Uint8Array> {
  const { view, how } = arranged(graph, options);
  if (options.format === "html") return pageOf(view, { columns: how.columns, direction: options.direction });
  const layout = await layoutOf(view, how);
  switch (options.format) {
    case "svg":
      return pictureOf(view, layout).svg;
    case "png":
      return pngOf(pictureOf(view, layout), options);
  }
}
