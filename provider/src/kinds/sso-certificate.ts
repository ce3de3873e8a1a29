import * as z from "zod";
import type { AnalyticsClient, SsoCertificate as Found } from "../core/api";
import { collect } from "../core/api";
import { declareIdPairs, defineKind, field, output, text } from "./declare";

const { idForms, partsOf } = declareIdPairs("SsoCertificate", "<serviceProviderId>/<certificate id>");

const dayMs = 24 * 3600 * 1000;

/** `/v2/saml/service-providers/{samlServiceProviderId}/certificates` (beta). */
export const ssoCertificate = defineKind({
  name: "SsoCertificate",
  docs: {
    description: `A certificate of the platform for single sign-on by SAML. The platform makes the keys and keeps the
private one.

Activating a certificate before the identity provider knows it locks everyone out. So a new certificate can't be active:
rotate in four applies.

1. Declare another \`SsoCertificate\` and run \`pulumi up\`.
2. Install its \`certificate\` in the identity provider.
3. Set \`active: true\` on it, remove \`active\` from the old one, and run \`pulumi up\`. The platform deactivates the
   old one.
4. Remove the old resource and run \`pulumi up\`.

One certificate for each service provider and purpose is active. Declare \`active: true\` on one of them only: two would
deactivate each other in every \`up\`. The provider doesn't delete an active certificate: activate another first, or set
\`active: false\` and run \`pulumi up\`.

There is no renewal: a change of \`validForDays\` or \`purpose\` creates another certificate. \`adopt: true\`
finds the certificate of the purpose if there is only one.`,
    endpoints: [
      "POST|GET /v2/saml/service-providers/{samlServiceProviderId}/certificates",
      "GET|DELETE /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}",
      "POST " +
        "/v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}/activate",
      "POST " +
        "/v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}/deactivate",
    ],
    example: `const provider = analytics.getSsoServiceProviderOutput();
const signing = new analytics.SsoCertificate("signing-2027", {
  serviceProviderId: provider.id,
  purpose: "signing",
  validForDays: 365,
});
export const certificate = signing.certificate;`,
  },
  adoption: {
    idForms,
    async find({ client }, { serviceProviderId, purpose }) {
      const all = await client.ssoCertificates.readAll(serviceProviderId);
      return all.filter((found) => found.purpose === purpose).map(client.ssoCertificates.getId);
    },
    creator: async ({ client }, id) => (await findCertificate(client, id))?.createdBy,
  },
  needs: { permission: "an Admin account", lookups: ["SSO service provider"] },
  pull: {
    file: "certificates",
    about: "Certificates of single sign-on.",
    called: ["purpose"],
    async ids({ ssoCertificates }) {
      const providers = await collect(ssoCertificates.listProviders());
      const all = await Promise.all(providers.map(({ samlServiceProviderId: id }) => ssoCertificates.readAll(id)));
      return all.flat().map(ssoCertificates.getId);
    },
  },
  fields: {
    serviceProviderId: field(text, "Id of the service provider.", { replaces: true }),
    purpose: field(
      z.enum(["signing", "encryption"]).meta({ title: "CertificatePurpose" }),
      "`signing` of the platform's requests, or `encryption` of the answers to it.",
      { replaces: true },
    ),
    validForDays: field(z.int().min(1), "Days from its creation for which the certificate is valid.", {
      replaces: true,
      writeOnly: true,
    }),
    active: field(
      z.boolean().optional(),
      "Whether single sign-on uses the certificate. Can't be true in the `up` that creates it. Left out: as it is.",
      { omitted: "keep" },
    ),
  },
  outputs: {
    certificate: output(z.string(), "The certificate with the public key (PEM), for the identity provider.", {
      changesWith: [],
    }),
    isActive: output(z.boolean(), "Whether single sign-on uses the certificate."),
    notBefore: output(z.string(), "When it begins to be valid (ISO 8601).", { changesWith: [] }),
    notAfter: output(z.string(), "When it ends to be valid (ISO 8601).", { changesWith: [] }),
  },

  review: {
    problems: ({ active, adopt }, { isNew }) => (active === true && isNew && !adopt ? [`active: ${tooEarly}`] : []),
  },

  describe: ({ purpose, serviceProviderId }) => `${purpose} certificate of the service provider ${serviceProviderId}`,

  async create({ client, madeId }, { serviceProviderId, purpose, validForDays, active }) {
    // A replacement passes no check of new resources.
    if (active === true) throw new Error(`active: ${tooEarly}`);
    return { id: await client.ssoCertificates.create(serviceProviderId, { purpose, validForDays }, madeId) };
  },

  async read({ client }, id) {
    const found = await findCertificate(client, id);
    if (found === undefined) return undefined;
    const { samlServiceProviderId, purpose, isActive, notBefore, notAfter, publicKeyCertificate } = found;
    return {
      inputs: {
        serviceProviderId: samlServiceProviderId,
        purpose: purpose as "signing" | "encryption",
        validForDays: Math.round((Date.parse(notAfter) - Date.parse(notBefore)) / dayMs),
        active: isActive,
      },
      outputs: { certificate: publicKeyCertificate, isActive, notBefore, notAfter },
    };
  },

  async update({ client }, id, { active }) {
    if (active !== undefined) await client.ssoCertificates.setActive(...partsOf(id), active);
    return undefined;
  },

  mock: (id, { serviceProviderId, active }) => ({
    id: `${serviceProviderId}/${id}`,
    outputs: {
      certificate: "-----BEGIN CERTIFICATE-----",
      isActive: active ?? false,
      notBefore: "2026-01-01T00:00:00.000Z",
      notAfter: "2027-01-01T00:00:00.000Z",
    },
  }),

  async delete({ client }, id) {
    const found = await findCertificate(client, id);
    if (found?.isActive) {
      throw new Error(
        `The certificate ${id} is active and was not deleted: single sign-on would break. Activate another first, ` +
          "or set active: false and run `pulumi up`.",
      );
    }
    await client.ssoCertificates.delete(...partsOf(id));
  },
});

const tooEarly =
  "a new certificate can't be active, because everyone would be locked out until the identity provider knows it. " +
  "Create it without, install its certificate in the identity provider, and set active: true then.";

async function findCertificate(client: AnalyticsClient, id: string): Promise<Found | undefined> {
  const [provider, certificate] = partsOf(id);
  const all = await client.ssoCertificates.readAll(provider);
  return all.find(({ samlServiceProviderCertificateId }) => samlServiceProviderCertificateId === certificate);
}
