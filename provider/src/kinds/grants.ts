import * as z from "zod";
import {
  type AnalyticsClient,
  collect,
  describeEntitlements,
  type Entitlement,
  findLostAccess,
  getGranteeId,
  isMore,
  type Permission,
  permissions,
  revokeAll,
  settleGrants,
  subtractEntitlements,
} from "../core/api";
import { isUnknown } from "../core/engine";
import {
  adviseAllowing,
  declareComposedIds,
  defineKind,
  field,
  grantableKinds,
  grantNeeds,
  output,
  reference,
  text,
} from "./declare";

const entry = z
  .strictObject({
    memberId: text.optional().describe("Id of the member. Set either this or `teamId`."),
    teamId: text.optional().describe("Id of the team. Set either this or `memberId`."),
    permission: z.enum(permissions).describe("What the grantee may do."),
  })
  .meta({ title: "GrantEntry" });
type Entry = z.infer<typeof entry>;

// Other ids than those of the objects, which may be declared, too.
const composeId = (inodeId: string) => `${inodeId}/grants`;
const { idForms, partsOf: inodeOf } = declareComposedIds(
  "Grants",
  ["<inodeId>/grants"],
  ([inodeId, last, ...others]) => (inodeId && last === "grants" && others.length === 0 ? inodeId : undefined),
);

/** `/v2/grants`, all those on one object. */
export const grants = defineKind({
  name: "Grants",
  docs: {
    description: `All grants on one object. The resource deletes the grants on the object that aren't declared; those
that the object inherits stay.

If the object has grants for others than the declared members and teams, a create fails; with \`adopt: true\`, it
deletes them. A platform may grant access to whoever creates an object: a grant of the credentials' owner that the
resource never declared stays as it is, and is no drift. A preview lists the grants that an update deletes; grants that
someone added since show after \`pulumi refresh\`. The provider first adds and raises, then lowers and deletes.

The provider refuses to take its own access away: the credentials' owner, or a team of theirs, must keep the highest
permission that they now hold through grants on the object. \`allowLockout: true\` turns that off. A delete removes the
declared grants only. It leaves the one that the credentials' owner needs, and those that were there before the
resource, unless \`allowDelete\` is true; of an import, or a state that doesn't say which those were, it leaves none.

Don't combine it with \`Grant\` on the same object: each would undo the other. Don't use it for documents with grants
that are limited to a version tag: no answer of the platform tells them from others. See [Grant](grant.md) for the
permissions of each type of object.`,
    endpoints: [
      "POST|GET /v2/grants",
      "DELETE /v2/grants/{grantId}",
      "POST|GET /v2/connections/{connectionId}/grants",
      "GET /v2/whoami",
      "GET /v2/teams/{teamId}",
    ],
    example: `const finance = analytics.getTeamOutput({ name: "Finance" });
const me = analytics.whoamiOutput();
const plans = new analytics.Folder("plans", { name: "Plans" });
new analytics.Grants("plans", {
  inodeId: plans.id,
  grants: [
    { memberId: me.userId, permission: "edit" },
    { teamId: finance.id, permission: "explore" },
  ],
});`,
  },
  adoption: {
    idForms,
    async find({ client }, inputs) {
      const found = await client.grants.readAll(inputs.inodeId);
      const { others } = await findOwn(client, found, inputs);
      return others.length === 0 ? [] : [composeId(inputs.inodeId)];
    },
  },
  writing: { isRepeatable: true },
  needs: grantNeeds,
  deletion: { isFirst: true },
  fields: {
    inodeId: reference(grantableKinds, "Id of the object: its own or the one in its address.", { replaces: true }),
    grants: field(z.array(entry), "All grants on the object, in any order; one per member or team.", { equal: "set" }),
    allowLockout: field(
      z.boolean().optional(),
      "Whether an update may take away the access of the credentials' owner. Default: false.",
      { local: true, clearWith: false },
    ),
  },
  outputs: {
    found: output(z.array(entry).optional(), "Those of the grants that were there before the resource.", {
      internal: true,
    }),
  },

  review: {
    problems: ({ grants }) =>
      filterKnown(grants).flatMap(([index, one]) => {
        if ((one.memberId === undefined) === (one.teamId === undefined))
          return [`grants[${index}]: set exactly one of memberId and teamId.`];
        const [first] = filterKnown(grants).find(([, other]) => getGranteeId(other) === getGranteeId(one))!;
        const isTwice = first < index && !isUnknown(getGranteeId(one));
        return isTwice ? [`grants[${index}]: ${getGranteeId(one)} is declared twice.`] : [];
      }),
    sharedSet: ({ inodeId, grants }) => ({
      what: "grants on",
      of: inodeId,
      items: grants,
      isWhole: true,
    }),
    previewMessages({ inodeId, grants, adopt }, olds) {
      const undeclared = `every grant on ${inodeId} that isn't declared, but for those of the credentials' owner`;
      if (olds === undefined) return adopt ? [`deletes ${undeclared}`] : [];
      const removed = listRemoved(grants, olds.grants);
      return removed.length === 0 ? [] : [`deletes or lowers grants on ${inodeId}: ${describeEntitlements(removed)}`];
    },
    changeSummary({ grants }, olds) {
      const removed = listRemoved(grants, olds.grants);
      return removed.length === 0 ? undefined : { removedGrants: removed };
    },
  },

  describe: ({ inodeId }) => `set of grants on ${inodeId}`,
  mock: (_id, { inodeId }) => ({ id: composeId(inodeId), outputs: {} }),

  async create({ client, log }, inputs) {
    const { inodeId, grants, allowLockout } = inputs;
    const declared = new Set(grants.map(getGranteeId));
    const before = await findOwn(client, await collect(client.grants.list(inodeId)), inputs);
    const others = before.others.filter((found) => !declared.has(getGranteeId(found)));
    if (others.length > 0) {
      throw new Error(
        `${inodeId} has grants that aren't declared: ${describeEntitlements(others)}. Nothing was written. ` +
          "Declare them too, or set adopt: true to delete them.",
      );
    }
    const wanted = [...grants, ...before.own];
    if (!allowLockout) await refuseLockout(client, inodeId, wanted);
    await settleGrants(client, inodeId, wanted);
    if (before.own.length > 0)
      log(`kept on ${inodeId}: ${describeEntitlements(before.own)}, the credentials' owner, which isn't declared`);
    const replaced = subtractEntitlements(before.others, grants);
    if (replaced.length > 0) log(`replaced on ${inodeId}: ${describeEntitlements(replaced)}`);
    const found = intersectEntitlements(grants, before.others);
    if (found.length > 0) log(`on ${inodeId} before, and kept on it by a removal: ${describeEntitlements(found)}`);
    return { id: composeId(inodeId), outputs: { found } };
  },

  async read({ client }, id, known) {
    const inodeId = inodeOf(id);
    const all = await client.grants.readAll(inodeId);
    const found = known === undefined ? all : (await findOwn(client, all, known.inputs)).others;
    // Without grants there is a set only if that is declared.
    if (found.length === 0 && known?.inputs.grants.length !== 0) return undefined;
    const grants = found.map(({ memberId, teamId, permission }) => ({
      ...(memberId ? { memberId } : { teamId: teamId ?? "" }),
      permission: permission as Permission,
    }));
    const before = known?.outputs.found;
    return { inputs: { inodeId, grants }, outputs: { found: before && intersectEntitlements(before, grants) } };
  },

  async update({ client }, _id, { grants }, { olds, news }) {
    const { found } = olds.outputs;
    if (grants === undefined) return { found };
    const { inodeId, allowLockout } = news;
    // What the state has, the program no longer declares.
    const known = { allowLockout, grants: [...olds.inputs.grants, ...grants] };
    const { own } = await findOwn(client, await collect(client.grants.list(inodeId)), known);
    const wanted = [...grants, ...own];
    if (!allowLockout) await refuseLockout(client, inodeId, wanted);
    await settleGrants(client, inodeId, wanted);
    return { found: found && intersectEntitlements(found, grants) };
  },

  async delete({ client, log }, _id, { inputs, outputs }) {
    const { inodeId, grants, allowDelete } = inputs;
    const found = await collect(client.grants.list(inodeId));
    const former = allowDelete ? [] : (outputs.found ?? []);
    if (former.length > 0)
      log(`kept on ${inodeId}, where they were before: ${describeEntitlements(former)}. ${adviseAllowing}`);
    const others = subtractEntitlements(found, subtractEntitlements(grants, former));
    const needed = inputs.allowLockout ? [] : await findLostAccess(client, found, others);
    if (needed.length > 0)
      log(`kept on ${inodeId}, so that the credentials' owner has access: ${describeEntitlements(needed)}`);
    await revokeAll(client, inodeId, subtractEntitlements(subtractEntitlements(found, others), needed));
  },
});

/** Those that are among others, too: what is taken away and given again is the resource's own. */
const intersectEntitlements = (all: readonly Entry[], others: readonly Entitlement[]): Entry[] =>
  subtractEntitlements(all, subtractEntitlements(all, others));

/**
 * Separates the grants of the credentials' owner that nothing declares. A platform may give one to whoever creates an
 * object, and without it the owner may have no access.
 */
async function findOwn<Found extends Entitlement>(
  client: AnalyticsClient,
  found: readonly Found[],
  { grants, allowLockout }: { readonly grants: readonly Entry[]; readonly allowLockout?: boolean | undefined },
): Promise<{ own: Found[]; others: readonly Found[] }> {
  const declared = new Set(grants.map(getGranteeId));
  const extra = allowLockout ? [] : found.filter((one) => one.memberId && !declared.has(one.memberId));
  if (extra.length === 0) return { own: [], others: found };
  const { userId } = await client.readOwner();
  const own = extra.filter(({ memberId }) => memberId === userId);
  return { own, others: found.filter((one) => !own.includes(one)) };
}

/** The entries that are known before apply, each with its index. */
function filterKnown(grants: readonly Entry[]): [index: number, entry: Entry][] {
  return isUnknown(grants) ? [] : [...grants.entries()].filter(([, one]) => !isUnknown(one));
}

/** What an update deletes or lowers, as far as that is known before apply. */
function listRemoved(news: readonly Entry[], olds: readonly Entry[]): Entry[] {
  const known = filterKnown(news).map(([, one]) => one);
  const isKnown = known.length === news.length && known.every((one) => !isUnknown(getGranteeId(one)));
  if (!isKnown) return [];
  const isRaised = (old: Entry) =>
    known.some((one) => getGranteeId(one) === getGranteeId(old) && isMore(one.permission, old.permission));
  return subtractEntitlements(olds, known).filter((old) => !isRaised(old));
}

async function refuseLockout(client: AnalyticsClient, id: string, wanted: readonly Entitlement[]): Promise<void> {
  const lost = await findLostAccess(client, await collect(client.grants.list(id)), wanted);
  if (lost.length === 0) return;
  throw new Error(
    `The credentials' owner would lose access to ${id}, granted by: ${describeEntitlements(lost)}. Nothing was ` +
      "written. Declare one of these grants, or set allowLockout: true.",
  );
}
