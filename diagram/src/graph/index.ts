/** A graph of data models as plain data, and the texts it makes without a library: Mermaid, DOT, captions. */
export { arrangeGraph } from "./arrange";
export * from "./captions";
export { cleanText } from "./clean";
export type { Change, Graph, GraphEdge, GraphGroup, GraphNode, GraphPart } from "./graph";
export * from "./looks";
export * from "./options";
export { buildOverview, chooseLevel } from "./overview";
export { groupItems } from "./view";
export { changeSigns, countNoun } from "./words";
export { write } from "./write";
export { embedJson, escapeDot, escapeMermaid, escapeXml } from "./writers";
