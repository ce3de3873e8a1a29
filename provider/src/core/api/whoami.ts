import type { AnalyticsClient, Identity } from "./client";

const identities = new WeakMap<AnalyticsClient, Promise<Identity>>();

/** The user and organization that a client signs in to; requested once per process. */
export function readIdentity(client: AnalyticsClient): Promise<Identity> {
  let identity = identities.get(client);
  if (identity === undefined) {
    identity = client.readIdentity();
    // A failure is not stored: the next operation requests it again.
    identity.catch(() => identities.delete(client));
    identities.set(client, identity);
  }
  return identity;
}
