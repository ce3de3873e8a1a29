import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, createNotFound, requireDependency, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { addListRoutes, buildPage } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Member, Team } from "../state/records";
import { addWorkspace } from "./files";
import { addGrant, refuseAllMembers } from "./grants";
import { findMember, isActive } from "./members";
import { checkName } from "./names";
import { presentTeam } from "./team-record";

export function addTeamRoutes(app: FastifyInstance): void {
  addListRoutes(app, "/v2/teams", ({ call, query }) => ({ items: select(call, query), present: presentTeam }));

  app.get<{ Params: { teamId: string } }>("/v2/teams/:teamId", async (request) => {
    const { teamId } = request.params;
    refuseAllMembers(request.call, teamId);
    const { admins: _, ...team } = requireExisting(request.call.store.teams.get(teamId), "Team", teamId);
    return team;
  });

  app.get<{ Params: { teamId: string } }>("/v2/teams/:teamId/members", async (request) => {
    const { members, admins = [], createdBy } = findTeam(request.call, request.params.teamId);
    const presentEntry = (userId: string) => ({ userId, isTeamAdmin: admins.includes(userId), addedBy: createdBy });
    return buildPage(request, members, presentEntry, "total and hasMore");
  });

  app.post("/v2/teams", async (request) => createTeam(request.call, request.body));

  app.patch<{ Params: { teamId: string } }>("/v2/teams/:teamId", async ({ call, params, body }) => {
    const team = findTeam(call, params.teamId);
    const change = parseBody(defineObject(call, { name: Name.optional(), ...Fields }), body);
    checkName(call, "teams", change.name, team.teamId);
    const changed = { ...team, ...change, ...stampUpdated(call.actor) };
    call.store.teams.put(team.teamId, changed);
    return presentTeam(changed);
  });

  app.patch<{ Params: { teamId: string } }>("/v2/teams/:teamId/members", async ({ call, params, body }) => {
    const team = findTeam(call, params.teamId);
    const ids = z.array(z.string());
    const { add = [], remove = [] } = parseBody(
      defineObject(call, { add: ids.optional(), remove: ids.optional() }),
      body,
    );
    for (const id of [...add, ...remove]) {
      if (!isActive(findNamedMember(call, id))) {
        throw createFailure(400, `Member ${id} is deactivated`);
      }
    }
    if (call.settings.repeatedMembership === "refuse") {
      const twice = [
        ...add.filter((id) => team.members.includes(id)),
        ...remove.filter((id) => !team.members.includes(id)),
      ];
      if (twice.length > 0) {
        throw createFailure(400, `Membership is already so: ${twice.join(", ")}`);
      }
    }
    const members = [...new Set([...team.members, ...add])].filter((id) => !remove.includes(id));
    const admins = team.admins?.filter((id) => members.includes(id));
    call.store.teams.put(team.teamId, { ...team, members, admins, ...stampUpdated(call.actor) });
    return {};
  });

  app.delete<{ Params: { teamId: string } }>("/v2/teams/:teamId", async ({ call, params }) => {
    const team = findTeam(call, params.teamId);
    if (call.settings.deletedTeams === "archived") {
      call.store.teams.put(team.teamId, { ...team, isArchived: true, ...stampUpdated(call.actor) });
    } else {
      call.store.teams.delete(team.teamId);
    }
    return {};
  });
}

const Name = z.string().min(1);
const Fields = { description: z.string().optional(), visibility: z.enum(["public", "private"]).optional() };

/** A member that a body names. */
function findNamedMember(call: Call, id: string): Member {
  return call.settings.unknownTeamMembers === "not-found"
    ? findMember(call, id)
    : requireDependency(call.store.members.get(id), id);
}

/** A team that can be changed: one that isn't deleted. */
function findTeam(call: Call, teamId: string): Team {
  refuseAllMembers(call, teamId);
  const team = requireExisting(call.store.teams.get(teamId), "Team", teamId);
  if (team.isArchived) {
    throw createNotFound("Team", teamId);
  }
  return team;
}

function createTeam(call: Call, body: unknown): Team & { workspaceId: string | null } {
  const fields = {
    name: Name,
    ...Fields,
    members: z.array(z.string()).optional(),
    createTeamFolder: z.boolean().optional(),
  };
  const { name, description, visibility, members = [], createTeamFolder } = parseBody(defineObject(call, fields), body);
  checkName(call, "teams", name);
  for (const id of members) findNamedMember(call, id);
  const joined = call.settings.teamCreator === "joins" ? [call.actor, ...members] : members;
  const team: Team = {
    teamId: call.ids.makeUuid("team"),
    name,
    description: description ?? null,
    visibility: visibility ?? "private",
    members: [...new Set(joined)],
    isArchived: false,
    ...stampCreated(call.actor),
  };
  call.store.teams.put(team.teamId, team);
  return { ...team, workspaceId: createTeamFolder ? makeWorkspace(call, team) : null };
}

/** The workspace of a team, to which its members can contribute. */
function makeWorkspace(call: Call, { teamId, name }: Team): string {
  const { id } = addWorkspace(call, name);
  addGrant(call, { inodeId: id, memberId: null, teamId, permission: "organize", tagId: null });
  return id;
}

function select(call: Call, query: unknown): Team[] {
  const filters = parseQuery(
    z.object({
      name: z.string().optional(),
      description: z.string().optional(),
      visibility: z.enum(["public", "private"]).optional(),
    }),
    query,
  );
  return call.store.teams
    .listAll()
    .filter(
      (team) =>
        !team.isArchived &&
        containsText(team.name, filters.name) &&
        containsText(team.description ?? "", filters.description),
    )
    .filter((team) => filters.visibility === undefined || team.visibility === filters.visibility);
}
