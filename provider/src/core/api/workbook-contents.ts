import * as z from "zod";
import { isConsistent } from "./agrees";
import { type Api, audit, nothing, optionalText } from "./common";
import { ApiError, unmatchedCode } from "./errors";
import type { Files } from "./files";
import type { CreateOptions } from "./transport/create-once";
import { list } from "./transport/reads";
import { path } from "./transport/requests";
import type { Call } from "./transport/transport";

/** The families of endpoints that take a workbook as code, by the key that they have it under. */
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
/** `GET /v2/workbooks/{workbookId}?includeContents=true`, and of reports; without the feature it has no contents. */
const withContents = z.looseObject({
  ...envelope,
  latestVersion: z.number(),
  documentVersion: z.number().optional(),
  contents: document.optional(),
});
/** `GET /v2/workbooks/{workbookId}/spec`. */
const withDocument = z.looseObject({ ...envelope, documentVersion: z.number(), document });

/** A workbook as code, as read. */
export interface WorkbookRepresentation {
  readonly workbookId: string;
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

/** A new workbook. */
export interface NewWorkbook {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string;
  readonly contents: object;
}

export interface CreateWorkbookOptions extends CreateOptions {
  /** Whether a workbook found after a lost answer may be the created one; default: see {@link isConsistent}. */
  readonly isStored?: (contents: WorkbookRepresentation["contents"]) => boolean;
}

const created = z.looseObject({ workbookId: z.string() });

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
 * Workbooks as code. Two families of endpoints read and write the same representation, each in an envelope of its own;
 * this is the one place that tells them apart. JSON is sent, and answers are parsed by what they are.
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
  /** Undefined: not known yet. */
  #family: Family | undefined;

  /** @param family which endpoints the organization has; `auto` finds out with the first call. */
  constructor(api: Api, files: Files, family: WorkbookApi = "auto") {
    this.#api = api;
    this.#files = files;
    this.#family = family === "auto" ? undefined : family;
  }

  /**
   * The latest version, with name, folder, description and owner as the files have them: no envelope has all of these.
   *
   * @throws ApiError, with a hint where the organization can't read workbooks as code.
   */
  async read(id: string): Promise<WorkbookRepresentation> {
    const [found, file] = await Promise.all([this.#readFound(buildPath({ workbookId: id })), this.#files.get(id)]);
    const { url, updatedBy, updatedAt } = found;
    return {
      workbookId: id,
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
   * The representation of a workbook or report, and nothing else; undefined where the organization can't read it as
   * code. A 500 says that no representation can express the document: it isn't repeated.
   */
  async readContents(of: CodedIds): Promise<WorkbookRepresentation["contents"] | undefined> {
    try {
      return (await this.#readFound(buildPath(of), { final: [500] })).contents;
    } catch (error) {
      if (error instanceof ApiError && error.code === unmatchedCode) return undefined;
      throw error;
    }
  }

  /**
   * Creates a workbook. A platform that doesn't know the key of the contents makes a blank one and says nothing, so it
   * is read back. A lost answer is looked up by folder, name and contents.
   *
   * @returns the id.
   */
  async create(workbook: NewWorkbook, options: CreateWorkbookOptions = {}): Promise<string> {
    const { name, folderId, contents } = workbook;
    const { isStored = (there) => isConsistent(contents, there), ...attempt } = options;
    const { workbookId } = await this.#api.creates.sendOnce<{ workbookId: string }>(
      {
        key: `workbook ${folderId} ${name}`,
        listedLate: true,
        send: (deadline) => this.#sendCreate(workbook, deadline),
        find: async (mayBeOurs) => {
          const found = await this.#files.find(
            { type: "workbook", name, parentId: folderId },
            async ({ id, createdAt }) => mayBeOurs(id, createdAt) && isStored((await this.read(id)).contents),
          );
          return found && { workbookId: found.id };
        },
        idOf: ({ workbookId: id }) => id,
      },
      attempt,
    );
    return workbookId;
  }

  /**
   * Replaces the contents: whatever is left out is gone. Every call publishes a version, and discards the unpublished
   * drafts of people who are editing the workbook.
   *
   * @throws ApiError, also when the workbook is no longer at `documentVersion`; with which status is undocumented.
   */
  async update(
    id: string,
    { contents, documentVersion }: { contents: object; documentVersion: number },
  ): Promise<void> {
    const family = this.#family ?? (await this.#readFound(buildPath({ workbookId: id }))).family;
    await this.#api.transport.send({
      method: "PUT",
      path: family === "contents" ? path`/v2/workbooks/${id}/contents` : path`/v2/workbooks/${id}/spec`,
      // Other keys are ignored or refused, which is undocumented.
      body: { [family]: contents, documentVersion },
      answer: nothing,
      repeatable: false,
    });
  }

  /** `GET /v2/workbooks/{workbookId}/columns`: the columns of all elements, with the types the platform found. */
  listColumns(id: string): AsyncGenerator<WorkbookColumn, void, undefined> {
    return list(this.#api.transport, { path: path`/v2/workbooks/${id}/columns`, entry: column, style: "page" });
  }

  /** `GET /v2/workbooks/{workbookId}/elements`: what is on the pages, also what no representation has. */
  listElements(id: string): AsyncGenerator<z.infer<typeof element>, void, undefined> {
    return list(this.#api.transport, { path: path`/v2/workbooks/${id}/elements`, entry: element, style: "page" });
  }

  /** `GET /v2/workbooks/{workbookId}/pages`. */
  listPages(id: string): AsyncGenerator<z.infer<typeof page>, void, undefined> {
    return list(this.#api.transport, { path: path`/v2/workbooks/${id}/pages`, entry: page, style: "page" });
  }

  /** `GET /v2/workbooks/{workbookId}/controls`. */
  listControls(id: string): AsyncGenerator<z.infer<typeof control>, void, undefined> {
    return list(this.#api.transport, { path: path`/v2/workbooks/${id}/controls`, entry: control, style: "page" });
  }

  /** `POST /v2/workbooks/{workbookId}/restoreVersion`: makes an earlier version the latest one. */
  restoreVersion(id: string, version: number): Promise<void> {
    return this.#api.transport.send({
      method: "POST",
      path: path`/v2/workbooks/${id}/restoreVersion`,
      body: { version },
      answer: nothing,
      repeatable: false,
    });
  }

  /** Reads through the family that is known, or finds out which one answers. */
  async #readFound(base: string, { final }: Pick<Call<unknown>, "final"> = {}): Promise<Found> {
    const call = { method: "GET", lane: "spec", final } as const;
    if (this.#family !== "document") {
      const query = { includeContents: true };
      const { contents, documentVersion, latestVersion, ...found } = await this.#api.transport.send({
        ...call,
        path: base,
        query,
        answer: withContents,
      });
      if (contents !== undefined) {
        this.#family = "contents";
        return { ...found, family: "contents", contents, documentVersion: documentVersion ?? latestVersion };
      }
      if (this.#family === "contents") throw createDisabled(base);
    }
    const { document: contents, ...found } = await this.#send(() =>
      this.#api.transport.send({ ...call, path: `${base}/spec`, answer: withDocument }),
    );
    this.#family = "document";
    return { ...found, family: "document", contents };
  }

  async #sendCreate({ name, folderId, description, contents }: NewWorkbook, deadline: Parameters<Sender>[0]) {
    const { transport } = this.#api;
    const fields = { name, folderId, description };
    if (this.#family === "document") {
      return this.#send(() =>
        transport.send({
          method: "POST",
          path: "/v2/workbooks/spec",
          body: { ...fields, document: contents },
          answer: created,
          deadline,
        }),
      );
    }
    const made = await transport.send({
      method: "POST",
      path: "/v2/workbooks",
      body: { ...fields, contents },
      answer: created,
      deadline,
    });
    if (this.#family === undefined) await this.#fillBlank(made.workbookId, contents);
    return made;
  }

  /** Writes the contents through the other family if the create ignored them; a blank workbook doesn't stay. */
  async #fillBlank(id: string, contents: object): Promise<void> {
    try {
      const { family, documentVersion } = await this.#readFound(buildPath({ workbookId: id }));
      if (family === "document") await this.update(id, { contents, documentVersion });
    } catch (error) {
      const there = await this.#readFound(buildPath({ workbookId: id })).catch(() => undefined);
      if (there !== undefined && isConsistent(contents, there.contents)) return;
      await this.#files.delete(id).catch(() => {});
      throw error;
    }
  }

  /** Says what a path that leads nowhere means. */
  async #send<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === unmatchedCode) throw error.withHint(notEnabled);
      throw error;
    }
  }
}

/** The document that is meant: one of these ids. */
interface CodedIds {
  readonly workbookId?: string;
  readonly reportId?: string;
}

const buildPath = ({ workbookId, reportId = "" }: CodedIds) =>
  workbookId === undefined ? path`/v2/reports/${reportId}` : path`/v2/workbooks/${workbookId}`;

const createDisabled = (base: string) =>
  new ApiError({
    method: "GET",
    path: base,
    detail: "the answer has no contents",
    code: unmatchedCode,
    outcome: "notApplied",
    hint: notEnabled,
  });

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

const notEnabled =
  "Workbooks as code are not enabled for this organization: they are in beta. Ask the vendor to enable them. " +
  "If they are, set `analytics:workbookApi` to `contents` or `document`.";
