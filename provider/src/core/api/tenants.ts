import * as z from "zod";
import { createRestCollection } from "./collection";
import { type Api, audit, nothing, optionalText, sendUntilDone } from "./common";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const tenant = z
  .looseObject({
    tenantOrganizationId: z.string(),
    parentOrganizationId: z.string(),
    tenantOrganizationName: z.string(),
    tenantOrganizationSlug: z.string(),
    tenantCloudProvider: optionalText,
    tenantRegion: optionalText,
    tenantApiUrl: optionalText,
    ...audit,
  })
  .transform(({ tenantOrganizationName: name, tenantOrganizationSlug: slug, ...rest }) => ({ ...rest, name, slug }));
/** An organization below this one. */
export type Tenant = z.infer<typeof tenant>;

/** A new tenant; `slug` is its name in addresses, and unique. */
export interface NewTenant {
  readonly name: string;
  readonly slug: string;
  readonly cloudProvider?: string;
}

const capability = z.looseObject({ tenantOrganizationId: z.string() });

/**
 * Tenants, `/v2/tenants`, and which of them each may deploy to. `DELETE` is permanent, with everything in the tenant.
 */
export const createTenants = (api: Api) => {
  const { transport, reads } = api;
  const collection = createRestCollection<NewTenant, object, Tenant, Tenant, Tenant>(api, {
    path: "/v2/tenants",
    noun: "tenant",
    id: "tenantOrganizationId",
    entry: tenant,
    whole: tenant,
    created: tenant,
    style: "token",
    encode: (given) => ({ body: { ...toRequest(given), cloudProvider: given.cloudProvider } }),
  });

  const buildDeploymentsPath = (id: string) => path`/v2/tenants/${id}/capabilities/deployments`;
  const loadDeployments = async (id: string): Promise<ReadonlySet<string>> => {
    const all = await collect(list(transport, { path: buildDeploymentsPath(id), entry: capability, style: "token" }));
    return new Set(all.map(({ tenantOrganizationId }) => tenantOrganizationId));
  };

  async function setDeployment(id: string, other: string, isAllowed: boolean): Promise<void> {
    const send = () =>
      transport.send({
        method: "POST",
        path: `${buildDeploymentsPath(id)}:${isAllowed ? "batchAdd" : "batchRemove"}`,
        body: { deployToTenantOrganizationIds: [other] },
        answer: nothing,
        repeatable: true,
      });
    const isDone = async () => (await loadDeployments(id)).has(other) === isAllowed;
    await reads.invalidateDuring(buildDeploymentsPath(id), () => sendUntilDone(send, isDone));
  }

  return {
    ...collection,

    /** `PATCH /v2/tenants/{tenantOrganizationId}`. */
    update: (id: string, change: { readonly name?: string; readonly slug?: string }) =>
      collection.update(id, toRequest(change)),

    /**
     * `GET /v2/tenants/{tenantOrganizationId}/capabilities/deployments`; calls close to each other share one listing.
     */
    deploysTo: (id: string): Promise<ReadonlySet<string>> =>
      reads.read(buildDeploymentsPath(id), () => loadDeployments(id)),

    /** `POST …:batchAdd`. Succeeds if the tenant may deploy to the other already. */
    allowDeployment: (id: string, other: string) => setDeployment(id, other, true),

    /**
     * `POST …:batchRemove`: the platform also removes what is deployed. Succeeds if the tenant may not deploy to the
     * other.
     */
    forbidDeployment: (id: string, other: string) => setDeployment(id, other, false),
  };
};

function toRequest({ name, slug }: { readonly name?: string; readonly slug?: string }) {
  return { tenantOrganizationName: name, tenantOrganizationSlug: slug };
}
