import { type Change, Journal } from "./journal";
import type {
  AccountType,
  ApiConnector,
  ApiCredential,
  Bookmark,
  ClientCredential,
  Connection,
  DataModel,
  DataModelVersion,
  Dataset,
  DbtUpload,
  DeploymentPolicy,
  DocumentContents,
  Download,
  Draft,
  Embed,
  ExportSchedule,
  Favorite,
  Grant,
  Inode,
  Materialization,
  MaterializationSchedule,
  Member,
  OrganizationSetting,
  Plugin,
  Report,
  SharedTemplate,
  Shortcut,
  SourceSwapPolicy,
  SsoCertificate,
  Tag,
  Team,
  Template,
  Tenant,
  Translation,
  UserAttribute,
  UserAttributeAssignment,
  WarehouseTable,
  Webhook,
  WebhookDelivery,
  Workbook,
} from "./records";

/**
 * Records of one kind by their id, in the order they were made. A record is never changed in place: it is put again.
 */
export class Collection<Item> {
  readonly #records = new Map<string, Item>();

  constructor(private readonly changed: (id: string) => void) {}

  get(id: string): Item | undefined {
    return this.#records.get(id);
  }

  listAll(): Item[] {
    return [...this.#records.values()];
  }

  listEntries(): IterableIterator<[string, Item]> {
    return this.#records.entries();
  }

  find(accept: (record: Item) => boolean): Item | undefined {
    for (const record of this.#records.values()) {
      if (accept(record)) {
        return record;
      }
    }
    return undefined;
  }

  put(id: string, record: Item): Item {
    this.#records.set(id, record);
    this.changed(id);
    return record;
  }

  delete(id: string): void {
    this.#records.delete(id);
    this.changed(id);
  }

  /** What the journal kept; not a change. */
  restore(id: string, record: Item | null): void {
    if (record === null) {
      this.#records.delete(id);
    } else {
      this.#records.set(id, record);
    }
  }
}

/** Everything that exists on the emulated platform. */
export class Store {
  readonly seed: number;
  /** Whether the state file held a state; without one the store has to be seeded. */
  readonly restored: boolean;
  readonly #collections = new Map<string, Collection<unknown>>();
  readonly #dirty = new Map<string, [collection: string, id: string]>();
  readonly #journal: Journal | undefined;

  readonly counters = this.#addCollection<number>("counters");
  readonly members = this.#addCollection<Member>("members");
  readonly teams = this.#addCollection<Team>("teams");
  readonly accountTypes = this.#addCollection<AccountType>("accountTypes");
  readonly clientCredentials = this.#addCollection<ClientCredential>("clientCredentials");
  readonly userAttributes = this.#addCollection<UserAttribute>("userAttributes");
  /** By `<userAttributeId>/<target>/<targetId>`, in the order of priority. */
  readonly userAttributeAssignments = this.#addCollection<UserAttributeAssignment>("userAttributeAssignments");
  readonly tenants = this.#addCollection<Tenant>("tenants");
  readonly connections = this.#addCollection<Connection>("connections");
  readonly warehouseTables = this.#addCollection<WarehouseTable>("warehouseTables");
  readonly files = this.#addCollection<Inode>("files");
  readonly grants = this.#addCollection<Grant>("grants");
  /** By `<memberId>/<inodeId>`. */
  readonly favorites = this.#addCollection<Favorite>("favorites");
  readonly templates = this.#addCollection<Template>("templates");
  readonly sharedTemplates = this.#addCollection<SharedTemplate>("sharedTemplates");
  readonly dataModels = this.#addCollection<DataModel>("dataModels");
  /** By `<dataModelId>/<documentVersion>`, so that a new version costs only itself. */
  readonly dataModelVersions = this.#addCollection<DataModelVersion>("dataModelVersions");
  readonly materializationSchedules = this.#addCollection<MaterializationSchedule>("materializationSchedules");
  readonly datasets = this.#addCollection<Dataset>("datasets");
  readonly workbooks = this.#addCollection<Workbook>("workbooks");
  readonly reports = this.#addCollection<Report>("reports");
  /** Of workbooks and reports. */
  readonly documentContents = this.#addCollection<DocumentContents>("documentContents");
  /** By `<id>/<version>`: of workbooks and reports written as code. */
  readonly documentVersions = this.#addCollection<DocumentContents>("documentVersions");
  /** By the id of the document. */
  readonly drafts = this.#addCollection<Draft>("drafts");
  readonly bookmarks = this.#addCollection<Bookmark>("bookmarks");
  readonly webhooks = this.#addCollection<Webhook>("webhooks");
  readonly webhookDeliveries = this.#addCollection<WebhookDelivery>("webhookDeliveries");
  readonly tags = this.#addCollection<Tag>("tags");
  readonly deploymentPolicies = this.#addCollection<DeploymentPolicy>("deploymentPolicies");
  readonly sourceSwapPolicies = this.#addCollection<SourceSwapPolicy>("sourceSwapPolicies");
  readonly exportSchedules = this.#addCollection<ExportSchedule>("exportSchedules");
  readonly embeds = this.#addCollection<Embed>("embeds");
  readonly downloads = this.#addCollection<Download>("downloads");
  readonly materializations = this.#addCollection<Materialization>("materializations");
  readonly apiCredentials = this.#addCollection<ApiCredential>("apiCredentials");
  readonly apiConnectors = this.#addCollection<ApiConnector>("apiConnectors");
  readonly plugins = this.#addCollection<Plugin>("plugins");
  /** By name; those that nobody wrote are missing. */
  readonly organizationSettings = this.#addCollection<OrganizationSetting>("organizationSettings");
  readonly shortcuts = this.#addCollection<Shortcut>("shortcuts");
  /** By `<connectionId> <digest>`. */
  readonly dbtUploads = this.#addCollection<DbtUpload>("dbtUploads");
  /** By `<lng>/<lng_variant>`. */
  readonly translations = this.#addCollection<Translation>("translations");
  readonly ssoCertificates = this.#addCollection<SsoCertificate>("ssoCertificates");

  constructor(seed: number, path?: string) {
    this.#journal = path === undefined ? undefined : new Journal(path, seed);
    this.seed = this.#journal?.seed ?? seed;
    const changes = this.#journal?.changes.splice(0) ?? [];
    this.restored = changes.length > 0;
    for (const [collection, id, record] of changes) {
      this.#collections.get(collection)?.restore(id, record);
    }
    this.#journal?.rewrite(this.#listEverything());
  }

  /**
   * Keeps what has changed since the last time. Called before an answer leaves, so that nothing answered can be lost.
   *
   * @throws if the state file can't be written; the changes then wait for the next call
   */
  flush(): void {
    if (this.#dirty.size === 0) {
      return;
    }
    const changes = [...this.#dirty.values()].map(
      ([collection, id]): Change => [collection, id, this.#collections.get(collection)?.get(id) ?? null],
    );
    this.#journal?.append(changes);
    this.#dirty.clear();
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.#journal?.close();
    }
  }

  /** What exists at this moment, by collection. Records are never changed in place, so none has to be copied. */
  takeSnapshot(): Snapshot {
    const { counters: _, ...collections } = Object.fromEntries(this.#collections);
    const lists = Object.entries(collections).map(([name, collection]) => [name, collection.listAll()]);
    return Object.fromEntries(lists) as Snapshot;
  }

  *#listEverything(): Generator<Change> {
    for (const [name, collection] of this.#collections) {
      for (const [id, record] of collection.listEntries()) {
        yield [name, id, record];
      }
    }
  }

  #addCollection<Item>(name: string): Collection<Item> {
    const collection = new Collection<Item>((id) => this.#dirty.set(`${name} ${id}`, [name, id]));
    this.#collections.set(name, collection as Collection<unknown>);
    return collection;
  }
}

type Collections = { [Name in keyof Store as Store[Name] extends Collection<infer _> ? Name : never]: Store[Name] };

/** What exists on the platform, each kind as a list in the order of creation. */
export type Snapshot = {
  [Name in keyof Collections as Name extends "counters" ? never : Name]: Collections[Name] extends Collection<
    infer Item
  >
    ? readonly Item[]
    : never;
};
