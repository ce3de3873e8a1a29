// Generated from kinds/tenant by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Tenant}. */
export interface TenantArgs extends CommonArgs {
  /** The tenant's name. */
  name: pulumi.Input<string>;
  /** The tenant's name in addresses, unique on the platform. */
  slug: pulumi.Input<string>;
  /** The cloud and region that the tenant is in. Left out: those of the parent. A change on the platform isn't seen. Changing it replaces the resource. */
  cloudProvider?: pulumi.Input<
    | "aws"
    | "aws-au"
    | "aws-ca"
    | "aws-eu"
    | "aws-uk"
    | "aws-us-a"
    | "azure-ca"
    | "azure-eu"
    | "azure-uk"
    | "azure-us"
    | "gcp"
    | "gcp-us"
  >;
  /**
   * Whether the provider may delete the object, and with it all its users, connections and documents for good. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A tenant: an organization below this one, with users, connections and documents of its own.
 *
 * A delete is permanent. It deletes all users, connections and documents of the tenant, so it needs `allowDelete`.
 *
 * Changing `slug` changes every address of the tenant: links and single sign-on settings of its users break.
 *
 * To manage what is in the tenant, use an explicit provider or a profile with the tenant's own credentials, and `apiUrl`
 * as the base URL. Whether a new tenant can be used at once is undocumented.
 *
 * `adopt: true` finds a tenant by its slug.
 *
 * Endpoints: `POST|GET /v2/tenants`, `GET|PATCH|DELETE /v2/tenants/{tenantOrganizationId}`.
 *
 * @example
 * ```ts
 * const east = new analytics.Tenant("east", {
 *   name: "Acme East",
 *   slug: "acme-east",
 *   cloudProvider: "aws-eu",
 * });
 * export const apiUrl = east.apiUrl;
 * ```
 */
export class Tenant extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Tenant");

  /** The tenant's name. */
  declare readonly name: pulumi.Output<string>;
  /** The tenant's name in addresses, unique on the platform. */
  declare readonly slug: pulumi.Output<string>;
  /** The cloud and region that the tenant is in. Left out: those of the parent. A change on the platform isn't seen. */
  declare readonly cloudProvider: pulumi.Output<
    | "aws"
    | "aws-au"
    | "aws-ca"
    | "aws-eu"
    | "aws-uk"
    | "aws-us-a"
    | "azure-ca"
    | "azure-eu"
    | "azure-uk"
    | "azure-us"
    | "gcp"
    | "gcp-us"
    | undefined
  >;
  /**
   * Whether the provider may delete the object, and with it all its users, connections and documents for good. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The base URL of the tenant's API. */
  declare readonly apiUrl: pulumi.Output<string | undefined>;
  /** The region that the tenant is in. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** The cloud that the tenant is in, as the platform names it. */
  declare readonly tenantCloudProvider: pulumi.Output<string | undefined>;
  /** When it was shared, as the platform says (ISO 8601). */
  declare readonly sharedAt: pulumi.Output<string | undefined>;
  /** Id of the organization that the tenant belongs to. */
  declare readonly parentOrganizationId: pulumi.Output<string>;

  constructor(name: string, args: TenantArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Tenant",
        properties: [
          "name",
          "slug",
          "cloudProvider",
          "allowDelete",
          "apiUrl",
          "region",
          "tenantCloudProvider",
          "sharedAt",
          "parentOrganizationId",
        ],
        optionalOutputs: ["apiUrl", "region", "tenantCloudProvider", "sharedAt"],
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
