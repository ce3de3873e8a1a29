import * as z from "zod";
import { remember } from "../data";
import { type AllAreas, openAreas } from "./areas";
import { Api } from "./common";
import { list } from "./transport/pages";
import { BurstReads, FreshReads, type Reads, SharedReads, Writes } from "./transport/reads";
import { wait } from "./transport/retries";
import { type Call, type ClientSettings, createTransport } from "./transport/transport";
import type { Witness } from "./transport/witness";

const identity = z.looseObject({ userId: z.string(), organizationId: z.string() });
/** Whose credentials these are. */
export type Identity = z.infer<typeof identity>;

/** A call whose answer may be anything. Its path is encoded already. */
export type AnyCall = Pick<Call<unknown>, "method" | "path" | "query" | "body" | "secrets">;

const WithAreas = class {
  constructor(api: Api, settings: ClientSettings) {
    Object.assign(this, openAreas(api, settings));
  }
} as new (
  api: Api,
  settings: ClientSettings,
) => AllAreas;

/**
 * The REST API of one organization, with one set of credentials. Token, rate and concurrency limits, connections and
 * shared reads are the client's: use one per run, see {@link getClient}.
 *
 * Every call throws `ApiError` when it fails for good. Its name says what it answers: `list…` the entries, page after
 * page; `read…` a whole, which calls close to each other may share; `get…` what must exist; `find…` what may not.
 *
 * @example
 * ```ts
 * const client = getClient({ baseUrl: "https://api.example.com", clientId, clientSecret });
 * for await (const tag of client.tags.list()) console.log(tag.name);
 * ```
 */
export class AnalyticsClient extends WithAreas {
  readonly #api: Api;
  /** Private at run time too: a printed client shows no secrets. */
  readonly #settings: ClientSettings;
  readonly #writes: Writes;
  #owner: Promise<Identity> | undefined;
  #ofBurst: AnalyticsClient | undefined;
  #afterWrites: AnalyticsClient | undefined;

  /**
   * @param transport that of another client of the same settings, to share its token, limits and connections.
   * @param reads how the client shares reads among its callers.
   */
  constructor(settings: ClientSettings, transport = createTransport(settings), reads?: Reads) {
    const writes = new Writes();
    const api = new Api(transport, reads ?? new SharedReads(writes));
    super(api, settings);
    this.#settings = settings;
    this.#api = api;
    this.#writes = writes;
  }

  /**
   * The same client, except that writes don't discard its shared reads: many objects that are read and written one
   * after the other then cost one list. What it reads may be 30 seconds old, and may lack this client's own writes.
   */
  get ofBurst(): AnalyticsClient {
    this.#ofBurst ??= new AnalyticsClient(this.#settings, this.#api.transport, new BurstReads());
    return this.#ofBurst;
  }

  /** The same client for reads after a write: what they return contains the write, and no other read gets it. */
  get afterWrites(): AnalyticsClient {
    this.#afterWrites ??= new AnalyticsClient(this.#settings, this.#api.transport, new FreshReads(this.#writes));
    return this.#afterWrites;
  }

  /** The same client for reads that a witness observes; nothing that was read before is shared. */
  observe(witness: Witness): AnalyticsClient {
    return new AnalyticsClient(this.#settings, witness.watch(this.#api.transport), new FreshReads());
  }

  /** See {@link ClientSettings}; undefined: the default. */
  get fewestRows(): number | undefined {
    return this.#settings.fewestRows;
  }

  /** Signs in, unless the client has a token: checks the pair of client id and secret without another request. */
  signIn(): Promise<void> {
    return this.#api.transport.signIn();
  }

  /** `GET /v2/whoami`: the check that region and credentials are right. */
  readIdentity(): Promise<Identity> {
    return this.#api.transport.send({ method: "GET", path: "/v2/whoami", answer: identity });
  }

  /** Whose credentials these are: asked for once, unless that fails. */
  readOwner(): Promise<Identity> {
    this.#owner ??= this.readIdentity().catch((error) => {
      this.#owner = undefined;
      throw error;
    });
    return this.#owner;
  }

  /** Sends one call that no area declares. What the platform answers isn't checked; undefined: an empty body. */
  request(call: AnyCall): Promise<unknown> {
    return this.#api.transport.send({ ...call, answer: z.unknown() });
  }

  /** The entries of a collection that no area declares, page after page, whichever way of paging it has. */
  listAny({ path, query }: Pick<AnyCall, "path" | "query">): AsyncIterable<unknown> {
    return list(this.#api.transport, { path, query, entry: z.unknown(), bareArray: true });
  }

  /**
   * Notes that the platform answered a create: lists show by then how far they lag behind.
   *
   * @param group what is listed together.
   */
  noteCreated(group: string, id: string): void {
    this.#api.transport.listingLag.noteCreated(group, id);
  }

  /** Milliseconds after which lists surely show a new object of a group; undefined: that is unknown. */
  getListingLag(group: string): number | undefined {
    const { listingLagMs, listingLag } = this.#api.transport;
    const measured = listingLag.getMeasured(group);
    // The measured object may have been a quick one.
    return listingLagMs ?? (measured === undefined ? undefined : 2 * measured);
  }

  /** Waits until lists contain everything that the platform created before a local time. */
  async waitUntilListed(ours: number): Promise<void> {
    const { listingLagMs = usualLagMs, signal } = this.#api.transport;
    const leftMs = ours + listingLagMs - Date.now();
    if (leftMs > 0) await wait(leftMs, signal);
  }
}

/** Milliseconds that lists usually lag behind creates at most. */
const usualLagMs = 8_000;

/** The clients of this process that are of no {@link Run}. */
const ofProcess = new Map<string, AnalyticsClient>();

/**
 * The client for a connection: the same one for the same base URL and credentials, whatever the other settings are.
 *
 * @param clients those that there are. Default: those of the process
 * @example
 * ```ts
 * getClient(settings) === getClient({ ...settings }); // true
 * ```
 */
export function getClient(settings: ClientSettings, clients = ofProcess): AnalyticsClient {
  const key = JSON.stringify([settings.baseUrl, settings.clientId, settings.clientSecret]);
  return remember(clients, key, () => new AnalyticsClient(settings));
}
