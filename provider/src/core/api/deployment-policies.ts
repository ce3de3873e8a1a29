import * as z from "zod";
import { defineArea } from "./area";
import { sendUntilDone } from "./common";
import { defineList } from "./transport/answer";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const deploymentPolicy = z.looseObject({
  deploymentPolicyId: z.string(),
  name: z.string().describe("Its name."),
  nameInTenant: z.string().describe("What it is called in the tenants that it deploys to."),
  versionTagId: z.string().nullable().default(null).describe("Id of the tag whose version it deploys."),
  sourceSwapPolicies: defineList(z.string()).describe("Ids of its source swap policies."),
  copyInputTableData: z.boolean().describe("Whether it deploys the data of input tables too."),
});
/** A deployment policy. It has no field for whether it is archived. */
export interface DeploymentPolicy extends z.infer<typeof deploymentPolicy> {}

const policyDocument = z.looseObject({
  inodeId: z.string(),
  /** Name, type and id of the document; null when it can't be seen. */
  inode: z.looseObject({ name: z.string(), type: z.string() }).nullable().default(null),
  deploymentPolicyId: z.string(),
});
/** A document or folder a policy deploys. */
export type DeploymentPolicyDocument = z.infer<typeof policyDocument>;

/** A tenant organization that can be deployed to. */
const tenant = z.looseObject({
  tenantOrganizationId: z.string(),
  tenantOrganizationSlug: z.string(),
  tenantOrganizationName: z.string(),
});

/**
 * Deployment policies, `/v2/deploymentPolicies`, with the tenants they deploy to and the documents they deploy.
 * `DELETE` archives; whether an archived one is listed or still answers is undocumented.
 *
 * @example
 * ```ts
 * const { deploymentPolicyId } = await client.deploymentPolicies.create({ name: "emea", versionTagId });
 * await client.deploymentPolicies.addDocuments(deploymentPolicyId, [dataModelId]);
 * ```
 */
export const deploymentPolicies = defineArea(
  {
    path: "/v2/deploymentPolicies",
    noun: "deployment policy",
    id: "deploymentPolicyId",
    read: "whole",
    isComplete: true,
    isShownWhenArchived: true,
    listed: deploymentPolicy as z.ZodType<DeploymentPolicy>,
    created: z.looseObject({ deploymentPolicyId: z.string() }),
    updated: deploymentPolicy as z.ZodType<DeploymentPolicy>,
    sends: ["name", "nameInTenant", "versionTagId", "sourceSwapPolicies", "copyInputTableData"],
    pages: "token",
  },
  (policies, api) => {
    const buildTenantsPath = (id: string) => path`/v2/deploymentPolicies/${id}/tenants`;
    const buildDocumentsPath = (id: string) => path`/v2/deploymentPolicies/${id}/files`;
    const listPart = <Entry>(partPath: string, entry: z.ZodType<Entry>) =>
      list(api.transport, { path: partPath, entry, style: "token" });
    const listDocuments = (id: string) => listPart(buildDocumentsPath(id), policyDocument);
    const listTenants = (id: string) => listPart(buildTenantsPath(id), z.string());
    const listDocumentIds = async (id: string) => (await collect(listDocuments(id))).map(({ inodeId }) => inodeId);

    /**
     * Adds to a set. Whether the platform accepts what is there already is undocumented: after a lost answer it isn't
     * sent blindly.
     */
    const addOnce = (
      partPath: string,
      body: object,
      { wanted, readIds }: { wanted: readonly string[]; readIds(): Promise<readonly string[]> },
    ): Promise<void> =>
      sendUntilDone(
        () => api.write(partPath, { method: "POST", path: partPath, body }),
        async () => {
          const present = new Set(await readIds());
          return wanted.every((id) => present.has(id));
        },
      );
    const remove = (partPath: string, id: string): Promise<void> =>
      api.write(partPath, { method: "DELETE", path: partPath + path`/${id}` });
    /** Calls close to each other share one listing. */
    const has = async (partPath: string, id: string, readIds: () => Promise<readonly string[]>) =>
      (await api.reads.read(partPath, async () => new Set(await readIds()))).has(id);

    return {
      ...policies,

      /** `GET /v2/deploymentPolicies/{deploymentPolicyId}/tenants`: ids of the tenant organizations it deploys to. */
      listTenants,

      /** Whether the policy deploys to the tenant; calls close to each other share one listing. */
      hasTenant: (id: string, tenantId: string) => has(buildTenantsPath(id), tenantId, () => collect(listTenants(id))),

      /** `POST /v2/deploymentPolicies/{deploymentPolicyId}/tenants`. A lost answer is looked up in the policy's tenants. */
      addTenant: (id: string, tenantOrganizationId: string) =>
        addOnce(
          buildTenantsPath(id),
          { tenantOrganizationId },
          { wanted: [tenantOrganizationId], readIds: () => collect(listTenants(id)) },
        ),

      /** `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/tenants/{tenantOrganizationId}`. */
      removeTenant: (id: string, tenantId: string) => remove(buildTenantsPath(id), tenantId),

      /** `GET /v2/deploymentPolicies/tenants`: the tenants any policy can deploy to. */
      listAvailableTenants: () => listPart("/v2/deploymentPolicies/tenants", tenant),

      /** `GET /v2/deploymentPolicies/{deploymentPolicyId}/files`. */
      listDocuments,

      /** Whether the policy deploys the document; calls close to each other share one listing. */
      hasDocument: (id: string, inodeId: string) => has(buildDocumentsPath(id), inodeId, () => listDocumentIds(id)),

      /** `POST /v2/deploymentPolicies/{deploymentPolicyId}/files`. A lost answer is looked up in the policy's documents. */
      addDocuments: (id: string, inodeIds: readonly string[]) =>
        addOnce(buildDocumentsPath(id), { inodeIds }, { wanted: inodeIds, readIds: () => listDocumentIds(id) }),

      /** `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/files/{inodeId}`. */
      removeDocument: (id: string, inodeId: string) => remove(buildDocumentsPath(id), inodeId),
    };
  },
);
