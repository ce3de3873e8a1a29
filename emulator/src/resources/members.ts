import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { existing } from "../http/errors";
import { page, pageOrArray } from "../http/pages";
import { contains, flag } from "../http/query";
import { parseQuery } from "../http/validate";
import type { Member } from "../state/records";
import { memberSchedules } from "./documents/schedules";

export function memberRoutes(app: FastifyInstance): void {
  app.get("/v2/members", async (request) =>
    pageOrArray(request, select(request.call, request.query), (member) => presentMember(request.call, member)),
  );

  app.get("/v2.1/members", async (request) =>
    page(
      request,
      select(request.call, request.query),
      (member) => presentMember(request.call, member),
      "total and hasMore",
    ),
  );

  app.get<{ Params: { memberId: string } }>("/v2/members/:memberId", async (request) => {
    return presentMember(request.call, findMember(request.call, request.params.memberId));
  });

  app.get<{ Params: { memberId: string } }>("/v2/members/:memberId/teams", async (request) => {
    const { call } = request;
    const { memberId } = findMember(call, request.params.memberId);
    const joined = call.store.teams
      .all()
      .filter(({ isArchived, members }) => !isArchived && members.includes(memberId));
    return page(request, joined, ({ members: _, ...team }) => team, "total and hasMore");
  });

  app.get<{ Params: { memberId: string } }>("/v2/members/:memberId/schedules", async (request) =>
    memberSchedules(request, findMember(request.call, request.params.memberId).memberId),
  );
}

export function findMember(call: Call, memberId: string): Member {
  return existing(call.store.members.get(memberId), "Member", memberId);
}

function select(call: Call, query: unknown): Member[] {
  const filters = parseQuery(
    z.object({
      email: z.string().optional(),
      search: z.string().optional(),
      includeArchived: flag,
      includeInactive: flag,
    }),
    query,
  );
  const search = call.settings.memberSearch === "filters" ? filters.search : undefined;
  return call.store.members
    .all()
    .filter(({ firstName, lastName, email }) => contains(`${firstName} ${lastName} ${email}`, search))
    .filter(({ email }) => filters.email === undefined || email.toLowerCase() === filters.email.toLowerCase())
    .filter(({ isArchived }) => !isArchived || filters.includeArchived)
    .filter(({ isInactive }) => !isInactive || filters.includeInactive);
}

function presentMember(call: Call, member: Member): Record<string, unknown> {
  return {
    organizationId: call.ids.named("organization"),
    ...member,
    profileImgUrl: null,
    userKind: "internal",
  };
}
