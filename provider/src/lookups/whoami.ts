import { type LookupArgs, lookup, outputOf } from "./lookup";

/** Whose credentials the program uses. */
export interface WhoamiResult {
  /** Id of the member. */
  userId: string;
  /** Id of the organization. */
  organizationId: string;
}

/**
 * Whose credentials these are, and in which organization.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/whoami`.
 *
 * @example
 * ```ts
 * const { organizationId } = await analytics.whoami();
 * const emea = await analytics.whoami({ connection: "emea" });
 * ```
 */
export const whoami = lookup<LookupArgs, WhoamiResult>({
  name: "whoami",
  answer: ({ client }) => client.whoami(),
});

/** {@link whoami} for arguments that are outputs. */
export const whoamiOutput = outputOf(whoami);
