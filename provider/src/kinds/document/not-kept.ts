/** What the platform didn't keep of a declaration. */
import {
  type Baseline,
  type BaselineEntry,
  buildPath,
  type Canonical,
  type Finding,
  formatFinding,
  formatItemLabel,
  formatPath,
  getValue,
  type Json,
  type JsonObject,
  listBaselineEntries,
  type Path,
  type Severity,
} from "../../core/model";
import { isObject } from "../../core/model/json";
import type { LifecycleContext } from "../declare";
import type { DocumentInputs, NotKept } from "./fields";
import { locate } from "./locate";

/** {@link NotKept} with the data for its message. */
export interface Loss extends NotKept {
  readonly path: Path;
  /** The value that the platform has instead; undefined: none. */
  readonly stored: Json | undefined;
  /** What it is called, and what became of it, where the path and the value say too little. */
  readonly described?: { readonly thing: string; readonly changes: readonly string[] };
}

/** A declaration, to compare and to show. */
interface Forms {
  readonly declared: JsonObject;
  readonly canonical: Canonical;
}

/**
 * What a declaration lost, by what the platform made of it. What it only added isn't lost, but for what `isChange`
 * names.
 *
 * @param there what the platform has, as it spells it; default: the spelling of the canonical form.
 */
export function listNotKept(
  { declared, canonical }: Forms,
  contents: Baseline | undefined,
  {
    isChange = () => false,
    there,
  }: { readonly isChange?: (entry: BaselineEntry) => boolean; readonly there?: JsonObject | undefined } = {},
): Loss[] {
  return listBaselineEntries(canonical, contents).flatMap((entry) => {
    const stored = entry.stored === undefined ? undefined : (readSpelling(there, entry) ?? entry.stored);
    const path = buildPath(declared, entry.path);
    // A default that is written out has no place in the canonical form.
    const isDeclared = entry.declared !== undefined || getValue(declared, path) !== undefined;
    if (!isDeclared && !isChange(entry)) return [];
    return [{ path, at: formatPath(declared, path), what: stored === undefined ? "missing" : "changed", stored }];
  });
}

function readSpelling(there: JsonObject | undefined, { path: keys }: BaselineEntry): Json | undefined {
  if (there === undefined) return undefined;
  const path = buildPath(there, keys);
  return path.length === keys.length ? getValue(there, path) : undefined;
}

/** The most losses that are named. */
const mostNamed = 8;

/**
 * Reports the parts that the platform didn't keep and that weren't reported before.
 *
 * @param before what the state knew of.
 * @throws when the rule `not-kept` is set to `error` and any part is lost, reported before or not.
 */
export function tellNotKept(
  context: LifecycleContext,
  {
    title,
    setting,
    declared,
    inputs,
    losses,
    before,
  }: {
    readonly title: string;
    /** The rule, as the stack's configuration names it. */
    readonly setting: string;
    readonly declared: JsonObject;
    readonly inputs: DocumentInputs;
    readonly losses: readonly Loss[];
    readonly before: readonly NotKept[] | undefined;
  },
): void {
  const severity = context.settings["not-kept"] as Severity | "off";
  if (severity === "off") return;
  const isNew = ({ at, what }: NotKept) => !before?.some((known) => known.at === at && known.what === what);
  const reported = severity === "error" ? losses : losses.filter(isNew);
  if (reported.length === 0) return;
  const findings = reported.slice(0, mostNamed).map(
    (loss): Finding => ({
      rule: "not-kept",
      severity,
      path: loss.path,
      pathText: loss.at,
      message: formatMessage(declared, loss, inputs.confidential),
    }),
  );
  if (inputs.file !== undefined) locate(inputs.file, findings);
  const more = reported.length > mostNamed ? [`… and ${reported.length - mostNamed} more`] : [];
  const lines = [...findings.map(formatFinding), ...more].map((line) => `${title}: ${line}`);
  if (severity === "error") {
    const fix = `Leave it out of the declaration, or set ${setting} to warning or off.`;
    throw new Error([...lines, fix].join("\n"));
  }
  for (const line of lines) context.log(line);
}

function formatMessage(declared: JsonObject, loss: Loss, confidential: DocumentInputs["confidential"]): string {
  const { stored, described } = loss;
  const thing = described?.thing ?? labelLost(declared, loss);
  if (stored === undefined) return `the platform didn't keep ${thing}`;
  if (confidential) return `the platform stored ${thing} as something else`;
  if (described === undefined) return `the platform stored ${thing} as ${shortenText(stored)}`;
  return [`the platform stored ${thing} in another way`, ...described.changes].join(": ");
}

function labelLost(declared: JsonObject, { path }: Loss): string {
  const last = path.at(-1);
  const item = getValue(declared, path);
  return typeof last === "number" && isObject(item) ? formatItemLabel(String(path.at(-2)), item, last) : `\`${last}\``;
}

function shortenText(value: Json): string {
  const text = JSON.stringify(value);
  return `\`${text.length > 100 ? `${text.slice(0, 100)}…` : text}\``;
}
