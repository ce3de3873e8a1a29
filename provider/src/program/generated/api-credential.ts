// Generated from kinds/api-credential by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, typeToken } from "../resource";
import type { CommonArgs } from "./common";

export type CredentialInput =
  | {
      authMethod: "basic";
      basic: {
        username: string;
        /** Secret. */
        password: string;
      };
    }
  | {
      authMethod: "bearer";
      bearer: {
        /** Secret. */
        token: string;
      };
    }
  | {
      authMethod: "apiKey";
      apiKey: {
        /** Name of the header or query parameter. */
        key: string;
        /** Secret. */
        value: string;
        /** True: sent as a query parameter; false: as a header. */
        isQueryParam: boolean;
      };
    }
  | {
      authMethod: "oAuthClientCredentials";
      oAuthClientCredentials: {
        clientId: string;
        /** Secret. */
        clientSecret: string;
        /** Where the platform gets its access tokens. */
        accessTokenUrl: string;
        scopes: string[];
        /** How the client id and secret are sent to `accessTokenUrl`. */
        accessTokenAuthMethod: "httpBasic" | "requestBody";
      };
    }
  | {
      authMethod: "awsSigV4";
      awsSigV4: {
        accessKeyId: string;
        /** Secret. */
        secretAccessKey: string;
        region?: string;
        service?: string;
        /** Secret. */
        sessionToken?: string;
        /** Where the platform gets temporary credentials. */
        temporaryCredentialsUrl?: string;
        /** Where in the answer of `temporaryCredentialsUrl` each part is. */
        temporaryCredentialsResponseMapping?: {
          accessKeyField?: string;
          secretKeyField?: string;
          sessionTokenField?: string;
          expirationField?: string;
        };
        /** What is sent to `temporaryCredentialsUrl`. */
        temporaryCredentialsRequestParams?: {
          key: string;
          value: string;
          sendIn: "queryParam" | "body" | "header";
        }[];
      };
    };

/** Arguments of {@link ApiCredential}. */
export interface ApiCredentialArgs extends CommonArgs {
  /** What the credential is called. */
  name: pulumi.Input<string>;
  /** Patterns of the hosts that the credential may be used against, at least one; `["*"]` allows every host. */
  allowlist: DeepInput<string[]>;
  /** What the credential is for. */
  description?: pulumi.Input<string>;
  /**
   * How the platform signs in to the hosts. Updates as a whole. Only an adopted credential (`adopt`) can be managed without it: what it has then stays.
   * Secret.
   */
  credential?: DeepInput<CredentialInput>;
  /** Any text. When it changes, the credential is sent again although nothing in it changed. */
  rotation?: pulumi.Input<string>;
}

/**
 * A credential the platform uses to call outside services, and the hosts it may be used against.
 *
 * `credential` is a secret as a whole, whether or not the program marks it: it is encrypted in the state and shown nowhere. Its forms,
 * by `authMethod`:
 *
 * | `authMethod` | field | contents (secret ones in bold) |
 * |---|---|---|
 * | `basic` | `basic` | `username`, **`password`** |
 * | `bearer` | `bearer` | **`token`** |
 * | `apiKey` | `apiKey` | `key` (header or query parameter), **`value`**, `isQueryParam` |
 * | `oAuthClientCredentials` | `oAuthClientCredentials` | `clientId`, **`clientSecret`**, `accessTokenUrl`, `scopes`, `accessTokenAuthMethod` (`httpBasic` or `requestBody`) |
 * | `awsSigV4` | `awsSigV4` | `accessKeyId`, **`secretAccessKey`**; optional `region`, `service`, **`sessionToken`**, `temporaryCredentialsUrl`, `temporaryCredentialsResponseMapping`, `temporaryCredentialsRequestParams` |
 *
 * Every field updates in place, nothing replaces, and only what changed is sent: the stored secrets are sent again only when
 * something in `credential` changed, or `rotation` did. The platform never gives secrets back. A change made in the product shows as
 * drift when it is in what is visible (user names, ids, addresses, scopes, regions), and can't be seen when only a secret was changed:
 * a new `rotation` puts the declared ones back.
 *
 * A refresh compares everything that the platform shows of every credential. That is one request per credential, and one list for all of
 * those with `bearer`, of which nothing beyond the list is visible. The stack setting `analytics:apiCredentials.refresh: listed` skips
 * the requests: a refresh then compares name, description, allowlist and method of all of them by one list, and misses a changed user name,
 * client id, address, scope or region.
 *
 * Pulumi itself writes properties of every provider in clear where it is asked to trace them: all of them at `-v=9`, and in
 * `--event-log` those that are neither config secrets nor made from one. Such files belong to nobody else.
 *
 * One that signs in by `oAuthAuthorizationCode` or `oAuthPasswordCredentials` can be made in the product only. Adopt it with
 * `adopt`, without `credential`: everything else is managed.
 *
 * Endpoints: `POST|GET /v2/api-credentials`, `GET|PATCH|DELETE /v2/api-credentials/{apiCredentialId}`.
 *
 * @example
 * ```ts
 * const billing = new analytics.ApiCredential("billing", {
 * name: "Billing",
 * allowlist: ["api.billing.example.com", "*.eu.billing.example.com"],
 * credential: {
 * authMethod: "basic",
 * basic: { username: "analytics", password: config.requireSecret("billingPassword") },
 * },
 * });
 * ```
 */
export class ApiCredential extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("ApiCredential");

  /** What the credential is called. */
  declare readonly name: pulumi.Output<string>;
  /** Patterns of the hosts that the credential may be used against, at least one; `["*"]` allows every host. */
  declare readonly allowlist: pulumi.Output<string[]>;
  /** What the credential is for. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** How the platform signs in to the hosts. Updates as a whole. Only an adopted credential (`adopt`) can be managed without it: what it has then stays. */
  declare readonly credential: pulumi.Output<CredentialInput | undefined>;
  /** Any text. When it changes, the credential is sent again although nothing in it changed. */
  declare readonly rotation: pulumi.Output<string | undefined>;
  /** The method that the platform has; beside those that can be written, `oAuthAuthorizationCode` and `oAuthPasswordCredentials`. */
  declare readonly authMethod: pulumi.Output<string>;

  constructor(name: string, args: ApiCredentialArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "ApiCredential", secret: ["credential"], outputs: ["authMethod"] }, name, args, options);
  }
}
