import type { AnalyticsClient } from "./client";
import { ApiError } from "./errors";

const labels = new WeakMap<AnalyticsClient, Map<string, Promise<string>>>();

/**
 * What a message calls a member. Asks `GET /v2/members/{memberId}` at most once for each member, client and process.
 *
 * @returns `Ada Admin <ada@acme.example>`; the id where these credentials can't read the member. Never throws for that.
 * @example await readMemberLabel(client, memberId)
 */
export function readMemberLabel(client: AnalyticsClient, memberId: string): Promise<string> {
  const known = labels.get(client) ?? new Map<string, Promise<string>>();
  labels.set(client, known);
  const label = known.get(memberId) ?? readLabel(client, memberId);
  known.set(memberId, label);
  return label;
}

async function readLabel(client: AnalyticsClient, memberId: string): Promise<string> {
  try {
    const { firstName, lastName, email } = await client.members.get(memberId);
    const name = `${firstName} ${lastName}`.trim();
    return name === "" ? email : `${name} <${email}>`;
  } catch (error) {
    if (error instanceof ApiError) return memberId;
    throw error;
  }
}
