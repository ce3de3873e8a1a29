/** The materialization schedules of a model, which an update of its contents may remove. */
import type { MaterializationSchedule } from "../../../core/api";
import type { LifecycleContext } from "../../declare";
import { warn } from "../../document/warn";
import { getTitle } from "../declaration";
import type { DataModelInputs } from "../fields";
import { formatSchedule, listSchedules } from "../schedules";

/** Sets the schedules again that a write has removed although their elements stay, and says what became of each. */
export async function restoreSchedules(
  context: LifecycleContext,
  id: string,
  inputs: DataModelInputs,
  before: readonly MaterializationSchedule[] | undefined,
): Promise<void> {
  if (before === undefined || before.length === 0) return;
  const left = await listSchedules(context, id);
  if (left === undefined) return;
  const kept = new Set(left.map(({ sheetId }) => sheetId));
  const told: string[] = [];
  for (const schedule of before.filter(({ sheetId }) => !kept.has(sheetId))) {
    told.push(`  ${formatSchedule(schedule)} ${await restore(context, id, schedule)}`);
  }
  if (told.length === 0) return;
  const what = "the platform removed materialization schedules with this update.";
  warn(context, getTitle(inputs), [what, ...told].join("\n"));
}

/** Sets a schedule again. @returns what became of it. */
async function restore(
  { client }: LifecycleContext,
  id: string,
  { elementId, elementName: name, schedule, paused }: MaterializationSchedule,
): Promise<string> {
  const document = { type: "dataModels", id } as const;
  try {
    const { materializationSchedules: fresh } = client.afterWrites;
    const element = await fresh.findElement(document, elementId === undefined ? { name } : { id: elementId });
    if (element === undefined) return "(its element is gone)";
    const { cronSpec, timezone } = schedule ?? {};
    // The API creates none that is paused, or without a time.
    if (paused || cronSpec === undefined) return "(set it again in the product)";
    await client.materializationSchedules.create(document, element, { cronSpec, timezone });
    return "(was set again, which started a run)";
  } catch (error) {
    return `(set it again in the product: ${(error as Error).message})`;
  }
}
