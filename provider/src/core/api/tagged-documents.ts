import * as z from "zod";
import { type Api, type DocumentFilter, expectId, nothing } from "./common";
import { type CompleteList, declareComplete, type KnownObject, type Provable } from "./complete-list";
import type { DocumentTag } from "./document-tag";
import type { Files } from "./files";
import type { Lane } from "./transport/limits";
import { filterActive, list } from "./transport/pages";
import { buildObjectPath, path } from "./transport/path";
import type { Call } from "./transport/transport";

/** What the endpoints of one type of document have of their own. */
interface DocumentType<Entry extends object> {
  /** Their names begin with it: `/v2/workbooks`, `workbookId`, `workbookVersion`, `taggedWorkbookId`. */
  readonly noun: "dataModel" | "report" | "workbook";
  /** A document as read and listed. */
  readonly document: z.ZodType<Entry>;
  /** A tag, as a document's list has it. */
  readonly tag: z.ZodType<DocumentTag>;
  readonly tagPages: "page" | "token";
  /** The field of a request that holds a tag's name. */
  readonly tagField: "tag" | "tagName";
  /** What a read of one document asks for. */
  readonly query?: Call<unknown>["query"];
  readonly lane?: Lane;
}

/** Which tag to put on which version. */
export interface Tagging {
  /** The tag's name. */
  readonly tag: string;
  /** Left out: the latest version. */
  readonly version?: number;
  /** Whether this is the version to open by default. */
  readonly isDefault?: boolean;
  readonly sourceMappingConfig?: readonly unknown[];
  readonly dataModelSourceTaggedVersions?: readonly unknown[];
  /** Of a workbook: the versions of its sources, by their ids. */
  readonly sourceVersions?: Readonly<Record<string, number>>;
}

/** A tag that was put on a version. */
type PutTag = Pick<DocumentTag, "versionTagId" | "version"> & { readonly taggedDocumentId: string };

/** Documents of one type, `/v2/dataModels`, `/v2/reports` or `/v2/workbooks`, and their tags. {@link Files} writes them. */
export class TaggedDocuments<Entry extends object> implements Provable {
  readonly #api: Api;
  readonly #files: Files;
  readonly #type: DocumentType<Entry>;
  /** See {@link Provable}: `skipPermissionCheck` lists the documents of everybody. */
  readonly isComplete = true;
  readonly everything: CompleteList;

  constructor(api: Api, files: Files, type: DocumentType<Entry>) {
    this.#api = api;
    this.#files = files;
    this.#type = type;
    this.everything = declareComplete(this.#idField, () => this.list({ skipPermissionCheck: true })).everything;
  }

  ask({ id }: KnownObject): Promise<unknown> {
    return this.#files.get(id);
  }

  /** `GET` of all. */
  list(query: DocumentFilter = {}): AsyncGenerator<Entry, void, undefined> {
    const { document, lane } = this.#type;
    return list(this.#api.transport, { path: this.#path, query: { ...query }, entry: document, style: "page", lane });
  }

  /** `GET …/{id}`. */
  get(id: string): Promise<Entry> {
    const { document, query } = this.#type;
    return this.#api.transport.send({
      method: "GET",
      path: buildObjectPath(this.#path, id),
      query,
      answer: expectId(document, this.#idField, id),
    });
  }

  /** `GET …/{id}/tags`, without those that were taken off. */
  listTags(id: string): AsyncGenerator<DocumentTag, void, undefined> {
    const { tag, tagPages } = this.#type;
    const place = `${buildObjectPath(this.#path, id)}/tags`;
    return filterActive(list(this.#api.transport, { path: place, entry: tag, style: tagPages }));
  }

  /** `POST …/tag`: puts a tag, by name, on a version. A tag is on one version, so the call is idempotent. */
  tag(id: string, { tag, version, ...options }: Tagging): Promise<PutTag> {
    const { noun, tagField } = this.#type;
    const [taggedId, taggedVersion] = [`tagged${capitalize(noun)}Id`, `tagged${capitalize(noun)}Version`];
    const answer = z
      .looseObject({ versionTagId: z.string(), [taggedId]: z.string(), [taggedVersion]: z.number() })
      .transform((put) => ({
        versionTagId: put.versionTagId as string,
        version: put[taggedVersion] as number,
        taggedDocumentId: put[taggedId] as string,
      }));
    return this.#api.transport.send({
      method: "POST",
      path: `${this.#path}/tag`,
      body: { [this.#idField]: id, [tagField]: tag, [`${noun}Version`]: version, ...options },
      answer,
      repeatable: true,
    });
  }

  get #path(): string {
    return `/v2/${this.#type.noun}s`;
  }

  get #idField(): string {
    return `${this.#type.noun}Id`;
  }
}

/** Workbooks and reports: a tag can be taken off them, too. */
export class CodedDocuments<Entry extends object> extends TaggedDocuments<Entry> {
  readonly #api: Api;
  readonly #noun: string;

  constructor(api: Api, files: Files, type: DocumentType<Entry>) {
    super(api, files, type);
    this.#api = api;
    this.#noun = type.noun;
  }

  /** `DELETE …/{id}/tags/{tagId}`: removes a tag, by id. */
  untag(id: string, tagId: string): Promise<void> {
    return this.#api.transport.send({
      method: "DELETE",
      path: `/v2/${this.#noun}s${path`/${id}/tags/${tagId}`}`,
      answer: nothing,
    });
  }
}

const capitalize = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);
