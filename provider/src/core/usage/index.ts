/** What documents read of each other and of warehouses. Pure functions over plain JSON; no network, no engine. */
export { findImpact, type Impact, type IndexedDocument } from "./impact";
export {
  formColumnIdKey,
  formColumnKey,
  formControlKey,
  formElementKey,
  formMetricKey,
  formTableKey,
  formWordKey,
} from "./keys";
export { listRemoved, type RemovedPart } from "./removed";
export {
  type DocumentUses,
  type Exposed,
  type ListedColumn,
  type ReadUsesOptions,
  readListedUses,
  readUses,
  type Use,
  type UsePlace,
} from "./uses";
