import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { name: "Acme East", slug: "acme-east", allowDelete: true },
  ...listCalls("/v2/tenants"),
  updates: { slug: { to: { slug: "acme-orient" } } },
  spelled: ["acme-east", "acme-orient"],
  // The platform has its own spelling of slugs.
  key: undefined,
  conflict: { theirs: { name: "Theirs" }, ours: { name: "Ours" } },
  answer: {
    path: "/v2/tenants/:id",
    fields: `tenantOrganizationId parentOrganizationId tenantOrganizationName tenantOrganizationSlug audit sharedAt?
      tenantCloudProvider? tenantRegion? tenantApiUrl?`,
    more: { cloudProvider: "aws-eu" },
    shows: { tenantCloudProvider: "aws-eu" },
  },
  program: `const east = new analytics.Tenant("east", { name: "Acme East", slug: "acme-east", allowDelete: true });`,
};
