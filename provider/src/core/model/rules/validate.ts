import { assignIds } from "../identity/assign";
import { isObject, isOpen, type Json } from "../json";
import { indexSpec, type SpecIndex } from "../references/spec-index";
import { checkShape, type ShapeRule } from "../schema/check-shape";
import { modelShape } from "../schema/shape";
import { createReporter, type Finding, type Severities, type Severity } from "../text/findings";
import { locateFindings, type SourceText } from "../text/located";
import { rules } from "./all";
import { explainForm } from "./form";

/** How to validate. */
export interface ValidateOptions {
  /** Severities that differ from the rules' own, by rule name. */
  severities?: Severities;
  /** The spec with its placeholders unfilled, for what a file may not hold although a value may be that. */
  authored?: Json;
  /** The text the spec was read from, so that findings get a line and column. */
  source?: SourceText;
}

/** The severity of each rule about shape: a warning for what is unknown but kept and sent. */
const shapeSeverities: Record<Exclude<ShapeRule, "dropped-field">, Severity> = {
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
 * @example validateSpec(spec, { source: { file: "orders.yaml", text } }).map(({ message }) => message)
 */
export function validateSpec(spec: Json, { severities = {}, authored, source }: ValidateOptions = {}): Finding[] {
  const findings: Finding[] = [];
  const report = createReporter(spec, findings, { own: ruleSeverities, severities });
  const model = isObject(spec) && !isOpen(spec) ? spec : undefined;
  const wrong = model && explainForm(model, "data model");
  if (wrong === undefined) checkShape(modelShape, spec, [], report);
  else report("wrong-type", wrong);
  if (model !== undefined && wrong === undefined) {
    const index: SpecIndex = { ...indexSpec(assignIds(model)), ...(authored !== undefined && { authored }) };
    for (const { name, check } of rules)
      if (severities[name] !== "off") check(index, (finding) => report(name, finding));
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
