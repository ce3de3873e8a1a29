import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createFailure, createNotFound, requireDependency } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildTokenPage, mostInShortLists } from "../http/pages";
import { parseBody, parseQuery } from "../http/validate";
import type { DeploymentPolicy, Inode } from "../state/records";
import { searchTenants } from "./tenants";

interface Params {
  Params: { deploymentPolicyId: string };
}

export function addDeploymentPolicyRoutes(app: FastifyInstance): void {
  app.get("/v2/deploymentPolicies", async (request) => {
    const { store, settings } = request.call;
    const listed = store.deploymentPolicies
      .listAll()
      .filter(({ isArchived }) => !isArchived || settings.archivedPolicies === "listed");
    return buildTokenPage(request, listed, present, mostInShortLists);
  });

  app.post("/v2/deploymentPolicies", async (request) => {
    const { deploymentPolicyId } = createPolicy(request.call, request.body);
    return { deploymentPolicyId };
  });

  app.get<Params>("/v2/deploymentPolicies/:deploymentPolicyId", async (request) =>
    present(readPolicy(request.call, request.params.deploymentPolicyId)),
  );

  app.patch<Params>("/v2/deploymentPolicies/:deploymentPolicyId", async (request) =>
    present(patchPolicy(request.call, request.params.deploymentPolicyId, request.body)),
  );

  app.delete<Params>("/v2/deploymentPolicies/:deploymentPolicyId", async (request) => {
    const policy = findPolicy(request.call, request.params.deploymentPolicyId);
    put(request.call, { ...policy, isArchived: true });
    return {};
  });

  // The copy of a document that a policy deploys to a tenant.
  app.get<{ Params: { tenantOrganizationId: string } }>(
    "/v2/tenants/:tenantOrganizationId/workbooks",
    async ({ call, params: { tenantOrganizationId: tenant }, query }) => {
      const { parentWorkbookId, deploymentPolicyId } = parseQuery(
        z.object({ parentWorkbookId: z.string(), deploymentPolicyId: z.string().optional() }),
        query,
      );
      const isDeployed = call.store.deploymentPolicies.find(
        (policy) =>
          !policy.isArchived &&
          policy.tenants.includes(tenant) &&
          policy.files.includes(parentWorkbookId) &&
          (deploymentPolicyId === undefined || policy.deploymentPolicyId === deploymentPolicyId),
      );
      if (!isDeployed) {
        throw createNotFound("Workbook of the tenant", parentWorkbookId);
      }
      const workbookId = call.ids.nameUuid(`workbook ${parentWorkbookId} of ${tenant}`);
      return { workbookId, workbookUrl: `https://app.analytics.example/${tenant}/workbook/${workbookId}` };
    },
  );

  addTenantRoutes(app);
  addFileRoutes(app);
}

function addTenantRoutes(app: FastifyInstance): void {
  // The tenants a policy may be given, of any policy.
  app.get("/v2/deploymentPolicies/tenants", async (request) => {
    return buildTokenPage(
      request,
      searchTenants(request),
      ({ tenantOrganizationId, tenantOrganizationSlug, tenantOrganizationName }) => ({
        tenantOrganizationId,
        tenantOrganizationSlug,
        tenantOrganizationName,
      }),
      mostInShortLists,
    );
  });

  app.get<Params>("/v2/deploymentPolicies/:deploymentPolicyId/tenants", async (request) => {
    const { tenants } = readPolicy(request.call, request.params.deploymentPolicyId);
    return buildTokenPage(request, tenants, (tenantOrganizationId) => tenantOrganizationId, mostInShortLists);
  });

  app.post<Params>("/v2/deploymentPolicies/:deploymentPolicyId/tenants", async (request) => {
    const { call } = request;
    const policy = findPolicy(call, request.params.deploymentPolicyId);
    const { tenantOrganizationId } = parseBody(defineObject(call, { tenantOrganizationId: z.string() }), request.body);
    requireDependency(call.store.tenants.get(tenantOrganizationId), tenantOrganizationId);
    put(call, { ...policy, tenants: addIds(policy.tenants, [tenantOrganizationId]) });
    return {};
  });

  app.delete<{ Params: { deploymentPolicyId: string; tenantOrganizationId: string } }>(
    "/v2/deploymentPolicies/:deploymentPolicyId/tenants/:tenantOrganizationId",
    async (request) => {
      const { deploymentPolicyId, tenantOrganizationId } = request.params;
      const policy = findPolicy(request.call, deploymentPolicyId);
      put(request.call, {
        ...policy,
        tenants: removeIds(policy.tenants, tenantOrganizationId, "Tenant of the policy"),
      });
      return {};
    },
  );
}

function addFileRoutes(app: FastifyInstance): void {
  app.get<Params>("/v2/deploymentPolicies/:deploymentPolicyId/files", async (request) => {
    const { call } = request;
    const { deploymentPolicyId, files } = readPolicy(call, request.params.deploymentPolicyId);
    const presentDeployed = (inodeId: string) => ({
      inodeId,
      inode: presentInode(call.store.files.get(inodeId)),
      deploymentPolicyId,
    });
    return buildTokenPage(request, files, presentDeployed, mostInShortLists);
  });

  app.post<Params>("/v2/deploymentPolicies/:deploymentPolicyId/files", async (request) => {
    const { call } = request;
    const policy = findPolicy(call, request.params.deploymentPolicyId);
    const { inodeIds } = parseBody(defineObject(call, { inodeIds: z.array(z.string()) }), request.body);
    for (const inodeId of inodeIds) {
      const file = call.store.files.get(inodeId);
      requireDependency(file?.deletedWith === null ? file : undefined, inodeId);
    }
    put(call, { ...policy, files: addIds(policy.files, inodeIds) });
    return {};
  });

  app.delete<{ Params: { deploymentPolicyId: string; inodeId: string } }>(
    "/v2/deploymentPolicies/:deploymentPolicyId/files/:inodeId",
    async (request) => {
      const { deploymentPolicyId, inodeId } = request.params;
      const policy = findPolicy(request.call, deploymentPolicyId);
      put(request.call, { ...policy, files: removeIds(policy.files, inodeId, "Document of the policy") });
      return {};
    },
  );
}

function createPolicy(call: Call, body: unknown): DeploymentPolicy {
  const fields = parseBody(
    defineObject(call, {
      name: z.string().min(1),
      versionTagId: z.string().optional(),
      sourceSwapPolicies: z.array(z.string()).optional(),
      nameInTenant: z.string().optional(),
      copyInputTableData: z.boolean().optional(),
    }),
    body,
  );
  if (fields.versionTagId !== undefined) {
    requireDependency(call.store.tags.get(fields.versionTagId), fields.versionTagId);
  }
  checkSwapPolicies(call, fields.sourceSwapPolicies);
  checkName(call, fields.name);
  const policy: DeploymentPolicy = {
    deploymentPolicyId: call.ids.makeUuid("deployment policy"),
    name: fields.name,
    nameInTenant: fields.nameInTenant ?? fields.name,
    versionTagId: fields.versionTagId ?? null,
    sourceSwapPolicies: fields.sourceSwapPolicies ?? [],
    copyInputTableData: fields.copyInputTableData ?? false,
    isArchived: false,
    tenants: [],
    files: [],
  };
  put(call, policy);
  return policy;
}

/** The version tag isn't among the fields: it can't be changed. */
function patchPolicy(call: Call, deploymentPolicyId: string, body: unknown): DeploymentPolicy {
  const policy = findPolicy(call, deploymentPolicyId);
  const fields = parseBody(
    defineObject(call, {
      name: z.string().min(1).optional(),
      nameInTenant: z.string().optional(),
      sourceSwapPolicies: z.array(z.string()).optional(),
      copyInputTableData: z.boolean().optional(),
    }),
    body,
  );
  checkSwapPolicies(call, fields.sourceSwapPolicies);
  if (fields.name !== undefined && fields.name !== policy.name) {
    checkName(call, fields.name);
  }
  const changed = { ...policy, ...fields };
  put(call, changed);
  return changed;
}

function checkSwapPolicies(call: Call, policyIds: readonly string[] = []): void {
  for (const policyId of policyIds) {
    requireDependency(call.store.sourceSwapPolicies.get(policyId), policyId);
  }
}

function checkName(call: Call, name: string): void {
  const { policyNames } = call.settings;
  const holder = call.store.deploymentPolicies.find(
    (policy) => policy.name === name && (policyNames === "unique-for-ever" || !policy.isArchived),
  );
  if (holder && policyNames !== "free") {
    throw createFailure(409, `A deployment policy with the name '${name}' already exists`);
  }
}

/** A policy that can be changed: one that is archived can't. */
function findPolicy(call: Call, deploymentPolicyId: string): DeploymentPolicy {
  const policy = call.store.deploymentPolicies.get(deploymentPolicyId);
  if (!policy || policy.isArchived) {
    throw createNotFound("Deployment policy", deploymentPolicyId);
  }
  return policy;
}

/** A policy that can be read, which the settings may say of an archived one too. */
function readPolicy(call: Call, deploymentPolicyId: string): DeploymentPolicy {
  const policy = call.store.deploymentPolicies.get(deploymentPolicyId);
  return policy && call.settings.archivedPolicies !== "hidden" ? policy : findPolicy(call, deploymentPolicyId);
}

function put(call: Call, policy: DeploymentPolicy): void {
  call.store.deploymentPolicies.put(policy.deploymentPolicyId, policy);
}

function addIds(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids, ...more])];
}

function removeIds(ids: readonly string[], id: string, what: string): string[] {
  if (!ids.includes(id)) {
    throw createNotFound(what, id);
  }
  return ids.filter((other) => other !== id);
}

function present({ isArchived: _, tenants: __, files: ___, ...policy }: DeploymentPolicy): Record<string, unknown> {
  return policy;
}

function presentInode(file: Inode | undefined): Record<string, unknown> | null {
  if (!file) {
    return null;
  }
  const { id, name } = file;
  switch (file.type) {
    case "data-model":
      // Written otherwise than in the list of files.
      return { name, type: "dataModel", dataModelId: id };
    case "workbook":
      return { name, type: "workbook", workbookId: id };
    case "folder":
    case "workspace":
      return { name, type: file.type, folderId: id };
    case "dataset":
    case "report":
    case "template":
    case "symlink":
      return null;
  }
}
