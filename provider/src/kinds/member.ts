import * as z from "zod";
import {
  type AnalyticsClient,
  collect,
  EmailTaken,
  isAdministrator,
  isDeactivated,
  isRobot,
  type Member,
  type MemberChange,
  TakenError,
} from "../core/api";
import { isUnknown } from "../core/engine";
import { KeyedMutex } from "../core/runtime";
import { hasMaskInside, isMask, isSameEmail, isShownAs, suggestWord } from "../core/text";
import { createDeclaredTypes } from "./account-type";
import { defineKind, defineNaming, field, type LifecycleContext, output, text, writeLookup } from "./declare";

const permission = 'an Admin account, or an account type with "Manage users"';

/** `/v2/members`. */
export const member = defineKind({
  name: "Member",
  area: "members",
  docs: {
    description: `A user of the organization.

The platform never removes a member: deleting the resource deactivates the member. By default, the documents then move
to the owner of the API credentials; \`newOwnerId\`, \`archiveDocuments\` and \`archiveScheduledExports\` change that.
What was in the member's own area lands in *My Documents / Archived Users* of the new owner. The provider refuses to
deactivate the owner of the API credentials and the last member whose account type is named Admin, and to take that
account type from them.

An email address belongs to one member, also after a deactivation. If a deactivated member has the address, the create
fails; with \`reactivate: true\`, it reactivates the member. Documents that moved don't return. \`adopt: true\` finds an
active member by the email address.

If an identity provider has deactivated the member, a delete sends nothing: the provider removes the resource from the
state only.

If an identity provider manages the members (SCIM), declare members there. The platform may refuse writes of such
members, or the identity provider may overwrite names and account type at the next sign-in.`,
    endpoints: ["POST|GET /v2/members", "GET|PATCH|DELETE /v2/members/{memberId}"],
    example: `const bea = new analytics.Member("bea", {
  email: "bea@example.com",
  firstName: "Bea",
  lastName: "Cho",
  memberType: "creator",
  sendInvite: false,
});
new analytics.Team("marketing", { name: "Marketing", members: [bea.id] });`,
  },
  needs: { permission, lookups: ["member"] },
  fields: {
    email: field(
      text,
      "The email address; upper and lower case are the same. A change detaches a single " +
        "sign-on that uses the old address.",
      { equal: "caseless" },
    ),
    firstName: field(text, "The first name."),
    lastName: field(text, "The last name."),
    memberType: field(
      text.optional(),
      "The account type, its name or its id. Default: the organization's default on create, and the current one " +
        "afterwards.",
      { omitted: "keep", ref: { kind: "AccountType", by: "name" } },
    ),
    userKind: field(
      z.enum(["internal", "guest", "embed"]).optional(),
      "The kind of user. Default: `internal` on create, and the current one afterwards.",
      { omitted: "keep", clearWith: "internal" },
    ),
    sendInvite: field(
      z.boolean().optional(),
      "Whether the create sends an invitation by email. No effect after the create, and for `embed`. Default: true.",
      { local: true, omitted: "keep" },
    ),
    reactivate: field(
      z.boolean().optional(),
      "Whether the create reactivates a deactivated member who has the email address. " +
        "Default: false, and the create fails.",
      { local: true, omitted: "keep" },
    ),
    newOwnerId: field(
      text.optional(),
      "Id of the member who gets the documents and scheduled exports when the member is deactivated. " +
        "Default: the owner of the API credentials.",
      { local: true, ref: { kind: "Member" } },
    ),
    archiveDocuments: field(
      z.boolean().optional(),
      "Whether to archive the documents and scheduled exports when the member is deactivated, instead " +
        "of moving them. Default: false.",
      { local: true, clearWith: false },
    ),
    archiveScheduledExports: field(
      z.boolean().optional(),
      "Whether to archive the scheduled exports when the member is deactivated. Default: false.",
      { local: true, clearWith: false },
    ),
  },
  outputs: {
    homeFolderId: output(z.string(), "Id of the member's own folder, *My Documents*.", { changesWith: [] }),
    isInactive: output(z.boolean(), "Whether an identity provider has deactivated the member."),
  },

  describe: ({ email }) => `member ${email}`,

  review: {
    problems: ({ email, newOwnerId, archiveDocuments, userKind, memberType }) => [
      ...(isUnknown(email) || email.includes("@")
        ? []
        : [`email: ${JSON.stringify(email)} is no email address. Write it as bea@example.com.`]),
      ...(newOwnerId !== undefined && archiveDocuments === true
        ? ["newOwnerId: contradicts archiveDocuments: true. Remove one of them."]
        : []),
      ...(userKind === "guest" && memberType?.toLowerCase() === "admin"
        ? [`memberType: a guest can't have the account type ${memberType}. Give another one, or remove userKind.`]
        : []),
    ],
    live: [{ problems: ({ memberType }, context) => findTypeProblems(memberType, context) }],
    previewMessages: ({ email }, olds) =>
      olds === undefined || isUnknown(email) || isSameEmail(olds.email, email)
        ? []
        : [
            "A member who signs in by single sign-on loses access until the identity " +
              "provider has the new email address.",
          ],
  },

  hint: ({ status, fromProxy }) =>
    fromProxy || (status !== 403 && status !== 409)
      ? undefined
      : `Writing a Member needs ${permission}. If an identity provider manages the members ` +
        "(SCIM), change the member there.",

  pull: {
    file: "people",
    about: "Members and account types.",
    called: ["firstName", "lastName"],
    ids: async ({ members }) =>
      (await members.readAll()).filter((member) => !isRobot(member)).map(({ memberId }) => memberId),
  },
  mock: (id) => ({ id, outputs: { homeFolderId: `${id}-home`, isInactive: false } }),

  naming: defineNaming(
    "Member",
    ({ members }) => members.list(),
    ({ memberId: id, email, firstName, lastName }) => ({ id, names: [email, `${firstName} ${lastName}`] }),
    (name) => (name.includes("@") ? writeLookup("Member", "email", name) : undefined),
  ),
  adoption: {
    keyForms: ["<email>"],
    async find({ client }, { email }) {
      const found = await client.members.findByEmail(email);
      return found.filter(({ isArchived }) => !isArchived).map(({ memberId }) => memberId);
    },
    // Whoever reactivated one that is older updated it.
    creator: async ({ client }, id) => (await client.members.findById(id))?.updatedBy,
  },

  async create(context, { sendInvite, reactivate, newOwnerId, archiveDocuments, archiveScheduledExports, ...given }) {
    const { client, madeId, log } = context;
    const fields = await nameType(client, given);
    try {
      const [holder] = madeId === undefined ? await client.ofBurst.members.findByEmail(fields.email) : [];
      // The list of the burst may be older than what became of the member.
      if (holder !== undefined) throw new EmailTaken(await client.members.get(holder.memberId));
      const made = await client.members.create(fields, sendInvite, madeId);
      return { id: made.memberId, outputs: readOutputs(made) };
    } catch (error) {
      if (!(error instanceof EmailTaken)) throw error;
      const { memberId: id, email } = error.member;
      if (!reactivate || !isDeactivated(error.member)) throw createTakenError(fields.email, error.member);
      const reactivated = await write(context, id, { ...fields, isArchived: false, isInactive: false });
      log(`reactivated member ${email} (${id})`);
      return { id, outputs: readOutputs(reactivated) };
    }
  },

  async read({ client, log }, id, known) {
    const found = await client.members.findById(id);
    if (found === undefined) return undefined;
    const { email, firstName, lastName } = found;
    const shown = isMasking(known?.inputs.email, email) ? {} : { email };
    const declared = known?.inputs.memberType;
    const { memberType: named } = await nameType(client, { memberType: declared });
    const isById = named !== declared && named?.toLowerCase() === found.memberType.toLowerCase();
    const memberType = isById ? declared : found.memberType;
    if (found.isInactive) log(`an identity provider has deactivated the member ${email} (${id})`);
    const userKind = found.userKind as "internal" | "guest" | "embed";
    return { inputs: { ...shown, firstName, lastName, memberType, userKind }, outputs: readOutputs(found) };
  },

  async update(context, id, change) {
    return readOutputs(await write(context, id, await nameType(context.client, change)));
  },

  deletion: { leaves: () => "Members that were deleted are deactivated, and their documents stay with the new owner." },

  async delete(context, id, { inputs: { newOwnerId, archiveDocuments, archiveScheduledExports } }) {
    const { client, log } = context;
    if (id === (await client.readOwner()).userId) {
      throw new Error(
        `The member ${id} owns these API credentials, and they would stop working. Nothing was deactivated. ` +
          "Use the credentials of another administrator; or set the option retainOnDelete to keep the member " +
          "and remove the resource from the state.",
      );
    }
    const departure = { newOwnerId, archiveDocuments, archiveScheduledExports };
    const deactivate = () => client.members.deactivate(id, departure);
    const { email, isInactive } = await keepAdministrator(context, id, deactivate);
    if (isInactive) log(`an identity provider has deactivated the member ${email} (${id}): nothing was sent`);
  },
});

/** Two administrators who leave at the same time would each see the other one stay. */
const createLeaving = () => new KeyedMutex();

/**
 * Runs a write that removes a member's administrator rights. Refuses it for the owner of the credentials, who could do
 * nothing after it, and for the last administrator: no one could undo it. How the platform handles it is undocumented.
 */
async function keepAdministrator<T>(
  { client, run }: LifecycleContext,
  id: string,
  write: () => Promise<T>,
): Promise<T> {
  const { members } = client;
  const member = await members.get(id);
  if (!isAdministrator(member)) return write();
  if (id === (await client.readOwner()).userId) {
    throw new Error(
      `The member ${id} owns these API credentials, which would lose the rights of an administrator. Nothing was ` +
        "changed. Use the credentials of another administrator.",
    );
  }
  const leave = await run.get(createLeaving, client).enter("members");
  try {
    const active = await collect(members.list());
    if (!active.some((one) => one.memberId !== id && isAdministrator(one))) {
      throw new Error(
        `The member ${id} is the organization's last administrator. Nothing was changed. Give the account type ` +
          `"${member.memberType}" to another member first.`,
      );
    }
    return await write();
  } finally {
    leave();
  }
}

/** An update; see {@link keepAdministrator}. */
function write(context: LifecycleContext, id: string, change: MemberChange): Promise<Member> {
  const send = () => context.client.members.update(id, change);
  const { memberType } = change;
  const isDemoted = memberType !== undefined && !isAdministrator({ memberType });
  return isDemoted ? keepAdministrator(context, id, send) : send();
}

/** An account type that neither the platform has nor this run declares. */
async function findTypeProblems(
  memberType: string | undefined,
  { client, run }: Pick<LifecycleContext, "client" | "run">,
): Promise<string[]> {
  if (memberType === undefined || isUnknown(memberType)) return [];
  const types = await client.ofBurst.accountTypes.readAll();
  const names = [...types.map(({ accountTypeName }) => accountTypeName), ...run.get(createDeclaredTypes)];
  const isThere = types.some(({ accountTypeId }) => accountTypeId === memberType);
  if (isThere || names.some((name) => name.toLowerCase() === memberType.toLowerCase())) return [];
  const all = names.map((name) => JSON.stringify(name)).join(", ");
  return [`memberType: there is no account type "${memberType}".${suggestWord(memberType, names)} There are ${all}.`];
}

/** The platform takes and tells the names of account types. */
async function nameType<T extends { readonly memberType?: string | undefined }>(
  { accountTypes }: AnalyticsClient,
  fields: T,
): Promise<T> {
  const { memberType } = fields;
  return memberType === undefined ? fields : { ...fields, memberType: await accountTypes.readName(memberType) };
}

function readOutputs({ homeFolderId, isInactive = false }: Member) {
  return { homeFolderId, isInactive };
}

function createTakenError(email: string, holder: Member): Error {
  const { memberId } = holder;
  if (isDeactivated(holder)) {
    return new Error(
      `The email address ${email} belongs to a deactivated member (${memberId}). To reactivate the member, set ` +
        "reactivate: true; if an identity provider manages the members (SCIM), reactivate the member there.",
    );
  }
  const message = `There is a member ${email} already (${memberId})`;
  return new TakenError(message, memberId, "adopt it with adopt: true, or declare another email address.");
}

/**
 * Whether the platform shows a mask of an email address, or a part of it, and no other address: it then counts as
 * declared.
 */
function isMasking(declared: string | undefined, shown: string): boolean {
  const isPart = hasMaskInside(shown);
  if (!isPart && !isMask(shown)) return false;
  return declared === undefined || !isPart || isShownAs(declared.toLowerCase(), shown.toLowerCase());
}
