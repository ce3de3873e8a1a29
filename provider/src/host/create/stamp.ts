import { randomBytes } from "node:crypto";
import { findAncestor, readProcessName } from "../../core/runtime";

/** What identifies this run: the engine, whose processes share it, or else this process. */
const run = findAncestor("pulumi")?.name ?? readProcessName(process.pid) ?? String(process.pid);

/**
 * A stamp for one create. The inputs of a pending create and the entry that follows have it: so a state says which
 * pending creates an entry has settled, even under the same URN.
 */
export function createStamp(): string {
  return `${run}.${randomBytes(9).toString("base64url")}`;
}

/** Whether a create of this run has the stamp. */
export const isOfThisRun = (stamp: string): boolean => stamp.startsWith(`${run}.`);

/**
 * The id of an entry whose create got no answer, until a read or the next create knows the object's own. No id of the
 * platform has a colon.
 */
export const formPlaceholder = (stamp: string): string => `unknown:${stamp}`;

export const isPlaceholder = (id: string): boolean => id.startsWith("unknown:");
