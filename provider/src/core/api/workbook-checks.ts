import * as z from "zod";
import type { Api } from "./common";
import { ApiError } from "./errors";
import type { Files } from "./files";
import type { Call } from "./transport/transport";
import { type CodedNoun, describeMissing, type WorkbookApi } from "./workbook-contents";

/** A workbook or report that would be created. */
export interface CheckedWorkbook {
  readonly name: string;
  readonly folderId: string;
  /** The representation, in the platform's own form. */
  readonly contents: object;
}

/** What the platform finds in it, in its words. */
export interface WorkbookVerdict {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const remarks = z
  .array(z.looseObject({ summary: z.string() }))
  .nullish()
  .transform((list) => (list ?? []).map(({ summary }) => summary));

/** `valid` is left out where there is nothing to say; a platform that ignores `dryRun` answers the new workbook. */
const verdict = z.looseObject({
  valid: z.boolean().optional(),
  errors: remarks,
  warnings: remarks,
  workbookId: z.string().optional(),
  reportId: z.string().optional(),
});

/**
 * The platform's own checks of a workbook or report as code, which create nothing: `POST /v2/workbooks` with `dryRun`,
 * or `POST /v2/workbooks/spec/verify` where the organization has no other.
 *
 * @example const { errors } = await client.workbookChecks.verify({ name, folderId, contents });
 */
export class WorkbookChecks {
  readonly #api: Api;
  readonly #files: Files;
  readonly #family: WorkbookApi;
  readonly #noun: CodedNoun;

  /** @param family which endpoints the organization has; `auto`: the newer ones, if the platform answers them. */
  constructor(api: Api, files: Files, family: WorkbookApi = "auto", noun: CodedNoun = "workbook") {
    this.#api = api;
    this.#files = files;
    this.#family = family;
    this.#noun = noun;
  }

  /** @throws ApiError when it can't be checked; a refusal is part of the verdict. */
  async verify({ name, folderId, contents }: CheckedWorkbook): Promise<WorkbookVerdict> {
    const fields = { name, folderId };
    const path = `/v2/${this.#noun}s`;
    const isDry = this.#family !== "document";
    const dry = isDry ? await this.#send(path, { ...fields, contents, dryRun: true }) : undefined;
    const made = dry?.[`${this.#noun}Id`];
    if (made !== undefined) await this.#files.delete(made);
    else if (dry !== undefined) return dry;
    const checked = await this.#send(`${path}/spec/verify`, { ...fields, document: contents });
    if (checked !== undefined) return checked;
    throw new ApiError({
      method: "POST",
      path: `${path}/spec/verify`,
      detail: "the platform has no such check",
      outcome: "notApplied",
      hint: describeMissing(this.#noun),
    });
  }

  /** Undefined: there is no such endpoint. */
  async #send(path: string, body: object): Promise<z.infer<typeof verdict> | undefined> {
    const call: Call<z.infer<typeof verdict>> = { method: "POST", path, body, answer: verdict, repeatable: false };
    try {
      return await this.#api.transport.send(call);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The folder that is named isn't there.
      const isFolder = /no matching record/i.test(error.detail);
      if (error.status === 404 && !isFolder && !error.fromProxy) return undefined;
      if (error.status === 400) return { valid: false, errors: [error.detail], warnings: [] };
      throw isFolder ? error.replaceHint("Name a folder that these credentials can edit.") : error;
    }
  }
}
