import * as z from "zod";
import { isConsistent } from "./agrees";
import { type Api, audit, nothing, optionalText } from "./common";
import { ApiError, isNotFound, unmatchedCode } from "./errors";
import type { Files } from "./files";
import type { CreateOptions } from "./transport/create-once";
import { list } from "./transport/pages";
import { path } from "./transport/path";
import type { Call } from "./transport/transport";

/** A document that the platform takes whole as code: a dashboard, or pages for print. */
export type CodedNoun = "workbook" | "report";

/** The families of endpoints that take a workbook or report as code, by the key that they have it under. */
export const workbookApis = ["auto", "contents", "document"] as const;

/** Which family to use; `auto`: the one that the platform answers. */
export type WorkbookApi = (typeof workbookApis)[number];
type Family = Exclude<WorkbookApi, "auto">;

const document = z.record(z.string(), z.json());

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

export interface CreateWorkbookOptions extends CreateOptions {
  /** Whether one found after a lost answer may be the created one; default: see {@link isConsistent}. */
  readonly isStored?: (contents: WorkbookRepresentation["contents"]) => boolean;
}

/** The styles of the lists of what is in a document. */
const listStyles = { workbook: "page", report: "token" } as const;

const column = z.looseObject({
  columnId: z.string(),
  elementId: optionalText,
  name: z.string(),
  formula: optionalText,
  /** The column's type; `error` for a formula that doesn't work. */
  type: z.unknown(),
});
export type WorkbookColumn = z.infer<typeof column>;

const element = z.looseObject({ elementId: z.string(), name: optionalText, type: optionalText });
const page = z.looseObject({ pageId: z.string(), name: optionalText });
const control = z.looseObject({ name: optionalText });

/**
 * Workbooks or reports as code. Two families of endpoints read and write the same representation, each in an envelope
 * of its own; this is the one place that tells them apart. JSON is sent, and answers are parsed by what they are.
 *
 * @example
 * ```ts
 * const id = await client.workbookContents.create({ name, folderId, contents });
 * const { contents: asStored, documentVersion } = await client.workbookContents.read(id);
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
  async read(id: string): Promise<WorkbookRepresentation> {
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
   * is read back. A lost answer is looked up by folder, name and contents.
   *
   * @returns the id.
   */
  async create(workbook: NewWorkbook, options: CreateWorkbookOptions = {}): Promise<string> {
    const { name, folderId, contents } = workbook;
    const { isStored = (there) => isConsistent(contents, there), ...attempt } = options;
    const noun = this.#noun;
    const made = await this.#api.creates.sendOnce<{ id: string }>(
      {
        key: `${noun} ${folderId} ${name}`,
        listedLate: true,
        send: (deadline) => this.#sendCreate(workbook, deadline),
        find: async (mayBeOurs) => {
          const found = await this.#files.find(
            { type: noun, name, parentId: folderId },
            async ({ id, createdAt }) => mayBeOurs(id, createdAt) && isStored((await this.read(id)).contents),
          );
          return found && { id: found.id };
        },
        idOf: ({ id }) => id,
      },
      attempt,
    );
    return made.id;
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

  /** `GET …/columns`: the columns of all elements, with the types the platform found. */
  listColumns(id: string): AsyncGenerator<WorkbookColumn, void, undefined> {
    return this.#list(id, "columns", column);
  }

  /** `GET …/elements`: what is on the pages, also what no representation has. */
  listElements(id: string): AsyncGenerator<z.infer<typeof element>, void, undefined> {
    return this.#list(id, "elements", element);
  }

  /** `GET …/pages`. */
  listPages(id: string): AsyncGenerator<z.infer<typeof page>, void, undefined> {
    return this.#list(id, "pages", page);
  }

  /** `GET …/controls`. */
  listControls(id: string): AsyncGenerator<z.infer<typeof control>, void, undefined> {
    return this.#list(id, "controls", control);
  }

  #list<T>(id: string, part: string, entry: z.ZodType<T>): AsyncGenerator<T, void, undefined> {
    return list(this.#api.transport, { path: this.#formPath(id, part), entry, style: listStyles[this.#noun] });
  }

  /** `POST …/restoreVersion`: makes an earlier version of a workbook the latest one. */
  restoreVersion(id: string, version: number): Promise<void> {
    return this.#api.transport.send({
      method: "POST",
      path: this.#formPath(id, "restoreVersion"),
      body: { version },
      answer: nothing,
      repeatable: false,
    });
  }

  /** Reads through the family that is known, or finds out which one answers. */
  async #readFound(id: string, { final }: Pick<Call<unknown>, "final"> = {}): Promise<Found> {
    const call = { method: "GET", lane: "spec", final } as const;
    if (this.#family !== "document") {
      const query = { includeContents: true };
      const { contents, documentVersion, latestVersion, ...found } = await this.#api.transport.send({
        ...call,
        path: this.#formPath(id),
        query,
        answer: withContents,
      });
      if (contents !== undefined) {
        this.#family = "contents";
        return { ...found, family: "contents", contents, documentVersion: documentVersion ?? latestVersion };
      }
      if (this.#family === "contents") throw this.#createDisabled(id);
    }
    const { document: contents, ...found } = await this.#send(
      () => this.#api.transport.send({ ...call, path: this.#formPath(id, "spec"), answer: withDocument }),
      id,
    );
    this.#family = "document";
    return { ...found, family: "document", contents };
  }

  async #sendCreate({ contents, ...fields }: NewWorkbook, deadline: Parameters<Sender>[0]): Promise<{ id: string }> {
    const path = `/v2/${this.#noun}s`;
    if (this.#family === "document") {
      const body = { ...fields, document: contents };
      return { id: await this.#send(() => this.#postNew(`${path}/spec`, body, deadline)) };
    }
    const id = await this.#postNew(path, { ...fields, contents }, deadline);
    if (this.#family === undefined) await this.#fillBlank(id, contents);
    return { id };
  }

  /** @returns the id. */
  async #postNew(path: string, body: object, deadline: Parameters<Sender>[0]): Promise<string> {
    const key = `${this.#noun}Id`;
    const answer = z.looseObject({ [key]: z.string() });
    const made = await this.#api.transport.send({ method: "POST", path, body, answer, deadline });
    return made[key] as string;
  }

  /** The path of a document, or of a part of it. */
  #formPath(id: string, part?: string): string {
    const own = `/v2/${this.#noun}s${path`/${id}`}`;
    return part === undefined ? own : `${own}/${part}`;
  }

  /** Writes the contents through the other family if the create ignored them; a blank document doesn't stay. */
  async #fillBlank(id: string, contents: object): Promise<void> {
    try {
      const { family, documentVersion } = await this.#readFound(id);
      if (family === "document") await this.update(id, { contents, documentVersion });
    } catch (error) {
      const there = await this.#readFound(id).catch(() => undefined);
      if (there !== undefined && isConsistent(contents, there.contents)) return;
      await this.#files.delete(id).catch(() => {});
      throw error;
    }
  }

  /**
   * Says what a path that leads nowhere means: the feature is missing, whatever the platform calls that, if there is
   * such a file.
   */
  async #send<T>(send: () => Promise<T>, id?: string): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === unmatchedCode) throw error.withHint(this.#explainMissing());
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

type Sender = Parameters<Api["creates"]["sendOnce"]>[0]["send"];

/** What the platform answered, in one form. */
interface Found {
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
