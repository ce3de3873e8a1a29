import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, created, updated } from "../call";
import { existing, failure, invalidRequest, notFound } from "../http/errors";
import { object } from "../http/fields";
import { page } from "../http/pages";
import { flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Grant } from "../state/records";
import { type Grantable, grantable } from "./grantable";

export function grantRoutes(app: FastifyInstance): void {
  app.get("/v2/grants", async (request) =>
    page(request, select(request), (grant) => presentWithType(request.call, grant), "total and hasMore"),
  );

  app.post("/v2/grants", async ({ call, body }) => {
    const { inodeId, ...asked } = parseBody(object(call, { ...NewGrant, inodeId: z.string(), tagId }), body);
    const on = grantable(call, inodeId);
    // To this operation a connection has no id: what it grants on a connection, it grants on the root of its catalog.
    if (on === undefined || (on.connectionId === inodeId && call.settings.connectionGrants === "own")) {
      throw failure(call.settings.unknownGrantStatus, `Inode not found: '${inodeId}'`);
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

  for (const owner of owners) ownGrantRoutes(app, owner);
}

/** The operations of one kind of object. */
function ownGrantRoutes(app: FastifyInstance, { path, kind, isListed, hasTag }: Owner): void {
  const ownerOf = ({ call, params }: FastifyRequest): Grantable => {
    const [id = ""] = Object.values(params as Record<string, string>);
    const found = grantable(call, id);
    return existing(found?.kind === kind ? found : undefined, "Object", id);
  };
  if (isListed) {
    app.get(`${path}/grants`, async (request) => {
      const { call } = request;
      const on = ownerOf(request);
      // Those of a path include what it inherits, with the ids that the grants have above.
      const ids = kind === "path" ? [on.id, ...on.above] : [on.id];
      const found = living(call).filter(({ inodeId }) => ids.includes(inodeId));
      return page(request, found, (grant) => present(call, grant), "total and hasMore");
    });
  }
  app.post(`${path}/grants`, async (request) => {
    const { call } = request;
    const on = ownerOf(request);
    const grant = hasTag ? object(call, { ...NewGrant, tagId }) : object(call, NewGrant);
    const { grants } = parseBody(object(call, { grants: z.array(grant) }), request.body);
    for (const asked of grants) {
      give(call, on, asked, { mayLower: call.settings.ownGrants === "set" });
    }
    return {};
  });
  app.delete(`${path}/grants/:grantId`, async (request) => {
    const on = ownerOf(request);
    const { grantId } = request.params as { grantId: string };
    // A right is revoked only where it was granted.
    if (findGrant(request.call, grantId).inodeId !== on.id) {
      throw notFound("Grant", grantId);
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
    throw invalidRequest(
      `Permission '${permission}' can't be granted on a ${on.kind}: expecting ${allowed.join(", ")}`,
    );
  }
  const { memberId = null, teamId = null } = grantee as { memberId?: string; teamId?: string };
  const exists = memberId === null ? isTeam(call, teamId!) : call.store.members.get(memberId) !== undefined;
  if (!exists || (tagId !== undefined && !call.store.tags.get(tagId))) {
    throw failure(call.settings.unknownGrantStatus, "Member, team or tag not found");
  }
  const had = living(call)
    .filter((grant) => grant.inodeId === on.id && grant.memberId === memberId && grant.teamId === teamId)
    .filter((grant) => grant.tagId === (tagId ?? null));
  const rank = (grant: Pick<Grant, "permission">) => allowed.indexOf(grant.permission);
  const best = had.sort((one, other) => rank(other) - rank(one))[0];
  if (best && (best.permission === permission || (rank(best) > rank({ permission }) && !mayLower))) {
    return best;
  }
  if (best && (mayLower || call.settings.raisedGrants === "replaced")) {
    return call.store.grants.put(best.grantId, { ...best, permission, ...updated(call.actor) });
  }
  return addGrant(call, { inodeId: on.id, memberId, teamId, permission, tagId: tagId ?? null });
}

/** Makes the record of a grant. */
export function addGrant(
  call: Pick<Call, "store" | "ids" | "actor">,
  grant: Pick<Grant, "inodeId" | "memberId" | "teamId" | "permission" | "tagId">,
): Grant {
  const grantId = call.ids.uuid("grant");
  return call.store.grants.put(grantId, { grantId, ...grant, ...created(call.actor) });
}

/** The team of all members is in no list and can't be read by its id, and owns grants all the same. */
function allMembersId(call: Pick<Call, "ids">): string {
  return call.ids.named("team all members");
}

/** Nobody can read the built-in team by its id, nor what belongs to it. */
export function refuseAllMembers(call: Call, teamId: string): void {
  if (teamId === allMembersId(call)) {
    throw invalidRequest("Cannot get All Members team");
  }
}

function isTeam(call: Call, teamId: string): boolean {
  const team = call.store.teams.get(teamId);
  return teamId === allMembersId(call) || (team !== undefined && !team.isArchived);
}

/** The grants of which object, member or team still exist: with any of them a grant ends. */
function living(call: Call): Grant[] {
  return call.store.grants
    .all()
    .filter(({ teamId }) => teamId === null || isTeam(call, teamId))
    .filter(({ inodeId }) => grantable(call, inodeId) !== undefined);
}

function findGrant(call: Call, grantId: string): Grant {
  return existing(
    living(call).find((grant) => grant.grantId === grantId),
    "Grant",
    grantId,
  );
}

function select({ call, query }: FastifyRequest): Grant[] {
  const id = z.string().optional();
  const filters = parseQuery(z.object({ inodeId: id, teamId: id, userId: id, directGrantsOnly: flag }), query);
  const { inodeId, teamId, userId, directGrantsOnly } = filters;
  if (inodeId === undefined && teamId === undefined && userId === undefined) {
    throw invalidRequest("User, Team or Inode need to be specified.");
  }
  const on = inodeId === undefined ? undefined : grantable(call, inodeId);
  const isUnknown = on?.connectionId === inodeId && call.settings.connectionGrants === "own";
  const ids = on === undefined || isUnknown ? [] : [on.id, ...(directGrantsOnly ? [] : on.above)];
  const through = directGrantsOnly ? [] : teamsOf(call, userId ?? "");
  return living(call)
    .filter((grant) => inodeId === undefined || ids.includes(grant.inodeId))
    .filter((grant) => teamId === undefined || grant.teamId === teamId)
    .filter((grant) => userId === undefined || grant.memberId === userId || through.includes(grant.teamId ?? ""));
}

/** Ids of the teams that a member is in, the built-in one too. */
function teamsOf(call: Call, memberId: string): string[] {
  const joined = call.store.teams.all().filter(({ members }) => members.includes(memberId));
  return [...joined.map(({ teamId }) => teamId), allMembersId(call)];
}

/** Whether a member, or a team of theirs, has a grant on any of these objects. */
export function hasGrant(call: Call, memberId: string, inodeIds: readonly string[]): boolean {
  const teams = teamsOf(call, memberId);
  return living(call)
    .filter(({ inodeId }) => inodeIds.includes(inodeId))
    .some((grant) => grant.memberId === memberId || teams.includes(grant.teamId ?? ""));
}

/** The tag that a grant is limited to is never returned. */
function present(call: Call, grant: Grant): Record<string, unknown> {
  const { tagId: _, ...fields } = grant;
  const on = grantable(call, grant.inodeId);
  const { grantInodeIds } = call.settings;
  const byUrl = grantInodeIds === "url" || (grantInodeIds === "url-for-paths" && on?.kind === "path");
  return {
    ...fields,
    inodeId: byUrl ? (on?.urlId ?? grant.inodeId) : grant.inodeId,
    organizationId: call.ids.named("organization"),
  };
}

function presentWithType(call: Call, grant: Grant): Record<string, unknown> {
  const kind = grantable(call, grant.inodeId)?.kind ?? "folder";
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
