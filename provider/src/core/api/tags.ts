import * as z from "zod";
import { isSameName, normalizeName } from "../text";
import { findDifferingFields } from "./agrees";
import { type Api, audit, optionalText } from "./common";
import type { CreateOptions } from "./transport/create-once";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";
import { type Workbook, workbook } from "./workbook-record";

/** A version tag as listed. */
export const versionTag = z.looseObject({
  versionTagId: z.string(),
  name: z.string(),
  /** Absent on tags older than colors. */
  color: optionalText,
  description: optionalText,
  ownerId: z.string(),
  isArchived: z.boolean().optional(),
  ...audit,
});
export type VersionTag = z.infer<typeof versionTag>;

const createdTag = z.looseObject({ name: z.string(), versionTagId: z.string() });
export type CreatedTag = z.infer<typeof createdTag>;

/** A new tag. */
export interface NewTag {
  /** Unique in the organization. */
  readonly name: string;
  /** `cyan`, `grass`, `violet`, `plum`, `amber` or `bronze`. */
  readonly color: string;
  readonly description?: string;
}

const collection = "/v2/tags";

/**
 * Version tags, `/v2/tags`.
 *
 * @example
 * ```ts
 * const { versionTagId } = await client.tags.create({ name: "production", color: "grass" });
 * await client.tags.update(versionTagId, { description: "what customers see" });
 * ```
 */
export class Tags {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * `POST /v2/tags`. A lost answer is looked up by the tag's name.
   *
   * @throws ApiError; the status for a name that is taken is undocumented.
   */
  async create({ name, color, description }: NewTag, options?: CreateOptions): Promise<CreatedTag> {
    return this.#api.createOnce(
      collection,
      {
        key: `tag ${name}`,
        post: { body: { name, color, description }, answer: createdTag },
        find: async (mayBeOurs) => {
          const all = await collect(this.list());
          return all.find((tag) => isSameName(tag.name, name) && mayBeOurs(tag.versionTagId, tag.createdAt));
        },
        differs: (found) => findDifferingFields({ color, description }, found),
        idOf: ({ versionTagId }) => versionTagId,
      },
      options,
    );
  }

  /** `PATCH /v2/tags/{tagId}`. A platform may ignore the color. */
  async update(
    tagId: string,
    { color, description }: Partial<Pick<NewTag, "color" | "description">>,
  ): Promise<VersionTag> {
    return this.#api.write(collection, {
      method: "PATCH",
      path: path`/v2/tags/${tagId}`,
      body: { color, description },
      answer: versionTag,
    });
  }

  /** `DELETE /v2/tags/{tagId}`. Takes the tag off every document that has it. */
  async delete(tagId: string): Promise<void> {
    await this.#api.write(collection, { method: "DELETE", path: path`/v2/tags/${tagId}` });
  }

  /** `GET /v2/tags`: every tag, archived ones too. */
  list(): AsyncGenerator<VersionTag, void, undefined> {
    return list(this.#api.transport, { path: collection, entry: versionTag, style: "page" });
  }

  /** The tag with this id, or undefined. There is no call for one tag; calls close to each other share one listing. */
  async get(tagId: string): Promise<VersionTag | undefined> {
    return (await this.#readCurrent()).byId.get(tagId);
  }

  /** The tag with this name, or undefined; reads like {@link Tags.get}. */
  async findByName(name: string): Promise<VersionTag | undefined> {
    return (await this.#readCurrent()).byName.get(normalizeName(name));
  }

  /** `GET /v2/tags/{tagId}/workbooks`: the workbooks that have the tag. */
  listWorkbooks(tagId: string): AsyncGenerator<Workbook, void, undefined> {
    return list(this.#api.transport, { path: path`/v2/tags/${tagId}/workbooks`, entry: workbook, style: "page" });
  }

  #readCurrent(): Promise<{ byId: Map<string, VersionTag>; byName: Map<string, VersionTag> }> {
    return this.#api.reads.read(collection, async () => {
      // Whether a deleted tag stays in the list as archived is undocumented. It counts as deleted either way.
      const living = (await collect(this.list())).filter(({ isArchived }) => !isArchived);
      return {
        byId: new Map(living.map((tag) => [tag.versionTagId, tag])),
        byName: new Map(living.map((tag) => [normalizeName(tag.name), tag])),
      };
    });
  }
}
