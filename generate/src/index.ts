/** Data models from what describes tables: a dbt project, or the catalog of a warehouse. No IO but reading artifacts. */
export type { FormerId, GeneratedModel, GeneratedTable, ModelComment } from "./generated-model";
export type { KnownColumn, KnownTable } from "./known-tables";
export { type BuiltModels, buildModels, type ModelOptions } from "./models";
export { readWarehouseColumn } from "./names";
export { createPattern } from "./pattern";
export type { Skipped, SourceColumn, SourceTable } from "./table";
