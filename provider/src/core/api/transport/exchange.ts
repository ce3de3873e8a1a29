import type * as z from "zod";
import { ApiError, type ApiErrorDetails, type Outcome } from "../errors";
import { hintFor } from "../hints";
import { type Body, readBody, readProblem, requestIdOf } from "./answer";
import { type HttpAnswer, type HttpFailure, http, largestAnswer } from "./http";
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

/** What an error is told beside the exchange itself. */
export interface ErrorContext {
  readonly baseUrl: string;
  readonly region?: string;
  readonly signingIn: boolean;
  readonly outcome: Outcome;
  /** Texts no error may hold. */
  readonly secrets: readonly string[];
  /** True when what was sent holds secrets: an answer that repeats most of it isn't shown at all. */
  readonly isSecret?: boolean;
}

/** The error of an exchange that didn't go well. */
export function errorOf(request: Request, exchange: Exchange, context: ErrorContext): ApiError {
  const { answer, body, requestId } = exchange;
  const { outcome } = context;
  const { method, path } = request;
  if (answer.kind === "failure") {
    const { code } = answer;
    const hint = hintFor({ ...context, code, fromProxy: false });
    return finished({ method, path, code, detail: failureText(code), hint, outcome }, context.secrets);
  }
  const { status } = answer;
  const fromProxy = body?.kind === "page";
  const data = body?.kind === "data" ? body.data : undefined;
  const { message, code } = readProblem(data);
  const detail = message ?? bodyText(body);
  const repeats = context.isSecret === true && repeatsMost(`${detail} ${code ?? ""}`, request.body ?? "");
  return finished(
    {
      method,
      path,
      status,
      code: repeats ? undefined : code,
      requestId,
      detail: repeats ? "the answer repeats what was sent, and is not shown" : detail,
      hint: hintFor({ ...context, status, code, message, fromProxy }),
      body: repeats ? undefined : data,
      fromProxy,
      outcome,
    },
    context.secrets,
  );
}

/** The only way to an error of a call: whatever it was made of, no part of it holds a secret. */
function finished({ outcome, ...details }: ApiErrorDetails, secrets: readonly string[]): ApiError {
  return new ApiError({ ...redact(details, secrets), outcome });
}

/** Letters that texts must have in common in one piece, to count as a repetition. */
const pieceLength = 8;
/** Beyond that, a text isn't looked through. */
const longestRepetition = 1_000_000;

/**
 * Whether a text repeats most of what was sent, in whatever spelling: half of its pieces, punctuation aside. Then even what is left without
 * the secrets tells too much, and the secrets may stand there in a spelling that nobody knows.
 */
function repeatsMost(text: string, sent: string): boolean {
  const pieces = piecesOf(sent);
  if (pieces.size < pieceLength) return false;
  const said = piecesOf(text);
  let repeated = 0;
  for (const piece of pieces) if (said.has(piece)) repeated += 1;
  return repeated * 2 > pieces.size;
}

function piecesOf(text: string): Set<string> {
  const letters = text.slice(0, longestRepetition).replace(/[^\p{L}\p{N}]+/gu, "");
  const pieces = new Set<string>();
  for (let at = 0; at + pieceLength <= letters.length; at += 1) pieces.add(letters.slice(at, at + pieceLength));
  return pieces;
}

function failureText(code: string): string {
  if (code === "timeout") return "no answer in time";
  if (code === "too_large") return `the answer is larger than ${largestAnswer / 1024 / 1024} MB`;
  if (code === "aborted") return "canceled before the answer came";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host's name can't be resolved";
  if (code === "ECONNREFUSED") return "connection refused";
  return "the connection broke";
}

function bodyText(body: Body | undefined): string {
  if (body?.kind === "page") return `received HTML instead of JSON${body.title && `: "${body.title}"`}`;
  if (body?.kind === "unreadable") return "the answer was cut short or is no JSON";
  return "no reason given";
}

/** The error of a success whose answer isn't as documented. What it was about may exist all the same, except for a read. */
export function unexpectedAnswer(
  request: Request,
  { answer, requestId }: Exchange,
  { issues }: z.ZodError,
  secrets: readonly string[],
): ApiError {
  const [issue] = issues;
  return finished(
    {
      method: request.method,
      path: request.path,
      status: answer.kind === "answer" ? answer.status : undefined,
      code: "unexpected_answer",
      requestId,
      detail: `the answer is not as documented, at ${issue?.path.join(".") || "its top"}: ${issue?.message}`,
      outcome: request.method === "GET" ? "notApplied" : "unknown",
    },
    secrets,
  );
}
