// Generated from kinds/api-connector by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { ApiCredential } from "./api-credential";
import type { CommonArgs } from "./common";

/** Arguments of {@link ApiConnector}. */
export interface ApiConnectorArgs extends CommonArgs {
  /** The connector's name. */
  name: pulumi.Input<string>;
  /** The description of the connector. */
  description?: pulumi.Input<string>;
  /** The request. Updated as a whole. */
  params: DeepInput<{
    /** The HTTP method. */
    method: "GET" | "POST" | "DELETE" | "PATCH" | "PUT" | "OPTIONS" | "HEAD";
    /** The address. Its host must be in the allowlist of the credential. */
    url: string;
    /** The headers. Default: none. */
    headers?: {
      /** The name. */
      key: string;
      /** `static`: always `value`; `dynamic`: what the action gives, or `value`. */
      mode: "static" | "dynamic";
      /** The value. That of a static header may be a secret: pass it as one. */
      value?: string;
      /** The type of the value. */
      type?: "array" | "boolean" | "number" | "object" | "raw" | "string";
      /** The shape of an array or object. */
      shape?: unknown;
    }[];
    /** The parameters of the path. Default: none. */
    pathParams?: {
      /** The name. */
      key: string;
      /** `static`: always `value`; `dynamic`: what the action gives, or `value`. */
      mode: "static" | "dynamic";
      /** The value. That of a static header may be a secret: pass it as one. */
      value?: string;
      /** The type of the value. */
      type?: "array" | "boolean" | "number" | "object" | "raw" | "string";
      /** The shape of an array or object. */
      shape?: unknown;
    }[];
    /** The parameters of the query. Default: none. */
    queryParams?: {
      /** The name. */
      key: string;
      /** `static`: always `value`; `dynamic`: what the action gives, or `value`. */
      mode: "static" | "dynamic";
      /** The value. That of a static header may be a secret: pass it as one. */
      value?: string;
      /** The type of the value. */
      type?: "array" | "boolean" | "number" | "object" | "raw" | "string";
      /** The shape of an array or object. */
      shape?: unknown;
    }[];
    /** The body, with placeholders for what the action gives. Default: none. */
    body?: string;
  }>;
  /** How requests are sent. Parts that are left out stay as they are. */
  config?: DeepInput<{
    /** How long a request may take. */
    timeout?: {
      /** Seconds that a request may take. */
      requestSec: number;
    };
    /** When a request is repeated. */
    retry?: {
      /** How many times. */
      maxRetries: number;
      /** After which HTTP statuses. */
      retryableStatusCodes: number[];
    };
    /** How many redirects a request follows. */
    redirects?: {
      /** How many. */
      maxRedirects: number;
    };
    /** How many requests the platform sends in a time window. */
    rateLimit?: {
      /** How many. */
      maxRequestsPerWindow: number;
    };
  }>;
  /** Id of the API credential that signs the request in. Left out: none. */
  authId?: pulumi.Input<string> | ApiCredential;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A request to another service, which actions in workbooks send (beta). The host of its address must be
 * in the allowlist of its credential.
 *
 * The platform may not return the values of static headers, because they may be secrets. The provider then can't detect a
 * change of them, and counts them as declared. A returned value that isn't declared is in no state if it may be a secret:
 * that of a static header other than `Content-Type` and the like, or of a parameter of the query with a name such as
 * `api_key`. In a program that `pull` writes, all values of headers and parameters, a body with values, and an address
 * with a query or userinfo come from secret settings. If the platform hides all of `params`, drift in it isn't seen. A
 * change of `params` sends all of it, and is refused while such a value isn't declared. The same holds for parts of the
 * address and the body that the platform hides, such as `https://example.com/?key=***`: `pull` writes no such body,
 * and no connector with such an address.
 *
 * A delete archives the connector, and actions can't use it any more. `adopt: true` finds a connector by its name.
 *
 * Endpoints: `POST|GET /v2/api-connectors`, `GET|PATCH|DELETE /v2/api-connectors/{apiConnectorId}`.
 *
 * @example
 * ```ts
 * const billing = new analytics.ApiCredential("invoices", {
 *   name: "Invoices",
 *   allowlist: ["api.billing.example.com"],
 *   credential: {
 *     authMethod: "basic",
 *     basic: { username: "analytics", password: config.requireSecret("billingPassword") },
 *   },
 * });
 * const invoices = new analytics.ApiConnector("invoices", {
 *   name: "Create invoice",
 *   params: {
 *     method: "POST",
 *     url: "https://api.billing.example.com/invoices",
 *     headers: [{ key: "Content-Type", mode: "static", value: "application/json" }],
 *     body: "{}",
 *   },
 *   authId: billing.id,
 * });
 * ```
 */
export class ApiConnector extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("ApiConnector");

  /** The connector's name. */
  declare readonly name: pulumi.Output<string>;
  /** The description of the connector. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** The request. Updated as a whole. */
  declare readonly params: pulumi.Output<{
    /** The HTTP method. */
    method: "GET" | "POST" | "DELETE" | "PATCH" | "PUT" | "OPTIONS" | "HEAD";
    /** The address. Its host must be in the allowlist of the credential. */
    url: string;
    /** The headers. Default: none. */
    headers?: {
      /** The name. */
      key: string;
      /** `static`: always `value`; `dynamic`: what the action gives, or `value`. */
      mode: "static" | "dynamic";
      /** The value. That of a static header may be a secret: pass it as one. */
      value?: string;
      /** The type of the value. */
      type?: "array" | "boolean" | "number" | "object" | "raw" | "string";
      /** The shape of an array or object. */
      shape?: unknown;
    }[];
    /** The parameters of the path. Default: none. */
    pathParams?: {
      /** The name. */
      key: string;
      /** `static`: always `value`; `dynamic`: what the action gives, or `value`. */
      mode: "static" | "dynamic";
      /** The value. That of a static header may be a secret: pass it as one. */
      value?: string;
      /** The type of the value. */
      type?: "array" | "boolean" | "number" | "object" | "raw" | "string";
      /** The shape of an array or object. */
      shape?: unknown;
    }[];
    /** The parameters of the query. Default: none. */
    queryParams?: {
      /** The name. */
      key: string;
      /** `static`: always `value`; `dynamic`: what the action gives, or `value`. */
      mode: "static" | "dynamic";
      /** The value. That of a static header may be a secret: pass it as one. */
      value?: string;
      /** The type of the value. */
      type?: "array" | "boolean" | "number" | "object" | "raw" | "string";
      /** The shape of an array or object. */
      shape?: unknown;
    }[];
    /** The body, with placeholders for what the action gives. Default: none. */
    body?: string;
  }>;
  /** How requests are sent. Parts that are left out stay as they are. */
  declare readonly config: pulumi.Output<
    | {
        /** How long a request may take. */
        timeout?: {
          /** Seconds that a request may take. */
          requestSec: number;
        };
        /** When a request is repeated. */
        retry?: {
          /** How many times. */
          maxRetries: number;
          /** After which HTTP statuses. */
          retryableStatusCodes: number[];
        };
        /** How many redirects a request follows. */
        redirects?: {
          /** How many. */
          maxRedirects: number;
        };
        /** How many requests the platform sends in a time window. */
        rateLimit?: {
          /** How many. */
          maxRequestsPerWindow: number;
        };
      }
    | undefined
  >;
  /** Id of the API credential that signs the request in. Left out: none. */
  declare readonly authId: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: ApiConnectorArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "ApiConnector",
        properties: ["name", "description", "params", "config", "authId", "allowDelete"],
        refs: { authId: {} },
      },
      name,
      args,
      options,
    );
  }
}
