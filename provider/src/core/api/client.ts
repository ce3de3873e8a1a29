import * as z from "zod";
import { AccountTypes } from "./account-types";
import { WithAreas } from "./areas";
import { Api } from "./common";
import { DataModels } from "./data-models";
import { Datasets } from "./datasets";
import { createDocuments } from "./documents";
import { createEmbeds } from "./embeds";
import { createFavorites } from "./favorites";
import { Files } from "./files";
import { Grants } from "./grants";
import { createMaterializationSchedules } from "./materialization-schedules";
import { Members } from "./members";
import { createReports } from "./reports";
import { exportSchedules } from "./schedules";
import { createSsoCertificates } from "./sso-certificates";
import { createTemplates } from "./templates";
import { createTranslations } from "./translations";
import { BurstReads, FreshReads, type Reads, SharedReads, Writes } from "./transport/reads";
import { wait } from "./transport/retries";
import { type ClientSettings, createTransport } from "./transport/transport";
import type { Witness } from "./transport/witness";
import { Webhooks } from "./webhooks";
import { WorkbookChecks } from "./workbook-checks";
import { WorkbookContents } from "./workbook-contents";
import { Workbooks } from "./workbooks";

const identity = z.looseObject({ userId: z.string(), organizationId: z.string() });
/** Whose credentials these are. */
export type Identity = z.infer<typeof identity>;

/**
 * The REST API of one organization, with one set of credentials. Token, rate and concurrency limits, connections and
 * shared reads are the client's: use one per process, see {@link getClient}.
 *
 * Every call throws `ApiError` when it fails for good.
 *
 * @example
 * ```ts
 * const client = clientFor({ baseUrl: regions["gcp-us"].baseUrl, clientId, clientSecret });
 * for await (const tag of client.tags.list()) console.log(tag.name);
 * ```
 */
export class AnalyticsClient extends WithAreas {
  readonly dataModels: DataModels;
  readonly files: Files;
  readonly members: Members;
  readonly accountTypes: AccountTypes;
  readonly workbooks: Workbooks;
  readonly workbookContents: WorkbookContents;
  readonly workbookChecks: WorkbookChecks;
  readonly reportContents: WorkbookContents;
  readonly reportChecks: WorkbookChecks;
  readonly documents: ReturnType<typeof createDocuments>;
  readonly reports: ReturnType<typeof createReports>;
  readonly embeds: ReturnType<typeof createEmbeds>;
  readonly workbookSchedules: ReturnType<typeof exportSchedules>;
  readonly reportSchedules: ReturnType<typeof exportSchedules>;
  readonly materializationSchedules: ReturnType<typeof createMaterializationSchedules>;
  readonly datasets: Datasets;
  readonly webhooks: Webhooks;
  readonly templates: ReturnType<typeof createTemplates>;
  readonly favorites: ReturnType<typeof createFavorites>;
  readonly grants: Grants;
  readonly translations: ReturnType<typeof createTranslations>;
  readonly ssoCertificates: ReturnType<typeof createSsoCertificates>;
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
    super(api);
    this.#settings = settings;
    this.#api = api;
    this.#writes = writes;
    this.files = new Files(api);
    this.dataModels = new DataModels(api, this.files);
    this.members = new Members(api);
    this.accountTypes = new AccountTypes(api);
    this.workbooks = new Workbooks(api);
    this.workbookContents = new WorkbookContents(api, this.files, settings.workbookApi);
    this.workbookChecks = new WorkbookChecks(api, this.files, settings.workbookApi);
    this.reportContents = new WorkbookContents(api, this.files, settings.workbookApi, "report");
    this.reportChecks = new WorkbookChecks(api, this.files, settings.workbookApi, "report");
    this.documents = createDocuments(api);
    this.reports = createReports(api);
    this.embeds = createEmbeds(api);
    this.workbookSchedules = exportSchedules(api, "/v2/workbooks");
    this.reportSchedules = exportSchedules(api, "/v2/reports");
    this.materializationSchedules = createMaterializationSchedules(api);
    this.datasets = new Datasets(api);
    this.webhooks = new Webhooks(api);
    this.templates = createTemplates(api);
    this.favorites = createFavorites(api);
    this.grants = new Grants(api, this.connections);
    this.translations = createTranslations(api);
    this.ssoCertificates = createSsoCertificates(api);
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

  /** Signs in, unless the client has a token: checks the pair of client id and secret without another request. */
  signIn(): Promise<void> {
    return this.#api.transport.signIn();
  }

  /** `GET /v2/whoami`: the check that region and credentials are right. */
  readIdentity(): Promise<Identity> {
    return this.#api.transport.send({ method: "GET", path: "/v2/whoami", answer: identity });
  }

  /**
   * Whether `createdAt` (ISO 8601, the platform's clock) is not before `ours` (milliseconds since 1970, the local
   * clock). Within a tolerance of a few seconds the answer is yes; undefined: the time says nothing.
   */
  isCreatedSince(createdAt: string, ours: number): boolean | undefined {
    return this.#api.transport.clock.isSince(createdAt, ours);
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
 * clientFor(settings) === clientFor({ ...settings }); // true
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
