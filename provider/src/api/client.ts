import { z } from "zod";
import type { Api } from "./common";
import { Connections } from "./connections";
import { DataModels } from "./data-models";
import { Files } from "./files";
import { Tags } from "./tags";
import { CreateOnce } from "./transport/create-once";
import { SharedReads } from "./transport/shared-reads";
import { type ClientSettings, createTransport } from "./transport/transport";

const identity = z.looseObject({ userId: z.string(), organizationId: z.string() });
/** Whose credentials these are. */
export type Identity = z.infer<typeof identity>;

/**
 * The REST API of one organisation, with one set of credentials. Token, rate and concurrency limits, connections and shared reads
 * are the client's: use one per process, see {@link clientFor}.
 *
 * Every call throws `ApiError` when it fails for good.
 *
 * @example
 * ```ts
 * const client = clientFor({ baseUrl: regions["gcp-us"].baseUrl, clientId, clientSecret });
 * for await (const tag of client.tags.list()) console.log(tag.name);
 * ```
 */
export class AnalyticsClient {
  readonly tags: Tags;
  readonly dataModels: DataModels;
  readonly files: Files;
  readonly connections: Connections;
  readonly #api: Api;

  constructor(settings: ClientSettings) {
    const transport = createTransport(settings);
    const api = { transport, creates: new CreateOnce(transport), reads: new SharedReads() };
    this.#api = api;
    this.tags = new Tags(api);
    this.files = new Files(api);
    this.dataModels = new DataModels(api, this.files);
    this.connections = new Connections(api);
  }

  /** `GET /v2/whoami`: the check that region and credentials are right. */
  whoami(): Promise<Identity> {
    return this.#api.transport.send({ method: "GET", path: "/v2/whoami", answer: identity });
  }
}

const clients = new Map<string, AnalyticsClient>();

/**
 * The process's client for a connection: the same one for the same base URL and credentials, whatever else the settings say.
 *
 * @example
 * ```ts
 * clientFor(settings) === clientFor({ ...settings }); // true
 * ```
 */
export function clientFor(settings: ClientSettings): AnalyticsClient {
  const key = JSON.stringify([settings.baseUrl, settings.clientId, settings.clientSecret]);
  const known = clients.get(key);
  if (known) return known;
  const client = new AnalyticsClient(settings);
  clients.set(key, client);
  return client;
}
