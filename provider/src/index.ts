import "./core/runtime/node-check";

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
} from "./core/model";
export * from "./lookups";
export * from "./program";
