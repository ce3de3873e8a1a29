import { getValue, isObject, type Json, type Path } from "../json";

/** The severity of a finding: an error where the platform is known to refuse the spec. */
export type Severity = "error" | "warning";

/** A problem, or a possible one, in a spec. */
export interface Finding {
  /** The rule's name, e.g. `missing-reference`; settings refer to it. */
  rule: string;
  severity: Severity;
  /** Where: `["pages", 0, "elements", 1, "source"]`. */
  path: Path;
  /** The same for people: `pages[main].elements[fact_orders].source`. */
  pathText: string;
  /** What is wrong. */
  message: string;
  /** What to write instead. */
  hint?: string;
  /** The file it is in, if the text was given. */
  file?: string;
  /** Line in the file, from 1. */
  line?: number;
  /** Column in the line, from 1. */
  column?: number;
  /** The column after its end, where that is known. */
  endColumn?: number;
  /** The part of the text at the path that is meant. */
  span?: Span;
  /** Another place that the message is about, which it names once the text is given. */
  other?: Path;
}

/** A part of a text: the `nth` place, from 0, where it stands; of a text with several lines, from that line on. */
export interface Span {
  readonly text: string;
  readonly nth: number;
  /** From 1. */
  readonly line?: number;
}

/** A finding as a rule reports it: where, what, and what to write instead. */
export interface Report {
  path: Path;
  message: string;
  hint?: string;
  /** The part of the text at the path that is meant; left out: all of it. */
  span?: Span;
  /** Another place that the message is about. */
  other?: Path;
}

/** Severities by the names of rules. */
export type Severities = Readonly<Record<string, Severity | "off">>;

/** How a document's reports become findings. */
interface ReporterOptions {
  /** The severity of each rule when nothing else is set. */
  readonly own: Severities;
  readonly severities?: Severities;
  /** Where the document stands in the form. */
  readonly prefix?: Path;
}

/** Adds what rules report to a list of findings, but for rules that are off. */
export function createReporter(
  form: Json,
  findings: Finding[],
  { own, severities = {}, prefix = [] }: ReporterOptions,
): (rule: string, report: Report) => void {
  return (rule, { message, hint, span, ...places }) => {
    const severity = severities[rule] ?? own[rule]!;
    if (severity === "off") return;
    const path = [...prefix, ...places.path];
    const finding: Finding = { rule, severity, path, pathText: formatPath(form, path), message };
    if (hint !== undefined) finding.hint = hint;
    if (span !== undefined) finding.span = span;
    if (places.other !== undefined) finding.other = [...prefix, ...places.other];
    findings.push(finding);
  };
}

/**
 * A path as people read it, items named by their id: `pages[main].elements[fact_orders].columns[revenue].formula`.
 *
 * @example formatPath(spec, ["pages", 0, "name"]) // "pages[main].name"
 */
export function formatPath(root: Json | undefined, path: Path): string {
  let text = "";
  for (const [depth, key] of path.entries()) {
    if (typeof key === "string") {
      text += /^[\w$-]+$/.test(key) ? `${text && "."}${key}` : `[${JSON.stringify(key)}]`;
      continue;
    }
    const item = getValue(root, path.slice(0, depth + 1));
    const id = isObject(item) ? item.id : undefined;
    text += typeof id === "string" && id !== "" ? `[${id}]` : `[${key}]`;
  }
  return text;
}

/** How a message about a place begins: `models/orders.yaml:12:7: `; empty: the place isn't known. */
export function writeStart({ file, line, column }: Pick<Finding, "file" | "line" | "column">): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return place && `${place}: `;
}

/**
 * A finding as one line: `models/orders.yaml:12:7: error: pages[main]… : message (rule). hint`.
 */
export function formatFinding(finding: Finding): string {
  const { severity, rule, message, hint } = finding;
  const where = finding.pathText === "" ? "" : `${finding.pathText}: `;
  return `${writeStart(finding)}${severity}: ${where}${message} [${rule}]${hint ? `. ${hint}` : ""}`;
}
