/** A graph of data models as plain data, and the texts it makes without a library: Mermaid, DOT, captions. */
export { arranged } from "./arrange";
export * from "./captions";
export { clean } from "./clean";
export type { Change, Graph, GraphEdge, GraphGroup, GraphNode, GraphPart } from "./graph";
export { dotText, mermaidText } from "./labels";
export * from "./looks";
export * from "./options";
export { levelOf, overviewOf } from "./overview";
export { grouped } from "./view";
export { write } from "./write";
