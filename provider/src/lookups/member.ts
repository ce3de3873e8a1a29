import type { Member } from "../core/api";
import { type Collection, matching, type WithId, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getMember}: `id` or `email`. */
export type GetMemberArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** The email address; capitals don't matter. */
    email: string;
  }>;

/** A user of the organization. */
export interface GetMemberResult {
  /** Its id. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Name of the account type. */
  memberType: string;
  /** `internal`, `guest` or `embed`. */
  userKind: string;
  /** Id of the member's own folder. */
  homeFolderId: string;
  /** True for one who was deactivated. */
  isInactive?: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Arguments of {@link listMembers}; without any, all are listed. */
export interface ListMembersArgs extends LookupArgs {
  /** Name of the account type. */
  memberType?: string;
  /** `internal`, `guest` or `embed`. */
  userKind?: string;
}

const members: Collection<Member> = {
  noun: "member",
  entries: (client) => client.members.list(),
  idOf: ({ memberId }) => memberId,
  nameOf: ({ email }) => email,
};

/**
 * A member of the organization, by `id` or by `email`.
 *
 * Permissions: an account type that sees members.
 *
 * Endpoints: `GET /v2/members/{memberId}`, `GET /v2/members?email=`.
 *
 * @throws when there is none.
 * @example
 * ```ts
 * const ada = await analytics.getMember({ email: "ada.admin@acme.example" });
 * export const home = ada.homeFolderId;
 * ```
 */
export const getMember = lookup<GetMemberArgs, GetMemberResult>({
  name: "getMember",
  oneOf: ["id", "email"],
  async answer(call, { id, email }) {
    if (id !== undefined) return withId("member", id, call.client.members.get(id));
    const found: WithId<Member>[] = [];
    for await (const member of call.client.members.list({ email })) {
      // Whether the filter matches exactly is undocumented.
      const isMeant = member.email.toLowerCase() === email?.toLowerCase() && !member.isArchived;
      if (isMeant) found.push({ ...member, id: member.memberId });
    }
    const [only] = found;
    if (only === undefined) {
      throw new Error(`no member has the email address ${email}, as far as these credentials can see.`);
    }
    if (found.length > 1) {
      const ids = found.map((member) => member.id).join(", ");
      throw new Error(`${found.length} members have the email address ${email}: ${ids}. Give the id of one.`);
    }
    return only;
  },
});

/** {@link getMember} for arguments that are outputs. */
export const getMemberOutput = outputOf(getMember);

/**
 * The active members of the organization.
 *
 * Permissions: an account type that sees members.
 *
 * Endpoint: `GET /v2/members`.
 *
 * @example
 * ```ts
 * const guests = await analytics.listMembers({ userKind: "guest" });
 * ```
 */
export const listMembers = lookup<ListMembersArgs, GetMemberResult[]>({
  name: "listMembers",
  optional: ["memberType", "userKind"],
  answer: (call, { connection: _, ...filter }) => matching(call, members, filter),
});

/** {@link listMembers} for arguments that are outputs. */
export const listMembersOutput = outputOf(listMembers);
