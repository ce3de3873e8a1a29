import { type Change, Journal } from "./journal";
import type * as records from "./records";

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

/** What state files of earlier emulators call the fields of documents and of their tags. */
const formerNames: Readonly<Record<string, string>> = {
  ...{ dataModelId: "documentId", workbookId: "documentId", reportId: "documentId" },
  ...{ taggedDataModelId: "taggedId", taggedWorkbookId: "taggedId", taggedReportId: "taggedId" },
  ...{ latestDocumentVersion: "latestVersion", sourceVersion: "version", sourceWorkbookVersion: "version" },
  workbookTaggedAt: "taggedAt",
};
const documents = new Set(["dataModels", "workbooks", "reports"]);

function renameFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [formerNames[name] ?? name, renameFields(field)]);
  return Object.fromEntries(fields);
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
  readonly members = this.#addCollection<records.Member>("members");
  readonly teams = this.#addCollection<records.Team>("teams");
  readonly accountTypes = this.#addCollection<records.AccountType>("accountTypes");
  readonly clientCredentials = this.#addCollection<records.ClientCredential>("clientCredentials");
  readonly userAttributes = this.#addCollection<records.UserAttribute>("userAttributes");
  /** By `<userAttributeId>/<target>/<targetId>`, in the order of priority. */
  readonly userAttributeAssignments = this.#addCollection<records.UserAttributeAssignment>("userAttributeAssignments");
  readonly tenants = this.#addCollection<records.Tenant>("tenants");
  readonly connections = this.#addCollection<records.Connection>("connections");
  readonly warehouseTables = this.#addCollection<records.WarehouseTable>("warehouseTables");
  readonly files = this.#addCollection<records.Inode>("files");
  readonly grants = this.#addCollection<records.Grant>("grants");
  /** By `<memberId>/<inodeId>`. */
  readonly favorites = this.#addCollection<records.Favorite>("favorites");
  readonly templates = this.#addCollection<records.Template>("templates");
  readonly sharedTemplates = this.#addCollection<records.SharedTemplate>("sharedTemplates");
  readonly dataModels = this.#addCollection<records.DocumentRecord>("dataModels");
  /** By `<dataModelId>/<documentVersion>`, so that a new version costs only itself. */
  readonly dataModelVersions = this.#addCollection<records.DataModelVersion>("dataModelVersions");
  readonly materializationSchedules = this.#addCollection<records.MaterializationSchedule>("materializationSchedules");
  readonly datasets = this.#addCollection<records.Dataset>("datasets");
  readonly workbooks = this.#addCollection<records.DocumentRecord>("workbooks");
  readonly reports = this.#addCollection<records.DocumentRecord>("reports");
  /** Of workbooks and reports. */
  readonly documentContents = this.#addCollection<records.DocumentContents>("documentContents");
  /** By `<id>/<version>`: of workbooks and reports written as code. */
  readonly documentVersions = this.#addCollection<records.DocumentContents>("documentVersions");
  /** By the id of the document. */
  readonly drafts = this.#addCollection<records.Draft>("drafts");
  readonly bookmarks = this.#addCollection<records.Bookmark>("bookmarks");
  readonly webhooks = this.#addCollection<records.Webhook>("webhooks");
  readonly webhookDeliveries = this.#addCollection<records.WebhookDelivery>("webhookDeliveries");
  readonly tags = this.#addCollection<records.Tag>("tags");
  readonly deploymentPolicies = this.#addCollection<records.DeploymentPolicy>("deploymentPolicies");
  readonly sourceSwapPolicies = this.#addCollection<records.SourceSwapPolicy>("sourceSwapPolicies");
  readonly exportSchedules = this.#addCollection<records.ExportSchedule>("exportSchedules");
  readonly embeds = this.#addCollection<records.Embed>("embeds");
  readonly downloads = this.#addCollection<records.Download>("downloads");
  readonly materializations = this.#addCollection<records.Materialization>("materializations");
  readonly apiCredentials = this.#addCollection<records.ApiCredential>("apiCredentials");
  readonly apiConnectors = this.#addCollection<records.ApiConnector>("apiConnectors");
  readonly plugins = this.#addCollection<records.Plugin>("plugins");
  /** By name; those that nobody wrote are missing. */
  readonly organizationSettings = this.#addCollection<records.OrganizationSetting>("organizationSettings");
  readonly shortcuts = this.#addCollection<records.Shortcut>("shortcuts");
  /** By `<connectionId> <digest>`. */
  readonly dbtUploads = this.#addCollection<records.DbtUpload>("dbtUploads");
  /** By `<lng>/<lng_variant>`. */
  readonly translations = this.#addCollection<records.Translation>("translations");
  readonly ssoCertificates = this.#addCollection<records.SsoCertificate>("ssoCertificates");

  constructor(seed: number, path?: string) {
    this.#journal = path === undefined ? undefined : new Journal(path, seed);
    this.seed = this.#journal?.seed ?? seed;
    const changes = this.#journal?.changes.splice(0) ?? [];
    this.restored = changes.length > 0;
    for (const [collection, id, record] of changes) {
      this.#collections.get(collection)?.restore(id, documents.has(collection) ? renameFields(record) : record);
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
