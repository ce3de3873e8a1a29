import type { SsoCertificate } from "../core/api";
import { takeFirst } from "../core/api/probe";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const ssoCertificate = defineCollection<SsoCertificate>({
  noun: "SSO certificate",
  title: "SSO certificates",
  about: "A certificate of a service provider of single sign-on.",
  permission: "an Admin account",
  listEndpoint: "GET /v2/saml/service-providers/{samlServiceProviderId}/certificates",
  examples: {
    get: `const provider = analytics.getSsoServiceProviderOutput();
const signing = analytics.getSsoCertificateOutput({ serviceProviderId: provider.id, purpose: "signing" });
export const validUntil = signing.notAfter;`,
    list: `const provider = analytics.getSsoServiceProviderOutput();
export const certificates = analytics.listSsoCertificatesOutput({ serviceProviderId: provider.id });`,
  },
  within: { serviceProviderId: "Id of the service provider." },
  fields: (zod) => ({
    purpose: zod.string().describe("`signing` or `encryption`."),
    publicKeyCertificate: zod.string().describe("The certificate (PEM)."),
    isActive: zod.boolean().describe("Whether single sign-on uses it."),
    notBefore: zod.string().describe("When it begins to be valid (ISO 8601)."),
    notAfter: zod.string().describe("When it ends to be valid (ISO 8601)."),
    ...audit(zod),
  }),
  by: { field: "purpose", description: "`signing` or `encryption`." },
  narrowedBy: ["isActive"],
  filters: ["purpose", "isActive"],
  entries: ({ ssoCertificates }, { serviceProviderId = "" }) => ssoCertificates.list(serviceProviderId),
  idOf: ({ samlServiceProviderCertificateId }) => samlServiceProviderCertificateId,
  nameOf: ({ purpose }) => purpose,
  probe: ({ ssoCertificates }) => takeFirst(ssoCertificates.providers()),
});
