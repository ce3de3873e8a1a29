import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampUpdated } from "../call";
import { createFailure, createNotFound } from "../http/errors";
import { defineObject } from "../http/fields";
import { addListRoutes } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Inode } from "../state/records";
import { addWorkspace, checkAccess, findFile, isInside, isListed } from "./files";

export function addWorkspaceRoutes(app: FastifyInstance): void {
  addListRoutes(app, "/v2/workspaces", ({ call, query }) => ({
    items: select(call, query),
    present: presentWorkspace,
  }));

  app.get<Params>("/v2/workspaces/:workspaceId", async ({ call, params }) => {
    return presentWorkspace(findWorkspace(call, params.workspaceId));
  });

  app.post("/v2/workspaces", async ({ call, body }) => {
    const { name, noDuplicates } = parseBody(defineObject(call, Fields), body);
    const namesakes = listNamesakes(call, name);
    const { workspaceNames } = call.settings;
    if (namesakes.length > 0 && (noDuplicates || workspaceNames !== "free")) {
      if (workspaceNames === "conflict") {
        throw createFailure(409, `A workspace with the name '${name}' already exists`);
      }
      return { workspaceIds: namesakes.map(({ id }) => id), workspaceUrlIds: namesakes.map(({ urlId }) => urlId) };
    }
    return presentWorkspace(addWorkspace(call, name));
  });

  app.patch<Params>("/v2/workspaces/:workspaceId", async ({ call, params, body }) => {
    const file = findWorkspace(call, params.workspaceId);
    const { name, noDuplicates } = parseBody(defineObject(call, Fields), body);
    const namesakes = listNamesakes(call, name).filter(({ id }) => id !== file.id);
    if (namesakes.length > 0 && (noDuplicates || call.settings.workspaceNames !== "free")) {
      throw createFailure(409, `A workspace with the name '${name}' already exists`);
    }
    return presentWorkspace(call.store.files.put(file.id, { ...file, name, ...stampUpdated(call.actor) }));
  });

  // It can't be undone: neither as a workspace nor as a file can it be restored.
  app.delete<Params>("/v2/workspaces/:workspaceId", async ({ call, params }) => {
    const { id, name, type } = findWorkspace(call, params.workspaceId);
    if (type !== "workspace") {
      throw createFailure(400, `The personal area '${id}' can't be deleted`);
    }
    const inside = call.store.files.listAll().filter((file) => file.deletedWith === null && isInside(call, file, id));
    if (inside.length > 0 && call.settings.deleteFullWorkspace === "refuse") {
      throw createFailure(409, `Workspace '${name}' isn't empty`);
    }
    for (const gone of inside) {
      call.store.files.put(gone.id, { ...gone, deletedWith: id, ...stampUpdated(call.actor) });
    }
    call.store.files.delete(id);
    return {};
  });
}

interface Params {
  Params: { workspaceId: string };
}

const Fields = { name: z.string().min(1), noDuplicates: z.boolean().optional() };

function listNamesakes(call: Call, name: string): Inode[] {
  return call.store.files.listAll().filter((file) => file.type === "workspace" && file.name === name);
}

function findWorkspace(call: Call, workspaceId: string): Inode {
  const file = findFile(call, workspaceId, "Workspace");
  if (!isWorkspace(call, file)) {
    throw createNotFound("Workspace", workspaceId);
  }
  checkAccess(call, file);
  return file;
}

function select(call: Call, query: unknown): Inode[] {
  const { name, exactName } = parseQuery(
    z.object({ name: z.string().optional(), exactName: z.string().optional() }),
    query,
  );
  const isMeant = (text: string) =>
    exactName === undefined ? containsText(text, name) : text.toLowerCase() === exactName.toLowerCase();
  return call.store.files
    .listAll()
    .filter((file) => isListed(call, file.id) && isWorkspace(call, file))
    .filter((file) => file.type !== "workspace" || call.settings.workspaceAccess === "granted")
    .filter((file) => isMeant(getName(file)));
}

/** The personal area of the member who asks is one too. */
function isWorkspace(call: Call, file: Inode): boolean {
  const isOwn = call.store.members.get(call.actor)?.homeFolderId === file.id;
  return file.type === "workspace" || (isOwn && call.settings.personalWorkspace === "listed");
}

/** Every personal area has the same name here, another than in the tree of files. */
function getName(file: Inode): string {
  return file.type === "workspace" ? file.name : "User Folder";
}

function presentWorkspace(file: Inode): Record<string, unknown> {
  return {
    workspaceId: file.id,
    workspaceUrlId: file.urlId,
    name: getName(file),
    createdBy: file.createdBy,
    updatedBy: file.updatedBy,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
  };
}
