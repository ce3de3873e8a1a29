import { createHash, randomBytes } from "node:crypto";

/** A stamp of its own, for a create of which nothing else is known. */
export const createStamp = (): string => randomBytes(9).toString("base64url");

/**
 * The stamp of a resource's create. The inputs of a pending create and the entry that follows have it: so a state says
 * which pending creates an entry has settled, even under the same URN. A preview and the run of its plan have the same.
 *
 * @param pending how many creates of the resource the state has as pending: those of killed runs.
 * @param replaced the stamps of the entries that it replaces: they may hold one object for a while.
 */
export function formStamp(pending: number, urn: string | undefined, replaced: string): string {
  return createHash("sha256").update(`${pending} ${urn} ${replaced}`).digest("base64url").slice(0, 12);
}

/**
 * The id of an entry whose create got no answer, until a read or the next create knows the object's own. No id of the
 * platform has a colon.
 */
export const formPlaceholder = (stamp: string): string => `unknown:${stamp}`;

export const isPlaceholder = (id: string): boolean => id.startsWith("unknown:");
