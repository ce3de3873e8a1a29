import type * as z from "zod";
import { ApiError, type Outcome } from "../errors";
import { hintFor } from "../hints";
import { type Body, readBody, readProblem, requestIdOf } from "./answer";
import { type HttpAnswer, type HttpFailure, http } from "./http";
import { redact } from "./redact";
import { judge, retryAfter, type Verdict } from "./retry";
import type { Trace } from "./trace";

/** A request ready to be sent, any number of times. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request sent once, and what came of it. */
export interface Exchange {
  readonly answer: HttpAnswer | HttpFailure;
  readonly body?: Body;
  readonly requestId?: string;
  readonly verdict: Verdict;
  /** Milliseconds the platform asks to stay away. */
  readonly retryAfterMs?: number;
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

export function exchanger(baseUrl: string, trace: Trace): Exchanger {
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
      requestId,
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

/** What an error is told beside the exchange itself. */
export interface ErrorContext {
  readonly baseUrl: string;
  readonly region?: string;
  readonly signingIn: boolean;
  readonly outcome: Outcome;
  /** Texts no error may hold. */
  readonly secrets: readonly string[];
}

/** The error of an exchange that didn't go well. */
export function errorOf(request: Request, exchange: Exchange, context: ErrorContext): ApiError {
  const { answer, body, requestId } = exchange;
  const { outcome, secrets } = context;
  const { method, path } = request;
  if (answer.kind === "failure") {
    const { code } = answer;
    const hint = hintFor({ ...context, code, fromProxy: false });
    return new ApiError({ method, path, code, detail: failureText(code), hint, outcome });
  }
  const { status } = answer;
  const data = body?.kind === "data" ? body.data : undefined;
  // Read first: a secret may be a word the platform's own fields are called by.
  const { message, code } = readProblem(data);
  const fromProxy = body?.kind === "page";
  return new ApiError({
    method,
    path,
    status,
    code,
    requestId,
    detail: redact(message, secrets) ?? bodyText(body),
    hint: hintFor({ ...context, status, code, message, fromProxy }),
    body: redact(data, secrets),
    fromProxy,
    outcome,
  });
}

function failureText(code: string): string {
  if (code === "timeout") return "no answer in time";
  if (code === "aborted") return "cancelled before the answer came";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host's name can't be resolved";
  if (code === "ECONNREFUSED") return "nobody takes connections there";
  return "the connection broke";
}

function bodyText(body: Body | undefined): string {
  if (body?.kind === "page") return `a web page came instead of an answer${body.title && `: "${body.title}"`}`;
  if (body?.kind === "unreadable") return "the answer was cut short or is no JSON";
  return "no reason given";
}

/** The error of a success whose answer isn't as documented. What it was about may exist all the same, except for a read. */
export function unexpectedAnswer(request: Request, { answer, requestId }: Exchange, { issues }: z.ZodError): ApiError {
  const [issue] = issues;
  return new ApiError({
    method: request.method,
    path: request.path,
    status: answer.kind === "answer" ? answer.status : undefined,
    code: "unexpected_answer",
    requestId,
    detail: `the answer is not as documented, at ${issue?.path.join(".") || "its top"}: ${issue?.message}`,
    outcome: request.method === "GET" ? "notApplied" : "unknown",
  });
}
