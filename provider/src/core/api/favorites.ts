import { type Api, nothing, sendUntilDone } from "./common";
import { file } from "./files";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

/**
 * Favorites of members, `/v2/favorites`: the documents and folders that a member keeps at hand.
 *
 * @example
 * ```ts
 * await client.favorites.add(memberId, workbookId);
 * ```
 */
export const createFavorites = (api: Api) => {
  const { transport, reads } = api;
  const buildPath = (memberId: string) => path`/v2/favorites/member/${memberId}`;
  const load = async (memberId: string): Promise<ReadonlySet<string>> => {
    const all = await collect(list(transport, { path: buildPath(memberId), entry: file, style: "page" }));
    return new Set(all.filter(({ isArchived }) => !isArchived).map(({ id }) => id));
  };

  return {
    /** An administrator sees all that belongs to each of them: see `complete-list.ts`. */
    isComplete: true,

    /** `GET /v2/favorites/member/{memberId}`: ids; calls close to each other share one listing. */
    readIds: (memberId: string): Promise<ReadonlySet<string>> => reads.read(buildPath(memberId), () => load(memberId)),

    /** `POST /v2/favorites`. Succeeds if the member has the favorite already. */
    add: (memberId: string, inodeId: string): Promise<void> =>
      reads.invalidateDuring(buildPath(memberId), () =>
        sendUntilDone(
          () =>
            transport.send({
              method: "POST",
              path: "/v2/favorites",
              body: { memberId, inodeId },
              answer: nothing,
              repeatable: true,
            }),
          async () => (await load(memberId)).has(inodeId),
        ),
      ),

    /** `DELETE /v2/favorites/member/{memberId}/file/{inodeId}`. */
    remove: (memberId: string, inodeId: string) =>
      api.write(buildPath(memberId), {
        method: "DELETE",
        path: path`/v2/favorites/member/${memberId}/file/${inodeId}`,
      }),
  };
};
