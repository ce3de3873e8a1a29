import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { notFound } from "../http/errors";
import { page, pageOrArray } from "../http/pages";
import { contains } from "../http/query";
import { parseQuery } from "../http/validate";
import type { Inode } from "../state/records";
import { checkAccess, findFile, isListed } from "./files";

/** Workspaces, which are made in the product: they are only read here. */
export function workspaceRoutes(app: FastifyInstance): void {
  app.get("/v2/workspaces", async (request) =>
    pageOrArray(request, select(request.call, request.query), presentWorkspace),
  );

  app.get("/v2.1/workspaces", async (request) =>
    page(request, select(request.call, request.query), presentWorkspace, "total and hasMore"),
  );

  app.get<{ Params: { workspaceId: string } }>("/v2/workspaces/:workspaceId", async ({ call, params }) => {
    const file = findFile(call, params.workspaceId, "Workspace");
    if (!isWorkspace(call, file)) {
      throw notFound("Workspace", params.workspaceId);
    }
    checkAccess(call, file);
    return presentWorkspace(file);
  });
}

function select(call: Call, query: unknown): Inode[] {
  const { name, exactName } = parseQuery(
    z.object({ name: z.string().optional(), exactName: z.string().optional() }),
    query,
  );
  const isMeant = (text: string) =>
    exactName === undefined ? contains(text, name) : text.toLowerCase() === exactName.toLowerCase();
  return call.store.files
    .all()
    .filter((file) => isListed(call, file.id) && isWorkspace(call, file))
    .filter((file) => file.type !== "workspace" || call.settings.workspaceAccess === "granted")
    .filter((file) => isMeant(nameOf(file)));
}

/** The personal area of the member who asks is one too. */
function isWorkspace(call: Call, file: Inode): boolean {
  const isOwn = call.store.members.get(call.actor)?.homeFolderId === file.id;
  return file.type === "workspace" || (isOwn && call.settings.personalWorkspace === "listed");
}

/** Every personal area has the same name here, another than in the tree of files. */
function nameOf(file: Inode): string {
  return file.type === "workspace" ? file.name : "User Folder";
}

function presentWorkspace(file: Inode): Record<string, unknown> {
  return {
    workspaceId: file.id,
    workspaceUrlId: file.urlId,
    name: nameOf(file),
    createdBy: file.createdBy,
    updatedBy: file.updatedBy,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
  };
}
