import {
  type AnalyticsClient,
  collect,
  type Entitlement,
  entitlementsText,
  entitlementsWithout,
  granteeIdOf,
  isMore,
  lostAccess,
  type Permission,
  permissions,
  revokeAll,
  settleGrants,
} from "../core/api";
import { isUnknown } from "../core/values";
import * as z from "../core/zod";
import { composedIds, defineKind, field, grantableKinds, reference, text } from "./declare";

const entry = z
  .strictObject({
    memberId: text.optional().describe("Id of the member. Set either this or `teamId`."),
    teamId: text.optional().describe("Id of the team. Set either this or `memberId`."),
    permission: z.enum(permissions).describe("What the grantee may do."),
  })
  .meta({ title: "GrantEntry" });
type Entry = z.infer<typeof entry>;

// Other ids than those of the objects, which may be declared, too.
const idOf = (inodeId: string) => `${inodeId}/grants`;
const { idForms, partsOf: inodeOf } = composedIds("Grants", ["<inodeId>/grants"], ([inodeId, last, ...others]) =>
  inodeId && last === "grants" && others.length === 0 ? inodeId : undefined,
);

/** `/v2/grants`, all those on one object. */
export const grants = defineKind({
  name: "Grants",
  docs: {
    description: `All grants on one object. The resource deletes the grants on the object that aren't declared; those that the object inherits stay.

If the object has grants for others than the declared members and teams, a create fails; with \`adopt: true\`, it deletes them. A preview
lists the grants that an update deletes; grants that someone added since show after \`pulumi refresh\`. The provider first adds and raises,
then lowers and deletes.

The provider refuses to take its own access away: the credentials' owner, or a team of theirs, must keep the highest permission that they
now hold through grants on the object. \`allowLockout: true\` turns that off. A delete removes the declared grants only, and leaves the one
that the credentials' owner needs.

Don't combine it with \`Grant\` on the same object: each would undo the other. Don't use it for documents with grants that are limited to a
version tag: no answer of the platform tells them from others. See [Grant](grant.md) for the permissions of
each type of object.`,
    endpoints: [
      "POST|GET /v2/grants",
      "DELETE /v2/grants/{grantId}",
      "POST|GET /v2/connections/{connectionId}/grants",
      "GET /v2/whoami",
      "GET /v2/teams/{teamId}",
    ],
    example: `const finance = await analytics.getTeam({ name: "Finance" });
const { userId } = await analytics.whoami();
const reports = new analytics.Folder("reports", { name: "Reports" });
new analytics.Grants("reports", {
  inodeId: reports.id,
  grants: [
    { memberId: userId, permission: "edit" },
    { teamId: finance.id, permission: "explore" },
  ],
});`,
  },
  idForms,
  permission:
    'Can edit access to the object and an account type with "Share documents", or an Admin account for connections',
  dependsOn: ["grant", "team"],
  deletesFirst: true,
  fields: {
    inodeId: reference(grantableKinds, "Id of the object: its own or the one in its address.", { replaces: true }),
    grants: field(z.array(entry), "All grants on the object, in any order; one per member or team.", { equal: "set" }),
    allowLockout: field(
      z.boolean().optional(),
      "Whether an update may take away the access of the credentials' owner. Default: false.",
      { local: true, clearWith: false },
    ),
  },

  problems: ({ grants }) =>
    knownOf(grants).flatMap(([index, one]) => {
      if ((one.memberId === undefined) === (one.teamId === undefined))
        return [`grants[${index}]: set exactly one of memberId and teamId.`];
      const [first] = knownOf(grants).find(([, other]) => granteeIdOf(other) === granteeIdOf(one))!;
      const isTwice = first < index && !isUnknown(granteeIdOf(one));
      return isTwice ? [`grants[${index}]: ${granteeIdOf(one)} is declared twice.`] : [];
    }),

  previewMessages({ inodeId, grants, adopt }, olds) {
    if (olds === undefined) return adopt ? [`deletes every grant on ${inodeId} that isn't declared`] : [];
    const removed = removedBy(grants, olds.grants);
    return removed.length === 0 ? [] : [`deletes or lowers grants on ${inodeId}: ${entitlementsText(removed)}`];
  },
  changeSummary({ grants }, olds) {
    const removed = removedBy(grants, olds.grants);
    return removed.length === 0 ? undefined : { removedGrants: removed };
  },

  describe: ({ inodeId }) => `set of grants on ${inodeId}`,
  mock: (_id, { inodeId }) => ({ id: idOf(inodeId), outputs: {} }),

  async find({ client }, { inodeId }) {
    return (await client.grants.on(inodeId)).length === 0 ? [] : [idOf(inodeId)];
  },

  async create({ client }, { inodeId, grants, allowLockout }) {
    const declared = new Set(grants.map(granteeIdOf));
    const before = await collect(client.grants.list(inodeId));
    const others = before.filter((found) => !declared.has(granteeIdOf(found)));
    if (others.length > 0) {
      throw new Error(
        `${inodeId} has grants that aren't declared: ${entitlementsText(others)}. Nothing was written. ` +
          "Declare them too, or set adopt: true to delete them.",
      );
    }
    if (!allowLockout) await refuseLockout(client, inodeId, grants);
    await settleGrants(client, inodeId, grants);
    return { id: idOf(inodeId), outputs: {} };
  },

  async read({ client }, id, known) {
    const inodeId = inodeOf(id);
    const found = await client.grants.on(inodeId);
    // Without grants there is a set only if that is declared.
    if (found.length === 0 && known?.inputs.grants.length !== 0) return undefined;
    const grants = found.map(({ memberId, teamId, permission }) => ({
      ...(memberId ? { memberId } : { teamId: teamId ?? "" }),
      permission: permission as Permission,
    }));
    return { inputs: { inodeId, grants }, outputs: {} };
  },

  async update({ client }, _id, { grants }, { news: { inodeId, allowLockout } }) {
    if (grants === undefined) return {};
    if (!allowLockout) await refuseLockout(client, inodeId, grants);
    await settleGrants(client, inodeId, grants);
    return {};
  },

  async delete({ client, log }, _id, { inputs }) {
    const { inodeId } = inputs;
    const found = await collect(client.grants.list(inodeId));
    const others = entitlementsWithout(found, inputs.grants);
    const needed = inputs.allowLockout ? [] : await lostAccess(client, found, others);
    if (needed.length > 0)
      log(`kept on ${inodeId}, so that the credentials' owner has access: ${entitlementsText(needed)}`);
    await revokeAll(client, inodeId, entitlementsWithout(entitlementsWithout(found, others), needed));
  },
});

/** The entries that are known before apply, each with its index. */
function knownOf(grants: readonly Entry[]): [index: number, entry: Entry][] {
  return isUnknown(grants) ? [] : [...grants.entries()].filter(([, one]) => !isUnknown(one));
}

/** What an update deletes or lowers, as far as that is known before apply. */
function removedBy(news: readonly Entry[], olds: readonly Entry[]): Entry[] {
  const known = knownOf(news).map(([, one]) => one);
  const isKnown = known.length === news.length && known.every((one) => !isUnknown(granteeIdOf(one)));
  if (!isKnown) return [];
  const raised = (old: Entry) =>
    known.some((one) => granteeIdOf(one) === granteeIdOf(old) && isMore(one.permission, old.permission));
  return entitlementsWithout(olds, known).filter((old) => !raised(old));
}

async function refuseLockout(client: AnalyticsClient, id: string, wanted: readonly Entitlement[]): Promise<void> {
  const lost = await lostAccess(client, await collect(client.grants.list(id)), wanted);
  if (lost.length === 0) return;
  throw new Error(
    `The credentials' owner would lose access to ${id}, granted by: ${entitlementsText(lost)}. Nothing was written. ` +
      "Declare one of these grants, or set allowLockout: true.",
  );
}
