import { type Call, getTime } from "../call";
import { createFailure, createInvalidRequest, createNotFound } from "../http/errors";
import type { Materialization } from "../state/records";

/** What a run goes through. Each look at it finds it one further: the emulator has no clock. */
const steps = ["pending", "building"] as const;

/** Starts a run. @param sheetId the schedule that it belongs to; left out: it is of a dataset. */
export function start(call: Call, { documentId, sheetId }: { documentId: string; sheetId?: string }): Materialization {
  const materializationId = call.ids.makeUuid("materialization");
  return call.store.materializations.put(materializationId, {
    materializationId,
    documentId,
    ...(sheetId === undefined ? {} : { sheetId }),
    startedAt: getTime(),
    looks: 0,
  });
}

/**
 * Starts a run of a schedule, as somebody asks for it.
 *
 * @throws a 403 without the permission, a 400 where the document has no such schedule, a 409 while a run of it isn't
 *   over.
 */
export function trigger(call: Call, documentId: string, sheetId: string): Materialization {
  if (call.settings.materializePermission === "missing") throw createFailure(403, "Forbidden");
  if (call.store.materializationSchedules.get(sheetId)?.documentId !== documentId) {
    throw createInvalidRequest("Scheduled materialization is not configured for this element");
  }
  const running = call.store.materializations.listAll().find((run) => run.sheetId === sheetId && isRunning(run));
  if (running !== undefined) {
    advanceRun(call, running);
    throw createFailure(409, "Materialization already in progress");
  }
  return start(call, { documentId, sheetId });
}

/** How far a run of a document is. */
export function presentRun(call: Call, documentId: string, materializationId: string): Record<string, unknown> {
  const found = call.store.materializations.get(materializationId);
  if (found?.documentId !== documentId) throw createNotFound("Materialization", materializationId);
  const { startedAt } = found;
  advanceRun(call, found);
  const running = steps[found.looks];
  if (running !== undefined) return { materializationId, status: running, startedAt };
  const status = call.settings.materializationOutcome;
  return { materializationId, status, startedAt, ...describeEnd(status, startedAt) };
}

/** What an answer says beside the status: when it ended, and why. A run that was canceled or skipped says neither. */
function describeEnd(status: string, at: string): Record<string, unknown> {
  switch (status) {
    case "ready":
      return { readyAt: at };
    case "expired":
      return { readyAt: at, expiredAt: at };
    case "failed":
      return { error: "The query failed" };
    default:
      return {};
  }
}

const isRunning = ({ looks }: Materialization) => looks < steps.length;

function advanceRun(call: Call, run: Materialization): void {
  if (isRunning(run)) call.store.materializations.put(run.materializationId, { ...run, looks: run.looks + 1 });
}
