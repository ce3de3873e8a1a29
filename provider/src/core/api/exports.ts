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
const download = z.union([rows, z.looseObject({}), z.undefined()]);

/** Milliseconds between two looks at an export: at first, and at most. */
const pauses = { first: 250, most: 5_000 };

/** How an element is exported. */
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
    const { rowLimit, timeoutMs = 300_000, signal } = options;
    const { transport } = this.#api;
    const { queryId } = await transport.send({
      method: "POST",
      path: path`/v2/workbooks/${workbookId}/export`,
      body: { elementId, format: { type: "json" }, ...(rowLimit === undefined ? {} : { rowLimit }) },
      answer: started,
      repeatable: true,
    });
    const place = path`/v2/query/${queryId}/download`;
    const until = performance.now() + timeoutMs;
    for (let pauseMs = pauses.first; performance.now() < until; pauseMs = Math.min(2 * pauseMs, pauses.most)) {
      await wait(pauseMs, signal);
      const found = await transport.send({ method: "GET", path: place, answer: download, final: [500] });
      if (Array.isArray(found)) return found as readonly ExportedRow[];
    }
    throw new ApiError({
      method: "GET",
      path: place,
      code: "timeout",
      detail: `the export of ${elementId} takes longer than ${timeoutMs / 1000} seconds`,
      outcome: "notApplied",
    });
  }
}
