/** Whether a write of contents met another one. The version that a write is based on tells, where the platform doesn't. */
import { ApiError, isRateLimit, isUncertain } from "../../core/api";
import type { LifecycleContext } from "../declare";
import type { KnownDocument } from "./fields";

/** A write of contents. */
interface Write<Server> {
  /** The version that it is based on. */
  readonly base: number;
  /** Which try it is, from 1. */
  readonly tries: number;
  /** What the state then has, where nobody can tell whether the write arrived. */
  readonly written: { readonly inputs: object; readonly outputs: object };
  send(): Promise<unknown>;
  read(): Promise<Server>;
}

/** How often contents are written after other writes, each time based on the latest version. */
const mostTries = 3;

/**
 * Sends a write.
 *
 * @returns undefined where it was answered. Else what the platform has then, and whether that is most likely of this
 *   write, whose answer was lost; if not, the caller tries again on it.
 * @throws the error of a write that another try can't help.
 */
export async function sendContents<Server extends { readonly documentVersion: number; readonly updatedBy: string }>(
  context: LifecycleContext,
  id: string,
  { base, tries, written, send, read }: Write<Server>,
): Promise<{ readonly server: Server; readonly isOurs: boolean } | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    const mayHaveArrived = isUncertain(error);
    if (tries === mostTries || !(mayHaveArrived || mayBeStale(error))) throw error;
    const server = await readUnclear(context, id, mayHaveArrived ? written : undefined, read);
    if (server.documentVersion === base && !mayHaveArrived) throw error;
    return { server, isOurs: mayHaveArrived && (await isNextByUs(context, server, base)) };
  }
}

/** The status that refuses a stale version is undocumented: the version itself tells. */
function mayBeStale(error: unknown): boolean {
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
