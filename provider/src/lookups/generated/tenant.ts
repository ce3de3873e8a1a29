// Generated from lookups/tenant.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { tenant as declared } from "../tenant";

/** Arguments of {@link getTenant}: `id` or `slug`. */
export type GetTenantArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name in addresses. */
    slug: string;
  }>;

/** Arguments of {@link listTenants}. */
export interface ListTenantsArgs extends LookupArgs {
  /** A text that the platform searches the names for. What it finds is undocumented. */
  search?: string;
}

/** A tenant. */
export interface GetTenantResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its name in addresses. */
  slug: string;
  /** Id of the organization that it belongs to. */
  parentOrganizationId: string;
  /** The cloud that it is in, as the platform names it. */
  tenantCloudProvider?: string;
  /** The region that it is in. */
  tenantRegion?: string;
  /** The base URL of its API. */
  tenantApiUrl?: string;
  /** When it was shared, as the platform says (ISO 8601). */
  sharedAt?: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A tenant, by `id` or by `slug`.
 *
 * Permissions: an Admin account of the parent organization.
 *
 * Endpoints: `GET /v2/tenants/{tenantOrganizationId}`, `GET /v2/tenants`.
 *
 * @throws when there is none, or more than one with this slug: the message lists the candidates.
 * @example
 * ```ts
 * const north = analytics.getTenantOutput({ slug: "acme-north" });
 * export const tenantId = north.id;
 * ```
 */
export const getTenant = createLookup<GetTenantArgs, GetTenantResult>(declared.get);

/** {@link getTenant} for arguments that are outputs. */
export const getTenantOutput = toOutputLookup(getTenant);

/**
 * The tenants that these credentials can see, without archived ones.
 *
 * Permissions: an Admin account of the parent organization.
 *
 * Endpoint: `GET /v2/tenants`.
 *
 * @example
 * ```ts
 * export const tenants = analytics.listTenantsOutput();
 * ```
 */
export const listTenants = createLookup<ListTenantsArgs, GetTenantResult[]>(declared.list);

/** {@link listTenants} for arguments that are outputs. */
export const listTenantsOutput = toOutputLookup(listTenants);
