/** The materialization schedules of a model. */
import { ApiError, collect, type MaterializationSchedule } from "../../core/api";
import type { LifecycleContext } from "../declare";

/** Undefined where they can't be listed, which stops no update. */
export async function listSchedules(
  context: Pick<LifecycleContext, "client">,
  id: string,
): Promise<MaterializationSchedule[] | undefined> {
  try {
    return await collect(context.client.materializationSchedules.list({ type: "dataModels", id }));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** `Orders: 0 5 * * * UTC`. */
export function formatSchedule({ elementName, schedule }: MaterializationSchedule): string {
  const time = [schedule?.cronSpec, schedule?.timezone].filter((part) => part !== undefined).join(" ");
  return time === "" ? elementName : `${elementName}: ${time}`;
}
