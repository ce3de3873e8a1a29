/** A request sent once: traced, read and judged. */
import { appendFileSync } from "node:fs";
import { redact } from "../../text";
import { type Body, judge, parseRetryAfter, readBody, readRequestId, type Verdict } from "./answer";
import { createHttp, type HttpAnswer, type HttpFailure } from "./http";

/** A request ready to be sent, any number of times. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** A request sent once, and its outcome. */
export interface Exchange {
  readonly answer: HttpAnswer | HttpFailure;
  /** Milliseconds that the answer had to arrive. */
  readonly timeoutMs: number;
  readonly body?: Body;
  readonly requestId?: string;
  readonly verdict: Verdict;
  /** Milliseconds to wait, as the platform asks in `Retry-After`. */
  readonly retryAfterMs?: number;
}

/** How one attempt is sent. */
export interface AttemptOptions {
  /** 1 for the first. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Texts that no line of the trace may hold, also none about a later request. */
  readonly secrets: readonly string[];
}

/** Characters of an id in the trace. */
const longestId = 200;

/** Sends a request once, reads, judges and traces the answer. Never throws. */
export type Exchanger = (request: Request, options: AttemptOptions) => Promise<Exchange>;

/** @param onDone gets each exchange when it has ended. */
export function createExchanger(
  baseUrl: string,
  trace: Trace | undefined,
  onDone?: (done: Exchange) => void,
): Exchanger {
  const send = createHttp(baseUrl);
  const known = new Set<string>();
  return async (request, { attempt, timeoutMs, signal, secrets }) => {
    const time = new Date();
    const startedAt = performance.now();
    const answer = await send({ ...request, timeoutMs, signal });
    const body = answer.kind === "answer" ? readBody(answer) : undefined;
    const requestId = answer.kind === "answer" && body ? readRequestId(answer, body) : undefined;
    if (trace !== undefined) for (const secret of secrets) known.add(secret);
    trace?.({
      time: time.toISOString(),
      method: request.method,
      path: request.path,
      status: answer.kind === "answer" ? answer.status : answer.code,
      ms: Math.round(performance.now() - startedAt),
      attempt,
      requestId: requestId && describeId(requestId, String(request.body ?? ""), [...known]),
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

/** Letters of an id in a row that also stand in the request, from which on it counts as repeated. */
const pieceLength = 8;

/**
 * The platform's id of a request, for the trace: without secrets, and not at all where it repeats a part of the
 * request. Only the host knows all values that a program marks as secret, and it sees no line of the trace.
 */
function describeId(id: string, sent: string, secrets: readonly string[]): string {
  const shown = redact(id.slice(0, longestId), secrets);
  const isValue = sent.includes(JSON.stringify(id));
  return isValue || isRepeated(pickLetters(shown), pickLetters(sent)) ? "[part of the request]" : shown;
}

function isRepeated(text: string, sent: string): boolean {
  for (let at = 0; at + pieceLength <= text.length; at += 1) {
    if (sent.includes(text.slice(at, at + pieceLength))) return true;
  }
  return false;
}

const pickLetters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

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
 * written, it warns once, and calls continue. Undefined without a file.
 */
export function openTrace(file: string | undefined): Trace | undefined {
  if (file === undefined || file === "") return undefined;
  let target: string | undefined = file;
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
