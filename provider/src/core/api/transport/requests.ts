import { appendFileSync } from "node:fs";
import { redact } from "../../redact";
import { type Exchange, errorOf, judge, type Request, readBody, requestIdOf, retryAfter } from "./exchange";
import { http } from "./http";

/**
 * A path of the API with its placeholders percent-encoded. A placeholder that could lead elsewhere is refused: an empty id would turn the delete
 * of one object into a call on the whole collection, and a dot would climb out of it.
 *
 * @example
 * ```ts
 * path`/v2/tags/${tagId}/workbooks`;
 * ```
 */
export function path(texts: TemplateStringsArray, ...placeholders: readonly string[]): string {
  return placeholders.reduce(
    (built, placeholder, index) => `${built}${segment(placeholder, texts)}${texts[index + 1]}`,
    texts[0] ?? "",
  );
}

function segment(placeholder: string, texts: TemplateStringsArray): string {
  if (typeof placeholder !== "string" || /^\.{0,2}$/.test(placeholder.trim())) {
    throw new TypeError(`${JSON.stringify(placeholder)} can't be an id in ${texts.join("{}")}.`);
  }
  return encodeURIComponent(placeholder);
}

/** How one attempt is sent. */
export interface AttemptOptions {
  /** 1 for the first. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Sends a request once, reads, judges and traces the answer. Never throws. */
export type Exchanger = (request: Request, options: AttemptOptions) => Promise<Exchange>;

/** @param secrets texts that no line of the trace may hold. */
export function exchanger(baseUrl: string, trace: Trace, secrets: readonly string[]): Exchanger {
  const send = http(baseUrl);
  return async (request, { attempt, timeoutMs, signal }) => {
    const time = new Date();
    const startedAt = performance.now();
    const answer = await send({ ...request, timeoutMs, signal });
    const body = answer.kind === "answer" ? readBody(answer) : undefined;
    const requestId = answer.kind === "answer" && body ? requestIdOf(answer, body) : undefined;
    trace({
      time: time.toISOString(),
      method: request.method,
      path: request.path,
      status: answer.kind === "answer" ? answer.status : answer.code,
      ms: Math.round(performance.now() - startedAt),
      attempt,
      requestId: redact(requestId, secrets),
    });
    return {
      answer,
      body,
      requestId,
      verdict: judge(answer, body),
      retryAfterMs: answer.kind === "answer" ? retryAfter(answer.headers["retry-after"], Date.now()) : undefined,
    };
  };
}

/** One line of a trace. It holds nothing of what was sent or answered but these. */
export interface TraceLine {
  /** When the request was sent, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** HTTP status, or what broke: `timeout`, `ECONNRESET`, … */
  readonly status: number | string;
  /** Milliseconds until the answer. */
  readonly ms: number;
  /** 1 for the first request of a call, 2 for its first repetition, … */
  readonly attempt: number;
  readonly requestId?: string;
}

export type Trace = (line: TraceLine) => void;

/**
 * Appends JSON lines to a file, each at once, so that a killed process leaves what it did. A file that can't be written is said
 * once and stops no call.
 */
export function traceTo(file: string | undefined): Trace {
  let target = file === "" ? undefined : file;
  return (line) => {
    if (target === undefined) return;
    try {
      appendFileSync(target, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      target = undefined;
      console.error(`warning: no trace is written: ${(error as Error).message}`);
    }
  };
}

/** Whom to ask, and how long to wait. */
export interface ProbeOptions {
  readonly baseUrl: string;
  /** The region's key, for messages. */
  readonly region?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What an answer to nobody shows. */
export interface ProbeResult {
  readonly status: number;
  /** Milliseconds that the platform's clock is ahead of ours, to about a second; undefined when it doesn't say. */
  readonly clockAheadMs?: number;
}

/**
 * Asks `GET /v2/whoami` without a token, once: an API that refuses it is there, whoever's credentials are tried next.
 *
 * @throws ApiError when nothing answers, or something else than the API does.
 */
export async function probe({ baseUrl, region, timeoutMs, signal }: ProbeOptions): Promise<ProbeResult> {
  const request: Request = { method: "GET", path: "/v2/whoami", headers: { Accept: "application/json" } };
  const exchange = exchanger(baseUrl, traceTo(process.env.ANALYTICS_TRACE), []);
  const done = await exchange(request, { attempt: 1, timeoutMs, signal });
  const { answer, body } = done;
  if (answer.kind === "answer" && body?.kind === "data" && isFromApi(answer.status)) {
    const date = Date.parse(answer.headers.date ?? "");
    return { status: answer.status, ...(Number.isNaN(date) ? {} : { clockAheadMs: date - Date.now() }) };
  }
  throw errorOf(request, done, { baseUrl, region, signingIn: false, outcome: "notApplied", secrets: [] });
}

/** Refused for want of a token, in one of the ways there are; some gateway might let it through. */
function isFromApi(status: number): boolean {
  return status === 200 || status === 400 || status === 401 || status === 403;
}
