export { AnalyticsClient, clientFor, type Identity } from "./client";
export type { Connection, ConnectionObject } from "./connections";
export type {
  DataModel,
  DataModelColumn,
  DataModelContents,
  DataModelElement,
  DataModelLineage,
  DataModelRepresentation,
  DataModelSource,
  DataModelTag,
  NewDataModel,
  TagDataModel,
  WrittenDataModel,
} from "./data-models";
export { ApiError, isConflict, isNotFound, isUncertain, type Outcome } from "./errors";
export type { File, FileChange, FileFilter, FileType, NewFolder } from "./files";
export { type Region, type RegionKey, regions } from "./regions";
export type { NewTag, VersionTag } from "./tags";
export { collect } from "./transport/pages";
export type { ClientSettings } from "./transport/transport";
export type { Workbook, WorkbookTag } from "./workbook-record";
