import * as z from "zod";
import { isUnknown } from "../core/engine";
import { defineAreaKind, field, output, text, writeLookup } from "./declare";

const clouds = [
  "aws",
  "aws-au",
  "aws-ca",
  "aws-eu",
  "aws-uk",
  "aws-us-a",
  "azure-ca",
  "azure-eu",
  "azure-uk",
  "azure-us",
  "gcp",
  "gcp-us",
] as const;

/** `/v2/tenants`. */
export const tenant = defineAreaKind({
  name: "Tenant",
  area: "tenants",
  docs: {
    description: `A tenant: an organization below this one, with users, connections and documents of its own.

A delete is permanent. It deletes all users, connections and documents of the tenant, so it needs \`allowDelete\`.

Changing \`slug\` changes every address of the tenant: links and single sign-on settings of its users break.

To manage what is in the tenant, use an explicit provider or a profile with the tenant's own credentials, and \`apiUrl\`
as the base URL. Whether a new tenant can be used at once is undocumented.

\`adopt: true\` finds a tenant by its slug.`,
    endpoints: ["POST|GET /v2/tenants", "GET|PATCH|DELETE /v2/tenants/{tenantOrganizationId}"],
    example: `const east = new analytics.Tenant("east", {
  name: "Acme East",
  slug: "acme-east",
  cloudProvider: "aws-eu",
});
export const apiUrl = east.apiUrl;`,
  },
  needs: {
    permission: "an Admin account of the parent organization, and the tenants feature",
    lookups: ["tenant"],
  },
  deletion: { loses: "all its users, connections and documents for good" },
  pull: { file: "tenants", about: "Tenants, and which of them deploy to which." },
  fields: {
    name: field(text, "The tenant's name."),
    slug: field(text, "The tenant's name in addresses, unique on the platform."),
    cloudProvider: field(
      z.enum(clouds).optional(),
      "The cloud and region that the tenant is in. Left out: those of the parent. A change on the platform isn't seen.",
      { replaces: true, omitted: "keep", writeOnly: true },
    ),
  },
  outputs: {
    apiUrl: output(z.string().optional(), "The base URL of the tenant's API.", { changesWith: ["slug"] }),
    region: output(z.string().optional(), "The region that the tenant is in.", { changesWith: [] }),
    tenantCloudProvider: output(z.string().optional(), "The cloud that the tenant is in, as the platform names it.", {
      changesWith: [],
    }),
    sharedAt: output(z.string().optional(), "When it was shared, as the platform says (ISO 8601)."),
    parentOrganizationId: output(z.string(), "Id of the organization that the tenant belongs to.", { changesWith: [] }),
  },

  review: {
    previewMessages: ({ slug }, olds) =>
      olds === undefined || isUnknown(slug) || olds.slug === slug
        ? []
        : [
            `The slug changes from "${olds.slug}" to "${slug}": links to the tenant and single ` +
              "sign-on settings of its users break.",
          ],
  },

  describe: ({ slug }) => `tenant "${slug}"`,

  // Its lookup knows it by the slug, which has no spaces.
  naming: { lookup: (name) => (/\s/.test(name) ? undefined : writeLookup("Tenant", "slug", name)) },
  adoption: {
    async find({ client }, { slug }) {
      const all = await client.tenants.readAll();
      return all.filter((found) => found.slug === slug).map(({ tenantOrganizationId }) => tenantOrganizationId);
    },
  },

  show({ name, slug, tenantCloudProvider, tenantApiUrl, tenantRegion, sharedAt, parentOrganizationId }) {
    const cloudProvider = clouds.find((cloud) => cloud === tenantCloudProvider);
    return {
      inputs: { name, slug, ...(cloudProvider && { cloudProvider }) },
      outputs: { apiUrl: tenantApiUrl, region: tenantRegion, tenantCloudProvider, sharedAt, parentOrganizationId },
    };
  },

  mock: (id) => ({
    id,
    outputs: {
      ...{ apiUrl: `https://${id}.example.com`, region: "region", tenantCloudProvider: "aws" },
      ...{ sharedAt: "2026-01-01T00:00:00.000Z", parentOrganizationId: "organization" },
    },
  }),
});
