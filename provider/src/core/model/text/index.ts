/**
 * The text of a spec: reading it, filling its placeholders, and locating paths in it. Programs and policy packs import
 * it instead of `core/model`, because it loads neither zod nor the schema.
 */

export { dropMark } from "../../data";
export { listRespelled, type Respelled } from "./ambiguous";
export { encodeText, hideSecretText } from "./encode";
export { isWorkbook, openEnvelope, unwrapDocument } from "./envelope";
export {
  createReporter,
  type Finding,
  formatFinding,
  formatPath,
  type Report,
  type Severities,
  type Span,
} from "./findings";
export { refuseForeign } from "./foreign";
export { createPositionFinder, Places, resolveInclude, type SourcePart, type SourceText } from "./located";
export { limits, type ParseOptions, parseSpec, SpecSyntaxError } from "./parse";
export { createMatcher, fillPlaceholders, listPlaceholderNames, type PlaceholderMatch } from "./placeholders";
export { explainLayout } from "./yaml-layout";
