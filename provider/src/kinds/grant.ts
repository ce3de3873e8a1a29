import * as z from "zod";
import {
  type AnalyticsClient,
  type ApiError,
  collect,
  type Grantee,
  isForbidden,
  isMore,
  isOfGrantee,
  isUuid,
  type ObjectGrant,
  type Permission,
  permissions,
} from "../core/api";
import { dropUndefined } from "../core/engine";
import {
  declareComposedIds,
  defineKind,
  field,
  grantableKinds,
  grantNeeds,
  output,
  reference,
  type Tried,
  text,
} from "./declare";

interface Inputs {
  readonly inodeId: string;
  readonly memberId?: string;
  readonly teamId?: string;
  readonly permission: Permission;
  readonly tagId?: string;
}

const getGrantee = ({ memberId, teamId = "" }: Inputs): Grantee => (memberId === undefined ? { teamId } : { memberId });
const composeId = ({ inodeId, memberId, teamId, tagId }: Inputs) =>
  [inodeId, memberId ?? teamId, tagId].filter((part) => part !== undefined).join("/");
const { idForms, partsOf } = declareComposedIds(
  "Grant",
  ["<inodeId>/<memberId>", "<inodeId>/<teamId>", "<inodeId>/<teamId>/<tagId>"],
  ([inodeId, granteeId, tagId, ...others]): [inodeId: string, granteeId: string, tagId?: string] | undefined =>
    inodeId && granteeId && tagId !== "" && others.length === 0 ? [inodeId, granteeId, tagId] : undefined,
);

/** `/v2/grants`, one of them. */
export const grant = defineKind({
  name: "Grant",
  docs: {
    description: `One permission of one member or team on one object, such as a workspace, folder, document, connection
or tag. The resource ignores other grants on the object. Grants add up, and objects inherit those of the folder,
workspace or connection that they are in.

| object | permissions |
|---|---|
| workspace, folder | \`view\`, \`explore\`, \`organize\` (Can contribute), \`edit\` (Can manage) |
| workbook, data model | \`view\`, \`explore\`, \`edit\` |
| report, dataset | \`view\`, \`edit\` |
| connection, database, schema, table | \`usage\`, \`annotate\` (write) |
| tag, API connector, API credential | \`view\`, \`apply\`, \`edit\` |

The platform only raises access. To lower a permission, the provider deletes the grant and grants again: in between, the
grantee has no access.

If the grantee already holds the permission, the provider adopts that grant without a write, even without \`adopt\`, and
a removal keeps it. If they hold a lower one, the provider grants more, and a removal deletes what it granted.
\`adopt: true\` also adopts a grant of another permission, and changes it. Declare one \`Grant\` per object, grantee and
tag, and don't combine it with \`Grants\` on the same object.`,
    endpoints: ["POST|GET /v2/grants", "DELETE /v2/grants/{grantId}", "POST|GET /v2/connections/{connectionId}/grants"],
    example: `const finance = analytics.getTeamOutput({ name: "Finance" });
const reports = new analytics.Folder("reports", { name: "Reports" });
new analytics.Grant("finance-reports", { inodeId: reports.id, teamId: finance.id, permission: "explore" });`,
  },
  adoption: {
    idForms,
    async find({ client }, inputs) {
      return (await findHeld(client, composeId(inputs), { inputs })) === undefined ? [] : [composeId(inputs)];
    },
    creator: async ({ client }, id) => (await findHeld(client, id, undefined))?.createdBy,
  },
  writing: { isRepeatable: true },
  needs: grantNeeds,
  deletion: { isFirst: true },
  fields: {
    inodeId: reference(grantableKinds, "Id of the object: its own or the one in its address.", { replaces: true }),
    memberId: field(text.optional(), "Id of the member. Set either this or `teamId`.", {
      replaces: true,
      ref: { kind: "Member" },
    }),
    teamId: field(text.optional(), "Id of the team. Set either this or `memberId`.", {
      replaces: true,
      ref: { kind: "Team" },
    }),
    permission: field(
      z.enum(permissions),
      "What the grantee may do; which values an object accepts depends on its type.",
    ),
    tagId: field(
      text.optional(),
      "Id of the version tag that the grant is limited to. The platform doesn't return it, so a " +
        "change made in the product isn't seen.",
      { replaces: true, writeOnly: true, ref: { kind: "Tag" } },
    ),
  },
  outputs: {
    grantId: output(z.string(), "Id of the grant. It changes with the permission.", { changesWith: ["permission"] }),
    formerGrantIds: output(
      z.array(z.string()).optional(),
      "Ids of grants that a failed update left to the grantee beside this one. The next update or delete deletes them.",
      { internal: true },
    ),
  },

  review: {
    sharedSet: ({ inodeId, memberId, teamId, permission, tagId }) => ({
      what: "grants on",
      of: inodeId,
      items: [dropUndefined({ memberId, teamId, permission, tagId })],
      isWhole: false,
    }),
    problems: ({ memberId, teamId }) =>
      (memberId === undefined) === (teamId === undefined) ? ["memberId, teamId: set exactly one of the two."] : [],
  },

  describe: ({ inodeId, memberId, teamId, permission }) =>
    `grant of ${permission} on ${inodeId} to the ${memberId === undefined ? `team ${teamId}` : `member ${memberId}`}`,

  pull: {
    file: "access",
    about: "What teams may do with which objects.",
    called: ["inodeId", "teamId"],
    // No list has all grants; those of teams are what administrators manage.
    async ids(client) {
      const held = await Promise.all(
        (await client.teams.readAll()).map(({ teamId }) => client.grants.readAllOfGrantee({ teamId })),
      );
      const objectOf = await listObjects(client, held.flat());
      const ids = held.flat().map((found) => `${objectOf(found)}/${found.teamId}`);
      return [...new Set(ids)];
    },
  },
  mock: (_id, inputs) => ({ id: composeId(inputs), outputs: { grantId: `${composeId(inputs)}/grant` } }),
  hint: findRefusalHint,

  async create({ client }, inputs) {
    const { inodeId, permission, tagId } = inputs;
    const given = { inodeId, permission, tagId, grantee: getGrantee(inputs) };
    return { id: composeId(inputs), outputs: { grantId: (await client.grants.give(given)).grantId } };
  },

  async read({ client }, id, known) {
    const [found, ...former] = await findOwn(client, id, known);
    if (found === undefined) return undefined;
    const { memberId, teamId, permission, grantId } = found;
    const [inodeId] = partsOf(id);
    return {
      inputs: { inodeId, memberId, teamId, permission: permission as Permission },
      outputs: { grantId, ...(former.length > 0 && { formerGrantIds: former.map((one) => one.grantId) }) },
    };
  },

  async reconcile({ client }, id, olds, news, changed) {
    const { grantId: known, formerGrantIds = [] } = olds.outputs;
    if (known !== undefined && !changed.has("permission") && formerGrantIds.length === 0) return { grantId: known };
    const { inodeId, permission, tagId } = news;
    const given = { inodeId, grantee: getGrantee(news), permission, tagId };
    const held = await findOwn(client, id, olds);
    const [before, ...former] = held;
    if (before?.permission !== permission) {
      const { grantId } = await client.grants.change(given, held);
      return { grantId };
    }
    for (const { grantId } of former) await client.grants.revoke(grantId, given);
    return { grantId: before.grantId };
  },

  async delete({ client }, id, olds) {
    const from = { inodeId: olds.inputs.inodeId, grantee: getGrantee(olds.inputs) };
    const { grantId, formerGrantIds = [] } = olds.outputs;
    if (olds.tried?.permission !== undefined || formerGrantIds.length > 0) {
      for (const one of await findOwn(client, id, olds)) await client.grants.revoke(one.grantId, from);
      return;
    }
    if (grantId !== undefined && (await client.grants.revoke(grantId, from))) return;
    // Granted again in the product, it has another id.
    const again = await findHeld(client, id, olds);
    if (again?.permission === olds.inputs.permission) await client.grants.revoke(again.grantId, from);
  },
});

/** A grant as the state has it. */
interface KnownGrant {
  readonly inputs: Inputs;
  readonly outputs?: { readonly grantId?: string; readonly formerGrantIds?: readonly string[] };
  readonly tried?: Tried;
}

/** All grants of a resource, the one that counts first: failed updates may have left others beside it. */
async function findOwn(client: AnalyticsClient, id: string, known: KnownGrant | undefined): Promise<ObjectGrant[]> {
  const held = await findHeld(client, id, known);
  const { outputs: { formerGrantIds = [] } = {}, tried: { permission: tried = [] } = {} } = known ?? {};
  if (known === undefined || formerGrantIds.length + tried.length === 0) return held === undefined ? [] : [held];
  const [inodeId, granteeId, tagId] = partsOf(id);
  const all = (await client.grants.readAll(inodeId)).filter((one) => isOfGrantee(one, granteeId));
  // Of a grant that is limited to a tag, only its age tells it from others.
  const isNew = (one: ObjectGrant) => tagId === undefined || (held !== undefined && one.createdAt > held.createdAt);
  const isOwn = (one: ObjectGrant) =>
    one.grantId === held?.grantId ||
    formerGrantIds.includes(one.grantId) ||
    (tried.includes(one.permission) && isNew(one));
  return all.filter(isOwn).sort((one, other) => (isMore(one.permission, other.permission) ? -1 : 1));
}

/**
 * The grant that the platform has for a resource: of several permissions of the grantee, the declared one or else the
 * highest.
 */
async function findHeld(
  client: AnalyticsClient,
  id: string,
  known: KnownGrant | undefined,
): Promise<ObjectGrant | undefined> {
  const [inodeId, granteeId, tagId] = partsOf(id);
  const grantId = known?.outputs?.grantId;
  const all =
    known === undefined
      ? await listHeld(client, inodeId, granteeId)
      : await client.grants.findOfGrantee(inodeId, getGrantee(known.inputs), grantId);
  const own = all.find((found) => found.grantId === grantId);
  // Which grants are limited to a tag, no answer tells.
  if (own !== undefined || tagId !== undefined) return own;
  const [highest] = [...all].sort((one, other) => (isMore(one.permission, other.permission) ? -1 : 1));
  return all.find(({ permission }) => permission === known?.inputs.permission) ?? highest;
}

/** The grants of somebody on an object. Many objects of a team cost its one listing. */
async function listHeld(client: AnalyticsClient, inodeId: string, granteeId: string): Promise<ObjectGrant[]> {
  const isTeam = (await client.teams.readAll()).some(({ teamId }) => teamId === granteeId);
  const listed = isTeam ? await client.grants.readAllOfGrantee({ teamId: granteeId }) : [];
  const found = listed.filter((one) => one.inodeId === inodeId);
  return found.length > 0 ? found : (await client.grants.readAll(inodeId)).filter((one) => isOfGrantee(one, granteeId));
}

/**
 * The ids by which programs know the objects of a team's grants: a list of these has others for connections, and may
 * have for documents.
 */
async function listObjects(client: AnalyticsClient, held: readonly ObjectGrant[]) {
  const connections = (await client.connections.readAll()).map(({ connectionId }) => connectionId);
  const onThem = await Promise.all(connections.map((id) => client.grants.readAll(id).catch(ignoreForbidden)));
  const byGrant = new Map(
    onThem.flatMap((list, index) => list.map(({ grantId }) => [grantId, connections[index]!] as const)),
  );
  // Without a type, a list of files lacks workspaces.
  const lists = held.every(({ inodeId }) => isUuid(inodeId))
    ? []
    : await Promise.all([client.files.list({ type: "workspace" }), client.files.list()].map(collect));
  const byUrl = new Map(lists.flat().map(({ id, urlId }) => [urlId, id]));
  return ({ grantId, inodeId }: ObjectGrant) => byGrant.get(grantId) ?? byUrl.get(inodeId) ?? inodeId;
}

function ignoreForbidden(error: unknown): [] {
  if (isForbidden(error)) return [];
  throw error;
}

function findRefusalHint(
  error: ApiError,
  { inodeId, permission, memberId, teamId, tagId }: Inputs,
): string | undefined {
  const { method, status, fromProxy, detail } = error;
  const isAboutId = [memberId, teamId, tagId].some((id) => id && detail.includes(id));
  return method === "POST" && status === 400 && !fromProxy && !isAboutId
    ? `Check that ${inodeId} accepts the permission ${permission}: the page of the resource lists ` +
        "permissions by type of object."
    : undefined;
}
