import { ApiError, collect, type MaterializationSchedule } from "../../../core/api";
import { type Finding, formatFinding, formatItemLabel, getValue, type Model, type Severity } from "../../../core/spec";
import { isObject, type Json } from "../../../core/spec/json";
import type { LifecycleContext } from "../../declare";
import { getModel } from "../declaration";
import type { DataModelInputs, DataModelOutputs, Known, NotKept } from "../fields";
import { locate } from "../review/locate";
import { type Loss, listNotKept, recordStored, type Written } from "../stored";
import { warnOfBroken } from "./broken";
import { warn } from "./warn";

/**
 * Returns the outputs of a model after a write, and records them for the state: only the model as it was read after the
 * write has the ids of new parts. Warns of fields that the platform didn't keep and of formulas that it can't evaluate.
 *
 * @param written what was sent, with which ids, and what was read after that.
 * @param before what the state knew before the write.
 */
export async function readBack(
  context: LifecycleContext,
  id: string,
  inputs: DataModelInputs,
  written: Written,
  before: Known["outputs"],
): Promise<DataModelOutputs> {
  const { outputs, ambiguities } = recordStored(inputs, written);
  context.checkpoint(id, { inputs, outputs });
  for (const ambiguity of ambiguities) warn(context, inputs, ambiguity);
  tellNotKept(context, inputs, outputs, before.notKept);
  await warnOfBroken(context, id, inputs, outputs.ids);
  return outputs;
}

/** The most losses that are named. */
const mostNamed = 8;

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
  const losses = listNotKept(model, baseline?.contents);
  const reported = severity === "error" ? losses : losses.filter(isNew);
  if (reported.length === 0) return;
  const findings = reported.slice(0, mostNamed).map(
    (loss): Finding => ({
      rule: "not-kept",
      severity,
      path: loss.path,
      pathText: loss.at,
      message: formatMessage(model, loss, inputs.confidential),
    }),
  );
  if (inputs.file !== undefined) locate(inputs.file, findings);
  const more = reported.length > mostNamed ? [`… and ${reported.length - mostNamed} more`] : [];
  const lines = [...findings.map(formatFinding), ...more].map((line) => `data model "${inputs.name}": ${line}`);
  if (severity === "error") {
    const fix = "Leave it out of the declaration, or set analytics:rules.not-kept to warning or off.";
    throw new Error([...lines, fix].join("\n"));
  }
  for (const line of lines) context.log(line);
}

function formatMessage(model: Model, { path, stored }: Loss, confidential: boolean | undefined): string {
  const last = path.at(-1);
  const item = getValue(model.declared, path);
  const thing =
    typeof last === "number" && isObject(item) ? formatItemLabel(String(path.at(-2)), item, last) : `\`${last}\``;
  if (stored === undefined) return `the platform didn't keep ${thing}`;
  return `the platform stored ${thing} as ${confidential ? "something else" : shortenText(stored)}`;
}

function shortenText(value: Json): string {
  const text = JSON.stringify(value);
  return `\`${text.length > 100 ? `${text.slice(0, 100)}…` : text}\``;
}

/** The materialization schedules of a model; undefined where they can't be listed, which stops no write. */
export async function listSchedules(
  context: LifecycleContext,
  id: string,
): Promise<MaterializationSchedule[] | undefined> {
  try {
    return await collect(context.client.materializationSchedules.list({ type: "dataModels", id }));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Names the schedules that a write has removed; the API can't set them again. */
export async function tellLostSchedules(
  context: LifecycleContext,
  id: string,
  inputs: DataModelInputs,
  before: readonly MaterializationSchedule[] | undefined,
): Promise<void> {
  if (before === undefined || before.length === 0) return;
  const left = await listSchedules(context, id);
  if (left === undefined) return;
  const kept = new Set(left.map(({ sheetId }) => sheetId));
  const lost = before.filter(({ sheetId }) => !kept.has(sheetId));
  if (lost.length === 0) return;
  const all = lost.map(({ elementName, schedule }) => `  ${elementName}${schedule ? `: ${getTime(schedule)}` : ""}`);
  warn(
    context,
    inputs,
    [
      "the platform removed materialization schedules with this update. Set them again in the product, or declare " +
        "them as MaterializationSchedule.",
      ...all,
    ].join("\n"),
  );
}

function getTime({ cronSpec, timezone }: { cronSpec?: string; timezone?: string }): string {
  return [cronSpec, timezone].filter((part) => part !== undefined).join(" ");
}
