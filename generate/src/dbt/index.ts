export { classifyType } from "../sql";
export type { Node, SourceNode } from "./manifest";
export { parseTagRestriction, readAnalyticsMeta } from "./meta";
export { findCatalog, findManifest, type Project, readProject } from "./project";
export { buildTables, modelRename, type ProjectTables, readFamily } from "./tables";
