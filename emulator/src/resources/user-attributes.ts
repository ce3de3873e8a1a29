import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, created, updated } from "../call";
import { dependency, existing, failure, notFound } from "../http/errors";
import { object } from "../http/fields";
import { page } from "../http/pages";
import { contains } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { UserAttribute, UserAttributeAssignment } from "../state/records";
import { refuseAllMembers } from "./grants";

/** Whom an attribute can have a value for: the last part of the path, the field that holds the id, and whether there is one. */
const targets = {
  users: { key: "userId", isKnown: ({ store }: Call, id: string) => store.members.get(id) },
  teams: { key: "teamId", isKnown: ({ store }: Call, id: string) => store.teams.get(id) },
  tenants: { key: "tenantOrganizationId", isKnown: ({ store }: Call, id: string) => store.tenants.get(id) },
} as const;

type Target = keyof typeof targets;
type Value = UserAttributeAssignment["value"];

/** How many assignments a request may have; documented for one of the operations. */
const largest = 100;

export function userAttributeRoutes(app: FastifyInstance): void {
  type Params = { Params: { userAttributeId: string } };

  app.get("/v2/user-attributes", async (request) => {
    const { name } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.userAttributes.all().filter((attribute) => contains(attribute.name, name));
    return page(request, found, (attribute) => attribute);
  });

  app.get<Params>("/v2/user-attributes/:userAttributeId", async ({ call, params }) => {
    return findAttribute(call, params.userAttributeId);
  });

  app.post("/v2/user-attributes", async ({ call, body }) => {
    const { name, description, defaultValue } = parseBody(object(call, { name: Name, ...details(call) }), body);
    checkName(call, name);
    const userAttributeId = call.ids.uuid("user attribute");
    return call.store.userAttributes.put(userAttributeId, {
      userAttributeId,
      name,
      description: description ?? null,
      defaultValue: defaultValue ?? null,
      ...created(call.actor),
    });
  });

  app.patch<Params>("/v2/user-attributes/:userAttributeId", async ({ call, params, body }) => {
    if (call.settings.userAttributeUpdate === "absent") {
      throw failure(404, "No such endpoint");
    }
    const attribute = findAttribute(call, params.userAttributeId);
    const fields = { name: Name.optional(), ...details(call), defaultValue: textValue(call).nullable().optional() };
    const change = parseBody(object(call, fields), body);
    checkName(call, change.name, attribute.userAttributeId);
    const changed = { ...attribute, ...change, ...updated(call.actor) };
    return call.store.userAttributes.put(attribute.userAttributeId, changed);
  });

  app.delete<Params>("/v2/user-attributes/:userAttributeId", async ({ call, params }) => {
    const { userAttributeId } = findAttribute(call, params.userAttributeId);
    for (const one of assignmentsOf(call, { userAttributeId })) {
      call.store.userAttributeAssignments.delete(keyOf(one));
    }
    call.store.userAttributes.delete(userAttributeId);
    return {};
  });

  for (const target of Object.keys(targets) as Target[]) {
    assignmentRoutes(app, target);
  }
  teamRoutes(app);
}

/** The assignments of one attribute to one sort of target. */
function assignmentRoutes(app: FastifyInstance, target: Target): void {
  type Params = { Params: { userAttributeId: string; targetId: string } };
  const { key } = targets[target];
  const path = `/v2/user-attributes/:userAttributeId/${target}`;

  app.get<Params>(path, async (request) => {
    const { userAttributeId } = findAttribute(request.call, request.params.userAttributeId);
    const found = assignmentsOf(request.call, { userAttributeId, target });
    return page(request, found, (one) => {
      const { value, createdBy, updatedBy, createdAt, updatedAt, targetId } = one;
      const stamps = { createdBy, updatedBy, createdAt, updatedAt };
      return {
        [key]: targetId,
        value,
        ...(target === "teams" && { priority: priorityOf(request.call, one) }),
        ...stamps,
      };
    });
  });

  app.post<Params>(path, async ({ call, params, body }) => {
    const { userAttributeId } = findAttribute(call, params.userAttributeId);
    const Assignment = object(call, { [key]: z.string(), value: textValue(call) });
    const { assignments } = parseBody(object(call, { assignments: z.array(Assignment).max(largest) }), body);
    assign(
      call,
      assignments.map(({ value, [key]: targetId }) => ({
        userAttributeId,
        target,
        targetId: targetId as string,
        value: value as Value,
      })),
    );
    return {};
  });

  // In spite of its method, it only deletes.
  app.patch<Params>(path, async ({ call, params, body }) => {
    const { userAttributeId } = findAttribute(call, params.userAttributeId);
    const Pair = object(call, { [key]: z.string() });
    for (const { [key]: targetId } of parseBody(object(call, { delete: z.array(Pair) }), body).delete) {
      call.store.userAttributeAssignments.delete(keyOf({ userAttributeId, target, targetId: targetId as string }));
    }
    return {};
  });

  app.delete<Params>(`${path}/:targetId`, async ({ call, params: { userAttributeId, targetId } }) => {
    const id = keyOf({ ...findAttribute(call, userAttributeId), target, targetId });
    if (call.store.userAttributeAssignments.get(id) === undefined) {
      throw notFound("Assignment", targetId);
    }
    call.store.userAttributeAssignments.delete(id);
    return {};
  });
}

/** The attributes of one team. */
function teamRoutes(app: FastifyInstance): void {
  type Params = { Params: { teamId: string } };

  app.get<Params>("/v2/teams/:teamId/user-attributes", async (request) => {
    const { call } = request;
    const { teamId: targetId } = findTeam(call, request.params.teamId);
    return page(request, assignmentsOf(call, { target: "teams", targetId }), ({ userAttributeId, value }) => {
      return { userAttributeId, userAttributeName: findAttribute(call, userAttributeId).name, value };
    });
  });

  app.post<Params>("/v2/teams/:teamId/assignedUserAttributes", async ({ call, params, body }) => {
    const { teamId: targetId } = findTeam(call, params.teamId);
    const Assignment = object(call, { userAttributeId: z.string(), value: textValue(call) });
    const { assignments } = parseBody(object(call, { assignments: z.array(Assignment).max(largest) }), body);
    for (const { userAttributeId } of assignments) {
      dependency(call.store.userAttributes.get(userAttributeId), userAttributeId);
    }
    assign(
      call,
      assignments.map((one) => ({ ...one, target: "teams", targetId })),
    );
    return {};
  });
}

const Name = z.string().min(1);
const textValue = (call: Call) => object(call, { type: z.literal("string"), val: z.string() });
const details = (call: Call) => ({ description: z.string().optional(), defaultValue: textValue(call).optional() });

function findAttribute(call: Call, id: string): UserAttribute {
  return existing(call.store.userAttributes.get(id), "User attribute", id);
}

function findTeam(call: Call, id: string) {
  refuseAllMembers(call, id);
  return existing(call.store.teams.get(id), "Team", id);
}

function checkName(call: Call, name: string | undefined, id?: string): void {
  const taken = call.store.userAttributes.find((one) => one.name === name && one.userAttributeId !== id);
  if (call.settings.userAttributeNames === "unique" && taken !== undefined) {
    throw failure(409, `A user attribute with the name '${name}' already exists`);
  }
}

type Place = Pick<UserAttributeAssignment, "userAttributeId" | "target" | "targetId">;

function keyOf({ userAttributeId, target, targetId }: Place): string {
  return `${userAttributeId}/${target}/${targetId}`;
}

function assignmentsOf({ store }: Call, wanted: Partial<Place>): UserAttributeAssignment[] {
  const isWanted = ([key, value]: [string, string], one: UserAttributeAssignment) => one[key as keyof Place] === value;
  return store.userAttributeAssignments
    .all()
    .filter((one) => Object.entries(wanted).every((pair) => isWanted(pair, one)));
}

/** The place of an assignment among those of the team. */
function priorityOf(call: Call, { userAttributeId, targetId }: UserAttributeAssignment): number {
  const all = assignmentsOf(call, { userAttributeId, target: "teams" });
  return all.findIndex((one) => one.targetId === targetId) + 1;
}

/** Creates or overwrites values: all, or none. */
function assign(call: Call, given: readonly (Place & { readonly value: Value })[]): void {
  for (const { target, targetId } of given) {
    dependency(targets[target].isKnown(call, targetId) as object | undefined, targetId);
  }
  for (const one of given) {
    const before = call.store.userAttributeAssignments.get(keyOf(one));
    call.store.userAttributeAssignments.put(keyOf(one), {
      ...(before ?? created(call.actor)),
      ...one,
      ...updated(call.actor),
    });
  }
}
