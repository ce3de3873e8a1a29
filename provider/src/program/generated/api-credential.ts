// Generated from kinds/api-credential by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

export type CredentialInput =
  | {
      authMethod: "basic";
      /** The user name and password. */
      basic: {
        /** The user name. */
        username: string;
        /** The password. Secret. */
        password: string;
      };
    }
  | {
      authMethod: "bearer";
      /** The token. */
      bearer: {
        /** The token. Secret. */
        token: string;
      };
    }
  | {
      authMethod: "apiKey";
      /** The key, and where it is sent. */
      apiKey: {
        /** Name of the header or query parameter. */
        key: string;
        /** The key. Secret. */
        value: string;
        /** True: sent as a query parameter; false: as a header. */
        isQueryParam: boolean;
      };
    }
  | {
      authMethod: "oAuthClientCredentials";
      /** The client, and how it gets access tokens. */
      oAuthClientCredentials: {
        /** The client id. */
        clientId: string;
        /** The client secret. Secret. */
        clientSecret: string;
        /** Where the platform gets its access tokens. */
        accessTokenUrl: string;
        /** The scopes of the access tokens. */
        scopes: string[];
        /** How the client id and secret are sent to `accessTokenUrl`. */
        accessTokenAuthMethod: "httpBasic" | "requestBody";
      };
    }
  | {
      authMethod: "awsSigV4";
      /** The access key, or where temporary credentials come from. */
      awsSigV4: {
        /** Id of the access key. */
        accessKeyId: string;
        /** The secret access key. Secret. */
        secretAccessKey: string;
        /** The AWS region of the service. */
        region?: string;
        /** The AWS service, as in its signature. */
        service?: string;
        /** The session token. Secret. */
        sessionToken?: string;
        /** Where the platform gets temporary credentials. */
        temporaryCredentialsUrl?: string;
        /** Where in the answer of `temporaryCredentialsUrl` each part is. */
        temporaryCredentialsResponseMapping?: {
          /** The field with the id of the access key. */
          accessKeyField?: string;
          /** The field with the secret access key. */
          secretKeyField?: string;
          /** The field with the session token. */
          sessionTokenField?: string;
          /** The field with the time at which they expire. */
          expirationField?: string;
        };
        /** What is sent to `temporaryCredentialsUrl`. */
        temporaryCredentialsRequestParams?: {
          /** Name of the parameter. */
          key: string;
          /** Its value. */
          value: string;
          /** The part of the request that it is sent in. */
          sendIn: "queryParam" | "body" | "header";
        }[];
      };
    };

/** Arguments of {@link ApiCredential}. */
export interface ApiCredentialArgs extends CommonArgs {
  /** The credential's name. */
  name: pulumi.Input<string>;
  /** Patterns of the hosts that the credential may be used against, at least one; `["*"]` allows every host. */
  allowlist: DeepInput<string[]>;
  /** The description of the credential. */
  description?: pulumi.Input<string>;
  /** How the platform signs in to the hosts. Updated as a whole. Optional only for an adopted credential (`adopt`), which then keeps its own. Secret. */
  credential?: DeepInput<CredentialInput>;
  /** Any text. Changing it sends the credential again, even if nothing in it changed. */
  rotation?: pulumi.Input<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A credential that the platform uses to call external services, and the hosts that it may call.
 *
 * `credential` is always secret as a whole: it is encrypted in the state and never shown. Its fields depend on
 * `authMethod`:
 *
 * | `authMethod` | field | contents (secret ones in bold) |
 * |---|---|---|
 * | `basic` | `basic` | `username`, **`password`** |
 * | `bearer` | `bearer` | **`token`** |
 * | `apiKey` | `apiKey` | `key`, **`value`**, `isQueryParam` |
 * | `oAuthClientCredentials` | `oAuthClientCredentials` | `clientId`, **`clientSecret`**, `accessTokenUrl`, `scopes`, `accessTokenAuthMethod` |
 * | `awsSigV4` | `awsSigV4` | `accessKeyId`, **`secretAccessKey`**; optional `region`, `service`, **`sessionToken`**, `temporaryCredentialsUrl`, `temporaryCredentialsResponseMapping`, `temporaryCredentialsRequestParams` |
 *
 * All fields update in place. The provider sends only changed fields, and the secrets only when `credential` or
 * `rotation` changes. The platform never returns secrets. A change made in the product shows as drift if the changed
 * field is visible (user names, ids, addresses, scopes, regions). The provider can't detect a changed secret: change
 * `rotation` to send the declared secrets again.
 *
 * A refresh compares all visible fields. It sends one request per credential, and one list request for all credentials
 * with `bearer`, which show no more than the list. The stack setting `analytics:apiCredentials.refresh: listed` skips
 * the requests per credential: a refresh then compares only name, description, allowlist and method, and doesn't detect a
 * changed user name, client id, address, scope or region.
 *
 * Pulumi's trace files contain properties in plain text: all of them with `-v=9`; with `--event-log` all except config
 * secrets and values derived from them. Keep such files private.
 *
 * Only the product can create a credential with `oAuthAuthorizationCode` or `oAuthPasswordCredentials`. Adopt it with
 * `adopt` and without `credential` to manage its other fields.
 *
 * Endpoints: `POST|GET /v2/api-credentials`, `GET|PATCH|DELETE /v2/api-credentials/{apiCredentialId}`.
 *
 * @example
 * ```ts
 * const billing = new analytics.ApiCredential("billing", {
 *   name: "Billing",
 *   allowlist: ["api.billing.example.com", "*.eu.billing.example.com"],
 *   credential: {
 *     authMethod: "basic",
 *     basic: { username: "analytics", password: config.requireSecret("billingPassword") },
 *   },
 * });
 * ```
 */
export class ApiCredential extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("ApiCredential");

  /** The credential's name. */
  declare readonly name: pulumi.Output<string>;
  /** Patterns of the hosts that the credential may be used against, at least one; `["*"]` allows every host. */
  declare readonly allowlist: pulumi.Output<string[]>;
  /** The description of the credential. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** How the platform signs in to the hosts. Updated as a whole. Optional only for an adopted credential (`adopt`), which then keeps its own. */
  declare readonly credential: pulumi.Output<CredentialInput | undefined>;
  /** Any text. Changing it sends the credential again, even if nothing in it changed. */
  declare readonly rotation: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The method on the platform: one of the methods of `credential`, or `oAuthAuthorizationCode` or `oAuthPasswordCredentials`. */
  declare readonly authMethod: pulumi.Output<string>;

  constructor(name: string, args: ApiCredentialArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "ApiCredential",
        secret: ["credential"],
        properties: ["name", "allowlist", "description", "credential", "rotation", "allowDelete", "authMethod"],
      },
      name,
      args,
      options,
    );
  }
}
