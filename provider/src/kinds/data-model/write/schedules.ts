/** The materialization schedules of a model, which an update of its contents may remove. */
import { ApiError, collect, type MaterializationSchedule } from "../../../core/api";
import type { LifecycleContext } from "../../declare";
import { warn } from "../../document/warn";
import { getTitle } from "../declaration";
import type { DataModelInputs } from "../fields";

/** Undefined where they can't be listed, which stops no write. */
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
