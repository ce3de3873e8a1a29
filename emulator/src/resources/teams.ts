import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { existing } from "../http/errors";
import { page, pageOrArray } from "../http/pages";
import { contains } from "../http/query";
import { parseQuery } from "../http/validate";
import type { Team } from "../state/records";

export function teamRoutes(app: FastifyInstance): void {
  app.get("/v2/teams", async (request) => pageOrArray(request, select(request.call, request.query), presentEntry));

  app.get("/v2.1/teams", async (request) =>
    page(request, select(request.call, request.query), presentEntry, "total and hasMore"),
  );

  app.get<{ Params: { teamId: string } }>("/v2/teams/:teamId", async (request) => {
    const { teamId } = request.params;
    return existing(request.call.store.teams.get(teamId), "Team", teamId);
  });
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
    .all()
    .filter(
      (team) =>
        !team.isArchived && contains(team.name, filters.name) && contains(team.description ?? "", filters.description),
    )
    .filter((team) => filters.visibility === undefined || team.visibility === filters.visibility);
}

/** The list says of a team everything but who is in it. */
function presentEntry({ members: _, ...team }: Team): Omit<Team, "members"> {
  return team;
}
