import * as z from "zod";
import { type Api, archived, audit, expectId, optionalText, rename } from "./common";
import { documentTag, readTags } from "./document-tag";
import { isNotFound } from "./errors";
import type { Files } from "./files";
import { TaggedDocuments } from "./tagged-documents";
import { defineList } from "./transport/answer";
import { collect } from "./transport/pages";
import { path } from "./transport/path";

/** The code representation as read. `core/model` checks what is below `pages`. */
export const dataModelSpec = z.looseObject({
  dataModelId: z.string(),
  name: z.string(),
  folderId: z.string(),
  description: optionalText,
  url: z.string(),
  /** Always version 1; as a number, whichever way it comes. */
  schemaVersion: z.union([z.literal(1), z.literal("1").transform(() => 1 as const)]),
  /** The version read. */
  documentVersion: z.number(),
  latestDocumentVersion: z.number().optional(),
  kind: z.string().optional(),
  pages: defineList(z.unknown()),
  ownerId: z.string().optional(),
  ...audit,
});
export type DataModelRepresentation = z.infer<typeof dataModelSpec>;

const written = z.looseObject({ success: z.boolean(), dataModelId: z.string() });
export type WrittenDataModel = z.infer<typeof written>;

/** A new data model. */
export interface NewDataModel {
  readonly name: string;
  readonly folderId: string;
  readonly schemaVersion: 1;
  readonly pages: readonly unknown[];
  readonly description?: string;
}

/** The new contents of a data model: all of it, since there are no partial updates. */
export interface DataModelContents {
  readonly schemaVersion: 1;
  readonly pages: readonly unknown[];
  /**
   * The version the contents are based on. Whether the platform refuses a write when the model has moved on is
   * undocumented.
   */
  readonly documentVersion?: number;
}

export const dataModel = rename(
  z.looseObject({
    dataModelId: z.string(),
    name: z.string().describe("Its name."),
    url: z.string().describe("Its address in the product."),
    path: z.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
    dataModelUrlId: z.string().describe("The id in its address in the product."),
    ...archived,
    tags: readTags(documentTag, "data model"),
    latestVersion: z.int().describe("The latest version."),
    ownerId: z.string().describe("Id of its owner."),
    ...audit,
  }),
  { dataModelUrlId: "urlId" },
);
/** A data model without its contents. */
export type DataModel = z.infer<typeof dataModel>;

/**
 * Data models, `/v2/dataModels`: their contents as code, and what the platform derives from them. {@link Files}
 * renames, moves and deletes them.
 *
 * @example
 * ```ts
 * const { dataModelId } = await client.dataModels.createSpec({ name, folderId, schemaVersion: 1, pages });
 * const { pages: asStored, documentVersion } = await client.dataModels.getSpec(dataModelId);
 * ```
 */
export class DataModels extends TaggedDocuments<DataModel> {
  readonly #api: Api;
  readonly #files: Files;

  constructor(api: Api, files: Files) {
    super(api, files, {
      noun: "dataModel",
      document: dataModel,
      tag: documentTag,
      tagPages: "page",
      tagField: "tag",
      lane: "models",
    });
    this.#api = api;
    this.#files = files;
  }

  /**
   * `GET /v2/dataModels/{dataModelId}/spec`, the latest version or the one asked for. At most five are under way at
   * once.
   */
  getSpec(id: string, { documentVersion }: { documentVersion?: number } = {}): Promise<DataModelRepresentation> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/dataModels/${id}/spec`,
      query: { documentVersion },
      answer: expectId(dataModelSpec, "dataModelId", id),
      lane: "spec",
    });
  }

  /**
   * `POST /v2/dataModels/spec`. The platform replaces every id with its own, and rewrites other parts: read the spec
   * again to get them.
   */
  createSpec({ name, folderId, description, schemaVersion, pages }: NewDataModel): Promise<WrittenDataModel> {
    return this.#api.transport.send({
      method: "POST",
      path: "/v2/dataModels/spec",
      body: { name, folderId, description, schemaVersion, pages },
      answer: written,
    });
  }

  /**
   * `PUT /v2/dataModels/{dataModelId}/spec`: replaces the contents, which creates a new version. Name and folder stay.
   *
   * @throws ApiError, perhaps also when the model is no longer at `documentVersion`; with which status is undocumented.
   * When an answer was lost (outcome `unknown`), the newer version may be the one that this call created.
   */
  updateSpec(id: string, { schemaVersion, pages, documentVersion }: DataModelContents): Promise<WrittenDataModel> {
    return this.#api.transport.send({
      method: "PUT",
      path: path`/v2/dataModels/${id}/spec`,
      body: { schemaVersion, pages, documentVersion },
      answer: expectId(written, "dataModelId", id),
      // Another write may have happened meanwhile: the caller reads the model before it repeats the write.
      repeatable: false,
    });
  }

  /**
   * Whether a model was deleted. Whether a deleted one still answers by its id is undocumented, so the client reads its
   * file, unless the model is in the list of models, which calls close to each other share.
   */
  async isDeleted(id: string): Promise<boolean> {
    const living = await this.#api.reads.read("/v2/dataModels", async () => {
      const models = await collect(this.list());
      return new Set(models.filter(({ isArchived }) => !isArchived).map(({ dataModelId }) => dataModelId));
    });
    if (living.has(id)) return false;
    // New ones may not be listed yet.
    try {
      return (await this.#files.get(id)).isArchived === true;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  }
}
