import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createFailure, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Inode } from "../state/records";
import { checkAccess, findFile, presentFile } from "./files";
import { findMember } from "./members";

interface Params {
  Params: { memberId: string };
}

/** What members keep at hand. What adding a favorite twice does is an assumption. */
export function addFavoriteRoutes(app: FastifyInstance): void {
  app.post("/v2/favorites", async ({ call, body }) => {
    const asked = parseBody(defineObject(call, { memberId: z.string(), inodeId: z.string() }), body);
    const { memberId } = findMember(call, asked.memberId);
    const file = findFile(call, asked.inodeId);
    checkAccess(call, file);
    const id = `${memberId}/${file.id}`;
    if (call.settings.repeatedFavorite === "refuse" && call.store.favorites.get(id)) {
      throw createFailure(409, `'${file.name}' is a favorite of the member already`);
    }
    call.store.favorites.put(id, { memberId, inodeId: file.id });
    return {};
  });

  for (const path of ["/v2/favorites/member/:memberId", "/v2/members/:memberId/files/favorites"]) {
    app.get<Params>(path, async (request) => {
      const { call, params } = request;
      return buildPage(
        request,
        listFavorites(call, params.memberId),
        (file) => presentFile(call, file),
        "total and hasMore",
      );
    });
  }

  app.delete<{ Params: { memberId: string; inodeId: string } }>(
    "/v2/favorites/member/:memberId/file/:inodeId",
    async ({ call, params }) => {
      const id = `${params.memberId}/${params.inodeId}`;
      requireExisting(call.store.favorites.get(id), "Favorite", id);
      call.store.favorites.delete(id);
      return {};
    },
  );
}

function listFavorites(call: Call, id: string): Inode[] {
  const { memberId } = findMember(call, id);
  return call.store.favorites
    .listAll()
    .filter((favorite) => favorite.memberId === memberId)
    .flatMap(({ inodeId }) => call.store.files.get(inodeId) ?? [])
    .filter(({ deletedWith }) => deletedWith === null);
}
