import type { ExportSchedule } from "../../../core/api";
import type { Properties } from "../../../core/engine";

/** The warning about a suspended schedule that the program doesn't pause; undefined: it isn't suspended. */
export function warnSuspension(
  description: string,
  { isPaused }: Properties,
  { isSuspended, disabledAt, disabledBy }: ExportSchedule,
): string | undefined {
  if (!isSuspended || isPaused) return undefined;
  const since = `${disabledAt ? ` since ${disabledAt}` : ""}${disabledBy ? `, by ${disabledBy}` : ""}`;
  return (
    `The ${description} is suspended on the platform${since}, and sends nothing. The provider doesn't resume it: ` +
    "fix the cause, such as a broken query or recipient, then change resumeTriggers."
  );
}

/** What an update does to a schedule's suspension; undefined: nothing. */
export function chooseSuspensionAction(
  { isPaused }: Properties,
  changed: ReadonlySet<string>,
): "pause" | "resume" | undefined {
  if (isPaused) return changed.has("isPaused") ? "pause" : undefined;
  return changed.has("isPaused") || changed.has("resumeTriggers") ? "resume" : undefined;
}
