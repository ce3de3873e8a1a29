/**
 * The code representation of a data model: read, check, compare, translate. Pure functions over plain JSON; no network, no engine.
 *
 * The steps of a spec: {@link parseSpec} → {@link fillPlaceholders} → {@link validateSpec} → {@link toServerIds} → the server → {@link matchIdentity} and
 * {@link toLocalIds} → {@link preserveAuthoring}; {@link diffSpecs} between any two.
 */

export { canonicalize, canonicalOf } from "./diff/canonical";
export { changesByPlace, formatChange, formatChanges, summarizeChanges } from "./diff/changes";
export { diffModels, diffSpecs, type SpecChange } from "./diff/diff";
export { equalSpecs, sameMeaning } from "./diff/meaning";
export { assignIds } from "./identity/assign";
export {
  type ElementIdentity,
  emptyIdentity,
  type IdentityMap,
  onlyNamed,
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
  isOpen,
  isPlaceholder,
  type Json,
  type JsonObject,
  type Path,
  type Placeholder,
  sameJson,
  stableText,
  unknownValue,
  valueAt,
} from "./json";
export { Model } from "./model";
export { itemLabel } from "./references/list-items";
export { type IdKind, type IdSite, type PartKind, rewriteIds, walkIds } from "./references/references";
export { type RewordOptions, reword } from "./references/reword";
export { ruleSeverities, settableRules, type ValidateOptions, validateSpec } from "./rules/validate";
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
export { type Canonical, type LocalSpec, type PlatformSpec, platformSpec } from "./spec-types";
export {
  type Baseline,
  type BaselineEntry,
  baselineEntries,
  baselineOf,
  pathOfKeys,
  withBaseline,
  withDrift,
} from "./stored/baseline";
export { isIgnored, type Patterns, withoutIgnored, withTheirIgnored } from "./stored/ignored";
export { preserveAuthoring } from "./stored/preserve-authoring";
export {
  type KnownBase,
  type KnownModel,
  type MergedModel,
  mayBeStoredFrom,
  mergeStored,
  readStored,
  type StoredModel,
} from "./stored/stored";
export { type Finding, formatFinding, pathText, type Severity } from "./text/findings";
export { locateFindings, type SourceText } from "./text/located";
export { limits, type ParseOptions, parseSpec, SpecSyntaxError } from "./text/parse";
export { type FilledSpec, fillPlaceholders, hasPlaceholders, placeholderNames } from "./text/placeholders";
export { specText } from "./text/spec-text";
