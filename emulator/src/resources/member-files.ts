import type { FastifyInstance } from "fastify";
import type { Call } from "../call";
import { buildPage } from "../http/pages";
import type { Inode } from "../state/records";
import { isListed, listFiles, presentFile } from "./files";
import { findMember } from "./members";

interface Params {
  Params: { memberId: string };
}

/** Files as a member sees them. */
export function addMemberFileRoutes(app: FastifyInstance): void {
  app.get<Params>("/v2/members/:memberId/files", async (request) => {
    const { memberId } = findMember(request.call, request.params.memberId);
    return buildPage(request, listFiles(request.call, memberId, request.query), (file) => file, "total and hasMore");
  });

  app.get<Params>("/v2/members/:memberId/files/recents", async (request) => {
    const { memberId } = findMember(request.call, request.params.memberId);
    return buildPage(request, listRecentFiles(request.call, memberId), (file) => file, "total and hasMore");
  });
}

const documents = new Set<Inode["type"]>(["data-model", "dataset", "report", "workbook"]);

/** The documents that a member owns or was the last to change, the latest first. Reading one leaves no trace here. */
function listRecentFiles(call: Call, memberId: string): Record<string, unknown>[] {
  return call.store.files
    .listAll()
    .filter(({ id, type }) => documents.has(type) && isListed(call, id))
    .filter(({ ownerId, updatedBy }) => ownerId === memberId || updatedBy === memberId)
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .map((file) => ({ ...presentFile(call, file), lastInteractionAt: file.updatedAt }));
}
