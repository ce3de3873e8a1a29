/**
 * The code representation of a data model: read, check, compare, translate. Pure functions over plain JSON; no network,
 * no engine.
 *
 * The steps of a spec: {@link parseSpec} → {@link fillPlaceholders} → {@link validateSpec} → {@link toServerIds} → the
 * server → {@link matchIdentity} and {@link toLocalIds} → {@link preserveAuthoring}; {@link diffSpecs} between any two.
 */

import "../runtime/node-check";

export { canonicalize, toCanonical } from "./diff/canonical";
export {
  formatChange,
  formatChanges,
  groupChangesByPlace,
  mergeSameChanges,
  summarizeChanges,
} from "./diff/changes";
export { diffModels, diffSpecs, type SpecChange } from "./diff/diff";
export { equalSpecs, hasSameMeaning } from "./diff/meaning";
export { formatNewValues } from "./diff/new-values";
export { Forms } from "./forms";
export { assignIds } from "./identity/assign";
export {
  createEmptyIdentity,
  dropUnnamed,
  type ElementIdentity,
  getServerElementId,
  getServerPartId,
  type IdentityMap,
  renameIdentity,
  toLocalIds,
  toServerIds,
} from "./identity/identity";
export { type Exchange, followRenames, type MatchResult, matchIdentity } from "./identity/match";
export { assignReadableIds } from "./identity/readable";
export { applyRenames, findRenames, type Rename } from "./identity/renames";
export {
  getValue,
  isOpen,
  isPlaceholder,
  isSameJson,
  type Json,
  type JsonObject,
  type Path,
  type Placeholder,
  unknownValue,
  writeStableText,
} from "./json";
export { Model } from "./model";
export { formatItemLabel } from "./references/list-items";
export { type IdKind, type IdSite, type PartKind, rewriteIds, walkIds } from "./references/references";
export { findNameless, type RewordOptions, reword } from "./references/reword";
export { checkSources, formTableKey, type KnownTable, listSourceTables, type SourceTable } from "./rules/sources";
export { ruleSeverities, settableRules, type ValidateOptions, validateSpec } from "./rules/validate";
export { buildDataModelJsonSchema } from "./schema/json-schema";
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
export { type Canonical, type CodedNoun, type LocalSpec, type PlatformSpec, toPlatformSpec } from "./spec-types";
export {
  applyBaseline,
  applyDrift,
  type Baseline,
  type BaselineEntry,
  buildPath,
  computeBaseline,
  listBaselineEntries,
} from "./stored/baseline";
export { adoptTheirIgnored, dropIgnored, isIgnored, type Patterns } from "./stored/ignored";
export { type Merge, type MergedForms, mergeForms } from "./stored/merge";
export { preserveAuthoring } from "./stored/preserve-authoring";
export {
  isPossiblyStored,
  type KnownBase,
  type KnownModel,
  type MergedModel,
  mergeStored,
  readStored,
  type StoredModel,
} from "./stored/stored";
export { type Finding, formatFinding, formatPath, type Severity, writeStart } from "./text/findings";
export { locateFindings, type SourcePart, type SourceText } from "./text/located";
export { limits, type ParseOptions, parseSpec, SpecSyntaxError } from "./text/parse";
export {
  type FilledSpec,
  fillPlaceholders,
  hasPlaceholders,
  listPlaceholderNames,
  listPlaceholders,
} from "./text/placeholders";
export { specText } from "./text/spec-text";
