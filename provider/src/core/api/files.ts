import * as z from "zod";
import { isSameName } from "../text";
import { type Api, archived, audit, expectId, isUuid, optionalText } from "./common";
import { ApiError, isNotFound, readUnlessGone } from "./errors";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

/** The kinds of documents and folders. The platform may add some. */
export type FileType =
  | "workspace"
  | "folder"
  | "workbook"
  | "dataset"
  | "data-model"
  | "sql"
  | "worksheet"
  | "dashboard"
  | "template"
  | "table"
  | "symlink"
  | "report";

/** A document or folder. */
export const file = z.looseObject({
  id: z.string(),
  name: z.string().describe("Its name."),
  type: z
    .string()
    .describe(
      "`workspace`, `folder`, `workbook`, `data-model`, `dataset`, `report`, or another " +
        "type, as the platform names it.",
    ),
  path: z.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
  parentId: z.string().describe("Id of the parent folder or workspace."),
  parentUrlId: optionalText.describe("The id in the address of the parent folder or workspace."),
  urlId: z.string().describe("The id in its address in the product."),
  ...archived,
  permission: z.string().optional().describe("What the owner of the credentials may do with it, such as `edit`."),
  badge: z.string().nullish().describe("Its endorsement, as the platform names it."),
  description: optionalText.describe("What it is for."),
  ownerId: z.string().nullish().describe("Id of its owner."),
  parentSourceUrlId: optionalText.describe(
    "Of a document that the parent organization deployed to this tenant: the id in the address of its source there.",
  ),
  ...audit,
});
export type File = z.infer<typeof file>;

/** What to list. */
export interface FileFilter {
  readonly type?: FileType;
  /** Id of a folder or workspace. */
  readonly parentId?: string;
  /** True: only the folder's own entries, not those of folders in it. */
  readonly directChildren?: boolean;
}

/** A file as people know it. */
export interface NamedFile {
  readonly type: FileType;
  readonly name: string;
  /** Id of its folder. Left out: any. */
  readonly parentId?: string;
}

/** What can change about a file. */
export interface FileChange {
  readonly name?: string;
  readonly description?: string;
  /** Id of the folder to move it to. */
  readonly parentId?: string;
  readonly ownerId?: string;
}

/** The key of the shared listing of folders. */
const folders = "/v2/files?typeFilters=folder";

/** A new folder. */
export interface NewFolder {
  readonly name: string;
  /** Left out: the folder of the credentials' owner. */
  readonly parentId?: string;
  readonly description?: string;
  /** Left out: the owner of the credentials. */
  readonly ownerId?: string;
}

/**
 * Documents and folders, `/v2/files`: name, folder and deletion of data models and other documents.
 *
 * @example
 * ```ts
 * await client.files.update(dataModelId, { name: "Orders", parentId: folderId });
 * ```
 */
export class Files {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `GET /v2/files/{inodeId}`. */
  get(id: string): Promise<File> {
    return this.#api.transport.send({ method: "GET", path: path`/v2/files/${id}`, answer: expectId(file, "id", id) });
  }

  /**
   * The id of a file that a person may name by its address, or by the id in its address; the given one where there is
   * no such file.
   */
  async resolveId(given: string): Promise<string> {
    for (const id of listMeantIds(given)) {
      const found = isUuid(id) ? id : (await readUnlessGone(this.get(id)))?.id;
      if (found !== undefined) return found;
    }
    return given;
  }

  /**
   * A folder as the shared listing of folders shows it, so that n reads cost its pages only. One that is missing there,
   * such as a new one, is read by its id.
   */
  async readFolder(id: string): Promise<File> {
    const listed = await this.#api.reads.read(folders, async () => {
      const all = await collect(this.list({ type: "folder" }));
      return new Map(all.map((found) => [found.id, found]));
    });
    return listed.get(id) ?? this.get(id);
  }

  /** `GET /v2/files`. A new file may be missing from it for a while. */
  list({ type, parentId, directChildren }: FileFilter = {}): AsyncGenerator<File, void, undefined> {
    return list(this.#api.transport, {
      path: "/v2/files",
      query: { typeFilters: type, parentId, directChildFilter: directChildren },
      entry: file,
      style: "page",
    });
  }

  /**
   * The files of this type and name in this folder that aren't archived. Names are compared here: the platform's filter
   * may match another spelling or not, which is undocumented.
   */
  async findNamed({ type, name, parentId }: NamedFile): Promise<File[]> {
    const all = await this.#api.reads.readInBurst(`/v2/files of ${type} in ${parentId ?? ""}`, () =>
      collect(this.list({ type, parentId, directChildren: parentId !== undefined })),
    );
    return all.filter(
      (entry) =>
        entry.type === type &&
        isSameName(entry.name, name) &&
        !entry.isArchived &&
        (parentId === undefined || entry.parentId === parentId),
    );
  }

  /** `POST /v2/files` with type `folder`. @param madeId see {@link Api.create}. */
  createFolder({ name, parentId, description, ownerId }: NewFolder, madeId?: string): Promise<File> {
    const body = { type: "folder", name, parentId, description, ownerId };
    return this.#api.create(folders, { path: "/v2/files", body, answer: file }, (id) => this.get(id), madeId);
  }

  /** `PATCH /v2/files/{inodeId}`: renames, describes, moves, or changes the owner. */
  update(id: string, { name, description, parentId, ownerId }: FileChange): Promise<File> {
    return this.#patch(id, { name, description, parentId, ownerId });
  }

  /**
   * `PATCH /v2/files/{inodeId}` with `restore`: undoes a delete, and makes other changes along with it. The folder that
   * it was in may be deleted too: then it needs another one.
   */
  async restore(id: string, { name, description, parentId, ownerId }: FileChange = {}): Promise<File> {
    try {
      return await this.#patch(id, { name, description, parentId, ownerId, restore: true });
    } catch (error) {
      if (!(error instanceof ApiError) || !isNotFound(error)) throw error;
      throw error.replaceHint(
        "It was deleted, and the platform can't restore it. To create another one, remove it from the state with " +
          "`pulumi state delete`, then run `pulumi up`.",
      );
    }
  }

  /** `DELETE /v2/files/{inodeId}`; see {@link Files.restore}. */
  delete(id: string): Promise<void> {
    const { reads } = this.#api;
    // Of a data model or folder, the shared list is then outdated.
    return reads.invalidateDuring("/v2/dataModels", () =>
      this.#api.write(folders, { method: "DELETE", path: path`/v2/files/${id}` }),
    );
  }

  #patch(id: string, body: object): Promise<File> {
    return this.#api.write(folders, {
      method: "PATCH",
      path: path`/v2/files/${id}`,
      body,
      answer: expectId(file, "id", id),
    });
  }
}

/**
 * The ids that a person may mean: of an address, the end of each step that is long enough. The address
 * `https://example.com/acme/workbook/Sales-93upgn2MVV0BiCrzugNCI` has `93upgn2MVV0BiCrzugNCI`.
 */
function listMeantIds(given: string): string[] {
  if (!/^https?:\/\//i.test(given)) return [given];
  const [place = ""] = given.split(/[?#]/, 1);
  const ends = place
    .split("/")
    .slice(3)
    .map((step) => (isUuid(step) ? step : step.replace(/^.*-/, "")));
  return ends.filter((end) => end.length >= 20);
}
