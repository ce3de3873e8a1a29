import { assignIds } from "../identity/assign";
import { isObject, isOpen, type Json, type Path } from "../json";
import { indexSpec } from "../references/spec-index";
import { checkShape, type ShapeRule } from "../schema/check-shape";
import { modelShape } from "../schema/shape";
import { type Finding, formatPath, type Severity, type Span } from "../text/findings";
import { locateFindings, type SourceText } from "../text/located";
import { rules } from ".";
import { explainForm } from "./form";

/** How to validate. */
export interface ValidateOptions {
  /** Severities that differ from the rules' own, by rule name. */
  severities?: Readonly<Record<string, Severity | "off">>;
  /** The text the spec was read from, so that findings get a line and column. */
  source?: SourceText;
}

/** The severity of each rule about shape: a warning for what is unknown but kept and sent. */
const shapeSeverities: Record<ShapeRule, Severity> = {
  "missing-field": "error",
  "wrong-type": "error",
  "misspelt-field": "error",
  "misspelt-value": "error",
  "unknown-value": "error",
  "unknown-field": "warning",
  "unknown-kind": "warning",
};

/** Every rule's name and severity when nothing else is set. */
export const ruleSeverities: Readonly<Record<string, Severity>> = {
  ...shapeSeverities,
  ...Object.fromEntries(rules.map(({ name, severity }) => [name, severity])),
};

/** Every rule that `analytics:rules` may name: those above, and `not-kept`, which only a write can detect. */
export const settableRules: Readonly<Record<string, Severity>> = { ...ruleSeverities, "not-kept": "warning" };

/**
 * Checks a spec whose placeholders are filled: its shape, and the rules beyond. All findings at once, in the order of
 * the document. Values that are unknown in a preview, and what depends on them, are passed over.
 *
 * @example for (const finding of validateSpec(spec, { source: { file: "orders.yaml", text } }))
 * console.log(formatFinding(finding));
 */
export function validateSpec(spec: Json, { severities = {}, source }: ValidateOptions = {}): Finding[] {
  const findings: Finding[] = [];
  const add = (rule: string, path: Path, message: string, hint: string | undefined, span?: Span) => {
    const severity = severities[rule] ?? ruleSeverities[rule]!;
    if (severity === "off") return;
    const finding: Finding = { rule, severity, path: [...path], pathText: formatPath(spec, path), message };
    if (hint !== undefined) finding.hint = hint;
    if (span !== undefined) finding.span = span;
    findings.push(finding);
  };
  const wrong = isObject(spec) && !isOpen(spec) ? explainForm(spec, "data model") : undefined;
  if (wrong !== undefined) add("wrong-type", wrong.path, wrong.message, wrong.hint);
  else checkShape(modelShape, spec, [], add);
  if (isObject(spec) && !isOpen(spec) && wrong === undefined) {
    const model = indexSpec(assignIds(spec));
    for (const rule of rules) {
      if (severities[rule.name] === "off") continue;
      rule.check(model, ({ path, message, hint, span }) => add(rule.name, path, message, hint, span));
    }
  }
  if (findings.length > 0 && source) locateFindings(findings, source);
  return findings.sort(source ? comparePlaces : comparePaths);
}

function comparePlaces(a: Finding, b: Finding): number {
  const isSameFile = a.file === b.file;
  return isSameFile ? (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) : comparePaths(a, b);
}

/** Document order, as far as paths define it: items by position. */
function comparePaths({ path: a }: Finding, { path: b }: Finding): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x !== y) return typeof x === "number" && typeof y === "number" ? x - y : 0;
  }
  return 0;
}
