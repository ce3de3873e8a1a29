/**
 * The code representation of a data model: read, check, compare, translate. Pure functions over plain JSON; no network, no engine.
 *
 * A spec's way: {@link parseSpec} → {@link bind} → {@link validateSpec} → {@link toServerIds} → the server → {@link matchIdentity} and
 * {@link toLocalIds} → {@link keepForm}; {@link diffSpecs} between any two.
 */

export { canonicalize, canonicalOf } from "./diff/canonical";
export { formatChange, formatChanges, summarizeChanges } from "./diff/changes";
export { diffModels, diffSpecs, type SpecChange } from "./diff/diff";
export { equalSpecs, sameMeaning } from "./diff/meaning";
export { type Canonical, type LocalSpec, type PlatformSpec, platformSpec } from "./forms";
export { assignIds } from "./identity/assign";
export {
  type ElementIdentity,
  emptyIdentity,
  type IdentityMap,
  renameIdentity,
  serverElementId,
  serverPartId,
  toLocalIds,
  toServerIds,
} from "./identity/identity";
export { type Exchange, followRenames, type MatchResult, matchIdentity } from "./identity/match";
export { readableIds } from "./identity/readable";
export { applyRenames, findRenames, type Rename } from "./identity/renames";
export {
  type Hole,
  isHole,
  isOpen,
  type Json,
  type JsonObject,
  type Path,
  sameJson,
  unknownValue,
  valueAt,
} from "./json";
export { Model } from "./model";
export { itemLabel } from "./references/list-items";
export { type IdKind, type IdSite, type PartKind, rewriteIds, walkIds } from "./references/references";
export { type RewordOptions, reword } from "./references/reword";
export { locateFindings, ruleSeverities, settableRules, type ValidateOptions, validateSpec } from "./rules/validate";
export { dataModelJsonSchema } from "./schema/json-schema";
export type {
  Column,
  ColumnSecurity,
  ControlElement,
  DataModelSource,
  DataModelSpec,
  DateValue,
  Element,
  Filter,
  Folder,
  Format,
  Grouping,
  InnerSource,
  Join,
  JoinColumn,
  JoinSource,
  Metric,
  MetricFolder,
  Page,
  Relationship,
  Sort,
  Source,
  SqlSource,
  TableElement,
  TableSource,
  TargetSource,
  TransposeSource,
  UnionSource,
  ValueSource,
  WarehouseTableSource,
} from "./schema/schema";
export {
  type Baseline,
  type BaselineEntry,
  baselineEntries,
  baselineOf,
  pathOfKeys,
  withBaseline,
  withDrift,
} from "./stored/baseline";
export { withoutIgnored, withTheirIgnored } from "./stored/ignored";
export { type KnownForm, mayBeStoredFrom, readStored, type StoredModel } from "./stored/stored";
export { type Finding, formatFinding, pathText, type Severity } from "./text/findings";
export { keepForm } from "./text/form";
export { type Bound, bind, hasHoles, holeNames } from "./text/holes";
export type { SourceText } from "./text/located";
export { limits, type ParseOptions, parseSpec, SpecSyntaxError } from "./text/parse";
