import { randomBytes } from "node:crypto";
import { findAncestor, readProcessName } from "../../core/runtime";
import { getRun } from "./process-hooks";

/** The engine, whose processes share its runs, or else this process. */
const engine = findAncestor("pulumi")?.name ?? readProcessName(process.pid) ?? String(process.pid);

/** What identifies this run. */
const nameRun = () => `${engine}-${getRun()}`;

/**
 * A stamp for one create. The inputs of a pending create and the entry that follows have it: so a state says which
 * pending creates an entry has settled, even under the same URN.
 */
export function createStamp(): string {
  return `${nameRun()}.${randomBytes(9).toString("base64url")}`;
}

/** Whether a create of this run has the stamp. */
export const isOfThisRun = (stamp: string): boolean => stamp.startsWith(`${nameRun()}.`);

/**
 * The id of an entry whose create got no answer, until a read or the next create knows the object's own. No id of the
 * platform has a colon.
 */
export const formPlaceholder = (stamp: string): string => `unknown:${stamp}`;

export const isPlaceholder = (id: string): boolean => id.startsWith("unknown:");
