import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import {
  createArchived,
  createDependencyNotFound,
  createFailure,
  createInvalidRequest,
  createNotFound,
  requireDependency,
  requireExisting,
} from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildPage } from "../http/pages";
import { containsText, flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Inode, WarehouseTable } from "../state/records";
import { getScope, isScope, listIndexedTables } from "./connections";
import { getLatestPages, publish } from "./data-models/versions";
import { addRecord, checkVersion, reports, workbooks } from "./documents/kinds";
import { addGrant, hasGrant } from "./grants";

const FileType = z.enum([
  "workspace",
  "folder",
  "workbook",
  "dataset",
  "data-model",
  "sql",
  "worksheet",
  "dashboard",
  "template",
  "table",
  "symlink",
  "report",
]);

/** What a list has without `typeFilters`; all else has to be asked for. */
const listedUnasked: readonly string[] = ["workbook", "folder", "data-model", "dataset", "report"];

const Filters = z.object({
  permissionFilter: z.enum(["view", "explore", "organize", "edit"]).optional(),
  name: z.string().optional(),
  typeFilters: z.union([FileType, z.array(FileType)]).optional(),
  parentId: z.string().optional(),
  directChildFilter: flag,
});

export function addFileRoutes(app: FastifyInstance): void {
  app.get("/v2/files", async (request) => {
    const { call } = request;
    return buildPage(request, listFiles(call, call.actor, request.query), (file) => file, "total and hasMore");
  });

  app.post("/v2/files", async (request) => presentFile(request.call, createFile(request.call, request.body)));

  app.get<{ Params: { inodeId: string } }>("/v2/files/:inodeId", async (request) =>
    readFile(request.call, request.params.inodeId),
  );

  app.patch<{ Params: { inodeId: string } }>("/v2/files/:inodeId", async (request) =>
    presentFile(request.call, patchFile(request.call, request.params.inodeId, request.body)),
  );

  app.delete<{ Params: { inodeId: string } }>("/v2/files/:inodeId", async (request) => {
    deleteFile(request.call, request.params.inodeId);
    return {};
  });
}

/** What a member finds among the files: everything but what lies in the personal areas of others. */
export function listFiles(call: Call, memberId: string, query: unknown): Record<string, unknown>[] {
  const filters = parseQuery(Filters, query);
  const types = filters.typeFilters === undefined ? undefined : [filters.typeFilters].flat();
  const inFolder = filters.directChildFilter ? isDirectChild : isInside;
  const isVisible = call.settings.othersDocuments === "listed" ? () => true : createVisibilityFilter(call, memberId);
  const found = call.store.files
    .listAll()
    .filter((file) => isListed(call, file.id) && isVisible(file))
    .filter((file) => (types ?? listedUnasked).includes(file.type))
    .filter((file) => containsText(file.name, filters.name))
    .filter((file) => filters.parentId === undefined || inFolder(call, file, filters.parentId))
    .map((file) => presentFile(call, file));
  const tables = types?.includes("table") ? listTableFiles(call, filters) : [];
  return [...found, ...tables];
}

/** Whether a member may see a file: what lies in the personal area of another member is that member's alone. */
function createVisibilityFilter(call: Call, memberId: string): (file: Inode) => boolean {
  const others = call.store.members.listAll().filter((member) => member.memberId !== memberId);
  const homes = new Set(others.map(({ homeFolderId }) => homeFolderId));
  return (file) => {
    for (let at: Inode | undefined = file; at && file.ownerId !== memberId; at = findParent(call, at)) {
      if (at.parentId !== null && homes.has(at.parentId)) {
        return false;
      }
    }
    return true;
  };
}

/** A file, or a table of a warehouse, which is one too. */
function readFile(call: Call, id: string): Record<string, unknown> {
  const table = listIndexedTables(call).find(({ tableId }) => tableId === id);
  if (table) {
    return presentTable(call, table);
  }
  if (id === rootId || id === getRootUrlId(call)) {
    return presentRoot(call);
  }
  if (!call.store.files.get(id) && isScope(call, id)) {
    throw createInvalidRequest(`Can't read '${id}'. It is of type: scope`);
  }
  const file = findFile(call, id);
  checkAccess(call, file);
  return presentFile(call, file);
}

/** The folder that workspaces and personal areas lie in; its name is undocumented. */
const rootId = "00000000-0000-0000-0000-000000000000";

function getRootUrlId(call: Call): string {
  return call.ids.nameUrlId("root");
}

function presentRoot(call: Call): Record<string, unknown> {
  const admin = call.store.members.listAll()[0]!;
  const root: Inode = {
    id: rootId,
    urlId: getRootUrlId(call),
    name: "Root",
    type: "folder",
    parentId: null,
    ownerId: admin.memberId,
    deletedWith: null,
    createdBy: admin.createdBy,
    updatedBy: admin.updatedBy,
    createdAt: admin.createdAt,
    updatedAt: admin.updatedAt,
  };
  return { ...presentFile(call, root), permission: "view" };
}

/** Refuses what the settings say the client's member may not read. */
export function checkAccess(call: Call, file: Inode): void {
  const { othersDocuments, workspaceAccess } = call.settings;
  const isForbidden =
    file.type === "workspace"
      ? workspaceAccess === "forbidden"
      : othersDocuments === "forbidden" && !createVisibilityFilter(call, call.actor)(file);
  if (isForbidden) {
    throw createFailure(403, `No access to '${file.id}'`);
  }
}

/** The tables of the catalogs as files. They lie in no folder, but in a schema, which `parentId` may name. */
function listTableFiles(call: Call, { name, parentId }: z.output<typeof Filters>): Record<string, unknown>[] {
  return listIndexedTables(call)
    .map((table) => presentTable(call, table))
    .filter((file) => containsText(String(file.name), name))
    .filter((file) => parentId === undefined || file.parentId === parentId);
}

function presentTable(call: Call, { tableId, urlId, connectionId, path }: WarehouseTable): Record<string, unknown> {
  const connection = call.store.connections.get(connectionId);
  const schema = getScope(call, connectionId, path.slice(0, -1));
  return {
    id: tableId,
    urlId,
    name: path.at(-1),
    type: "table",
    parentId: schema.id,
    parentUrlId: schema.urlId,
    permission: "view",
    path: ["Connection Root", ...path.slice(0, -1)].join("/"),
    badge: null,
    ownerId: connection?.createdBy,
    createdBy: connection?.createdBy,
    updatedBy: connection?.updatedBy,
    createdAt: connection?.createdAt,
    updatedAt: connection?.updatedAt,
    isArchived: false,
  };
}

/** Adds an entry to the tree; the record that goes with it is its resource's business. */
export function addFile(
  call: Call,
  file: Pick<Inode, "type" | "name" | "description"> & { parentId: string; ownerId?: string },
): Inode {
  const parent = findFolder(call, file.parentId);
  const made: Inode = {
    id: call.ids.makeUuid(file.type),
    urlId: call.ids.makeUrlId(file.type),
    name: file.name,
    type: file.type,
    parentId: parent.id,
    description: file.description,
    ownerId: file.ownerId ?? call.actor,
    deletedWith: null,
    ...stampCreated(call.actor),
  };
  return putFile(call, made);
}

/** Adds a new entry, with the grant of who created it where the settings say that it shows. */
function putFile(call: Call, made: Inode): Inode {
  call.store.files.put(made.id, made);
  if (call.settings.creatorGrants === "visible") {
    addGrant(call, { inodeId: made.id, memberId: call.actor, teamId: null, permission: "edit", tagId: null });
  }
  return made;
}

function createFile(call: Call, body: unknown): Inode {
  const name = z.string().min(1);
  const text = z.string().optional();
  const placed = { name, description: text, ownerId: text, parentId: text };
  const source = defineObject(call, { inodeId: z.string(), version: z.number() }).optional();
  const fields = parseBody(
    z.discriminatedUnion("type", [
      defineObject(call, { type: z.literal("workspace"), name }),
      defineObject(call, { type: z.literal("folder"), ...placed }),
      defineObject(call, { type: z.literal("workbook"), ...placed, source }),
      defineObject(call, { type: z.literal("report"), ...placed }),
    ]),
    body,
  );
  if (fields.type === "workspace") {
    return addWorkspace(call, fields.name);
  }
  const ownerId = fields.ownerId ?? call.actor;
  const { homeFolderId } = requireDependency(call.store.members.get(ownerId), ownerId);
  checkOwner(call, ownerId, call.store.files.get(fields.parentId ?? homeFolderId));
  if (fields.type === "folder") {
    return addFile(call, { parentId: homeFolderId, ...fields });
  }
  const copied = "source" in fields ? fields.source : undefined;
  if (copied !== undefined) {
    checkCopied(call, copied);
  }
  const { type, name: title, description, parentId = homeFolderId } = fields;
  const made = addFile(call, { type, name: title, description, parentId, ownerId });
  addRecord(call.store, type === "report" ? reports : workbooks, made.id, copied?.inodeId);
  return made;
}

/** Refuses an owner who doesn't exist, or who has no access to a file, or to the folder that a new one is to be in. */
export function checkOwner(call: Call, ownerId: string, at: Inode | undefined): void {
  const owner = requireDependency(call.store.members.get(ownerId), ownerId);
  if (at === undefined || call.settings.newOwners === "any") {
    return;
  }
  const chain: Inode[] = [];
  for (let one: Inode | undefined = at; one; one = findParent(call, one)) {
    chain.push(one);
  }
  const ids = chain.map(({ id }) => id);
  const hasAccess =
    ownerId === call.actor || owner.memberType === "admin" || chain.some((file) => file.ownerId === ownerId);
  const isFormer = owner.isArchived || owner.isInactive;
  if (isFormer || !(hasAccess || hasGrant(call, ownerId, ids))) {
    throw createInvalidRequest(`The new owner '${ownerId}' has no access to '${at.id}'`);
  }
}

/** A workbook can be a copy of a version of another one. */
function checkCopied(call: Call, { inodeId, version }: { inodeId: string; version: number }): void {
  const workbook = requireDependency(call.store.workbooks.get(inodeId), inodeId);
  checkLiving(call, inodeId, "Workbook");
  checkVersion(workbooks, workbook, version);
}

/** A workspace; its name needn't be the only one. */
export function addWorkspace(call: Call, name: string): Inode {
  const place = { type: "workspace", name, parentId: null, ownerId: call.actor, deletedWith: null } as const;
  const id = call.ids.makeUuid("workspace");
  return putFile(call, { id, urlId: call.ids.makeUrlId("workspace"), ...place, ...stampCreated(call.actor) });
}

function patchFile(call: Call, id: string, body: unknown): Inode {
  const { restore, ...changes } = parseBody(
    defineObject(call, {
      name: z.string().min(1).optional(),
      description: z.string().optional(),
      ownerId: z.string().optional(),
      parentId: z.string().optional(),
      restore: z.boolean().optional(),
    }),
    body,
  );
  const file = restore ? requireExisting(call.store.files.get(id), "File", id) : findLiving(call, id);
  const restored = file.deletedWith !== null;
  const parentId = changes.parentId ?? file.parentId;
  if (parentId !== null && (restored || changes.parentId !== undefined)) {
    const parent = findFolder(call, parentId);
    if (parent.id === id || isInside(call, parent, id)) {
      throw createInvalidRequest("A folder can't be moved into itself");
    }
  }
  if (changes.ownerId !== undefined) {
    checkOwner(call, changes.ownerId, { ...file, parentId });
  }
  if (restored) {
    bringBack(call, id);
  }
  const changed: Inode = { ...file, ...changes, deletedWith: null, ...stampUpdated(call.actor) };
  call.store.files.put(id, changed);
  if (file.type === "data-model" && call.settings.renameMakesVersion) {
    publish(call, id, getLatestPages(call, id) ?? []);
  }
  return changed;
}

/** What the deletion of a folder took along comes back with it. */
function bringBack(call: Call, folderId: string): void {
  for (const file of call.store.files.listAll().filter(({ deletedWith }) => deletedWith === folderId)) {
    call.store.files.put(file.id, { ...file, deletedWith: null });
  }
}

export function deleteFile(call: Call, id: string): void {
  const file = findLiving(call, id);
  const inside = call.store.files.listAll().filter((other) => other.deletedWith === null && isInside(call, other, id));
  if (inside.length > 0 && call.settings.deleteFullFolder === "refuse") {
    throw createFailure(409, `Folder '${file.name}' isn't empty`);
  }
  for (const gone of [file, ...inside]) {
    call.store.files.put(gone.id, { ...gone, deletedWith: id, ...stampUpdated(call.actor) });
  }
}

/** A file that can be changed: one that is deleted can't. */
function findLiving(call: Call, id: string): Inode {
  const file = findFile(call, id);
  if (file.deletedWith !== null) {
    throw createNotFound("File", id);
  }
  return file;
}

/** A file as a read by id sees it: a deleted one is there no more, unless the settings say it can still be read. */
export function findFile(call: Call, id: string, what = "File"): Inode {
  const file = call.store.files.get(id);
  if (!file || (file.deletedWith !== null && call.settings.deletedFiles === "not-found")) {
    throw createNotFound(what, id);
  }
  return file;
}

/** Refuses what is archived. */
export function checkLiving(call: Call, id: string, what: string): void {
  const deletedWith = call.store.files.get(id)?.deletedWith ?? null;
  if (deletedWith !== null) {
    throw createArchived(what, id);
  }
}

/** A folder or workspace something can be put into. */
export function findFolder(call: Call, id: string): Inode {
  const folder = call.store.files.get(id);
  if (!folder || folder.deletedWith !== null || (folder.type !== "folder" && folder.type !== "workspace")) {
    throw createDependencyNotFound(id);
  }
  return folder;
}

const Unshared = z.object({ excludeTags: flag, skipPermissionCheck: flag });
const UnsharedOrArchived = Unshared.extend({ isArchived: flag });

/**
 * The documents that a list has, with their files, and whether it has their tags. An administrator may ask for those of
 * everybody.
 */
export function listDocuments<Document>(
  call: Call,
  query: unknown,
  { all, idOf, hasArchived }: { all: readonly Document[]; idOf(document: Document): string; hasArchived: boolean },
): { readonly listed: (Document & { readonly file: Inode })[]; readonly withoutTags: boolean | undefined } {
  const filters: z.output<typeof UnsharedOrArchived> = parseQuery(hasArchived ? UnsharedOrArchived : Unshared, query);
  if (filters.skipPermissionCheck && call.store.members.get(call.actor)?.memberType !== "admin") {
    throw createFailure(403, "skipPermissionCheck needs an administrator");
  }
  const showsAll = filters.skipPermissionCheck || call.settings.unsharedDocuments === "listed";
  const isVisible = showsAll ? () => true : createVisibilityFilter(call, call.actor);
  const listed = all.flatMap((document) => {
    const file = call.store.files.get(idOf(document));
    return file !== undefined && isListed(call, file.id, filters.isArchived) && isVisible(file)
      ? [{ ...document, file }]
      : [];
  });
  return { listed, withoutTags: filters.excludeTags };
}

/**
 * Whether lists show a file: not when it is deleted, unless they are asked for such, and not yet when it is very new.
 */
export function isListed(call: Call, id: string, isArchived = false): boolean {
  const file = call.store.files.get(id);
  return (
    file !== undefined &&
    (file.deletedWith !== null) === isArchived &&
    Date.parse(file.createdAt) + call.settings.listingDelayMs <= Date.now()
  );
}

/** Names of the folders above a file, as the platform writes them: `Acme/Models`. */
export function formPath(call: Call, file: Inode): string {
  const names: string[] = [];
  for (let at = findParent(call, file); at; at = findParent(call, at)) {
    names.unshift(at.name);
  }
  return names.join("/");
}

/** What every document tells of its file. */
export function presentDocument(call: Call, file: Inode): Record<string, unknown> {
  const { name, createdBy, updatedBy, createdAt, updatedAt, deletedWith } = file;
  const times = { createdBy, updatedBy, createdAt, updatedAt };
  return { name, url: formUrl(file), path: formPath(call, file), ...times, isArchived: deletedWith !== null };
}

/** Where a browser would open a document. */
export function formUrl(file: Inode): string {
  if (file.type === "dataset") {
    return `https://app.analytics.example/acme/b/${file.urlId}`;
  }
  const slug = file.name.replace(/[^A-Za-z0-9]+/g, "-");
  return `https://app.analytics.example/acme/${file.type}/${slug}-${file.urlId}`;
}

export function presentFile(call: Call, file: Inode): Record<string, unknown> {
  const { deletedWith, description, parentId, ...fields } = file;
  return {
    ...fields,
    parentId: parentId ?? rootId,
    parentUrlId: findParent(call, file)?.urlId ?? getRootUrlId(call),
    permission: "edit",
    path: formPath(call, file),
    badge: null,
    isArchived: deletedWith !== null,
    ...presentOptionalText(call, "description", description),
  };
}

function findParent(call: Call, file: Inode): Inode | undefined {
  return file.parentId === null ? undefined : call.store.files.get(file.parentId);
}

function isDirectChild(_call: Call, file: Inode, folderId: string): boolean {
  return (file.parentId ?? rootId) === folderId;
}

/** Whether a file is below a folder or workspace, at any depth. */
export function isInside(call: Call, file: Inode, folderId: string): boolean {
  if (folderId === rootId) {
    return true;
  }
  for (let at: Inode | undefined = file; at; at = findParent(call, at)) {
    if (at.parentId === folderId) {
      return true;
    }
  }
  return false;
}
