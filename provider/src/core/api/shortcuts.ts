import * as z from "zod";
import { type Api, audit, expectId } from "./common";
import type { KnownObject } from "./complete-list";
import { readUnlessGone } from "./errors";
import { type File, type FileChange, type Files, file } from "./files";
import { collect } from "./transport/pages";
import { path } from "./transport/path";

const created = z.looseObject({
  id: z.string(),
  urlId: z.string(),
  name: z.string(),
  parentId: z.string(),
  path: z.string(),
  target: z.looseObject({ type: z.string(), id: z.string() }),
  ...audit,
});
/** A shortcut as its create answers it; later, it is a {@link File} of type `symlink`, without a target. */
export type Shortcut = z.infer<typeof created>;

/** A new shortcut. */
export interface NewShortcut {
  readonly name: string;
  /** Id of the folder or workspace that it is in. */
  readonly parentId: string;
  /** Id of what it points to. */
  readonly targetId: string;
}

/** The key of the shared listing. */
const collection = "/v2/files?typeFilters=symlink";

/** Shortcuts: created by `/v2/shortcuts` (beta), then files of type `symlink`. */
export const createShortcuts = (api: Api, files: Files) => {
  const buildPath = (id: string) => path`/v2/files/${id}`;

  const calls = {
    ask: ({ id }: KnownObject): Promise<unknown> => files.get(id),

    /** `GET /v2/files?typeFilters=symlink`; calls close to each other share one listing. */
    readAll: (): Promise<File[]> =>
      api.reads.read(collection, async () =>
        (await collect(files.list({ type: "symlink" }))).filter(({ isArchived }) => !isArchived),
      ),

    /** A shortcut; one that is missing in the list is read by its id. Undefined: there is none. */
    async findById(id: string): Promise<File | undefined> {
      const listed = (await calls.readAll()).find((found) => found.id === id);
      const found = listed ?? (await readUnlessGone(files.get(id)));
      return found?.isArchived || found?.type !== "symlink" ? undefined : found;
    },

    /** `POST /v2/shortcuts`. @param madeId see {@link Api.create}. */
    create({ name, parentId, targetId }: NewShortcut, madeId?: string): Promise<File | Shortcut> {
      const body = { name, parentId, target: { id: targetId } };
      const post = { path: "/v2/shortcuts", body, answer: created };
      return api.create<File | Shortcut>(collection, post, (id) => files.get(id), madeId);
    },

    /** `PATCH /v2/files/{inodeId}`: renames or moves. */
    update(id: string, { name, parentId }: Pick<FileChange, "name" | "parentId">): Promise<File> {
      const answer = expectId(file, "id", id);
      return api.write(collection, { method: "PATCH", path: buildPath(id), body: { name, parentId }, answer });
    },

    /** `DELETE /v2/files/{inodeId}`: what it points to stays. */
    async delete(id: string): Promise<void> {
      await api.write(collection, { method: "DELETE", path: buildPath(id) });
    },
  };
  return calls;
};
