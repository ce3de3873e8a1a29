export { generateDbt } from "./dbt/command";
export type { Node, SourceNode } from "./dbt/manifest";
export { readProject } from "./dbt/project";
export { generateWarehouse } from "./warehouse/command";
