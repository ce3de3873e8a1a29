import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { serviceProviderId: ":serviceProvider", purpose: "signing", validForDays: 90 },
  ...listCalls("/v2/saml/service-providers/*/certificates"),
  updates: {
    active: {
      to: { active: true },
      calls: ["POST /v2/saml/service-providers/*/certificates/*/activate"],
      isLater: true,
    },
  },
  answer: {
    path: "/v2/saml/service-providers/:serviceProvider/certificates/:id",
    fields: `samlServiceProviderCertificateId samlServiceProviderId purpose publicKeyCertificate isActive notBefore
      notAfter audit`,
    hidden: ["validForDays"],
  },
  program: `
new analytics.SsoCertificate("signing", { serviceProviderId: seeded.serviceProvider, purpose: "signing",
  validForDays: 90 });`,
};
