import { ApiError, collect, type MaterializationSchedule } from "../../../core/api";
import type { LifecycleContext } from "../../declare";
import { tellNotKept } from "../../document/not-kept";
import { warn } from "../../document/warn";
import { getModel, getTitle } from "../declaration";
import type { DataModelInputs, DataModelOutputs, Known } from "../fields";
import { listLosses, recordStored, type Written } from "../stored";
import { warnOfBroken } from "./broken";

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
  const title = getTitle(inputs);
  for (const ambiguity of ambiguities) warn(context, title, ambiguity);
  const model = getModel(inputs);
  const losses = listLosses(model, outputs.baseline?.contents);
  const { declared } = model;
  tellNotKept(context, {
    ...{ title, inputs, declared, losses, before: before.notKept },
    setting: "analytics:rules.not-kept",
  });
  await warnOfBroken(context, id, inputs, outputs.ids);
  return outputs;
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
    getTitle(inputs),
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
