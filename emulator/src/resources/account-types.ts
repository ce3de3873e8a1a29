import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampUpdated } from "../call";
import { createFailure, createInvalidRequest, requireDependency, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildTokenPage } from "../http/pages";
import { parseBody, parseQuery } from "../http/validate";
import type { AccountType } from "../state/records";

/** What an account type may permit, each with what the platform says of it. */
export const permissions: Readonly<Record<string, string>> = {
  "view-worksheet": "View workbooks",
  comment: "Comment on workbooks",
  "explore-worksheet": "Explore workbooks",
  "create-worksheet": "Create, edit, and publish workbooks",
  "apply-tag": "Apply tags",
  "manage-users": "Manage users",
  "manage-user-attributes": "Manage user attributes",
};

export function addAccountTypeRoutes(app: FastifyInstance): void {
  type Params = { Params: { accountTypeId: string } };

  app.get("/v2/accountTypes", async (request) => {
    return buildTokenPage(request, request.call.store.accountTypes.listAll(), presentType);
  });

  app.post("/v2/accountTypes", async ({ call, body }, reply) => {
    const { name, ...rest } = parseBody(
      defineObject(call, { name: z.string().min(1), description: z.string(), permissions: Permissions }),
      body,
    );
    const isTaken = call.store.accountTypes.find(({ accountTypeName }) => accountTypeName === name);
    if (call.settings.accountTypeNames === "unique" && isTaken) {
      throw createFailure(409, `An account type with the name '${name}' already exists`);
    }
    const accountTypeId = call.ids.makeUuid("account type");
    const made = { accountTypeId, accountTypeName: name, isCustom: true, ...rest };
    call.store.accountTypes.put(accountTypeId, { ...made, permissions: listImplied(call, rest.permissions) });
    reply.code(201);
    return presentType(made);
  });

  app.get<Params>("/v2/accountTypes/:accountTypeId/permissions", async ({ call, params }) => {
    const type = findType(call, params.accountTypeId);
    return type.permissions.map((permission) => ({ permission, description: permissions[permission] }));
  });

  app.patch<Params>("/v2/accountTypes/:accountTypeId", async ({ call, params, body }) => {
    if (call.settings.accountTypeUpdate === "absent") {
      throw createFailure(404, "No such endpoint");
    }
    const type = findType(call, params.accountTypeId);
    const change = parseBody(defineObject(call, { permissions: Permissions }), body);
    if (!type.isCustom) {
      throw createInvalidRequest("A default account type can't be changed");
    }
    const changed = { ...type, permissions: listImplied(call, change.permissions) };
    return presentType(call.store.accountTypes.put(type.accountTypeId, changed));
  });

  app.delete<Params>("/v2/accountTypes/:accountTypeId", async ({ call, params, query }) => {
    const { accountTypeId, accountTypeName, isCustom } = findType(call, params.accountTypeId);
    const { reassignToAccountTypeId: id } = parseQuery(
      // The description calls it optional; the live API doesn't.
      z.object({ reassignToAccountTypeId: z.uuid() }),
      query,
    );
    const heir = requireDependency(call.store.accountTypes.get(id), id);
    if (!isCustom || id === accountTypeId) {
      throw createInvalidRequest(
        isCustom ? "Members can't move to the deleted type" : "A default account type can't be deleted",
      );
    }
    for (const member of call.store.members.listAll().filter(({ memberType }) => memberType === accountTypeName)) {
      const moved = { ...member, memberType: heir.accountTypeName, ...stampUpdated(call.actor) };
      call.store.members.put(member.memberId, moved);
    }
    call.store.accountTypes.delete(accountTypeId);
    return {};
  });
}

const Permissions = z.array(z.enum(Object.keys(permissions) as [string, ...string[]]));

/** An account type by its name, as members have it. */
export function findAccountType(call: Call, name: string): AccountType {
  return requireDependency(
    call.store.accountTypes.find(({ accountTypeName }) => accountTypeName === name),
    name,
  );
}

function findType(call: Call, id: string): AccountType {
  return requireExisting(call.store.accountTypes.get(id), "Account type", id);
}

/** Who applies tags also publishes: the product turns one on with the other. */
function listImplied(call: Call, given: readonly string[]): string[] {
  const addsPublishing = given.includes("apply-tag") && call.settings.impliedPermissions === "added";
  return [...new Set([...given, ...(addsPublishing ? ["create-worksheet"] : [])])];
}

function presentType({ accountTypeId, accountTypeName, description, isCustom }: Omit<AccountType, "permissions">) {
  return { accountTypeId, accountTypeName, description, isCustom };
}
