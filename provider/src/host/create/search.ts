import { setTimeout as wait } from "node:timers/promises";
import { findDifferingFields, readIdentity, readUnlessGone } from "../../core/api";
import type { Properties } from "../../core/engine";
import type { AnyRemote, Origin } from "../../kinds/declare";
import { type Access, compare } from "../baseline/write";
import type { Attempt } from "./attempt";

/** A create whose object may exist. */
export interface LostCreate {
  /** The inputs that it sent. */
  readonly sent: Properties;
  /** The time before which its object didn't exist, in milliseconds since 1970. */
  readonly since: number;
  /** The object's id, if the platform answered. */
  readonly id?: string;
  /** What had its natural key before it began; undefined: unknown, and the times of the platform tell. */
  readonly older?: ReadonlySet<string>;
  /** Whether the journal has it, so that it belongs to a stack. */
  readonly isJournalled: boolean;
}

/** An object that a lost create may have created. */
export interface Candidate {
  readonly id: string;
  readonly remote: AnyRemote;
  /** Whether it surely didn't exist before the create. */
  readonly isNew: boolean;
  /** The inputs that differ from what was sent. */
  readonly changed: readonly string[];
  /** Those of them in which it surely is another object. */
  readonly differs: readonly string[];
}

/** The create that looks for its object. */
export interface Seeker extends Access {
  readonly attempt: Attempt;
}

/**
 * The objects that may be the one of a lost create: they have its natural key, belong to no other resource, and are
 * neither known to be older nor another member's. Where the platform answered, it is the object with that id alone.
 */
export async function findCandidates(seeker: Seeker, lost: LostCreate): Promise<Candidate[]> {
  const { kind, context } = seeker;
  const fresh = { ...context, client: context.client.afterWrites, log: () => undefined };
  const ids = lost.id === undefined ? ((await kind.adoption?.find?.(fresh, lost.sent)) ?? []) : [lost.id];
  const candidates: Candidate[] = [];
  for (const id of ids) {
    if (lost.older?.has(id) || isOthers(seeker, lost, id)) continue;
    const candidate = await readCandidate({ ...seeker, context: fresh }, lost, id);
    if (candidate !== undefined) candidates.push(candidate);
  }
  // What an entry was seen to hold, or another create got, in the meantime.
  return candidates.filter(({ id }) => !isOthers(seeker, lost, id));
}

/** Whether an object belongs to another resource. A time alone names no stack: that of the lost run may be renamed. */
function isOthers({ attempt }: Seeker, lost: LostCreate, id: string): boolean {
  if (attempt.isHeld(id)) return true;
  if (lost.id !== undefined || attempt.known.includes(id)) return false;
  return lost.isJournalled && attempt.isTaken(id);
}

async function readCandidate(seeker: Seeker, lost: LostCreate, id: string): Promise<Candidate | undefined> {
  const { kind, context, attempt } = seeker;
  const isKnown = lost.id === id || attempt.known.includes(id);
  let isNew = isKnown || lost.older !== undefined;
  if (!isKnown && kind.adoption?.origin !== undefined) {
    const origin = await readUnlessGone<Origin | undefined>(kind.adoption.origin(context, id));
    if (origin === undefined) return undefined;
    const { at, notBefore, by } = origin;
    const isSince = (time: string | undefined) =>
      time === undefined ? undefined : context.client.isCreatedSince(time, lost.since);
    if (!isNew && isSince(at) === false) return undefined;
    if (by !== undefined && by !== (await readIdentity(context.client)).userId) return undefined;
    isNew ||= isSince(at) === true || isSince(notBefore) === true;
  }
  const compared = await compare(seeker, id, lost.sent);
  if (compared === undefined) return undefined;
  const { remote, changed } = compared;
  const found = Object.fromEntries(changed.map((name) => [name, remote.inputs[name]]));
  const sent = Object.fromEntries(changed.map((name) => [name, lost.sent[name]]));
  const differs = (await kind.adoption?.listDiffering?.(context, id, lost.sent)) ?? findDifferingFields(sent, found);
  return { id, remote, isNew, changed, differs: differs.filter((name) => !kind.writing?.later?.includes(name)) };
}

/**
 * The object of a lost create of the journal or of this run; undefined: there is none.
 *
 * @throws where another object is in the way: to create one beside it could be the second.
 */
function chooseMade(seeker: Seeker, lost: LostCreate, candidates: readonly Candidate[]): Candidate | undefined {
  const made = candidates.find(({ id, isNew, differs }) => id === lost.id || (isNew && differs.length === 0));
  if (made !== undefined) return made;
  const doubtful = candidates.find(({ isNew, differs }) => isNew || differs.length === 0);
  if (doubtful === undefined) return undefined;
  const { id, isNew, differs } = doubtful;
  const what = isNew
    ? `was created at the same time and would be the object, but has another ${differs.join(" and ")}`
    : "equals the declaration and may be older";
  throw new DoubtError(
    `${id} ${what}: it was left alone, and no other was created. If it is the ${seeker.kind.describe(lost.sent)}, ` +
      `adopt it: adopt: { id: ${JSON.stringify(id)} }. If it is somebody else's, choose another name.`,
  );
}

/** Milliseconds after which lists show a new object, unless that was measured; see {@link AnalyticsClient}. */
export const longestLagMs = 60_000;
/** Milliseconds that the platform may take to carry out a request after its answer was lost. */
const settleMs = 750;
/** Milliseconds between two looks for a lost object: they double. */
export const pauses = { firstMs: 250, longestMs: 5_000 };

/** Milliseconds from the end of a create until lists surely show its object; undefined: that is unknown. */
export function getLagMs({ kind, context }: Access): number | undefined {
  const lagMs = context.client.getListingLag(kind.name);
  return lagMs === undefined ? undefined : lagMs + settleMs;
}

/**
 * Looks for the object of a lost create until it is there, or can't be, or for a while.
 *
 * @param sinceMs milliseconds since the create ended.
 * @returns undefined: there is none.
 */
export async function findMade(
  seeker: Seeker,
  lost: LostCreate,
  { sinceMs, forMs }: { readonly sinceMs: number; readonly forMs: number },
): Promise<{ readonly id: string } | undefined | "may appear"> {
  const begunAt = performance.now();
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(2 * pauseMs, pauses.longestMs)) {
    const askedMs = performance.now() - begunAt;
    const found = chooseMade(seeker, lost, await findCandidates(seeker, lost));
    if (found !== undefined) return found;
    // What the look has measured counts.
    const lagMs = getLagMs(seeker) ?? (sinceMs >= longestLagMs + settleMs ? 0 : undefined);
    if (lagMs !== undefined && sinceMs + askedMs >= lagMs) return undefined;
    if (forMs <= askedMs) return "may appear";
    const leftMs = Math.min(forMs - askedMs, lagMs === undefined ? Infinity : lagMs - sinceMs - askedMs);
    await wait(Math.max(1, Math.min(pauseMs, leftMs)));
  }
}

/** Nothing is created, since an object exists that may be the one. */
export class DoubtError extends Error {}
