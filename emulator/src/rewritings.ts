import type { Settings } from "./settings";

type Rewriting = Readonly<Partial<Settings>>;

/**
 * What the platform makes of a data model that it is sent, one setting each: the stored model means the same and reads
 * otherwise.
 *
 * @example
 * for (const [name, settings] of Object.entries(rewritings)) {
 *   emulator.configure({ ...storedAsSent, ...settings });
 * }
 * emulator.configure(Object.assign({}, ...Object.values(rewritings))); // all together
 */
export const rewritings = {
  friendlyNames: { friendlyNames: "rewritten" },
  derivedNames: { derivedNames: "omitted" },
  surroundingSpace: { surroundingSpace: "trimmed" },
  sqlBlankLines: { sqlBlankLines: "trimmed" },
  duplicateColumnNames: { duplicateColumnNames: "numbered" },
  inheritedMetricNames: { inheritedMetricNames: "numbered" },
  unionNames: { unionNames: "dropped" },
  lookupJoins: { lookupJoins: "left-outer" },
  joinDefaults: { joinDefaults: "written" },
  sortNulls: { sortNulls: "written" },
  visibleAsSourceWritten: { visibleAsSource: "written" },
  visibleAsSource: { visibleAsSource: "omitted" },
  controlDefaults: { controlDefaults: "written" },
  filterDefaults: { filterDefaults: "written" },
  specDefaultsWritten: { specDefaults: "written" },
  specDefaults: { specDefaults: "omitted" },
  warehouseColumnIds: { warehouseColumnIds: "inode" },
  elementIds: { reassignIdsOnPut: "elements" },
  allIds: { reassignIdsOnPut: true },
} as const satisfies Record<string, Rewriting>;

/** What the platform makes of texts, whatever the kind of object, one setting each: they mean the same. */
export const textRewritings = {
  textEnds: { textEnds: "trimmed" },
  hostCase: { hostCase: "lowercased" },
  urlEnds: { urlEnds: "trimmed" },
} as const satisfies Record<string, Rewriting>;

/** What the platform loses of a data model without a word, one setting each. */
export const losses = {
  unknownFields: { unknownFields: "ignore" },
  unsuitableListTargets: { unsuitableListTargets: "dropped" },
  unfitControlValues: { unfitControlValues: "dropped" },
} as const satisfies Record<string, Rewriting>;

/** What a PUT changes beside what it was sent, one setting each. */
export const sideEffects = {
  schedulesOnRemoval: { schedulesOnRemoval: "deleted-always" },
  visibilityOnPut: { visibilityOnPut: "off" },
  namesOnPut: { namesOnPut: "changed" },
} as const satisfies Record<string, Rewriting>;

/** A platform that stores what it is sent: each rewriting, loss and side effect turned off. */
export const storedAsSent = {
  friendlyNames: "as-sent",
  derivedNames: "kept",
  surroundingSpace: "kept",
  sqlBlankLines: "kept",
  duplicateColumnNames: "as-sent",
  inheritedMetricNames: "as-sent",
  unionNames: "kept",
  lookupJoins: "kept",
  joinDefaults: "as-sent",
  sortNulls: "as-sent",
  visibleAsSource: "as-sent",
  controlDefaults: "as-sent",
  filterDefaults: "as-sent",
  specDefaults: "as-sent",
  warehouseColumnIds: "short",
  reassignIdsOnPut: false,
  unknownFields: "keep",
  unsuitableListTargets: "kept",
  unfitControlValues: "kept",
  schedulesOnRemoval: "kept",
  visibilityOnPut: "kept",
  namesOnPut: "kept",
} as const satisfies Rewriting;
