// Generated from lookups/sso-certificate.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { ssoCertificate as declared } from "../sso-certificate";

/** Arguments of {@link getSsoCertificate}: `id` or `purpose`. */
export type GetSsoCertificateArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** `signing` or `encryption`. */
    purpose: string;
  }> & {
    /** Id of the service provider. */
    serviceProviderId: string;
    /** Whether single sign-on uses it. */
    isActive?: boolean;
  };

/** Arguments of {@link listSsoCertificates}. */
export interface ListSsoCertificatesArgs extends LookupArgs {
  /** Id of the service provider. */
  serviceProviderId: string;
  /** `signing` or `encryption`. */
  purpose?: string;
  /** Whether single sign-on uses it. */
  isActive?: boolean;
}

/** A certificate of a service provider of single sign-on. */
export interface GetSsoCertificateResult {
  /** Its id. */
  id: string;
  /** `signing` or `encryption`. */
  purpose: string;
  /** The certificate (PEM). */
  publicKeyCertificate: string;
  /** Whether single sign-on uses it. */
  isActive: boolean;
  /** When it begins to be valid (ISO 8601). */
  notBefore: string;
  /** When it ends to be valid (ISO 8601). */
  notAfter: string;
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
 * A certificate of a service provider of single sign-on, by `id` or by `purpose` (and `isActive`).
 *
 * Permissions: an Admin account.
 *
 * Endpoint: `GET /v2/saml/service-providers/{samlServiceProviderId}/certificates`.
 *
 * @throws when there is none, or more than one with this purpose: the message lists the candidates.
 * @example
 * ```ts
 * const provider = analytics.getSsoServiceProviderOutput();
 * const signing = analytics.getSsoCertificateOutput({ serviceProviderId: provider.id, purpose: "signing" });
 * export const validUntil = signing.notAfter;
 * ```
 */
export const getSsoCertificate = createLookup<GetSsoCertificateArgs, GetSsoCertificateResult>(declared.get);

/** {@link getSsoCertificate} for arguments that are outputs. */
export const getSsoCertificateOutput = toOutputLookup(getSsoCertificate);

/**
 * The SSO certificates that these credentials can see, without archived ones.
 *
 * Permissions: an Admin account.
 *
 * Endpoint: `GET /v2/saml/service-providers/{samlServiceProviderId}/certificates`.
 *
 * @example
 * ```ts
 * const provider = analytics.getSsoServiceProviderOutput();
 * export const certificates = analytics.listSsoCertificatesOutput({ serviceProviderId: provider.id });
 * ```
 */
export const listSsoCertificates = createLookup<ListSsoCertificatesArgs, GetSsoCertificateResult[]>(declared.list);

/** {@link listSsoCertificates} for arguments that are outputs. */
export const listSsoCertificatesOutput = toOutputLookup(listSsoCertificates);
