export { type RegionKey, regions } from "./core/api/regions";
export type {
  Column,
  ControlElement,
  DataModelSource,
  DataModelSpec,
  Element,
  Filter,
  Format,
  Grouping,
  Join,
  JoinSource,
  Metric,
  Page,
  Relationship,
  Source,
  SqlSource,
  TableElement,
  TableSource,
  TransposeSource,
  UnionSource,
  WarehouseTableSource,
} from "./core/spec";
export * from "./lookups";
export { DataModel, type DataModelArgs } from "./program/data-model";
export { DataModelDirectory, type DataModelDirectoryArgs } from "./program/data-model-directory";
export * from "./program/generated";
export { type ModelReference, type ReferableModel, referencedModel } from "./program/model-reference";
export { type SpecFile, type SpecInput, specFile } from "./program/spec-input";
