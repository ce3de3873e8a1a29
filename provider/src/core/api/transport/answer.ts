/** What came back: the body of an answer, and what it means for the request. */
import * as z from "zod";
import { findExcess, isObject, largestJson, parseJson } from "../../data";
import { ownLimit } from "../../text";
import { isRateLimit, isUnfinished } from "../errors";
import { type HttpAnswer, type HttpFailure, isPicture } from "./http";

/** The parsed body of an answer. */
export type Body =
  | { readonly kind: "data"; readonly data: unknown }
  /** Text in a form that the platform never sends, such as an HTML page: a proxy's. */
  | { readonly kind: "page"; readonly form: string; readonly title: string }
  /** Truncated, or neither JSON nor YAML; `why`: refused unread. */
  | { readonly kind: "unreadable"; readonly why?: string };

/** Characters of an error's body. A longer one isn't the platform's. */
const largestProblem = 1024 * 1024;

/** Reads a body. Of a path that the platform doesn't have, a header may say so in place of the body. */
export function readBody(answer: HttpAnswer): Body {
  const body = parseBody(answer);
  const { errorcause } = answer.headers;
  if (answer.status < 400 || !errorcause) return body;
  return { kind: "data", data: { ...(body.kind === "data" && isObject(body.data) ? body.data : {}), errorcause } };
}

/** By the content type: JSON, or YAML, which clients have received although they accept JSON only. */
function parseBody({ status, headers, text }: HttpAnswer): Body {
  const type = headers["content-type"] ?? "";
  if (/\bhtml\b/i.test(type) || /^\s*<(!doctype|html)/i.test(text)) {
    return { kind: "page", form: "HTML", title: readTitle(text) };
  }
  if (status >= 400 && text.length > largestProblem) {
    return { kind: "unreadable", why: `the error is larger than 1 MB, ${ownLimit}, and was not read` };
  }
  if (status < 400 && isPicture(headers)) return { kind: "data", data: Buffer.from(text, "latin1") };
  if (text.trim() === "") return { kind: "data", data: undefined };
  const isYaml = /\byaml\b/i.test(type);
  const tooMuch = isYaml ? findYamlExcess(text) : findJsonExcess(text);
  if (tooMuch !== undefined) return tooMuch;
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
export function isUnread(body: Body | undefined): boolean {
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
  why: `the answer is nested deeper than ${largestJson.depth} levels, ${ownLimit}, or uses YAML aliases`,
};

const tooMany: Body = {
  kind: "unreadable",
  why: `the answer has more than ${largestJson.values / 1_000_000} million values, ${ownLimit}`,
};

/** What of JSON text is beyond a limit. */
function findJsonExcess(text: string): Body | undefined {
  const excess = findExcess(text);
  return excess && (excess === "depth" ? tooDeep : tooMany);
}

/** Before each value of YAML stands one of these; the parser itself counts the levels. */
const beforeYamlValue = /[[{,\n]|[-:?](?=\s)/g;

function findYamlExcess(text: string): Body | undefined {
  let values = 1;
  for (const _ of text.matchAll(beforeYamlValue)) {
    values += 1;
    if (values > largestJson.values) return tooMany;
  }
  return undefined;
}

/**
 * A list in an answer. It ends at the first item that is wrong: zod's own describes each of them, which takes a hundred
 * times the memory of the answer.
 *
 * `items` among what is known of it is the type of its items.
 *
 * @example defineList(z.string()).parse(["a", 1, 2]) // an error with one issue, at `1`
 */
export const defineList = <T>(item: z.ZodType<T>): z.ZodType<T[]> =>
  z
    .array(z.unknown())
    .transform((items, context) => {
      const read: T[] = [];
      for (const [index, one] of items.entries()) {
        const found = item.safeParse(one);
        if (!found.success) return refuse(context, found.error, index);
        read.push(found.data);
      }
      return read;
    })
    .meta({ items: item });

/** A map in an answer, which ends at the first wrong value as {@link defineList} does. */
export const defineMap = <T>(value: z.ZodType<T>): z.ZodType<Record<string, T>> =>
  z.record(z.string(), z.unknown()).transform((values, context) => {
    const read: [string, T][] = [];
    for (const [key, one] of Object.entries(values)) {
      const found = value.safeParse(one);
      if (!found.success) return refuse(context, found.error, key);
      read.push([key, found.data]);
    }
    return Object.fromEntries(read);
  });

function refuse({ issues }: z.RefinementCtx, { issues: [issue] }: z.ZodError, at: string | number): never {
  if (issue !== undefined) issues.push({ ...issue, path: [at, ...issue.path], input: undefined } as never);
  return z.NEVER;
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
export function isFromProxy(status: number, body: Body | undefined): boolean {
  return body?.kind === "page" || ((status === 404 || status === 410) && !isInOwnForm(body));
}

/** `{requestId, message, code}`, each of which may be absent; `errorcause` says more than a code. */
export function readProblem(data: unknown): { message?: string; code?: string; requestId?: string } {
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

const refusals = z.looseObject({
  errors: defineList(z.looseObject({ summary: z.string() })).refine(({ length }) => length > 0),
});

/** The platform's id of the request: in the body of an error, or in a header. */
export function readRequestId({ headers }: HttpAnswer, body: Body): string | undefined {
  const inBody = body.kind === "data" ? readProblem(body.data).requestId : undefined;
  return inBody ?? headers["x-request-id"] ?? headers["request-id"];
}

/** Characters of a title that are read, blanks included. */
const longestTitle = 10_000;

/** The library is loaded with the first answer in YAML, which few calls have. */
function parseYaml(text: string): unknown {
  const { parseYamlAnswer } = require("./yaml-answer") as typeof import("./yaml-answer");
  return parseYamlAnswer(text, largestJson.depth);
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
 * Certainly not carried out: a request that never reached the server, 429, and one of {@link refusing} in the
 * platform's own form. After anything else the request may have been carried out: a connection that broke later, a
 * timeout, also one that a code tells, another status, a redirect, a truncated answer, and one of another server.
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
  if (isRateLimit(status)) return { kind: "throttled", maybeApplied: false };
  const problem = body?.kind === "data" ? readProblem(body.data) : {};
  if (isUnfinished(status, problem.code)) return { kind: "broken", maybeApplied: true };
  // A redirect and the page of a firewall or proxy may come after the platform has carried out the request.
  const isOwn = (problem.message ?? problem.code ?? problem.requestId) !== undefined;
  const maybeApplied = !isOwn || !refusing.has(status);
  if (status === 401) return { kind: "unauthorized", maybeApplied };
  // Not implemented, and HTTP version not supported: a retry changes nothing.
  const isFinal = status < 500 || status === 501 || status === 505;
  return { kind: isFinal ? "refused" : "broken", maybeApplied };
}

/** The statuses by which the platform refuses a request before it carries out anything. */
const refusing: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 412, 422]);

/** A `Retry-After` header in milliseconds: seconds, or a date. Undefined when absent, unreadable or past. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
