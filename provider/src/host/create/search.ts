import { setTimeout as wait } from "node:timers/promises";
import { findDifferingFields, readUnlessGone } from "../../core/api";
import type { Properties } from "../../core/engine";
import { type Access, compare } from "../baseline/write";

/** A create whose object is unknown. */
export interface OpenCreate {
  /** Undefined: its create planned none. */
  readonly stamp?: string;
  /** Undefined: unknown. */
  readonly urn?: string;
  /** The inputs that it sent, but for those of which only the encrypted value is known. */
  readonly sent: Properties;
  /** The names of those: they aren't compared. */
  readonly encrypted?: readonly string[];
  /** The ids of the objects that had its natural key before; undefined: unknown. */
  readonly older?: readonly string[];
  /** The object's id, if the platform answered. */
  readonly id?: string;
  /** Whether the engine keeps it as pending, and warns of it, until it is told to forget it. */
  readonly isPending?: boolean;
  /** How to make the next run forget it: imperative clauses. */
  readonly forgetting: readonly string[];
}

/** How its object is looked for. */
interface Search {
  /** What else may have been written to the object since. */
  readonly others?: readonly OpenCreate[];
  /** How many creates may have made an equal object: any of these objects is as good. Default: 1. */
  readonly alike?: number;
  /** When the create surely had ended, a time of `performance.now`. Default: before this process began. */
  readonly endedAt?: number;
  /** Milliseconds that it looks at most. Default: until lists have had their time. */
  readonly forMs?: number;
  /** Whether its object is to be deleted. Default: a create is to have it. */
  readonly isForDelete?: boolean;
  /** Called once before a wait, with the milliseconds until lists have had their time. */
  readonly onWait?: (ms: number) => void;
}

/** Who looks for an object. */
export interface Seeker extends Access {
  /** Whether an object belongs to another resource. */
  isTaken(id: string): boolean;
}

/**
 * Chooses among the objects that have the natural key of what was sent, weren't there before, belong to no other
 * resource and not to another member: the one that equals what was sent. Where the platform answered, it is the object
 * with that id.
 *
 * @throws DoubtError where the objects that there are don't decide it.
 */
async function chooseMade(
  seeker: Seeker,
  lost: OpenCreate,
  { others, alike = 1, isForDelete = false }: Search,
): Promise<string | undefined> {
  const { kind, context } = seeker;
  const fresh = { ...context, client: context.client.afterWrites, log: () => undefined };
  const { id: answered, older } = lost;
  const equal: string[] = [];
  const other: { readonly id: string; readonly differs: readonly string[] }[] = [];
  const ids = answered === undefined ? ((await kind.adoption?.find?.(fresh, lost.sent)) ?? []) : [answered];
  for (const id of ids) {
    if (older?.includes(id) || seeker.isTaken(id)) continue;
    const differs = await listDiffering({ kind, context: fresh }, id, lost, others);
    if (differs === undefined) continue;
    if (id === answered || differs.length === 0) equal.push(id);
    else other.push({ id, differs });
  }
  // What an entry was seen to hold, or another create got, in the meantime.
  const free = equal.filter((id) => !seeker.isTaken(id));
  if (free.length > 0 && (answered !== undefined || (older !== undefined && free.length <= alike))) return free[0];
  const doubtful = [
    ...free.map((id) => ({ id, why: `equals it${older === undefined ? ", and may be older" : ""}` })),
    ...(older === undefined
      ? []
      : other.map(({ id, differs }) => ({ id, why: `differs in ${differs.join(" and ")}` }))),
  ];
  if (doubtful.length === 0) return undefined;
  const named = doubtful.map(({ id }) => id);
  throw new DoubtError(
    `It is uncertain which object a create of the ${kind.describe(lost.sent)} made that got no answer: ` +
      `${doubtful.map(({ id, why }) => `${id} ${why}`).join(", ")}. ` +
      (isForDelete
        ? "Nothing was deleted. If one of these is the object, delete it on the platform. Then, or if none is: " +
          `${lost.forgetting.join(", and ")}; then repeat.`
        : `Nothing was created. If one of these is the object, adopt it: ${adviseAdopting(named)}. ` +
          `If none is: ${describeForgetting(lost)}`),
  );
}

/** How a program adopts one of these objects. */
export const adviseAdopting = ([first, ...others]: readonly string[]): string =>
  `adopt: { id: "${first}" }${others.length > 0 ? ", or with another of these ids" : ""}`;

/** Whether an object is as a create sent it, and so may be its own. */
export async function isAsSent(
  access: Access,
  id: string,
  lost: OpenCreate,
  others: readonly OpenCreate[],
): Promise<boolean> {
  if (lost.older?.includes(id)) return false;
  if (lost.id !== undefined) return lost.id === id;
  return (await listDiffering(access, id, lost, others))?.length === 0;
}

/** What to do where the object of a create isn't among those found. */
export const describeForgetting = ({ forgetting }: OpenCreate): string =>
  `${forgetting.join(", and ")}; then run \`pulumi up\`, which creates another one.`;

/** The fields in which an object surely isn't what a create sent; undefined: it is gone, or another member's. */
async function listDiffering(
  access: Access,
  id: string,
  lost: OpenCreate,
  others: readonly OpenCreate[] = [],
): Promise<readonly string[] | undefined> {
  const { kind, context } = access;
  if (lost.id === undefined && kind.adoption?.creator !== undefined) {
    const creator = await readUnlessGone<string | undefined>(kind.adoption.creator(context, id));
    if (creator !== undefined && creator !== (await context.client.readOwner()).userId) return undefined;
  }
  let fewest: readonly string[] | undefined;
  for (const { sent } of [lost, ...others]) {
    const compared = await compare(access, id, sent);
    if (compared === undefined) return undefined;
    const pick = (from: Properties) => Object.fromEntries(compared.changed.map((name) => [name, from[name]]));
    const all =
      (await kind.adoption?.listDiffering?.(context, id, sent)) ??
      findDifferingFields(pick(sent), pick(compared.remote.inputs));
    const differs = all.filter((name) => !lost.encrypted?.includes(name) && !kind.writing?.later?.includes(name));
    if (fewest === undefined || differs.length < fewest.length) fewest = differs;
  }
  return fewest;
}

/** Milliseconds after which lists show a new object, unless that was measured; see {@link AnalyticsClient}. */
export const longestLagMs = 60_000;
/** Milliseconds that the platform may take to carry out a request after its answer was lost. */
const settleMs = 750;
/** Milliseconds between two looks for a lost object: they double. */
export const pauses = { firstMs: 250, longestMs: 5_000 };

/**
 * Looks for the object of a lost create until it is there, or until lists have had their time.
 *
 * @returns undefined: there surely is none.
 * @throws DoubtError
 */
export async function findMade(
  seeker: Seeker,
  lost: OpenCreate,
  search: Search = {},
): Promise<string | undefined | "may appear"> {
  const begunAt = performance.now();
  const { endedAt = 0, forMs = Infinity } = search;
  let { onWait } = search;
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(2 * pauseMs, pauses.longestMs)) {
    const askedAt = performance.now();
    const found = await chooseMade(seeker, lost, search);
    if (found !== undefined) return found;
    // What the look has measured counts.
    const lagMs = seeker.context.client.getListingLag(seeker.kind.name) ?? longestLagMs;
    const until = endedAt + lagMs + settleMs;
    if (askedAt >= until) return undefined;
    if (askedAt >= begunAt + forMs) return "may appear";
    onWait?.(until - askedAt);
    onWait = undefined;
    await wait(Math.max(1, Math.min(pauseMs, Math.min(begunAt + forMs, until) - performance.now())));
  }
}

/** Nothing is created, since an object exists that may be the one. */
export class DoubtError extends Error {}
