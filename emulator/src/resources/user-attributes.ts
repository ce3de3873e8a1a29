import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, createNotFound, requireDependency, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { UserAttribute, UserAttributeAssignment } from "../state/records";
import { refuseAllMembers } from "./grants";
import { checkName } from "./names";

/**
 * Whom an attribute can have a value for: the last part of the path, the field that holds the id, and whether there is
 * one.
 */
const targets = {
  users: { key: "userId", isKnown: ({ store }: Call, id: string) => store.members.get(id) },
  teams: { key: "teamId", isKnown: ({ store }: Call, id: string) => store.teams.get(id) },
  tenants: { key: "tenantOrganizationId", isKnown: ({ store }: Call, id: string) => store.tenants.get(id) },
} as const;

type Target = keyof typeof targets;
type Value = UserAttributeAssignment["value"];

/** How many assignments a request may have; documented for one of the operations. */
const largest = 100;

export function addUserAttributeRoutes(app: FastifyInstance): void {
  type Params = { Params: { userAttributeId: string } };

  app.get("/v2/user-attributes", async (request) => {
    const { name } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.userAttributes.listAll().filter((attribute) => containsText(attribute.name, name));
    return buildPage(request, found, (attribute) => attribute);
  });

  app.get<Params>("/v2/user-attributes/:userAttributeId", async ({ call, params }) => {
    return findAttribute(call, params.userAttributeId);
  });

  app.post("/v2/user-attributes", async ({ call, body }) => {
    const { name, description, defaultValue } = parseBody(
      defineObject(call, { name: Name, ...defineDetails(call) }),
      body,
    );
    checkName(call, "userAttributes", name);
    const userAttributeId = call.ids.makeUuid("user attribute");
    return call.store.userAttributes.put(userAttributeId, {
      userAttributeId,
      name,
      description: description ?? null,
      defaultValue: defaultValue ?? null,
      ...stampCreated(call.actor),
    });
  });

  app.patch<Params>("/v2/user-attributes/:userAttributeId", async ({ call, params, body }) => {
    if (call.settings.userAttributeUpdate === "absent") {
      throw createFailure(404, "No such endpoint");
    }
    const attribute = findAttribute(call, params.userAttributeId);
    const fields = {
      name: Name.optional(),
      ...defineDetails(call),
      defaultValue: defineTextValue(call).nullable().optional(),
    };
    const change = parseBody(defineObject(call, fields), body);
    checkName(call, "userAttributes", change.name, attribute.userAttributeId);
    const changed = { ...attribute, ...change, ...stampUpdated(call.actor) };
    return call.store.userAttributes.put(attribute.userAttributeId, changed);
  });

  app.delete<Params>("/v2/user-attributes/:userAttributeId", async ({ call, params }) => {
    const { userAttributeId } = findAttribute(call, params.userAttributeId);
    for (const one of listAssignments(call, { userAttributeId })) {
      call.store.userAttributeAssignments.delete(formKey(one));
    }
    call.store.userAttributes.delete(userAttributeId);
    return {};
  });

  for (const target of Object.keys(targets) as Target[]) {
    addAssignmentRoutes(app, target);
  }
  addTeamRoutes(app);
}

/** The assignments of one attribute to one sort of target. */
function addAssignmentRoutes(app: FastifyInstance, target: Target): void {
  type Params = { Params: { userAttributeId: string; targetId: string } };
  const { key } = targets[target];
  const path = `/v2/user-attributes/:userAttributeId/${target}`;

  app.get<Params>(path, async (request) => {
    const { userAttributeId } = findAttribute(request.call, request.params.userAttributeId);
    const found = listAssignments(request.call, { userAttributeId, target });
    return buildPage(request, found, (one) => {
      const { value, createdBy, updatedBy, createdAt, updatedAt, targetId } = one;
      const stamps = { createdBy, updatedBy, createdAt, updatedAt };
      return {
        [key]: targetId,
        value,
        ...(target === "teams" && { priority: getPriority(request.call, one) }),
        ...stamps,
      };
    });
  });

  app.post<Params>(path, async ({ call, params, body }) => {
    const { userAttributeId } = findAttribute(call, params.userAttributeId);
    const Assignment = defineObject(call, { [key]: z.string(), value: defineTextValue(call) });
    const { assignments } = parseBody(defineObject(call, { assignments: z.array(Assignment).max(largest) }), body);
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
    const Pair = defineObject(call, { [key]: z.string() });
    for (const { [key]: targetId } of parseBody(defineObject(call, { delete: z.array(Pair) }), body).delete) {
      call.store.userAttributeAssignments.delete(formKey({ userAttributeId, target, targetId: targetId as string }));
    }
    return {};
  });

  app.delete<Params>(`${path}/:targetId`, async ({ call, params: { userAttributeId, targetId } }) => {
    const id = formKey({ ...findAttribute(call, userAttributeId), target, targetId });
    if (call.store.userAttributeAssignments.get(id) === undefined) {
      throw createNotFound("Assignment", targetId);
    }
    call.store.userAttributeAssignments.delete(id);
    return {};
  });
}

/** The attributes of one team. */
function addTeamRoutes(app: FastifyInstance): void {
  type Params = { Params: { teamId: string } };

  app.get<Params>("/v2/teams/:teamId/user-attributes", async (request) => {
    const { call } = request;
    const { teamId: targetId } = findTeam(call, request.params.teamId);
    return buildPage(request, listAssignments(call, { target: "teams", targetId }), ({ userAttributeId, value }) => {
      return { userAttributeId, userAttributeName: findAttribute(call, userAttributeId).name, value };
    });
  });

  app.post<Params>("/v2/teams/:teamId/assignedUserAttributes", async ({ call, params, body }) => {
    const { teamId: targetId } = findTeam(call, params.teamId);
    const Assignment = defineObject(call, { userAttributeId: z.string(), value: defineTextValue(call) });
    const { assignments } = parseBody(defineObject(call, { assignments: z.array(Assignment).max(largest) }), body);
    for (const { userAttributeId } of assignments) {
      requireDependency(call.store.userAttributes.get(userAttributeId), userAttributeId);
    }
    assign(
      call,
      assignments.map((one) => ({ ...one, target: "teams", targetId })),
    );
    return {};
  });
}

const Name = z.string().min(1);
const defineTextValue = (call: Call) => defineObject(call, { type: z.literal("string"), val: z.string() });
const defineDetails = (call: Call) => ({
  description: z.string().optional(),
  defaultValue: defineTextValue(call).optional(),
});

function findAttribute(call: Call, id: string): UserAttribute {
  return requireExisting(call.store.userAttributes.get(id), "User attribute", id);
}

function findTeam(call: Call, id: string) {
  refuseAllMembers(call, id);
  return requireExisting(call.store.teams.get(id), "Team", id);
}

type AssignmentKey = Pick<UserAttributeAssignment, "userAttributeId" | "target" | "targetId">;

function formKey({ userAttributeId, target, targetId }: AssignmentKey): string {
  return `${userAttributeId}/${target}/${targetId}`;
}

function listAssignments({ store }: Call, wanted: Partial<AssignmentKey>): UserAttributeAssignment[] {
  const isWanted = ([key, value]: [string, string], one: UserAttributeAssignment) =>
    one[key as keyof AssignmentKey] === value;
  return store.userAttributeAssignments
    .listAll()
    .filter((one) => Object.entries(wanted).every((pair) => isWanted(pair, one)));
}

/** The place of an assignment among those of the team. */
function getPriority(call: Call, { userAttributeId, targetId }: UserAttributeAssignment): number {
  const all = listAssignments(call, { userAttributeId, target: "teams" });
  return all.findIndex((one) => one.targetId === targetId) + 1;
}

/** Creates or overwrites values: all, or none. */
function assign(call: Call, given: readonly (AssignmentKey & { readonly value: Value })[]): void {
  for (const { target, targetId } of given) {
    requireDependency(targets[target].isKnown(call, targetId) as object | undefined, targetId);
  }
  for (const one of given) {
    const before = call.store.userAttributeAssignments.get(formKey(one));
    call.store.userAttributeAssignments.put(formKey(one), {
      ...(before ?? stampCreated(call.actor)),
      ...one,
      ...stampUpdated(call.actor),
    });
  }
}
