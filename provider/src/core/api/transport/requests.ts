import { appendFileSync } from "node:fs";
import { redact } from "../../text";
import { InvalidIdError, isUsableId } from "../errors";
import { createError, type Exchange, judge, parseRetryAfter, type Request, readBody, readRequestId } from "./exchange";
import { createHttp } from "./http";

/**
 * A path of the API with its values percent-encoded. It refuses values that change the path: an empty id would turn the
 * delete of one object into a call on the whole collection, and `..` would leave the collection.
 *
 * @example
 * ```ts
 * path`/v2/tags/${tagId}/workbooks`;
 * ```
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return values.reduce(
    (built, value, index) => `${built}${encodeSegment(value, texts)}${texts[index + 1]}`,
    texts[0] ?? "",
  );
}

function encodeSegment(value: string, texts: TemplateStringsArray): string {
  if (!isUsableId(value)) throw new InvalidIdError(value, texts.join("{}"));
  return encodeURIComponent(value);
}

/** The path of an object of a collection, as {@link path} builds it. */
export function buildObjectPath(collection: string, id: string): string {
  return collection + path`/${id}`;
}

/** How one attempt is sent. */
export interface AttemptOptions {
  /** 1 for the first. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Texts that no line of the trace may hold. */
  readonly secrets: readonly string[];
}

/** Characters of an id in the trace. */
const longestId = 1_000;

/** Sends a request once, reads, judges and traces the answer. Never throws. */
export type Exchanger = (request: Request, options: AttemptOptions) => Promise<Exchange>;

/** @param onDone gets each exchange when it has ended. */
export function createExchanger(baseUrl: string, trace: Trace, onDone?: (done: Exchange) => void): Exchanger {
  const send = createHttp(baseUrl);
  return async (request, { attempt, timeoutMs, signal, secrets }) => {
    const time = new Date();
    const startedAt = performance.now();
    const answer = await send({ ...request, timeoutMs, signal });
    const body = answer.kind === "answer" ? readBody(answer) : undefined;
    const requestId = answer.kind === "answer" && body ? readRequestId(answer, body) : undefined;
    trace({
      time: time.toISOString(),
      method: request.method,
      path: request.path,
      status: answer.kind === "answer" ? answer.status : answer.code,
      ms: Math.round(performance.now() - startedAt),
      attempt,
      requestId: redact(requestId?.slice(0, longestId), secrets),
    });
    const done: Exchange = {
      answer,
      timeoutMs,
      body,
      requestId,
      verdict: judge(answer, body),
      retryAfterMs: answer.kind === "answer" ? parseRetryAfter(answer.headers["retry-after"], Date.now()) : undefined,
    };
    onDone?.(done);
    return done;
  };
}

/** One line of a trace. It contains no other part of requests and answers. */
export interface TraceLine {
  /** When the request was sent, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** HTTP status, or the failure: `timeout`, `ECONNRESET`, … */
  readonly status: number | string;
  /** Milliseconds until the answer. */
  readonly ms: number;
  /** 1 for the first request of a call, 2 for its first retry, … */
  readonly attempt: number;
  readonly requestId?: string;
}

export type Trace = (line: TraceLine) => void;

/**
 * Appends JSON lines to a file, each at once, so that the trace of a killed process is complete. If the file can't be
 * written, it warns once, and calls continue.
 */
export function openTrace(file: string | undefined): Trace {
  let target = file === "" ? undefined : file;
  return (line) => {
    if (target === undefined) return;
    try {
      appendFileSync(target, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      target = undefined;
      console.error(`warning: cannot write the trace file: ${(error as Error).message}`);
    }
  };
}

/** How to probe. */
export interface ProbeOptions {
  readonly baseUrl: string;
  /** The region's key, for messages. */
  readonly region?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What an answer without credentials shows. */
export interface ProbeResult {
  readonly status: number;
  /**
   * Milliseconds that the platform's clock is ahead of the local one, to about a second; undefined without a `Date`
   * header.
   */
  readonly clockAheadMs?: number;
}

/**
 * Sends `GET /v2/whoami` once, without a token: an API that refuses the request is reachable.
 *
 * @throws ApiError when nothing answers, or another server than the API.
 */
export async function probe({ baseUrl, region, timeoutMs, signal }: ProbeOptions): Promise<ProbeResult> {
  const request: Request = { method: "GET", path: "/v2/whoami", headers: { Accept: "application/json" } };
  const exchange = createExchanger(baseUrl, openTrace(process.env.ANALYTICS_TRACE));
  const done = await exchange(request, { attempt: 1, timeoutMs, signal, secrets: [] });
  const { answer, body } = done;
  if (answer.kind === "answer" && body?.kind === "data" && isFromApi(answer.status)) {
    const date = Date.parse(answer.headers.date ?? "");
    return { status: answer.status, ...(Number.isNaN(date) ? {} : { clockAheadMs: date - Date.now() }) };
  }
  throw createError(request, done, { baseUrl, region, signingIn: false, outcome: "notApplied", secrets: [] });
}

/** The statuses of an API that misses the token; a gateway may also let the request through. */
function isFromApi(status: number): boolean {
  return status === 200 || status === 400 || status === 401 || status === 403;
}
