import {
  type AnalyticsClient,
  type ApiCredential,
  type Connection,
  collect,
  type DeploymentPolicy,
  type DeploymentPolicyDocument,
  type File,
  FolderTree,
  isAboutOneThing,
  readUnless,
  readUnlessGone,
  type SourceSwapPolicy,
  type VersionTag,
} from "pulumi-analytics-internal/core/api";
import { Run } from "pulumi-analytics-internal/core/runtime";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { type AnyKind, getDefaultSettings, type LifecycleContext } from "pulumi-analytics-internal/kinds/declare";
import { loadAllKinds } from "pulumi-analytics-internal/kinds/registry";
import { type CodedDocument, listCoded, listDocumentTags } from "../platform/documents";
import { collectLiving, readFolders } from "../platform/models";

/** A data model as the platform lists it, with its place. */
export interface ListedModel {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly folderId: string;
  /** The path of its folder, as people write it: a slash in a name is `\/`. */
  readonly path: string;
  readonly version: number;
  readonly createdAt: string;
  readonly tags: readonly { readonly tagId: string; readonly version: number }[];
}

/** A deployment policy with what it deploys and where to. */
export interface PolicyWithMembers extends DeploymentPolicy {
  readonly tenants: readonly { readonly id: string; readonly name: string | undefined }[];
  readonly documents: readonly DeploymentPolicyDocument[];
}

/** A workbook or report with its tags. */
type TaggedDocument = CodedDocument & Required<Pick<CodedDocument, "tags">>;

/** What these credentials can't read, and why. */
export interface Unreadable {
  readonly what: string;
  readonly why: string;
}

/** Everything of an organization that can be declared, without the contents of its models. */
export interface Organization {
  readonly connections: readonly Connection[];
  readonly models: readonly ListedModel[];
  /** Folders and workspaces by id. */
  readonly folders: ReadonlyMap<string, File>;
  readonly tags?: readonly VersionTag[];
  readonly workbooks?: readonly TaggedDocument[];
  readonly reports?: readonly TaggedDocument[];
  readonly sourceSwapPolicies?: readonly SourceSwapPolicy[];
  readonly deploymentPolicies?: readonly PolicyWithMembers[];
  readonly apiCredentials?: readonly ApiCredential[];
  /**
   * Objects of the kinds whose declarations say how they are written, by kind; a kind that can't be read is missing.
   */
  readonly exported: ReadonlyMap<string, readonly ExportedObject[]>;
  readonly unreadable: readonly Unreadable[];
}

/** An object, as a program would declare it. */
export interface ExportedObject {
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** How much of an organization is read. */
export interface Extent {
  /** False: only what can belong to a model. */
  readonly everything: boolean;
  /** Whether the kinds whose declarations say how they are written are read too. */
  readonly all: boolean;
}

/** The kinds whose declarations say how they are written. */
export const listExportedKinds = () => loadAllKinds().filter(({ pull }) => pull !== undefined);

/** Reads all lists. What the credentials aren't allowed to read is left out and told of. */
export async function readOrganization(
  client: AnalyticsClient,
  { everything, all, step }: Extent & { step: () => void },
): Promise<Organization> {
  const unreadable: Unreadable[] = [];
  const readOrTell: Told = async (what, read) => {
    try {
      return await read();
    } catch (error) {
      if (!isAboutOneThing(error)) throw error;
      unreadable.push({ what, why: error.message });
      return undefined;
    }
  };
  const readOptional = <T>(what: string, read: () => Promise<T>) => readOrTell(what, read).finally(step);
  const readWhole = <T>(what: string, read: () => Promise<T>) => (everything ? readOptional(what, read) : undefined);
  const readRequired = async <T>(read: Promise<T>): Promise<T> => read.finally(step);

  const folderList = listFolders(client);
  const [connections, models, folders, tags, workbooks, sourceSwapPolicies, deploymentPolicies, apiCredentials] =
    await Promise.all([
      readRequired(
        sortList(collectLiving(client.connections.list()), ({ createdAt, connectionId }) => [createdAt, connectionId]),
      ),
      readRequired(sortList(listModels(client, folderList), ({ createdAt, id }) => [createdAt, id])),
      readRequired(folderList),
      readOptional("tags", () =>
        sortList(collectLiving(client.tags.list()), ({ createdAt, name }) => [createdAt, name]),
      ),
      readWhole("workbooks", () => listTagged(client, "workbook")),
      readWhole("source swap policies", () =>
        sortList(collect(client.sourceSwapPolicies.list()), ({ name, policyId }) => [name, policyId]),
      ),
      readWhole("deployment policies", () => listPolicies(client)),
      readWhole("API credentials", () => listCredentials(client)),
    ]);
  unreadable.push(...describeCircles(folders));
  const reports = all ? await readOptional("reports", () => listTagged(client, "report")) : undefined;
  const exported = new Map<string, readonly ExportedObject[]>();
  for (const kind of all ? listExportedKinds() : []) {
    const read = await readOptional(kind.name, () => listObjects(kind, client, readOrTell));
    if (read !== undefined) exported.set(kind.name, read);
  }
  return {
    exported,
    connections,
    models,
    folders,
    tags,
    workbooks,
    reports,
    sourceSwapPolicies,
    deploymentPolicies,
    apiCredentials,
    unreadable: unreadable.sort((a, b) => (a.what < b.what ? -1 : 1)),
  };
}

/** Folders whose parents go round in a circle: they have no path, and can't be declared. */
function describeCircles(folders: ReadonlyMap<string, File>): Unreadable[] {
  const tree = new FolderTree(folders.values());
  const circular = tree.all.filter((folder) => folder.type === "folder" && tree.isCircular(folder));
  return circular.map((folder) => {
    const circle = [...tree.listFolders(folder), folder].map(({ name, id }) => `${name} (${id})`);
    return {
      what: `folder ${folder.name} (${folder.id})`,
      why:
        `it lies in itself, in ${circle.join(", in ")}, and is declared as its id. Move one of ` +
        "these folders into a workspace.",
    };
  });
}

/** Reads something; undefined, and remembered as unreadable, when the platform refuses that. */
type Told = <T>(what: string, read: () => Promise<T>) => Promise<T | undefined>;

/** All objects of a kind, as a program would declare them. */
async function listObjects(kind: AnyKind, client: AnalyticsClient, told: Told): Promise<ExportedObject[]> {
  const context: LifecycleContext = {
    run: new Run(),
    client,
    mayBeDone: false,
    settings: getDefaultSettings(kind),
    replaces: () => false,
    checkpoint: () => undefined,
    log: () => undefined,
  };
  const ids: readonly string[] = (await kind.pull?.ids(client)) ?? [];
  const read = await Promise.all(
    ids.map(async (id) => {
      const found = await told(`${kind.name} ${id}`, () => readUnlessGone(kind.read(context, id, undefined)));
      return { id, found };
    }),
  );
  return read.flatMap(({ id, found }) => (found === undefined ? [] : [{ id, inputs: found.inputs }]));
}

/** How many lists {@link readOrganization} goes through. */
export const listCount = ({ everything, all }: Extent) =>
  (everything ? 8 : 4) + (all ? listExportedKinds().length + 1 : 0);

async function listModels(
  client: AnalyticsClient,
  folders: Promise<ReadonlyMap<string, File>>,
): Promise<ListedModel[]> {
  const [models, files, tree] = await Promise.all([
    collectLiving(client.dataModels.list()),
    collect(client.files.list({ type: "data-model" })),
    folders.then((known) => new FolderTree(known.values())),
  ]);
  const fileOf = new Map(files.map((file) => [file.id, file]));
  const listed = await Promise.all(
    models.map(async (model): Promise<ListedModel[]> => {
      const { dataModelId: id, name: title, path, latestVersion: version, createdAt } = model;
      // A new file may be missing from the list for a while.
      const file = fileOf.get(id) ?? (await readUnlessGone(client.files.get(id)));
      if (file === undefined) return [];
      const tags = model.tags ?? (await collect(client.dataModels.listTags(id)));
      return [
        {
          id,
          title,
          description: file.description,
          folderId: file.parentId,
          path: tree.writeFolderPath({ id, name: title, parentId: file.parentId, path }),
          version,
          createdAt,
          tags: tags.map(({ versionTagId, version }) => ({ tagId: versionTagId, version })),
        },
      ];
    }),
  );
  return listed.flat();
}

/**
 * A list in an order that is always the same. Where the platform tells the age, the oldest come first: what is made
 * later never takes a name that an older one could have.
 */
async function sortList<T>(list: Promise<T[]>, keysOf: (item: T) => readonly string[]): Promise<T[]> {
  const keyed = (await list).map((item) => ({ item, key: keysOf(item).join("\u0000") }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

async function listFolders(client: AnalyticsClient): Promise<Map<string, File>> {
  const folders = await sortList(readFolders(client), ({ createdAt, id }) => [createdAt, id]);
  return new Map(folders.map((folder) => [folder.id, folder]));
}

async function listTagged(client: AnalyticsClient, type: CodedNoun): Promise<TaggedDocument[]> {
  const documents = await sortList(listCoded(client, type), ({ createdAt, id }) => [createdAt, id]);
  return Promise.all(
    documents.map(async (document) => ({ ...document, tags: await listDocumentTags(client, document) })),
  );
}

async function listPolicies(client: AnalyticsClient): Promise<PolicyWithMembers[]> {
  const all = collect(client.deploymentPolicies.list());
  const policies = await sortList(all, ({ name, deploymentPolicyId }) => [name, deploymentPolicyId]);
  if (policies.length === 0) return [];
  const nameOf = await readTenantNames(client);
  return Promise.all(
    policies.map(async (policy) => {
      const id = policy.deploymentPolicyId;
      const [tenants, documents] = await Promise.all([
        sortList(collect(client.deploymentPolicies.listTenants(id)), (tenant) => [nameOf.get(tenant) ?? "", tenant]),
        sortList(collect(client.deploymentPolicies.listDocuments(id)), ({ inode, inodeId }) => [
          inode?.name ?? "",
          inodeId,
        ]),
      ]);
      return { ...policy, tenants: tenants.map((tenant) => ({ id: tenant, name: nameOf.get(tenant) })), documents };
    }),
  );
}

/** The names of tenants by id; they only make the program easier to read. */
async function readTenantNames({ deploymentPolicies }: AnalyticsClient): Promise<Map<string, string>> {
  const tenants = await readUnless(isAboutOneThing, collect(deploymentPolicies.listAvailableTenants()));
  return new Map(
    tenants?.map(({ tenantOrganizationId, tenantOrganizationName }) => [tenantOrganizationId, tenantOrganizationName]),
  );
}

/** A list leaves out what is visible of a credential, so that each is read by itself. */
async function listCredentials(client: AnalyticsClient): Promise<ApiCredential[]> {
  const listed = await collect(client.apiCredentials.list());
  const all = Promise.all(listed.map(({ apiCredentialId }) => client.apiCredentials.get(apiCredentialId)));
  return sortList(all, ({ createdAt, apiCredentialId }) => [createdAt, apiCredentialId]);
}
