/** The graph of what documents read of each other and of warehouses. Pure functions over plain JSON; no network, no engine. */
export { type ChangedPart, type ComparedModel, compareParts } from "./changed";
export type { DocumentUses, Exposed, Use } from "./document";
export { closeOver, Graph, type GraphDocument } from "./graph";
export {
  formColumnIdKey,
  formColumnKey,
  formElementKey,
  formMetricKey,
  formTableKey,
  formWordKey,
  listKeys,
} from "./keys";
export { describeFate, listRemoved, type RemovedPart } from "./removed";
export { readListedUses, readUses, translateUses } from "./uses";
