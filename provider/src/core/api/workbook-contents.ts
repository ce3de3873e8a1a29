import * as z from "zod";
import { isConsistent } from "./agrees";
import { type Api, audit, expectId, nothing } from "./common";
import { ApiError, isNotFound, unmatchedCode } from "./errors";
import type { Files } from "./files";
import { defineMap } from "./transport/answer";
import { path } from "./transport/path";
import type { Call } from "./transport/transport";

/** A document that the platform takes whole as code: a dashboard, or pages for print. */
export type CodedNoun = "workbook" | "report";

/** The families of endpoints that take a workbook or report as code, by the key that they have it under. */
export const workbookApis = ["auto", "contents", "document"] as const;

/** Which family to use; `auto`: the one that the platform answers. */
export type WorkbookApi = (typeof workbookApis)[number];
type Family = Exclude<WorkbookApi, "auto">;

const document = defineMap(z.json());

const envelope = {
  name: z.string(),
  url: z.string(),
  ownerId: z.string().optional(),
  ...audit,
};
/** `GET …?includeContents=true` of a workbook or report; without the feature it has no contents. */
const withContents = z.looseObject({
  ...envelope,
  latestVersion: z.number(),
  documentVersion: z.number().optional(),
  contents: document.optional(),
});
/** `GET …/spec`. */
const withDocument = z.looseObject({ ...envelope, documentVersion: z.number(), document });

/** A workbook or report as code, as read. */
export interface WorkbookRepresentation {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly description: string | undefined;
  readonly ownerId: string | undefined;
  readonly url: string;
  /** The version read. */
  readonly documentVersion: number;
  /** The representation; `core/workbook` knows what is in it. */
  readonly contents: Readonly<Record<string, z.core.util.JSONType>>;
  readonly isArchived: boolean;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** A new workbook or report. */
export interface NewWorkbook {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string;
  readonly contents: object;
}

/**
 * Workbooks or reports as code. Two families of endpoints read and write the same representation, each in an envelope
 * of its own; only this class distinguishes them. It sends JSON, and parses answers by their content.
 *
 * @example
 * ```ts
 * const id = await client.workbookContents.create({ name, folderId, contents });
 * const { contents: asStored, documentVersion } = await client.workbookContents.get(id);
 * await client.workbookContents.update(id, { contents, documentVersion });
 * ```
 */
export class WorkbookContents {
  readonly #api: Api;
  readonly #files: Files;
  readonly #noun: CodedNoun;
  /** Undefined: not known yet. */
  #family: Family | undefined;

  /** @param family which endpoints the organization has; `auto` finds out with the first call. */
  constructor(api: Api, files: Files, family: WorkbookApi = "auto", noun: CodedNoun = "workbook") {
    this.#api = api;
    this.#files = files;
    this.#noun = noun;
    this.#family = family === "auto" ? undefined : family;
  }

  /**
   * The latest version, with name, folder, description and owner as the files have them: no envelope has all of these.
   *
   * @throws ApiError, with a hint where the organization can't read such documents as code.
   */
  async get(id: string): Promise<WorkbookRepresentation> {
    const [found, file] = await Promise.all([this.#readFound(id), this.#files.get(id)]);
    const { url, updatedBy, updatedAt } = found;
    return {
      id,
      name: file.name,
      folderId: file.parentId,
      description: file.description,
      ownerId: file.ownerId ?? found.ownerId,
      url,
      documentVersion: found.documentVersion,
      contents: found.contents,
      isArchived: file.isArchived === true,
      updatedBy,
      updatedAt,
    };
  }

  /**
   * The representation, and nothing else; undefined where the organization can't read such documents as code. A 500
   * says that no representation can express the document: it isn't repeated.
   */
  async readContents(id: string): Promise<WorkbookRepresentation["contents"] | undefined> {
    try {
      return (await this.#readFound(id, { final: [500] })).contents;
    } catch (error) {
      if (error instanceof ApiError && error.code === unmatchedCode) return undefined;
      throw error;
    }
  }

  /**
   * Creates a document. A platform that doesn't know the key of the contents makes a blank one and says nothing, so it
   * is read back.
   *
   * @returns the id.
   */
  async create({ contents, ...fields }: NewWorkbook): Promise<string> {
    const path = `/v2/${this.#noun}s`;
    if (this.#family === "document") {
      return this.#send(() => this.#postNew(`${path}/spec`, { ...fields, document: contents }));
    }
    const id = await this.#postNew(path, { ...fields, contents });
    if (this.#family === undefined) await this.#fillNew(id, contents);
    return id;
  }

  /**
   * Replaces the contents: whatever is left out is gone. Every call publishes a version, and discards the unpublished
   * drafts of people who are editing the document.
   *
   * @throws ApiError, also when it is no longer at `documentVersion`; with which status is undocumented.
   */
  async update(
    id: string,
    { contents, documentVersion }: { contents: object; documentVersion: number },
  ): Promise<void> {
    const family = this.#family ?? (await this.#readFound(id)).family;
    await this.#api.transport.send({
      method: "PUT",
      path: this.#formPath(id, family === "contents" ? "contents" : "spec"),
      // Other keys are ignored or refused, which is undocumented.
      body: { [family]: contents, documentVersion },
      answer: nothing,
      repeatable: false,
    });
  }

  /** Reads through the family that is known, or finds out which one answers. */
  async #readFound(id: string, { final }: Pick<Call<unknown>, "final"> = {}): Promise<ReadContents> {
    const call = { method: "GET", lane: "spec", final } as const;
    if (this.#family !== "document") {
      const query = { includeContents: true };
      const { contents, documentVersion, latestVersion, ...found } = await this.#api.transport.send({
        ...call,
        path: this.#formPath(id),
        query,
        answer: expectId(withContents, `${this.#noun}Id`, id),
      });
      if (contents !== undefined) {
        this.#family = "contents";
        return { ...found, family: "contents", contents, documentVersion: documentVersion ?? latestVersion };
      }
      if (this.#family === "contents") throw this.#createDisabled(id);
    }
    const { document: contents, ...found } = await this.#send(
      () =>
        this.#api.transport.send({
          ...call,
          path: this.#formPath(id, "spec"),
          answer: expectId(withDocument, `${this.#noun}Id`, id),
        }),
      id,
    );
    this.#family = "document";
    return { ...found, family: "document", contents };
  }

  /** @returns the id. */
  async #postNew(path: string, body: object): Promise<string> {
    const key = `${this.#noun}Id`;
    const answer = z.looseObject({ [key]: z.string() });
    const made = await this.#api.transport.send({ method: "POST", path, body, answer });
    return made[key] as string;
  }

  /** The path of a document, or of a part of it. */
  #formPath(id: string, part?: string): string {
    const own = `/v2/${this.#noun}s${path`/${id}`}`;
    return part === undefined ? own : `${own}/${part}`;
  }

  /** Writes the contents of a document that a create made blank, because the platform didn't know their key. */
  async fillBlank(id: string, contents: object): Promise<void> {
    const { family, documentVersion, contents: there } = await this.#readFound(id);
    const isBlank = ((there as { elements?: readonly unknown[] }).elements ?? []).length === 0;
    if (family === "document" && isBlank) await this.update(id, { contents, documentVersion });
  }

  /** The same right after the create; a document that can't be filled doesn't stay. */
  async #fillNew(id: string, contents: object): Promise<void> {
    try {
      await this.fillBlank(id, contents);
    } catch (error) {
      const there = await this.#readFound(id).catch(() => undefined);
      if (there !== undefined && isConsistent(contents, there.contents)) return;
      await this.#files.delete(id).catch(() => {});
      throw error;
    }
  }

  /**
   * Sends a request and explains a 404. If the endpoint is missing, or the file exists, the organization lacks the
   * feature, whatever code the platform returns.
   */
  async #send<T>(send: () => Promise<T>, id?: string): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === unmatchedCode) throw error.replaceHint(this.#explainMissing());
      if (id !== undefined && isNotFound(error) && (await this.#isLiving(id))) throw this.#createDisabled(id);
      throw error;
    }
  }

  async #isLiving(id: string): Promise<boolean> {
    const file = await this.#files.get(id).catch(() => undefined);
    return file !== undefined && file.isArchived !== true;
  }

  #createDisabled(id: string): ApiError {
    return new ApiError({
      method: "GET",
      path: this.#formPath(id),
      detail: "the answer has no contents",
      code: unmatchedCode,
      outcome: "notApplied",
      hint: this.#explainMissing(),
    });
  }

  #explainMissing(): string {
    return `${describeMissing(this.#noun)} If they are, set \`analytics:workbookApi\` to \`contents\` or \`document\`.`;
  }
}

/** What the platform answered, in one form. */
interface ReadContents {
  readonly family: Family;
  readonly contents: WorkbookRepresentation["contents"];
  readonly documentVersion: number;
  readonly url: string;
  readonly ownerId?: string | undefined;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** What to say where an organization lacks the feature. */
export const describeMissing = (noun: CodedNoun): string =>
  `${noun === "workbook" ? "Workbooks" : "Reports"} as code are not enabled for this organization: they are in beta. ` +
  "Ask the vendor to enable them.";
