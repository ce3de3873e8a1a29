/** Whether a write of contents met another one. The version that a write is based on tells, where the platform doesn't. */
import { ApiError, isRateLimit } from "../../core/api";
import type { LifecycleContext } from "../declare";
import type { KnownDocument } from "./fields";

/** How often a write is retried after other writes, each time based on the latest version. */
export const mostTries = 3;

/** The status that refuses a stale version is undocumented: the version itself tells. */
export function mayBeStale(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.fromProxy) return false;
  return !isRateLimit(error.status) && ![401, 403, 404].includes(error.status ?? 0);
}

/** Whether our write, whose response was lost, most likely created this version. */
export async function isNextByUs(
  context: LifecycleContext,
  server: { readonly documentVersion: number; readonly updatedBy: string },
  base: number,
): Promise<boolean> {
  if (server.documentVersion !== base + 1) return false;
  return server.updatedBy === (await context.client.readOwner()).userId;
}

/** Whether an update of this stack whose result no state has wrote the version on the platform. */
export async function isByLostUpdate(
  context: LifecycleContext,
  { outputs: { documentVersion }, tried }: KnownDocument,
  field: string,
  server: { readonly documentVersion: number; readonly updatedBy: string },
): Promise<boolean> {
  if (tried?.[field] === undefined || documentVersion === undefined) return false;
  return isNextByUs(context, server, documentVersion);
}

/**
 * Reads a document after a write that failed. If that fails, too, and the write may have arrived, the next update
 * doesn't take what is there for somebody's change.
 *
 * @param written what the state then has.
 */
export async function readUnclear<Server>(
  context: LifecycleContext,
  id: string,
  written: { readonly inputs: object; readonly outputs: object } | undefined,
  read: () => Promise<Server>,
): Promise<Server> {
  try {
    return await read();
  } catch (error) {
    if (written !== undefined) context.checkpoint(id, written);
    throw error;
  }
}
