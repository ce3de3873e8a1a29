import { arrangeGraph, buildOverview, chooseLevel, countNoun, type Graph } from "./graph";
import { arrangeLayout, arrangeOverview } from "./layout";
import type { PictureOptions, Tell } from "./options";
import { writePage } from "./page";
import { renderPng } from "./png";
import { drawSvg, type Picture } from "./svg";

/**
 * Draws a graph in this thread; the same graph always gives the same picture.
 *
 * @throws DrawingError when a PNG would be too large.
 */
export async function drawHere(graph: Graph, options: PictureOptions, tell: Tell): Promise<string | Uint8Array> {
  if (options.format === "html") {
    const { view, how } = arrangeGraph(graph, options);
    return writePage(view, { columns: how.columns, direction: options.direction });
  }
  const picture = await drawPicture(graph, options, tell);
  return options.format === "svg" ? picture.svg : renderPng(picture, options, tell);
}

async function drawPicture(graph: Graph, options: PictureOptions, tell: Tell): Promise<Picture> {
  const level = options.level ?? chooseLevel(graph);
  if (level === "elements") {
    const { view, how } = arrangeGraph(graph, options);
    return drawSvg(view, await arrangeLayout(view, how));
  }
  const { view } = arrangeGraph(graph, { ...options, warehouse: options.warehouse ?? false });
  const overview = buildOverview(view, level);
  if (options.level === undefined) tell(describeGraph(graph, overview, level));
  return drawSvg(overview, arrangeOverview(overview, options.direction ?? "right"));
}

function describeGraph(graph: Graph, { nodes }: Graph, level: "models" | "folders"): string {
  const elements = graph.nodes.filter(({ kind }) => kind === "table" || kind === "control").length;
  const shown = countNoun(nodes.length, level === "models" ? "model" : "folder");
  return (
    `The picture shows ${shown} instead of ${countNoun(elements, "element")}. For more detail, draw fewer models, ` +
    "an .html page, or add --level elements."
  );
}
