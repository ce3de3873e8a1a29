/** Data models from what describes tables: a dbt project, or the catalog of a warehouse. It reads artifacts alone. */
export type { GeneratedModel, ModelComment } from "./generated-model";
export type { KnownColumn, KnownTable } from "./known-tables";
export { buildModels } from "./models";
export { readWarehouseColumn } from "./names";
export { createPattern, type Pattern } from "./pattern";
export type { Skipped, SourceColumn, SourceTable } from "./table";
