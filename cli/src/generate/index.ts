export { generateDbt } from "./dbt/command";
export type { Node, SourceNode } from "./dbt/manifest";
export { readAnalyticsMeta } from "./dbt/meta";
export { findCatalog, type Project, readProject } from "./dbt/project";
export { generateExposures } from "./exposures/command";
export { classifyType } from "./sql";
export { generateWarehouse } from "./warehouse/command";
