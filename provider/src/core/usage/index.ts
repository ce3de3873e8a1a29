/** What documents read of each other and of warehouses. Pure functions over plain JSON; no network, no engine. */
export type { DocumentUses, Exposed, ReadUsesOptions, Use, UsePlace } from "./document-uses";
export { findImpact, type Impact, type IndexedDocument } from "./impact";
export {
  formColumnIdKey,
  formColumnKey,
  formControlKey,
  formElementKey,
  formMetricKey,
  formTableKey,
  formWordKey,
  listKeys,
} from "./keys";
export { listRemoved, type RemovedPart } from "./removed";
export { type ListedColumn, type ListedSource, readListedUses, readUses } from "./uses";
