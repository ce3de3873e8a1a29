/**
 * The text of a spec: reading it, filling its placeholders, and locating paths in it. Programs and policy packs import it instead of `core/spec`,
 * because it loads neither zod nor the schema.
 */
export { type Finding, formatFinding, pathText, type Severity } from "./findings";
export { Places, positions, type SourceText, withoutMark } from "./located";
export { limits, type ParseOptions, parseSpec, SpecSyntaxError } from "./parse";
export {
  type FilledSpec,
  fillPlaceholders,
  hasPlaceholders,
  placeholderNames,
  withPlaceholders,
} from "./placeholders";
export { refuseRounded } from "./rounded";
