// Generated from lookups/sso-service-provider.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, toOutputLookup } from "../lookup";
import { ssoServiceProvider as declared } from "../sso-service-provider";

/** The service provider of single sign-on. */
export interface GetSsoServiceProviderResult {
  /** Its id. */
  id: string;
}

/**
 * The organization's service provider of single sign-on by SAML. The platform shows nothing but its id.
 *
 * Permissions: an Admin account.
 *
 * Endpoint: `GET /v2/saml/service-providers`.
 *
 * @throws when there is none, or more than one: the message lists the ids.
 * @example
 * ```ts
 * const provider = analytics.getSsoServiceProviderOutput();
 * export const serviceProviderId = provider.id;
 * ```
 */
export const getSsoServiceProvider = createLookup<LookupArgs, GetSsoServiceProviderResult>(declared.get);

/** {@link getSsoServiceProvider} for arguments that are outputs. */
export const getSsoServiceProviderOutput = toOutputLookup(getSsoServiceProvider);
