import * as z from "zod";
import { type Api, expectId, sendUntilDone } from "./common";
import { defineList } from "./transport/answer";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const deploymentPolicy = z.looseObject({
  deploymentPolicyId: z.string(),
  name: z.string(),
  /** What the policy is called in the tenants it deploys to. */
  nameInTenant: z.string(),
  versionTagId: z.string().nullable().default(null),
  /** Ids of source swap policies. */
  sourceSwapPolicies: defineList(z.string()),
  copyInputTableData: z.boolean(),
});
/** A deployment policy. It has no field for whether it is archived. */
export type DeploymentPolicy = z.infer<typeof deploymentPolicy>;

const created = z.looseObject({ deploymentPolicyId: z.string() });
export type CreatedDeploymentPolicy = z.infer<typeof created>;

/** A new deployment policy. */
export interface NewDeploymentPolicy {
  readonly name: string;
  /** Can't be changed later. */
  readonly versionTagId?: string;
  readonly sourceSwapPolicies?: readonly string[];
  /** Left out: the name. */
  readonly nameInTenant?: string;
  /** Left out: false. */
  readonly copyInputTableData?: boolean;
}

/** What can change; what is left out stays. */
export interface DeploymentPolicyChange {
  readonly name?: string;
  readonly nameInTenant?: string;
  /** The whole set. */
  readonly sourceSwapPolicies?: readonly string[];
  readonly copyInputTableData?: boolean;
}

const policyDocument = z.looseObject({
  inodeId: z.string(),
  /** Name, type and id of the document; null when it can't be seen. */
  inode: z.looseObject({ name: z.string(), type: z.string() }).nullable().default(null),
  deploymentPolicyId: z.string(),
});
/** A document or folder a policy deploys. */
export type DeploymentPolicyDocument = z.infer<typeof policyDocument>;

const tenant = z.looseObject({
  tenantOrganizationId: z.string(),
  tenantOrganizationSlug: z.string(),
  tenantOrganizationName: z.string(),
});
/** A tenant organization that can be deployed to. */
export type DeploymentTenant = z.infer<typeof tenant>;

const collection = "/v2/deploymentPolicies";

/**
 * Deployment policies, `/v2/deploymentPolicies`, with the tenants they deploy to and the documents they deploy.
 *
 * @example
 * ```ts
 * const { deploymentPolicyId } = await client.deploymentPolicies.create({ name: "emea", versionTagId });
 * await client.deploymentPolicies.addDocuments(deploymentPolicyId, [dataModelId]);
 * ```
 */
export class DeploymentPolicies {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `POST /v2/deploymentPolicies`. @param madeId see {@link Api.create}. */
  async create(given: NewDeploymentPolicy, madeId?: string): Promise<CreatedDeploymentPolicy> {
    const { name, versionTagId, sourceSwapPolicies, nameInTenant, copyInputTableData } = given;
    const body = { name, versionTagId, sourceSwapPolicies, nameInTenant, copyInputTableData };
    return this.#api.create<CreatedDeploymentPolicy>(
      collection,
      { body, answer: created },
      (id) => this.get(id),
      madeId,
    );
  }

  /** `GET /v2/deploymentPolicies/{deploymentPolicyId}`. Whether an archived one still answers is undocumented. */
  get(id: string): Promise<DeploymentPolicy> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/deploymentPolicies/${id}`,
      answer: expectId(deploymentPolicy, "deploymentPolicyId", id),
    });
  }

  /** All that are listed. */
  listAll(): Promise<DeploymentPolicy[]> {
    return this.#api.reads.readInBurst(`${collection} as listed`, () => collect(this.list()));
  }

  /** The policy with this id among those listed, or undefined; calls close to each other share one listing. */
  async findListed(id: string): Promise<DeploymentPolicy | undefined> {
    const byId = await this.#api.reads.read(collection, async () => {
      const all = await collect(this.list());
      return new Map(all.map((policy) => [policy.deploymentPolicyId, policy]));
    });
    return byId.get(id);
  }

  /** `PATCH /v2/deploymentPolicies/{deploymentPolicyId}`. */
  update(id: string, change: DeploymentPolicyChange): Promise<DeploymentPolicy> {
    const { name, nameInTenant, sourceSwapPolicies, copyInputTableData } = change;
    return this.#api.write(collection, {
      method: "PATCH",
      path: path`/v2/deploymentPolicies/${id}`,
      body: { name, nameInTenant, sourceSwapPolicies, copyInputTableData },
      answer: expectId(deploymentPolicy, "deploymentPolicyId", id),
    });
  }

  /** `DELETE /v2/deploymentPolicies/{deploymentPolicyId}`: archives it. */
  delete(id: string): Promise<void> {
    return this.#api.write(collection, { method: "DELETE", path: path`/v2/deploymentPolicies/${id}` });
  }

  /** `GET /v2/deploymentPolicies`. Whether archived ones are among them is undocumented. */
  list(): AsyncGenerator<DeploymentPolicy, void, undefined> {
    return list(this.#api.transport, { path: collection, entry: deploymentPolicy, style: "token" });
  }

  /** `GET /v2/deploymentPolicies/{deploymentPolicyId}/tenants`: ids of the tenant organizations it deploys to. */
  listTenants(id: string): AsyncGenerator<string, void, undefined> {
    return list(this.#api.transport, {
      path: path`/v2/deploymentPolicies/${id}/tenants`,
      entry: z.string(),
      style: "token",
    });
  }

  /** Whether the policy deploys to the tenant; calls close to each other share one listing. */
  hasTenant(id: string, tenantOrganizationId: string): Promise<boolean> {
    return this.#has(path`/v2/deploymentPolicies/${id}/tenants`, this.listTenants(id), tenantOrganizationId);
  }

  /** `POST /v2/deploymentPolicies/{deploymentPolicyId}/tenants`. A lost answer is looked up in the policy's tenants. */
  async addTenant(id: string, tenantOrganizationId: string): Promise<void> {
    await this.#addOnce(
      path`/v2/deploymentPolicies/${id}/tenants`,
      { tenantOrganizationId },
      { wanted: [tenantOrganizationId], present: () => this.listTenants(id) },
    );
  }

  /** `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/tenants/{tenantOrganizationId}`. */
  removeTenant(id: string, tenantOrganizationId: string): Promise<void> {
    return this.#api.write(path`/v2/deploymentPolicies/${id}/tenants`, {
      method: "DELETE",
      path: path`/v2/deploymentPolicies/${id}/tenants/${tenantOrganizationId}`,
    });
  }

  /** `GET /v2/deploymentPolicies/tenants`: the tenants any policy can deploy to. */
  listAvailableTenants({ search }: { search?: string } = {}): AsyncGenerator<DeploymentTenant, void, undefined> {
    return list(this.#api.transport, {
      path: "/v2/deploymentPolicies/tenants",
      query: { search },
      entry: tenant,
      style: "token",
    });
  }

  /** `GET /v2/deploymentPolicies/{deploymentPolicyId}/files`. */
  listDocuments(id: string): AsyncGenerator<DeploymentPolicyDocument, void, undefined> {
    return list(this.#api.transport, {
      path: path`/v2/deploymentPolicies/${id}/files`,
      entry: policyDocument,
      style: "token",
    });
  }

  /** Whether the policy deploys the document; calls close to each other share one listing. */
  hasDocument(id: string, inodeId: string): Promise<boolean> {
    return this.#has(path`/v2/deploymentPolicies/${id}/files`, this.#listDocumentIds(id), inodeId);
  }

  /** `POST /v2/deploymentPolicies/{deploymentPolicyId}/files`. A lost answer is looked up in the policy's documents. */
  async addDocuments(id: string, inodeIds: readonly string[]): Promise<void> {
    await this.#addOnce(
      path`/v2/deploymentPolicies/${id}/files`,
      { inodeIds },
      { wanted: inodeIds, present: () => this.#listDocumentIds(id) },
    );
  }

  /** `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/files/{inodeId}`. */
  removeDocument(id: string, inodeId: string): Promise<void> {
    return this.#api.write(path`/v2/deploymentPolicies/${id}/files`, {
      method: "DELETE",
      path: path`/v2/deploymentPolicies/${id}/files/${inodeId}`,
    });
  }

  async *#listDocumentIds(id: string): AsyncGenerator<string, void, undefined> {
    for await (const { inodeId } of this.listDocuments(id)) yield inodeId;
  }

  async #has(collectionPath: string, members: AsyncIterable<string>, id: string): Promise<boolean> {
    const present = await this.#api.reads.read(collectionPath, async () => new Set(await collect(members)));
    return present.has(id);
  }

  /**
   * Adds to a set. Whether the platform accepts what is there already is undocumented: after a lost answer it isn't
   * sent blindly.
   */
  async #addOnce(
    collectionPath: string,
    body: object,
    { wanted, present }: { wanted: readonly string[]; present(): AsyncIterable<string> },
  ): Promise<void> {
    await sendUntilDone(
      () => this.#api.write(collectionPath, { method: "POST", path: collectionPath, body }),
      async () => {
        const missing = new Set(wanted);
        for await (const id of present()) missing.delete(id);
        return missing.size === 0;
      },
    );
  }
}
