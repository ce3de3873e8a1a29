import type { SsoCertificate } from "../core/api";
import { takeFirst } from "../core/api/probe";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

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
  fields: describeAnswer("ssoCertificate"),
  by: { field: "purpose", description: "`signing` or `encryption`." },
  narrowedBy: ["isActive"],
  filters: ["purpose", "isActive"],
  entries: ({ ssoCertificates }, { serviceProviderId = "" }) => ssoCertificates.list(serviceProviderId),
  idOf: ({ samlServiceProviderCertificateId }) => samlServiceProviderCertificateId,
  nameOf: ({ purpose }) => purpose,
  probe: ({ ssoCertificates }) => takeFirst(ssoCertificates.listProviders()),
});
