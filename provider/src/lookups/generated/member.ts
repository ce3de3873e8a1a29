// Generated from lookups/member.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { member as declared } from "../member";

/** Arguments of {@link getMember}: `id` or `email`. */
export type GetMemberArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** The email address; upper and lower case are the same. */
    email: string;
  }>;

/** Arguments of {@link listMembers}. */
export interface ListMembersArgs extends LookupArgs {
  /** True: the archived ones alone. Default: false. */
  isArchived?: boolean;
  /** Whether to list members whom an identity provider has deactivated, too. Default: false. */
  includeInactive?: boolean;
  /** Name of the account type. */
  memberType?: string;
  /** `internal`, `guest` or `embed`. */
  userKind?: string;
}

/** A user of the organization. */
export interface GetMemberResult {
  /** Its id. */
  id: string;
  /** The first name. */
  firstName: string;
  /** The last name. */
  lastName: string;
  /** The email address. */
  email: string;
  /** Name of the account type. */
  memberType: string;
  /** `internal`, `guest` or `embed`. */
  userKind: string;
  /** Id of the member's own folder. */
  homeFolderId: string;
  /** Id of the organization. */
  organizationId: string;
  /** The address of the member's picture. */
  profileImgUrl?: string;
  /** Whether the member was deactivated. */
  isArchived?: boolean;
  /** Whether an identity provider has deactivated the member. */
  isInactive?: boolean;
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
 * A user of the organization, by `id` or by `email`.
 *
 * Permissions: an account type that sees members.
 *
 * Endpoints: `GET /v2/members/{memberId}`, `GET /v2/members`.
 *
 * @throws when there is none, or more than one with this email: the message lists the candidates.
 * @example
 * ```ts
 * const ada = analytics.getMemberOutput({ email: "ada.admin@acme.example" });
 * export const home = ada.homeFolderId;
 * ```
 */
export const getMember = createLookup<GetMemberArgs, GetMemberResult>(declared.get);

/** {@link getMember} for arguments that are outputs. */
export const getMemberOutput = toOutputLookup(getMember);

/**
 * The members that these credentials can see, without archived ones.
 *
 * Permissions: an account type that sees members.
 *
 * Endpoint: `GET /v2/members`.
 *
 * @example
 * ```ts
 * export const guests = analytics.listMembersOutput({ userKind: "guest" });
 * ```
 */
export const listMembers = createLookup<ListMembersArgs, GetMemberResult[]>(declared.list);

/** {@link listMembers} for arguments that are outputs. */
export const listMembersOutput = toOutputLookup(listMembers);
