import type { AnalyticsClient, Identity } from "./client";

const identities = new WeakMap<AnalyticsClient, Promise<Identity>>();

/** Whom a client signs in as, and to which organization; asked once per process. */
export function identityOf(client: AnalyticsClient): Promise<Identity> {
  let identity = identities.get(client);
  if (identity === undefined) {
    identity = client.whoami();
    // A failure is nobody's identity: the next operation asks again.
    identity.catch(() => identities.delete(client));
    identities.set(client, identity);
  }
  return identity;
}
