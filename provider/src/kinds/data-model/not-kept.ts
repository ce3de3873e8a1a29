/** The parts of a declaration that the platform didn't keep: reported once, at the write. */

import {
  type Baseline,
  type BaselineEntry,
  buildPath,
  type Finding,
  formatFinding,
  formatItemLabel,
  formatPath,
  getValue,
  listBaselineEntries,
  type Model,
  type Path,
  type Severity,
} from "../../core/spec";
import { isObject, type Json } from "../../core/spec/json";
import type { LifecycleContext } from "../declare";
import { getModel } from "./contents";
import type { DataModelInputs, DataModelOutputs, NotKept } from "./fields";
import { locateIn } from "./places";

/** {@link NotKept} with the data for its message. */
interface Loss extends NotKept {
  readonly path: Path;
  /** The value that the platform has instead; undefined: none. */
  readonly stored: Json | undefined;
}

/** The maximum number of losses in one message. */
const most = 8;

/** What a declaration lost, by what the platform made of it. What it only added isn't lost, but for what it turned off or renamed. */
export function notKeptIn(model: Model, contents: Baseline | undefined): Loss[] {
  return listBaselineEntries(model.canonical, contents)
    .filter((entry) => entry.declared !== undefined || changesElement(entry))
    .map(({ path: keys, stored }) => {
      const path = buildPath(model.declared, keys);
      return { path, at: formatPath(model.declared, path), what: stored === undefined ? "missing" : "changed", stored };
    });
}

/** Whether the platform wrote something into an element that others see: its name, or whether they may use it. */
function changesElement({ path, stored }: BaselineEntry): boolean {
  return stored !== undefined && path.length === 5 && (path[4] === "name" || path[4] === "visibleAsSource");
}

/**
 * Reports the parts that the platform didn't keep and that weren't reported before.
 *
 * @param before what the state knew of.
 * @throws when `analytics:rules.not-kept` is `error` and any part is lost, reported before or not.
 */
export function tellNotKept(
  context: LifecycleContext,
  inputs: DataModelInputs,
  { baseline }: DataModelOutputs,
  before: readonly NotKept[] | undefined,
): void {
  const severity = context.settings["not-kept"] as Severity | "off";
  if (severity === "off") return;
  const model = getModel(inputs);
  const isNew = ({ at, what }: NotKept) => !before?.some((known) => known.at === at && known.what === what);
  const losses = notKeptIn(model, baseline?.contents);
  const reported = severity === "error" ? losses : losses.filter(isNew);
  if (reported.length === 0) return;
  const findings = reported.slice(0, most).map(
    (loss): Finding => ({
      rule: "not-kept",
      severity,
      path: loss.path,
      pathText: loss.at,
      message: messageOf(model, loss, inputs.confidential),
    }),
  );
  if (inputs.file !== undefined) locateIn(inputs.file, findings);
  const more = reported.length > most ? [`… and ${reported.length - most} more`] : [];
  const lines = [...findings.map(formatFinding), ...more].map((line) => `data model "${inputs.name}": ${line}`);
  if (severity === "error") {
    const fix = "Leave it out of the declaration, or set analytics:rules.not-kept to warning or off.";
    throw new Error([...lines, fix].join("\n"));
  }
  for (const line of lines) context.log(line);
}

function messageOf(model: Model, { path, stored }: Loss, confidential: boolean | undefined): string {
  const last = path.at(-1);
  const item = getValue(model.declared, path);
  const thing =
    typeof last === "number" && isObject(item) ? formatItemLabel(String(path.at(-2)), item, last) : `\`${last}\``;
  if (stored === undefined) return `the platform didn't keep ${thing}`;
  return `the platform stored ${thing} as ${confidential ? "something else" : shortText(stored)}`;
}

function shortText(value: Json): string {
  const text = JSON.stringify(value);
  return `\`${text.length > 100 ? `${text.slice(0, 100)}…` : text}\``;
}
