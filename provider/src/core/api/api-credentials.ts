import * as z from "zod";
import { type Api, audit, expectId, optionalText } from "./common";
import { defineList } from "./transport/answer";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const accessTokenAuthMethod = z.string();
const scopes = defineList(z.string());

/** What can be seen of a credential, by `authMethod`: never a secret. Further methods come as they are. */
const projection = z.looseObject({
  authMethod: z.string(),
  basic: z.looseObject({ username: z.string() }).optional(),
  apiKey: z.looseObject({ key: z.string(), isQueryParam: z.boolean() }).optional(),
  oAuthClientCredentials: z
    .looseObject({ clientId: z.string(), accessTokenUrl: z.string(), scopes, accessTokenAuthMethod })
    .optional(),
  oAuthAuthorizationCode: z
    .looseObject({
      clientId: z.string(),
      authorizationUrl: z.string(),
      accessTokenUrl: z.string(),
      scopes,
      accessTokenAuthMethod,
    })
    .optional(),
  oAuthPasswordCredentials: z
    .looseObject({
      username: z.string(),
      accessTokenUrl: z.string(),
      scopes,
      accessTokenAuthMethod,
      clientId: z.string().optional(),
    })
    .optional(),
  awsSigV4: z
    .looseObject({
      accessKeyId: z.string(),
      region: z.string().optional(),
      service: z.string().optional(),
      temporaryCredentialsUrl: z.string().optional(),
    })
    .optional(),
});

const listed = z.looseObject({
  apiCredentialId: z.string(),
  name: z.string(),
  authMethod: z.string(),
  /** Host names, with `*` for any part. */
  allowlist: defineList(z.string()),
  description: optionalText,
});
/** An API credential as listed. */
export type ListedApiCredential = z.infer<typeof listed>;

const apiCredential = z.looseObject({ ...listed.shape, credential: projection, ...audit });
/** An API credential, without its secrets. */
export type ApiCredential = z.infer<typeof apiCredential>;

/** How the platform proves who it is to an outside service, secrets included. */
export type Credential =
  | { readonly authMethod: "basic"; readonly basic: { readonly username: string; readonly password: string } }
  | { readonly authMethod: "bearer"; readonly bearer: { readonly token: string } }
  | {
      readonly authMethod: "apiKey";
      readonly apiKey: { readonly key: string; readonly value: string; readonly isQueryParam: boolean };
    }
  | {
      readonly authMethod: "oAuthClientCredentials";
      readonly oAuthClientCredentials: {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly accessTokenUrl: string;
        readonly scopes: readonly string[];
        readonly accessTokenAuthMethod: "httpBasic" | "requestBody";
      };
    }
  | {
      readonly authMethod: "awsSigV4";
      readonly awsSigV4: {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly region?: string;
        readonly service?: string;
        readonly sessionToken?: string;
        readonly temporaryCredentialsUrl?: string;
        readonly temporaryCredentialsResponseMapping?: {
          readonly accessKeyField?: string;
          readonly secretKeyField?: string;
          readonly sessionTokenField?: string;
          readonly expirationField?: string;
        };
        readonly temporaryCredentialsRequestParams?: readonly {
          readonly key: string;
          readonly value: string;
          readonly sendIn: "queryParam" | "body" | "header";
        }[];
      };
    };

/** A new API credential. */
export interface NewApiCredential {
  readonly name: string;
  /** At least one pattern of host names; `["*"]` allows every host. */
  readonly allowlist: readonly string[];
  readonly credential: Credential;
  readonly description?: string;
}

/** What to change; what is left out stays, the stored secrets too. */
export interface ApiCredentialChange {
  readonly name?: string;
  /** Null clears it. */
  readonly description?: string | null;
  /** The whole list. */
  readonly allowlist?: readonly string[];
  /** The whole credential: a single secret can't be changed. */
  readonly credential?: Credential;
}

const collection = "/v2/api-credentials";

/**
 * Credentials for services the platform calls, `/v2/api-credentials`. Secrets go in and never come out.
 *
 * @example
 * ```ts
 * const { apiCredentialId } = await client.apiCredentials.create({
 *   name: "billing",
 *   allowlist: ["billing.example.com"],
 *   credential: { authMethod: "bearer", bearer: { token } },
 * });
 * ```
 */
export class ApiCredentials {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `POST /v2/api-credentials`. @param madeId see {@link Api.create}. */
  create(given: NewApiCredential, madeId?: string): Promise<ApiCredential> {
    const { name, allowlist, credential, description } = given;
    const body = { name, allowlist, credential, description };
    const post = { body, answer: apiCredential, secrets: collectSecrets(credential) };
    return this.#api.create(collection, post, (id) => this.get(id), madeId);
  }

  /** `GET /v2/api-credentials/{apiCredentialId}`. */
  get(id: string): Promise<ApiCredential> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/api-credentials/${id}`,
      answer: expectId(apiCredential, "apiCredentialId", id),
    });
  }

  /** All that are listed. */
  listAll(): Promise<ListedApiCredential[]> {
    return this.#api.reads.readInBurst(`${collection} as listed`, () => collect(this.list()));
  }

  /** The credential with this id as it is listed, or undefined; calls close to each other share one listing. */
  async findListed(id: string): Promise<ListedApiCredential | undefined> {
    const byId = await this.#api.reads.read(collection, async () => {
      const all = await collect(this.list());
      return new Map(all.map((credential) => [credential.apiCredentialId, credential]));
    });
    return byId.get(id);
  }

  /** `PATCH /v2/api-credentials/{apiCredentialId}`. */
  update(id: string, { name, description, allowlist, credential }: ApiCredentialChange): Promise<ApiCredential> {
    return this.#api.write(collection, {
      method: "PATCH",
      path: path`/v2/api-credentials/${id}`,
      body: { name, description, allowlist, credential },
      answer: expectId(apiCredential, "apiCredentialId", id),
      secrets: collectSecrets(credential),
    });
  }

  /** `DELETE /v2/api-credentials/{apiCredentialId}`. */
  delete(id: string): Promise<void> {
    return this.#api.write(collection, { method: "DELETE", path: path`/v2/api-credentials/${id}` });
  }

  /** `GET /v2/api-credentials`. */
  list(): AsyncGenerator<ListedApiCredential, void, undefined> {
    return list(this.#api.transport, { path: collection, entry: listed, style: "token" });
  }
}

const secretFields = new Set(["password", "token", "value", "clientSecret", "secretAccessKey", "sessionToken"]);

/** The secret texts of a credential, so that no error repeats them. */
function collectSecrets(credential: Credential | undefined): string[] {
  const secrets: string[] = [];
  // The replacer sees every field at every depth.
  JSON.stringify(credential, (key, value) => {
    if (typeof value === "string" && secretFields.has(key)) secrets.push(value);
    return value;
  });
  return secrets;
}
