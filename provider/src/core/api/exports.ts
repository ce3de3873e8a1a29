import * as z from "zod";
import type { Api } from "./common";
import { ApiError } from "./errors";
import { defineList } from "./transport/answer";
import { path } from "./transport/path";
import { wait } from "./transport/retries";

const rows = defineList(z.record(z.string(), z.unknown()));
/** A row of an element: values by the names of its columns. */
export type ExportedRow = Readonly<Record<string, unknown>>;

const started = z.looseObject({ queryId: z.string() });
/** Nothing, or an object, while the export isn't finished. */
const download = z.union([z.instanceof(Buffer), rows, z.looseObject({}), z.undefined()]);

/** Milliseconds between two looks at an export: at first, and at most. */
const pauses = { first: 250, most: 5_000 };

/** How an element or page is exported. */
export interface ExportOptions {
  /** The most rows. */
  readonly rowLimit?: number;
  /** Milliseconds that the export may take. Default: 300,000. */
  readonly timeoutMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** Data of workbooks, `/v2/workbooks/{workbookId}/export` and `/v2/query/{queryId}/download`. */
export class Exports {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * The rows of an element, as JSON: `POST …/export`, then `GET /v2/query/{queryId}/download` until it answers them. A
   * 500 of the download says that the query failed; it isn't repeated.
   *
   * @throws ApiError, also when the export takes too long.
   * @example const [row] = await client.exports.readRows(workbookId, "summary");
   */
  async readRows(workbookId: string, elementId: string, options: ExportOptions = {}): Promise<readonly ExportedRow[]> {
    const { rowLimit } = options;
    const body = { elementId, format: { type: "json" }, ...(rowLimit === undefined ? {} : { rowLimit }) };
    return this.#export(workbookId, body, options, (found): found is readonly ExportedRow[] => Array.isArray(found));
  }

  /**
   * A page as a PNG, as {@link Exports.readRows}. One with an animating or fetching plugin never ends: set `timeoutMs`.
   *
   * @throws ApiError, also when the export takes too long.
   * @example const png = await client.exports.readPicture(workbookId, "overview", { timeoutMs: 60_000 });
   */
  async readPicture(workbookId: string, pageId: string, options: ExportOptions = {}): Promise<Buffer> {
    return this.#export(workbookId, { pageId, format: { type: "png" } }, options, Buffer.isBuffer);
  }

  async #export<T>(
    workbookId: string,
    body: { readonly elementId?: string; readonly pageId?: string; readonly format: object },
    { timeoutMs = 300_000, signal }: ExportOptions,
    isReady: (found: unknown) => found is T,
  ): Promise<T> {
    const { transport } = this.#api;
    const { queryId } = await transport.send({
      method: "POST",
      path: path`/v2/workbooks/${workbookId}/export`,
      body,
      answer: started,
      repeatable: true,
    });
    const place = path`/v2/query/${queryId}/download`;
    const until = performance.now() + timeoutMs;
    for (let pauseMs = pauses.first; performance.now() < until; pauseMs = Math.min(2 * pauseMs, pauses.most)) {
      await wait(pauseMs, signal);
      const found: unknown = await transport.send({ method: "GET", path: place, answer: download, final: [500] });
      if (isReady(found)) return found;
    }
    throw new ApiError({
      method: "GET",
      path: place,
      code: "timeout",
      detail: `the export of ${body.elementId ?? body.pageId} takes longer than ${timeoutMs / 1000} seconds`,
      outcome: "notApplied",
    });
  }
}
