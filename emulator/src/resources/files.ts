import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, created, type Stamps, updated } from "../call";
import { dependencyNotFound, failure, invalidRequest, notFound } from "../http/errors";
import { object, optionalText } from "../http/fields";
import { page } from "../http/pages";
import { parseBody, parseQuery } from "../http/validate";
import { latestPages, publish } from "./data-models/versions";

/** An entry of the file tree. A data model, workbook or dataset is a file with a record of its own under the same id. */
export interface File extends Stamps {
  readonly id: string;
  readonly urlId: string;
  readonly name: string;
  readonly type: "workspace" | "folder" | "data-model" | "workbook" | "dataset";
  /** The folder it is in; null at the top of the tree. */
  readonly parentId: string | null;
  readonly description?: string;
  readonly ownerId: string;
  /** Id of the file whose deletion took this one along: itself, or a folder above it. Restoring that one brings this one back. */
  readonly deletedWith: string | null;
}

const fileTypes = [
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
] as const;

const FileType = z.enum(fileTypes);

const Filters = z.object({
  name: z.string().optional(),
  typeFilters: z.union([FileType, z.array(FileType)]).optional(),
  parentId: z.string().optional(),
  directChildFilter: z.enum(["true", "false"]).optional(),
});

export function fileRoutes(app: FastifyInstance): void {
  app.get("/v2/files", async (request) => {
    const { call } = request;
    const filters = parseQuery(Filters, request.query);
    const types = filters.typeFilters === undefined ? undefined : [filters.typeFilters].flat();
    const inFolder = filters.directChildFilter === "true" ? isIn : isUnder;
    const found = call.store.files
      .all()
      .filter((file) => isListed(call, file.id))
      .filter((file) => types === undefined || types.includes(file.type))
      .filter((file) => filters.name === undefined || file.name.toLowerCase().includes(filters.name.toLowerCase()))
      .filter((file) => filters.parentId === undefined || inFolder(call, file, filters.parentId));
    return page(request, found, (file) => presentFile(call, file));
  });

  app.post("/v2/files", async (request) => presentFile(request.call, createFolder(request.call, request.body)));

  app.get<{ Params: { inodeId: string } }>("/v2/files/:inodeId", async (request) =>
    presentFile(request.call, findFile(request.call, request.params.inodeId)),
  );

  app.patch<{ Params: { inodeId: string } }>("/v2/files/:inodeId", async (request) =>
    presentFile(request.call, patchFile(request.call, request.params.inodeId, request.body)),
  );

  app.delete<{ Params: { inodeId: string } }>("/v2/files/:inodeId", async (request) => {
    deleteFile(request.call, request.params.inodeId);
    return {};
  });
}

/** Adds an entry to the tree; the record that goes with it is its resource's business. */
export function addFile(
  call: Call,
  file: Pick<File, "type" | "name" | "description"> & { parentId: string; id?: string; ownerId?: string },
): File {
  const parent = findFolder(call, file.parentId);
  const made: File = {
    id: file.id ?? call.ids.uuid(file.type),
    urlId: call.ids.urlId(file.type),
    name: file.name,
    type: file.type,
    parentId: parent.id,
    description: file.description,
    ownerId: file.ownerId ?? call.actor,
    deletedWith: null,
    ...created(call.actor),
  };
  call.store.files.put(made.id, made);
  return made;
}

function createFolder(call: Call, body: unknown): File {
  const fields = parseBody(
    object(call, {
      type: z.literal("folder"),
      name: z.string().min(1),
      description: z.string().optional(),
      ownerId: z.string().optional(),
      parentId: z.string().optional(),
    }),
    body,
  );
  if (fields.ownerId !== undefined && !call.store.members.get(fields.ownerId)) {
    throw dependencyNotFound(fields.ownerId);
  }
  const parentId = fields.parentId ?? call.store.members.get(fields.ownerId ?? call.actor)?.homeFolderId;
  return addFile(call, { ...fields, parentId: parentId ?? "" });
}

function patchFile(call: Call, id: string, body: unknown): File {
  const fields = parseBody(
    object(call, {
      name: z.string().min(1).optional(),
      description: z.string().optional(),
      ownerId: z.string().optional(),
      parentId: z.string().optional(),
      restore: z.boolean().optional(),
    }),
    body,
  );
  const { restore, ...changes } = fields;
  const file = restore ? restoreFile(call, id) : findFile(call, id);
  if (file.deletedWith !== null) {
    throw notFound("File", id);
  }
  if (changes.ownerId !== undefined && !call.store.members.get(changes.ownerId)) {
    throw dependencyNotFound(changes.ownerId);
  }
  if (changes.parentId !== undefined) {
    const parent = findFolder(call, changes.parentId);
    if (parent.id === file.id || isUnder(call, parent, file.id)) {
      throw invalidRequest("A folder can't be moved into itself");
    }
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const changed: File = { ...file, ...given, ...updated(call.actor) };
  call.store.files.put(id, changed);
  if (file.type === "data-model" && call.settings.renameMakesVersion) {
    publish(call, id, latestPages(call, id) ?? []);
  }
  return changed;
}

function deleteFile(call: Call, id: string): void {
  const file = findFile(call, id);
  if (file.deletedWith !== null) {
    throw notFound("File", id);
  }
  const inside = call.store.files.all().filter((other) => other.deletedWith === null && isUnder(call, other, id));
  if (inside.length > 0 && call.settings.deleteFullFolder === "refuse") {
    throw failure(409, `Folder '${file.name}' isn't empty`);
  }
  for (const gone of [file, ...inside]) {
    call.store.files.put(gone.id, { ...gone, deletedWith: id, ...updated(call.actor) });
  }
}

function restoreFile(call: Call, id: string): File {
  const deleted = call.store.files.get(id);
  if (!deleted) {
    throw notFound("File", id);
  }
  for (const file of call.store.files
    .all()
    .filter(({ deletedWith }) => deletedWith !== null && deletedWith === deleted.deletedWith)) {
    call.store.files.put(file.id, { ...file, deletedWith: null, ...updated(call.actor) });
  }
  return call.store.files.get(id)!;
}

/** A file as a read by id sees it: a deleted one is there no more, unless the settings say it can still be read. */
export function findFile(call: Call, id: string, what = "File"): File {
  const file = call.store.files.get(id);
  if (!file || (file.deletedWith !== null && call.settings.deletedFiles === "not-found")) {
    throw notFound(what, id);
  }
  return file;
}

/** A folder or workspace something can be put into. */
export function findFolder(call: Call, id: string): File {
  const folder = call.store.files.get(id);
  if (!folder || folder.deletedWith !== null || (folder.type !== "folder" && folder.type !== "workspace")) {
    throw dependencyNotFound(id);
  }
  return folder;
}

/** Whether lists show a file: not when it is deleted, and not yet when it is very new. */
export function isListed(call: Call, id: string): boolean {
  const file = call.store.files.get(id);
  return (
    file !== undefined &&
    file.deletedWith === null &&
    Date.parse(file.createdAt) + call.settings.listingDelayMs <= Date.now()
  );
}

/** Names of the folders above a file, as the platform writes them: `Acme/Models`. */
export function pathOf(call: Call, file: File): string {
  const names: string[] = [];
  for (let at = parentOf(call, file); at; at = parentOf(call, at)) {
    names.unshift(at.name);
  }
  return names.join("/");
}

/** Where a browser would open a document. */
export function urlOf(file: File): string {
  const slug = file.name.replace(/[^A-Za-z0-9]+/g, "-");
  return `https://app.analytics.example/acme/${file.type}/${slug}-${file.urlId}`;
}

function presentFile(call: Call, file: File): Record<string, unknown> {
  const { deletedWith, description, parentId, ...fields } = file;
  return {
    ...fields,
    parentId: parentId ?? call.ids.named("organization"),
    parentUrlId: parentOf(call, file)?.urlId ?? call.ids.namedUrlId("organization"),
    permission: "edit",
    path: pathOf(call, file),
    badge: null,
    isArchived: deletedWith !== null,
    ...optionalText(call, "description", description),
  };
}

function parentOf(call: Call, file: File): File | undefined {
  return file.parentId === null ? undefined : call.store.files.get(file.parentId);
}

function isIn(_call: Call, file: File, folderId: string): boolean {
  return file.parentId === folderId;
}

function isUnder(call: Call, file: File, folderId: string): boolean {
  for (let at: File | undefined = file; at; at = parentOf(call, at)) {
    if (at.parentId === folderId) {
      return true;
    }
  }
  return false;
}
