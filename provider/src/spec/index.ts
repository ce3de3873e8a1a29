/**
 * The code representation of a data model: read, check, compare, translate. Pure functions over plain JSON; no network, no engine.
 *
 * A spec's way: {@link parseSpec} → {@link bind} → {@link validateSpec} → {@link toServerIds} → the server → {@link matchIdentity} and
 * {@link toLocalIds} → {@link keepForm}; {@link diffSpecs} between any two.
 */
export { assignIds } from "./assign";
export {
  type Baseline,
  type BaselineEntry,
  baselineEntries,
  baselineOf,
  pathOfKeys,
  withBaseline,
  withDrift,
} from "./baseline";
export { canonicalize, canonicalOf } from "./canonical";
export { formatChange, formatChanges, summarizeChanges } from "./changes";
export { diffModels, diffSpecs, type SpecChange } from "./diff";
export { type Finding, formatFinding, pathText, type Severity } from "./findings";
export { keepForm } from "./form";
export { type Canonical, type LocalSpec, type PlatformSpec, platformSpec } from "./forms";
export { type Bound, bind, hasHoles, holeNames } from "./holes";
export {
  type ElementIdentity,
  emptyIdentity,
  type IdentityMap,
  renameIdentity,
  serverElementId,
  serverPartId,
  toLocalIds,
  toServerIds,
} from "./identity";
export { withoutIgnored, withTheirIgnored } from "./ignored";
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
export { dataModelJsonSchema } from "./json-schema";
export { itemLabel } from "./list-items";
export type { SourceText } from "./located";
export { type Exchange, followRenames, type MatchResult, matchIdentity } from "./match";
export { equalSpecs, sameMeaning } from "./meaning";
export { Model } from "./model";
export { limits, type ParseOptions, parseSpec, SpecSyntaxError } from "./parse";
export { readableIds } from "./readable";
export { type IdKind, type IdSite, type PartKind, rewriteIds, walkIds } from "./references";
export { applyRenames, findRenames, type Rename } from "./renames";
export { type RewordOptions, reword } from "./reword";
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
} from "./schema";
export { type KnownForm, mayBeStoredFrom, readStored, type StoredModel } from "./stored";
export { locateFindings, ruleSeverities, settableRules, type ValidateOptions, validateSpec } from "./validate";
