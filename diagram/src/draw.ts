import { arranged, counted, type Graph, levelOf, overviewOf } from "./graph";
import { layoutOf, overviewLayoutOf } from "./layout";
import type { PictureOptions, Tell } from "./options";
import { pageOf } from "./page";
import { pngOf } from "./png";
import { type Picture, pictureOf } from "./svg";

/**
 * Draws a graph in this thread; the same graph always gives the same picture.
 *
 * @throws DrawingError when a PNG would be too large.
 */
export async function drawHere(graph: Graph, options: PictureOptions, tell: Tell): Promise<string | Uint8Array> {
  if (options.format === "html") {
    const { view, how } = arranged(graph, options);
    return pageOf(view, { columns: how.columns, direction: options.direction });
  }
  const picture = await drawn(graph, options, tell);
  return options.format === "svg" ? picture.svg : pngOf(picture, options, tell);
}

async function drawn(graph: Graph, options: PictureOptions, tell: Tell): Promise<Picture> {
  const level = options.level ?? levelOf(graph);
  if (level === "elements") {
    const { view, how } = arranged(graph, options);
    return pictureOf(view, await layoutOf(view, how));
  }
  const { view } = arranged(graph, { ...options, warehouse: options.warehouse ?? false });
  const overview = overviewOf(view, level);
  if (options.level === undefined) tell(inWords(graph, overview, level));
  return pictureOf(overview, overviewLayoutOf(overview, options.direction ?? "right"));
}

function inWords(graph: Graph, { nodes }: Graph, level: "models" | "folders"): string {
  const elements = graph.nodes.filter(({ kind }) => kind === "table" || kind === "control").length;
  const shown = counted(nodes.length, level === "models" ? "model" : "folder");
  return (
    `The picture shows ${shown} instead of ${counted(elements, "element")}. For more detail, draw fewer models, ` +
    "an .html page, or add --level elements."
  );
}
