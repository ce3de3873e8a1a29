// Generated from lookups/grant.ts by `npm run generate`: change that, and run it again.

import { grant as declared } from "../grant";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getGrant}: `id` or `permission`. */
export type GetGrantArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** What the grantee may do, if there is one grant of it. */
    permission: string;
  }> & {
    /** Id of the object. */
    inodeId: string;
    /** Id of the member; null for a grant to a team. */
    memberId?: string;
    /** Id of the team; null for a grant to a member. */
    teamId?: string;
  };

/** Arguments of {@link listGrants}. */
export interface ListGrantsArgs extends LookupArgs {
  /** Id of the object. */
  inodeId: string;
  /** What the grantee may do. */
  permission?: string;
  /** Id of the member; null for a grant to a team. */
  memberId?: string;
  /** Id of the team; null for a grant to a member. */
  teamId?: string;
}

/** A grant on an object, without those that the object inherits. */
export interface GetGrantResult {
  /** Its id. */
  id: string;
  /** What the grantee may do. */
  permission: string;
  /** The type of the object, as the platform names it there: a data model may be a `worksheet`. */
  inodeType?: string;
  /** Id of the member; null for a grant to a team. */
  memberId: string | null;
  /** Id of the team; null for a grant to a member. */
  teamId: string | null;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A grant on an object, without those that the object inherits, by `id` or by `permission` (and `memberId`, `teamId`).
 *
 * Permissions: access to the object.
 *
 * Endpoint: `GET /v2/grants`.
 *
 * @throws when there is none, or more than one with this permission: the message lists the candidates.
 * @example
 * ```ts
 * const acme = analytics.getWorkspaceOutput({ name: "Acme" });
 * const everyone = analytics.getGrantOutput({ inodeId: acme.id, permission: "view" });
 * export const teamId = everyone.teamId;
 * ```
 */
export const getGrant = createLookup<GetGrantArgs, GetGrantResult>(declared.get);

/** {@link getGrant} for arguments that are outputs. */
export const getGrantOutput = toOutputLookup(getGrant);

/**
 * The grants that these credentials can see, without archived ones.
 *
 * Permissions: access to the object.
 *
 * Endpoint: `GET /v2/grants`.
 *
 * @example
 * ```ts
 * const acme = analytics.getWorkspaceOutput({ name: "Acme" });
 * export const grants = analytics.listGrantsOutput({ inodeId: acme.id });
 * ```
 */
export const listGrants = createLookup<ListGrantsArgs, GetGrantResult[]>(declared.list);

/** {@link listGrants} for arguments that are outputs. */
export const listGrantsOutput = toOutputLookup(listGrants);
