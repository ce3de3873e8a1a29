import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, createInvalidRequest, createNotFound, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Grant } from "../state/records";
import { findGrantable, type Grantable } from "./grantable";

export function grantRoutes(app: FastifyInstance): void {
  app.get("/v2/grants", async (request) =>
    buildPage(request, select(request), (grant) => presentWithType(request.call, grant), "total and hasMore"),
  );

  app.post("/v2/grants", async ({ call, body }) => {
    const { inodeId, ...asked } = parseBody(defineObject(call, { ...NewGrant, inodeId: z.string(), tagId }), body);
    const on = findGrantable(call, inodeId);
    // To this operation a connection has no id: what it grants on a connection, it grants on the root of its catalog.
    if (on === undefined || (on.connectionId === inodeId && call.settings.connectionGrants === "own")) {
      throw createFailure(call.settings.unknownGrantStatus, `Inode not found: '${inodeId}'`);
    }
    return presentWithType(call, give(call, on, asked, { mayLower: false }));
  });

  app.get<{ Params: { grantId: string } }>("/v2/grants/:grantId", async ({ call, params }) =>
    presentWithType(call, findGrant(call, params.grantId)),
  );

  app.delete<{ Params: { grantId: string } }>("/v2/grants/:grantId", async ({ call, params }) => {
    const grant = findGrant(call, params.grantId);
    call.store.grants.delete(grant.grantId);
    return presentWithType(call, grant);
  });

  for (const owner of owners) addOwnGrantRoutes(app, owner);
}

/** The operations of one kind of object. */
function addOwnGrantRoutes(app: FastifyInstance, { path, kind, isListed, hasTag }: Owner): void {
  const getGrantable = ({ call, params }: FastifyRequest): Grantable => {
    const [id = ""] = Object.values(params as Record<string, string>);
    const found = findGrantable(call, id);
    return requireExisting(found?.kind === kind ? found : undefined, "Object", id);
  };
  if (isListed) {
    app.get(`${path}/grants`, async (request) => {
      const { call } = request;
      const on = getGrantable(request);
      // Those of a path include what it inherits, with the ids that the grants have above.
      const ids = kind === "path" ? [on.id, ...on.above] : [on.id];
      const found = listLiving(call, ({ inodeId }) => ids.includes(inodeId));
      return buildPage(request, found, (grant) => present(call, grant), "total and hasMore");
    });
  }
  app.post(`${path}/grants`, async (request) => {
    const { call } = request;
    const on = getGrantable(request);
    const grant = hasTag ? defineObject(call, { ...NewGrant, tagId }) : defineObject(call, NewGrant);
    const { grants } = parseBody(defineObject(call, { grants: z.array(grant) }), request.body);
    for (const asked of grants) {
      give(call, on, asked, { mayLower: call.settings.ownGrants === "set" });
    }
    return {};
  });
  app.delete(`${path}/grants/:grantId`, async (request) => {
    const on = getGrantable(request);
    const { grantId } = request.params as { grantId: string };
    // A right is revoked only where it was granted.
    if (findGrant(request.call, grantId).inodeId !== on.id) {
      throw createNotFound("Grant", grantId);
    }
    request.call.store.grants.delete(grantId);
    return {};
  });
}

/** An object that has operations for its grants. */
interface Owner {
  readonly path: string;
  readonly kind: Grantable["kind"];
  readonly isListed: boolean;
  /** Whether its grants can be limited to a version tag. */
  readonly hasTag: boolean;
}

const owners: readonly Owner[] = [
  { path: "/v2/workspaces/:workspaceId", kind: "workspace", isListed: true, hasTag: false },
  { path: "/v2/workbooks/:workbookId", kind: "workbook", isListed: false, hasTag: true },
  { path: "/v2/reports/:reportId", kind: "report", isListed: false, hasTag: true },
  { path: "/v2/datasets/:datasetId", kind: "dataset", isListed: true, hasTag: true },
  { path: "/v2/connections/:connectionId", kind: "connection", isListed: true, hasTag: false },
  { path: "/v2/connections/paths/:connectionPathId", kind: "path", isListed: true, hasTag: false },
];

const tagId = z.string().optional();
const NewGrant = {
  grantee: z.union([z.strictObject({ memberId: z.string() }), z.strictObject({ teamId: z.string() })]),
  permission: z.string(),
};

interface Asked {
  readonly grantee: { readonly memberId: string } | { readonly teamId: string };
  readonly permission: string;
  readonly tagId?: string;
}

const documents = ["view", "explore", "edit"];
const pages = ["view", "edit"];
const places = ["view", "explore", "organize", "edit"];
const data = ["usage", "annotate"];
const others = ["view", "apply", "edit"];

/** What can be granted on each sort of object, from the least on. */
const permissions: Readonly<Record<Grantable["kind"], readonly string[]>> = {
  workspace: places,
  folder: places,
  workbook: documents,
  "data-model": documents,
  template: documents,
  report: pages,
  dataset: pages,
  connection: data,
  path: data,
  tag: others,
  connector: others,
  credential: others,
};

/** Grants access. What the grantee has already isn't granted again. */
function give(
  call: Call,
  on: Grantable,
  { grantee, permission, tagId }: Asked,
  { mayLower }: { mayLower: boolean },
): Grant {
  const allowed = permissions[on.kind];
  if (!allowed.includes(permission)) {
    throw createInvalidRequest(
      `Permission '${permission}' can't be granted on a ${on.kind}: expecting ${allowed.join(", ")}`,
    );
  }
  const { memberId = null, teamId = null } = grantee as { memberId?: string; teamId?: string };
  const exists = memberId === null ? isTeam(call, teamId!) : call.store.members.get(memberId) !== undefined;
  if (!exists || (tagId !== undefined && !call.store.tags.get(tagId))) {
    throw createFailure(call.settings.unknownGrantStatus, "Member, team or tag not found");
  }
  const had = listLiving(
    call,
    (grant) =>
      grant.inodeId === on.id &&
      grant.memberId === memberId &&
      grant.teamId === teamId &&
      grant.tagId === (tagId ?? null),
  );
  const rank = (grant: Pick<Grant, "permission">) => allowed.indexOf(grant.permission);
  const best = had.sort((one, other) => rank(other) - rank(one))[0];
  if (best && (best.permission === permission || (rank(best) > rank({ permission }) && !mayLower))) {
    return best;
  }
  if (best && (mayLower || call.settings.raisedGrants === "replaced")) {
    return call.store.grants.put(best.grantId, { ...best, permission, ...stampUpdated(call.actor) });
  }
  return addGrant(call, { inodeId: on.id, memberId, teamId, permission, tagId: tagId ?? null });
}

/** Makes the record of a grant. */
export function addGrant(
  call: Pick<Call, "store" | "ids" | "actor">,
  grant: Pick<Grant, "inodeId" | "memberId" | "teamId" | "permission" | "tagId">,
): Grant {
  const grantId = call.ids.makeUuid("grant");
  return call.store.grants.put(grantId, { grantId, ...grant, ...stampCreated(call.actor) });
}

/** The team of all members is in no list and can't be read by its id, and owns grants all the same. */
function getAllMembersId(call: Pick<Call, "ids">): string {
  return call.ids.nameUuid("team all members");
}

/** Nobody can read the built-in team by its id, nor what belongs to it. */
export function refuseAllMembers(call: Call, teamId: string): void {
  if (teamId === getAllMembersId(call)) {
    throw createInvalidRequest("Cannot get All Members team");
  }
}

function isTeam(call: Call, teamId: string): boolean {
  const team = call.store.teams.get(teamId);
  return teamId === getAllMembersId(call) || (team !== undefined && !team.isArchived);
}

/** The grants of which object, member or team still exist: with any of them a grant ends. */
function listLiving(call: Call, accept: (grant: Grant) => boolean): Grant[] {
  return call.store.grants
    .listAll()
    .filter(accept)
    .filter(({ teamId }) => teamId === null || isTeam(call, teamId))
    .filter(({ inodeId }) => findGrantable(call, inodeId) !== undefined);
}

function findGrant(call: Call, grantId: string): Grant {
  const [grant] = listLiving(call, (one) => one.grantId === grantId);
  return requireExisting(grant, "Grant", grantId);
}

function select({ call, query }: FastifyRequest): Grant[] {
  const id = z.string().optional();
  const filters = parseQuery(z.object({ inodeId: id, teamId: id, userId: id, directGrantsOnly: flag }), query);
  const { inodeId, teamId, userId, directGrantsOnly } = filters;
  if (inodeId === undefined && teamId === undefined && userId === undefined) {
    throw createInvalidRequest("User, Team or Inode need to be specified.");
  }
  const on = inodeId === undefined ? undefined : findGrantable(call, inodeId);
  const isUnknown = on?.connectionId === inodeId && call.settings.connectionGrants === "own";
  const ids = on === undefined || isUnknown ? [] : [on.id, ...(directGrantsOnly ? [] : on.above)];
  const through = directGrantsOnly ? [] : listTeams(call, userId ?? "");
  return listLiving(
    call,
    (grant) =>
      (inodeId === undefined || ids.includes(grant.inodeId)) &&
      (teamId === undefined || grant.teamId === teamId) &&
      (userId === undefined || grant.memberId === userId || through.includes(grant.teamId ?? "")),
  );
}

/** Ids of the teams that a member is in, the built-in one too. */
function listTeams(call: Call, memberId: string): string[] {
  const joined = call.store.teams.listAll().filter(({ members }) => members.includes(memberId));
  return [...joined.map(({ teamId }) => teamId), getAllMembersId(call)];
}

/** Whether a member, or a team of theirs, has a grant on any of these objects. */
export function hasGrant(call: Call, memberId: string, inodeIds: readonly string[]): boolean {
  const teams = listTeams(call, memberId);
  const isMeant = ({ memberId: own, teamId }: Grant) => own === memberId || teams.includes(teamId ?? "");
  return listLiving(call, (grant) => inodeIds.includes(grant.inodeId) && isMeant(grant)).length > 0;
}

/** The tag that a grant is limited to is never returned. */
function present(call: Call, grant: Grant): Record<string, unknown> {
  const { tagId: _, ...fields } = grant;
  const on = findGrantable(call, grant.inodeId);
  const { grantInodeIds } = call.settings;
  const byUrl = grantInodeIds === "url" || (grantInodeIds === "url-for-paths" && on?.kind === "path");
  return {
    ...fields,
    inodeId: byUrl ? (on?.urlId ?? grant.inodeId) : grant.inodeId,
    organizationId: call.ids.nameUuid("organization"),
  };
}

function presentWithType(call: Call, grant: Grant): Record<string, unknown> {
  const kind = findGrantable(call, grant.inodeId)?.kind ?? "folder";
  return { ...present(call, grant), inodeType: inodeTypes[kind] };
}

/** The contract has no type for workspaces and data models; what they are called here is a guess. */
const inodeTypes: Readonly<Record<Grantable["kind"], string>> = {
  workspace: "folder",
  folder: "folder",
  workbook: "workbook",
  "data-model": "worksheet",
  template: "template",
  report: "report",
  dataset: "dataset",
  connection: "scope",
  path: "scope",
  tag: "versionTag",
  connector: "apiConnector",
  credential: "apiConnectorAuth",
};
