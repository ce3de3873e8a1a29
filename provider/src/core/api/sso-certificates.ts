import * as z from "zod";
import { type Api, audit } from "./common";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

/** A service provider of single sign-on: the platform shows nothing but its id. */
const provider = z.looseObject({ samlServiceProviderId: z.string() });

export const certificate = z.looseObject({
  samlServiceProviderCertificateId: z.string(),
  samlServiceProviderId: z.string(),
  purpose: z.string().describe("`signing` or `encryption`."),
  publicKeyCertificate: z.string().describe("The certificate (PEM)."),
  isActive: z.boolean().describe("Whether single sign-on uses it."),
  notBefore: z.string().describe("When it begins to be valid (ISO 8601)."),
  notAfter: z.string().describe("When it ends to be valid (ISO 8601)."),
  ...audit,
});
/** A certificate of a service provider. The platform keeps the private key. */
export type SsoCertificate = z.infer<typeof certificate>;

const made = z.looseObject({ samlServiceProviderId: z.string(), samlServiceProviderCertificateId: z.string() });

/** A new certificate; the platform makes its keys. */
export interface NewSsoCertificate {
  readonly purpose: string;
  readonly validForDays: number;
}

/** Service providers of single sign-on and their certificates, `/v2/saml/service-providers` (beta). */
export const createSsoCertificates = (api: Api) => {
  const { transport, reads } = api;
  const buildCollectionPath = (providerId: string) => path`/v2/saml/service-providers/${providerId}/certificates`;
  const listAll = (providerId: string) =>
    list(transport, { path: buildCollectionPath(providerId), entry: certificate, style: "token" });

  const composeId = (one: z.infer<typeof made>) =>
    `${one.samlServiceProviderId}/${one.samlServiceProviderCertificateId}`;

  return {
    getId: composeId,

    /** `GET /v2/saml/service-providers`. */
    listProviders: () => list(transport, { path: "/v2/saml/service-providers", entry: provider, style: "token" }),

    /** `GET …/certificates`. */
    list: listAll,

    /** All of a service provider, oldest first; calls close to each other share one listing. */
    readAll: (providerId: string): Promise<SsoCertificate[]> =>
      reads.read(buildCollectionPath(providerId), async () =>
        (await collect(listAll(providerId))).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
      ),

    /** `POST …/certificates`: the id is `<service provider>/<certificate>`. @param madeId see {@link Api.create}. */
    create: async (providerId: string, body: NewSsoCertificate, madeId?: string): Promise<string> =>
      madeId ??
      composeId(
        await api.write(buildCollectionPath(providerId), {
          method: "POST",
          path: buildCollectionPath(providerId),
          body,
          answer: made,
        }),
      ),

    /** `POST …/activate` or `…/deactivate`. Activating one deactivates the others of its purpose. */
    async setActive(providerId: string, id: string, isActive: boolean): Promise<void> {
      const action = isActive ? "activate" : "deactivate";
      await api.write(buildCollectionPath(providerId), {
        method: "POST",
        path: `${path`/v2/saml/service-providers/${providerId}/certificates/${id}`}/${action}`,
        body: {},
        repeatable: true,
      });
    },

    /** `DELETE …/certificates/{samlServiceProviderCertificateId}`. */
    async delete(providerId: string, id: string): Promise<void> {
      await api.write(buildCollectionPath(providerId), {
        method: "DELETE",
        path: path`/v2/saml/service-providers/${providerId}/certificates/${id}`,
      });
    },
  };
};
