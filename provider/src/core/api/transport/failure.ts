/** The errors of calls. No part of one contains a secret. */
import type * as z from "zod";
import { describeSchemaError } from "../../data";
import { cut, describeDuration, ownLimit, redact } from "../../text";
import { ApiError, type ApiErrorDetails, type Outcome } from "../errors";
import { findHint } from "../hints";
import { type Body, isFromProxy, isUnread, readProblem } from "./answer";
import type { Exchange, Request } from "./exchange";
import { largestAnswer } from "./http";

/** What an error needs in addition to the exchange. */
export interface ErrorContext {
  readonly baseUrl: string;
  readonly region?: string;
  readonly signingIn: boolean;
  readonly outcome: Outcome;
  /** Texts that no error may contain. */
  readonly secrets: readonly string[];
  /** True when the request contains secrets: the error then omits an answer that repeats most of the request. */
  readonly isSecret?: boolean;
}

/** The error of an exchange that failed. */
export function createError(request: Request, exchange: Exchange, context: ErrorContext): ApiError {
  const { answer, timeoutMs, body, requestId, retryAfterMs } = exchange;
  const { baseUrl, outcome } = context;
  const { method, path } = request;
  if (answer.kind === "failure") {
    const { code, proxy } = answer;
    const { detail, hint } = proxy ?? {
      detail: describeFailure(code, baseUrl, timeoutMs),
      hint: findHint({ ...context, code, fromProxy: false }),
    };
    return finishError({ method, path, code, detail, hint, outcome }, context.secrets);
  }
  const { status } = answer;
  const fromProxy = isFromProxy(status, body);
  const data = body?.kind === "data" ? body.data : undefined;
  const { message, code = isUnread(body) ? "unreadable_answer" : undefined } = readProblem(data);
  const detail = message ?? describeBody(body, context.secrets);
  const repeats =
    context.isSecret === true && isMostlyRepetition(`${detail} ${code ?? ""}`, String(request.body ?? ""));
  return finishError(
    {
      method,
      path,
      status,
      code: repeats ? undefined : code,
      requestId,
      detail: repeats ? "the answer repeats the request, and is not shown" : detail,
      hint: findHint({ ...context, status, code, message, fromProxy, retryAfterMs }),
      fromProxy,
      outcome,
    },
    context.secrets,
  );
}

/** Characters of each text of an error that are searched for secrets; an error shows fewer, see {@link ApiError}. */
const longestSearched = 10_000;

/**
 * Every error of a call is created here: no part of it contains a secret. Texts are bounded before they are searched,
 * and cut to what is shown afterwards, so that of a secret at the end no more than a few letters are left.
 */
function finishError({ outcome, ...details }: ApiErrorDetails, secrets: readonly string[]): ApiError {
  const bounded = Object.entries(details).map(([key, value]) => [
    key,
    typeof value === "string" ? value.slice(0, longestSearched) : value,
  ]);
  return new ApiError({ ...redact(Object.fromEntries(bounded) as typeof details, secrets), outcome });
}

const longestShownTitle = 120;

/** Length of the pieces in which texts are compared. */
const pieceLength = 8;
/** Characters of a text that are compared. */
const longestRepetition = 1_000_000;

/**
 * Whether a text repeats more than half of the pieces of a request, punctuation aside. Such a text may contain secrets
 * in an escaping that {@link redact} doesn't know.
 */
function isMostlyRepetition(text: string, sent: string): boolean {
  const pieces = splitIntoPieces(sent);
  if (pieces.size < pieceLength) return false;
  const said = splitIntoPieces(text);
  let repeated = 0;
  for (const piece of pieces) if (said.has(piece)) repeated += 1;
  return repeated * 2 > pieces.size;
}

function splitIntoPieces(text: string): Set<string> {
  const letters = text.slice(0, longestRepetition).replace(/[^\p{L}\p{N}]+/gu, "");
  const pieces = new Set<string>();
  for (let at = 0; at + pieceLength <= letters.length; at += 1) pieces.add(letters.slice(at, at + pieceLength));
  return pieces;
}

function describeFailure(code: string, baseUrl: string, timeoutMs: number): string {
  // The beginning of an answer may have come.
  if (code === "timeout") return `no complete answer from ${baseUrl} in ${describeDuration(timeoutMs)}`;
  if (code === "too_large") return `the answer is larger than ${largestAnswer / 1024 / 1024} MB, ${ownLimit}`;
  if (code === "aborted") return "canceled before the answer came";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host's name can't be resolved";
  if (code === "ECONNREFUSED") return "connection refused";
  return `the connection to ${baseUrl} broke before the answer was complete`;
}

function describeBody(body: Body | undefined, secrets: readonly string[]): string {
  if (body?.kind === "page") {
    // A secret that was cut couldn't be found.
    const title = cut(redact(body.title, secrets), longestShownTitle);
    return `received ${body.form} instead of JSON${title && `: "${title}"`}`;
  }
  if (body?.kind === "unreadable") return body.why ?? "the answer was cut short or is no JSON";
  return "no reason given";
}

/**
 * The error of a success whose answer isn't as documented. What it was about may exist all the same, except for a read.
 */
export function createUnexpectedAnswerError(
  request: Request,
  { answer, requestId }: Exchange,
  error: z.ZodError,
  secrets: readonly string[],
): ApiError {
  return finishError(
    {
      method: request.method,
      path: request.path,
      status: answer.kind === "answer" ? answer.status : undefined,
      code: "unexpected_answer",
      requestId,
      detail: `the answer is not as documented: ${describeSchemaError(error)}`,
      outcome: request.method === "GET" ? "notApplied" : "unknown",
    },
    secrets,
  );
}
