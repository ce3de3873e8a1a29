import * as z from "zod";
import { defineArea } from "./area";
import { audit, nothing, optionalText, rename, sendUntilDone } from "./common";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const tenant = rename(
  z.looseObject({
    tenantOrganizationId: z.string(),
    tenantOrganizationName: z.string().describe("Its name."),
    tenantOrganizationSlug: z.string().describe("Its name in addresses."),
    parentOrganizationId: z.string().describe("Id of the organization that it belongs to."),
    tenantCloudProvider: optionalText.describe("The cloud that it is in, as the platform names it."),
    tenantRegion: optionalText.describe("The region that it is in."),
    tenantApiUrl: optionalText.describe("The base URL of its API."),
    sharedAt: optionalText.describe("When it was shared, as the platform says (ISO 8601)."),
    ...audit,
  }),
  { tenantOrganizationName: "name", tenantOrganizationSlug: "slug" },
);
/** An organization below this one; `slug` is its name in addresses, and unique. */
export interface Tenant extends z.infer<typeof tenant> {}

const capability = z.looseObject({ tenantOrganizationId: z.string() });

/**
 * Tenants, `/v2/tenants`, and which of them each may deploy to. `DELETE` is permanent, with everything in the tenant.
 */
export const tenants = defineArea(
  {
    path: "/v2/tenants",
    noun: "tenant",
    id: "tenantOrganizationId",
    read: "either",
    isComplete: true,
    listed: tenant as z.ZodType<Tenant>,
    sends: ["name", "slug", "cloudProvider"],
    encode: ({ name, slug, ...rest }) => ({
      body: { ...rest, tenantOrganizationName: name, tenantOrganizationSlug: slug },
    }),
    pages: "token",
  },
  (tenants, { transport, reads }) => {
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
      ...tenants,

      /**
       * `GET /v2/tenants/{tenantOrganizationId}/capabilities/deployments`; calls close to each other share one listing.
       */
      readDeploymentTargets: (id: string): Promise<ReadonlySet<string>> =>
        reads.read(buildDeploymentsPath(id), () => loadDeployments(id)),

      /** `POST …:batchAdd`. Succeeds if the tenant may deploy to the other already. */
      allowDeployment: (id: string, other: string) => setDeployment(id, other, true),

      /**
       * `POST …:batchRemove`: the platform also removes what is deployed. Succeeds if the tenant may not deploy to the
       * other.
       */
      forbidDeployment: (id: string, other: string) => setDeployment(id, other, false),
    };
  },
);
