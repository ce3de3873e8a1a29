// Generated from lookups/whoami.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, toOutputLookup } from "../lookup";
import { whoami as declared } from "../whoami";

/** The owner of the credentials that a program uses. */
export interface WhoamiResult {
  /** Id of the member. */
  userId: string;
  /** Id of the organization. */
  organizationId: string;
}

/**
 * Who owns these credentials, and in which organization.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/whoami`.
 *
 * @example
 * ```ts
 * const me = analytics.whoamiOutput();
 * export const organizationId = me.organizationId;
 * ```
 */
export const whoami = createLookup<LookupArgs, WhoamiResult>(declared.get);

/** {@link whoami} for arguments that are outputs. */
export const whoamiOutput = toOutputLookup(whoami);
