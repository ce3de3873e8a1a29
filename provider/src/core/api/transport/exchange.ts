import * as z from "zod";
import { parseJson } from "../../json";
import { cut, describeDuration, ownLimit, redact } from "../../text";
import { ApiError, type ApiErrorDetails, isRateLimit, type Outcome } from "../errors";
import { findHint } from "../hints";
import { type HttpAnswer, type HttpFailure, largestAnswer } from "./http";

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

/** The parsed body of an answer. */
export type Body =
  | { readonly kind: "data"; readonly data: unknown }
  /** Text in a form that the platform never sends, such as an HTML page: a proxy's. */
  | { readonly kind: "page"; readonly form: string; readonly title: string }
  /** Truncated, or neither JSON nor YAML; `why`: refused unread. */
  | { readonly kind: "unreadable"; readonly why?: string };

/** Characters of an error's body. A longer one isn't the platform's. */
const largestProblem = 1024 * 1024;

/**
 * Levels of nesting in an answer, twice as many as in a model file. Each reader of an answer calls itself once a level.
 */
const deepestAnswer = 200;

/** Reads a body by its content type: JSON, or YAML, which clients have received although they accept JSON only. */
export function readBody({ status, headers, text }: HttpAnswer): Body {
  const type = headers["content-type"] ?? "";
  if (/\bhtml\b/i.test(type) || /^\s*<(!doctype|html)/i.test(text)) {
    return { kind: "page", form: "HTML", title: readTitle(text) };
  }
  if (status >= 400 && text.length > largestProblem) {
    return { kind: "unreadable", why: `the error is larger than 1 MB, ${ownLimit}, and was not read` };
  }
  if (text.trim() === "") return { kind: "data", data: undefined };
  const isYaml = /\byaml\b/i.test(type);
  if (!isYaml && isDeeperThan(deepestAnswer, text)) return tooDeep;
  try {
    const data = isYaml ? parseYaml(text) : parseJson(text);
    return mayNamePrototype.test(text) && hasUnusableId(data) ? unusableId : { kind: "data", data };
  } catch (error) {
    if (isYaml && /maxDepth|maxAliases/.test((error as Error).message)) return tooDeep;
    const [form] = type.split(";");
    const isForeign = form !== undefined && form !== "" && !/\b(json|yaml)\b/i.test(form);
    if (!isForeign) return { kind: "unreadable" };
    // The text of a success may be anything.
    return { kind: "page", form: form.trim(), title: status >= 400 ? cutTitle(text) : "" };
  }
}

/** Whether a body came whole and was refused unread: another request would get the same. */
function isUnread(body: Body | undefined): boolean {
  return body?.kind === "unreadable" && body.why !== undefined;
}

/** In any spelling of JSON's. */
const mayNamePrototype = /__proto__|\\u005f/i;

/**
 * Whether an answer has an id that is the name of JavaScript's prototypes: kept by id, it would be lost or change all
 * objects.
 */
function hasUnusableId(data: unknown): boolean {
  if (data === null || typeof data !== "object") return false;
  return Object.entries(data).some(
    ([key, value]) => key === "__proto__" || (/^id$|Id$/.test(key) && value === "__proto__") || hasUnusableId(value),
  );
}

const unusableId: Body = { kind: "unreadable", why: `the answer has the id "__proto__", ${ownLimit}` };

const tooDeep: Body = {
  kind: "unreadable",
  why: `the answer is nested deeper than ${deepestAnswer} levels, ${ownLimit}, or uses YAML aliases`,
};

/** Whether JSON text is nested deeper than this; looked at before it is parsed. */
function isDeeperThan(most: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isInString && letter === "\\") at += 1;
    else if (letter === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "]" || letter === "}") depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/**
 * Whether an error is in the platform's own form: an object with its `requestId`, or a `code`. Whatever else stands
 * between, such as a proxy or an ingress, answers in other forms, and knows no objects.
 */
function isInOwnForm(body: Body | undefined): boolean {
  if (body?.kind !== "data") return false;
  const { code, requestId } = readProblem(body.data);
  return (code ?? requestId) !== undefined;
}

/**
 * Whether a proxy answered. JSON without both `code` and `requestId` may be the platform's, except where it would say
 * that an object is gone.
 */
function isFromProxy(status: number, body: Body | undefined): boolean {
  return body?.kind === "page" || ((status === 404 || status === 410) && !isInOwnForm(body));
}

/** `{requestId, message, code}`, each of which may be absent; `errorcause` says more than a code. */
function readProblem(data: unknown): { message?: string; code?: string; requestId?: string } {
  if (data === null || typeof data !== "object" || Array.isArray(data)) return {};
  const { message, code, errorcause, requestId } = data as Record<string, unknown>;
  const readText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    message: readText(message) ?? readSummaries(data),
    code: readText(errorcause) ?? readText(code),
    requestId: readText(requestId),
  };
}

/** What a check refuses, in an answer that has a list of it in the place of a message. */
function readSummaries(data: object): string | undefined {
  const { data: found } = refusals.safeParse(data);
  return found?.errors.map(({ summary }) => summary).join("; ");
}

const refusals = z.looseObject({ errors: z.array(z.looseObject({ summary: z.string() })).min(1) });

/** The platform's id of the request: in the body of an error, or in a header. */
export function readRequestId({ headers }: HttpAnswer, body: Body): string | undefined {
  const inBody = body.kind === "data" ? readProblem(body.data).requestId : undefined;
  return inBody ?? headers["x-request-id"] ?? headers["request-id"];
}

/** Characters of a title that are read, blanks included. */
const longestTitle = 10_000;
const longestShownTitle = 120;

/** The library is loaded with the first answer in YAML, which few calls have. */
function parseYaml(text: string): unknown {
  const { parseYamlAnswer } = require("./yaml-answer") as typeof import("./yaml-answer");
  return parseYamlAnswer(text, deepestAnswer);
}

/** The title of a page. One regular expression for all of it would take quadratic time on a hostile page. */
function readTitle(html: string): string {
  const tag = html.search(/<title\b/i);
  const start = tag < 0 ? -1 : html.indexOf(">", tag);
  const end = start < 0 ? -1 : html.indexOf("<", start);
  if (end < 0) return "";
  return cutTitle(html.slice(start + 1, end));
}

/** The beginning of a text, in one line. */
function cutTitle(text: string): string {
  return text.slice(0, longestTitle).replace(/\s+/g, " ").trim();
}

/** The outcome of an attempt. */
export interface Verdict {
  readonly kind: "good" | "unauthorized" | "throttled" | "broken" | "refused";
  /** True when the request may have been carried out all the same. */
  readonly maybeApplied: boolean;
  /** True when the address, or the proxy's, refuses connections, or its name isn't resolved. */
  readonly isUnreachable?: true;
}

/**
 * Judges one attempt. `unauthorized`, `throttled` and `broken` may be retried; `refused` is final.
 *
 * Certainly not carried out: a request that never reached the server, a refused token, 429, and every other 4xx. After
 * a connection that broke later, a timeout, a 5xx (also a gateway's) and a truncated answer, the request may have been
 * carried out.
 */
export function judge(answer: HttpAnswer | HttpFailure, body: Body | undefined): Verdict {
  if (answer.kind === "failure") {
    const isUnreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|proxy_unreachable|proxy_timeout)$/.test(answer.code);
    return {
      kind: answer.permanent ? "refused" : "broken",
      maybeApplied: !answer.unsent,
      ...(isUnreachable && { isUnreachable }),
    };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (body?.kind === "data") return { kind: "good", maybeApplied: true };
    return { kind: isUnread(body) ? "refused" : "broken", maybeApplied: true };
  }
  if (status === 401) return { kind: "unauthorized", maybeApplied: false };
  if (isRateLimit(status)) return { kind: "throttled", maybeApplied: false };
  if (status === 408) return { kind: "broken", maybeApplied: true };
  // Not implemented, and HTTP version not supported: a retry changes nothing.
  if (status >= 500) return { kind: status === 501 || status === 505 ? "refused" : "broken", maybeApplied: true };
  return { kind: "refused", maybeApplied: false };
}

/** A `Retry-After` header in milliseconds: seconds, or a date. Undefined when absent, unreadable or past. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

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
  const { message, code } = readProblem(data);
  const detail = message ?? describeBody(body, context.secrets);
  const repeats =
    context.isSecret === true && isMostlyRepetition(`${detail} ${code ?? ""}`, String(request.body ?? ""));
  return finishError(
    {
      method,
      path,
      status,
      code: repeats ? undefined : (code ?? (isUnread(body) ? "unreadable_answer" : undefined)),
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
  { issues }: z.ZodError,
  secrets: readonly string[],
): ApiError {
  const [issue] = issues;
  return finishError(
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
