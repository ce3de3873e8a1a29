// Generated from kinds/sso-certificate by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link SsoCertificate}. */
export interface SsoCertificateArgs extends CommonArgs {
  /** Id of the service provider. Changing it replaces the resource. */
  serviceProviderId: pulumi.Input<string>;
  /** `signing` of the platform's requests, or `encryption` of the answers to it. Changing it replaces the resource. */
  purpose: pulumi.Input<"signing" | "encryption">;
  /** Days from its creation for which the certificate is valid. Changing it replaces the resource. */
  validForDays: pulumi.Input<number>;
  /** Whether single sign-on uses the certificate. Can't be true in the `up` that creates it. Left out: as it is. */
  active?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A certificate of the platform for single sign-on by SAML. The platform makes the keys and keeps the
 * private one.
 *
 * Activating a certificate before the identity provider knows it locks everyone out. So a new certificate can't be active:
 * rotate in four applies.
 *
 * 1. Declare another `SsoCertificate` and run `pulumi up`.
 * 2. Install its `certificate` in the identity provider.
 * 3. Set `active: true` on it, remove `active` from the old one, and run `pulumi up`. The platform deactivates the
 *    old one.
 * 4. Remove the old resource and run `pulumi up`.
 *
 * One certificate for each service provider and purpose is active. Declare `active: true` on one of them only: two would
 * deactivate each other in every `up`. The provider doesn't delete an active certificate: activate another first, or set
 * `active: false` and run `pulumi up`.
 *
 * There is no renewal: a change of `validForDays` or `purpose` creates another certificate. `adopt: true`
 * finds the certificate of the purpose if there is only one.
 *
 * Endpoints: `POST|GET /v2/saml/service-providers/{samlServiceProviderId}/certificates`,
 * `GET|DELETE /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}`,
 * `POST /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}/activate`,
 * `POST /v2/saml/service-providers/{samlServiceProviderId}/certificates/{samlServiceProviderCertificateId}/deactivate`.
 *
 * @example
 * ```ts
 * const provider = analytics.getSsoServiceProviderOutput();
 * const signing = new analytics.SsoCertificate("signing-2027", {
 *   serviceProviderId: provider.id,
 *   purpose: "signing",
 *   validForDays: 365,
 * });
 * export const certificate = signing.certificate;
 * ```
 */
export class SsoCertificate extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("SsoCertificate");

  /** Id of the service provider. */
  declare readonly serviceProviderId: pulumi.Output<string>;
  /** `signing` of the platform's requests, or `encryption` of the answers to it. */
  declare readonly purpose: pulumi.Output<"signing" | "encryption">;
  /** Days from its creation for which the certificate is valid. */
  declare readonly validForDays: pulumi.Output<number>;
  /** Whether single sign-on uses the certificate. Can't be true in the `up` that creates it. Left out: as it is. */
  declare readonly active: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The certificate with the public key (PEM), for the identity provider. */
  declare readonly certificate: pulumi.Output<string>;
  /** Whether single sign-on uses the certificate. */
  declare readonly isActive: pulumi.Output<boolean>;
  /** When it begins to be valid (ISO 8601). */
  declare readonly notBefore: pulumi.Output<string>;
  /** When it ends to be valid (ISO 8601). */
  declare readonly notAfter: pulumi.Output<string>;

  constructor(name: string, args: SsoCertificateArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "SsoCertificate",
        properties: [
          "serviceProviderId",
          "purpose",
          "validForDays",
          "active",
          "allowDelete",
          "certificate",
          "isActive",
          "notBefore",
          "notAfter",
        ],
      },
      name,
      args,
      options,
    );
  }
}
