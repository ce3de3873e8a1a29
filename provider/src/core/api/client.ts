import * as z from "zod";
import { AccountTypes } from "./account-types";
import { openAreas } from "./areas";
import { Api } from "./common";
import { DataModels } from "./data-models";
import { Datasets } from "./datasets";
import { createDocuments } from "./documents";
import { createEmbeds } from "./embeds";
import { Exports } from "./exports";
import { createFavorites } from "./favorites";
import { Files } from "./files";
import { createFolders } from "./folders";
import { Grants } from "./grants";
import { createMaterializationSchedules } from "./materialization-schedules";
import { Members } from "./members";
import { createOrganizationSettings } from "./organization-settings";
import { createReports } from "./reports";
import { exportSchedules } from "./schedules";
import { createShortcuts } from "./shortcuts";
import { createSsoCertificates } from "./sso-certificates";
import { createTemplates } from "./templates";
import { createTranslations } from "./translations";
import { list } from "./transport/pages";
import { BurstReads, FreshReads, type Reads, SharedReads, Writes } from "./transport/reads";
import { wait } from "./transport/retries";
import { type Call, type ClientSettings, createTransport } from "./transport/transport";
import type { Witness } from "./transport/witness";
import { Webhooks } from "./webhooks";
import { WorkbookChecks } from "./workbook-checks";
import { WorkbookContents } from "./workbook-contents";
import { Workbooks } from "./workbooks";

const identity = z.looseObject({ userId: z.string(), organizationId: z.string() });
/** Whose credentials these are. */
export type Identity = z.infer<typeof identity>;

/** All areas of the API, by their names in a client. */
function openAll(api: Api, { workbookApi }: ClientSettings) {
  const declared = openAreas(api);
  const files = new Files(api);
  const dataModels = new DataModels(api, files);
  const workbooks = new Workbooks(api, files);
  const reports = createReports(api, files);
  return {
    ...declared,
    files,
    folders: createFolders({ files, workspaces: declared.workspaces, documents: [dataModels, workbooks, reports] }),
    dataModels,
    members: new Members(api),
    accountTypes: new AccountTypes(api),
    workbooks,
    workbookContents: new WorkbookContents(api, files, workbookApi),
    workbookChecks: new WorkbookChecks(api, files, workbookApi),
    reportContents: new WorkbookContents(api, files, workbookApi, "report"),
    reportChecks: new WorkbookChecks(api, files, workbookApi, "report"),
    documents: createDocuments(api),
    exports: new Exports(api),
    reports,
    embeds: createEmbeds(api),
    workbookSchedules: exportSchedules(api, "/v2/workbooks"),
    reportSchedules: exportSchedules(api, "/v2/reports"),
    materializationSchedules: createMaterializationSchedules(api),
    datasets: new Datasets(api),
    webhooks: new Webhooks(api),
    templates: createTemplates(api),
    favorites: createFavorites(api),
    grants: new Grants(api, declared.connections),
    organizationSettings: createOrganizationSettings(api),
    shortcuts: createShortcuts(api, files),
    translations: createTranslations(api),
    ssoCertificates: createSsoCertificates(api),
  };
}

/** The name of an area in a client. */
export type ClientArea = keyof ReturnType<typeof openAll>;

/** A call whose answer may be anything. Its path is encoded already. */
export type AnyCall = Pick<Call<unknown>, "method" | "path" | "query" | "body" | "secrets">;

const WithAreas = class {
  constructor(api: Api, settings: ClientSettings) {
    Object.assign(this, openAll(api, settings));
  }
} as new (
  api: Api,
  settings: ClientSettings,
) => Readonly<ReturnType<typeof openAll>>;

/**
 * The REST API of one organization, with one set of credentials. Token, rate and concurrency limits, connections and
 * shared reads are the client's: use one per process, see {@link getClient}.
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

const clients = new Map<string, AnalyticsClient>();

/**
 * The process's client for a connection: the same one for the same base URL and credentials, whatever the other
 * settings are.
 *
 * @example
 * ```ts
 * getClient(settings) === getClient({ ...settings }); // true
 * ```
 */
export function getClient(settings: ClientSettings): AnalyticsClient {
  const key = JSON.stringify([settings.baseUrl, settings.clientId, settings.clientSecret]);
  const known = clients.get(key);
  if (known) return known;
  const client = new AnalyticsClient(settings);
  clients.set(key, client);
  return client;
}
