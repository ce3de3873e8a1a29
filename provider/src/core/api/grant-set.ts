import type { AnalyticsClient } from "./client";
import { ApiError, isForbidden, isNotFound } from "./errors";
import { type Grantee, isMore, isRaise, type ObjectGrant } from "./grants";
import { collect } from "./transport/pages";

/** The wanted permission of a member or a team; exactly one of the two ids is set. */
export interface Entitlement {
  readonly memberId?: string | null;
  readonly teamId?: string | null;
  readonly permission: string;
}

/** The id of the member or team. */
export function getGranteeId({ memberId, teamId }: Entitlement): string {
  return memberId ?? teamId ?? "";
}

/** The text by which two entitlements are the same. */
export function formEntitlementKey(one: Entitlement): string {
  return `${one.permission} ${getGranteeId(one)}`;
}

/** Those of `all` that aren't among `others`. */
export function subtractEntitlements<One extends Entitlement>(
  all: readonly One[],
  others: readonly Entitlement[],
): One[] {
  const keys = new Set(others.map(formEntitlementKey));
  return all.filter((one) => !keys.has(formEntitlementKey(one)));
}

/** For messages: `view of the team 1f0c…, edit of the member 9Qx…`. */
export function describeEntitlements(all: readonly Entitlement[]): string {
  const describe = ({ permission, memberId, teamId }: Entitlement) =>
    `${permission} of the ${memberId ? `member ${memberId}` : `team ${teamId}`}`;
  return all.map(describe).join(", ");
}

const getGrantee = ({ memberId, teamId }: Entitlement): Grantee => (memberId ? { memberId } : { teamId: teamId ?? "" });

/** Makes the grants on an object those that are wanted: first adds and raises, then lowers, then deletes. */
export async function settleGrants(
  client: AnalyticsClient,
  inodeId: string,
  wanted: readonly Entitlement[],
): Promise<void> {
  const before = await collect(client.grants.list(inodeId));
  const missing = subtractEntitlements(wanted, before).map((one) => {
    const held = before.filter((other) => getGranteeId(other) === getGranteeId(one));
    return { given: { inodeId, grantee: getGrantee(one), permission: one.permission }, held };
  });
  const isRaised = ({ given, held }: (typeof missing)[number]) => isRaise(given.permission, held);
  const lowered = missing.filter((one) => !isRaised(one));
  for (const { given, held } of [...missing.filter(isRaised), ...lowered]) await client.grants.change(given, held);
  await revokeAll(client, inodeId, subtractEntitlements(await collect(client.grants.list(inodeId)), wanted));
}

/** Deletes grants on an object. */
export async function revokeAll(client: AnalyticsClient, inodeId: string, all: readonly ObjectGrant[]): Promise<void> {
  for (const one of all) await client.grants.revoke(one.grantId, { inodeId, grantee: getGrantee(one) });
}

/**
 * Of the grants that the credentials' owner holds, directly or through a team, those with the highest permission; none
 * when the owner keeps it by what is `kept`. Whether the creator of an object needs a grant is undocumented.
 */
export async function findLostAccess<One extends Entitlement>(
  client: AnalyticsClient,
  before: readonly One[],
  kept: readonly Entitlement[],
): Promise<One[]> {
  const own = await filterOwn(client, before);
  const highest = own.filter((one) => !own.some((other) => isMore(other.permission, one.permission)));
  const keeps = await filterOwn(client, kept);
  const isKept = ({ permission }: One) =>
    keeps.some((other) => other.permission === permission || isMore(other.permission, permission));
  return highest.some(isKept) ? [] : highest;
}

async function filterOwn<One extends Entitlement>(client: AnalyticsClient, all: readonly One[]): Promise<One[]> {
  const { userId } = await client.readIdentity();
  const teams = [...new Set(all.flatMap(({ teamId }) => teamId ?? []))];
  const isIn = await Promise.all(teams.map((teamId) => isTeamMember(client, teamId, userId)));
  const own = new Set([userId, ...teams.filter((_, index) => isIn[index])]);
  return all.filter((one) => own.has(getGranteeId(one)));
}

async function isTeamMember(client: AnalyticsClient, teamId: string, userId: string): Promise<boolean> {
  try {
    return (await client.teams.get(teamId)).members.includes(userId);
  } catch (error) {
    if (!isForbidden(error) && !isNotFound(error) && !isInvalid(error)) throw error;
    // The platform refuses to read the built-in team of everyone, and names it.
    return /all members/i.test(error.detail);
  }
}

function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.fromProxy && error.status === 400;
}
