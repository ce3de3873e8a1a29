import * as z from "zod";
import { normalizeName } from "../text";
import { type Api, audit, expectId, isUuid, optionalText } from "./common";
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
   * `POST /v2/tags`.
   *
   * @param madeId the tag, if a lost request created it; see {@link Api.create}.
   * @throws ApiError; the status for a name that is taken is undocumented.
   */
  async create({ name, color, description }: NewTag, madeId?: string): Promise<CreatedTag> {
    const body = { name, color, description };
    return this.#api.create(collection, { body, answer: createdTag }, (id) => this.#find(id), madeId);
  }

  async #find(id: string): Promise<VersionTag> {
    const found = await this.get(id);
    if (found === undefined) throw new Error(`there is no tag with the id ${id}.`);
    return found;
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
      answer: expectId(versionTag, "versionTagId", tagId),
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

  /** The name of the tag that a text is the name or id of; of none, the text. Reads like {@link Tags.get}. */
  async readName(nameOrId: string): Promise<string> {
    if (!isUuid(nameOrId) || (await this.findByName(nameOrId)) !== undefined) return nameOrId;
    return (await this.get(nameOrId))?.name ?? nameOrId;
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
