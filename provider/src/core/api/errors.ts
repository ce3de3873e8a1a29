import { cut, escapeLine, redact } from "../text";
/**
 * What a failed call left behind. `notApplied`: certainly nothing. `unknown`: the request may have been carried out
 * although its answer never came, so that sending a create again could make a second object.
 */
export type Outcome = "notApplied" | "unknown";

/** Characters of the platform's message that an error quotes. */
const longestDetail = 2_000;
const longestName = 200;

/** The parts of an {@link ApiError}. */
export interface ApiErrorDetails {
  /** HTTP method of the call. */
  readonly method: string;
  /** Path of the call, without query: filters may hold names and addresses. */
  readonly path: string;
  /** What failed, in the platform's words if it sent any. */
  readonly detail: string;
  readonly outcome: Outcome;
  /** HTTP status; absent when no answer came. */
  readonly status?: number;
  /** The platform's error code, or the name of the network failure, such as `ECONNREFUSED` or `timeout`. */
  readonly code?: string;
  /** The platform's id of the request, for its support. */
  readonly requestId?: string;
  /** What to do about it. */
  readonly hint?: string;
  /** True when a proxy or another server answered, not the platform: the answer isn't in the platform's form. */
  readonly fromProxy?: boolean;
}

/**
 * A call of the REST API that failed. It carries neither headers nor tokens nor what was sent, and no lower-level error
 * as its cause, because those do.
 *
 * @example
 * ```ts
 * try {
 *   await client.tags.update(id, { description: "released" });
 * } catch (error) {
 *   if (!isNotFound(error)) throw error;
 * }
 * ```
 */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = "ApiError";
  readonly method: string;
  readonly path: string;
  readonly detail: string;
  readonly outcome: Outcome;
  readonly status?: number;
  readonly code?: string;
  readonly requestId?: string;
  readonly hint?: string;
  readonly fromProxy: boolean;
  /** The texts as they came: `without` can't find a secret that was cut. */
  readonly #given: ApiErrorDetails;

  constructor(given: ApiErrorDetails) {
    // The texts of the platform or a proxy are printed to a terminal.
    const details = {
      ...given,
      detail: escapeLine(cut(given.detail, longestDetail)),
      code: given.code && escapeLine(cut(given.code, longestName)),
      requestId: given.requestId && escapeLine(cut(given.requestId, longestName)),
    };
    super(writeSentence(details));
    this.#given = given;
    this.method = details.method;
    this.path = details.path;
    this.detail = details.detail;
    this.outcome = details.outcome;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.hint = details.hint;
    this.fromProxy = details.fromProxy ?? false;
  }

  /** The same error with another hint. */
  replaceHint(hint: string): ApiError {
    return new ApiError({ ...this.#given, hint });
  }

  /** The same error without these texts. */
  redactTexts(secrets: readonly string[]): ApiError {
    return new ApiError(redact(this.#given, secrets));
  }
}

/** `POST /v2/tags: 409, name is taken (code conflict, requestId 1f0c). Choose another name.` */
function writeSentence({ method, path, status, detail, code, requestId, hint, outcome }: ApiErrorDetails): string {
  const facts = [code && `code ${code}`, requestId && `requestId ${requestId}`].filter(Boolean).join(", ");
  const what = [status, detail.replace(/(?<!\.)\.+$/, "")].filter(Boolean).join(", ");
  const lost = method === "POST" && outcome === "unknown" ? "The platform may have carried it out." : undefined;
  return [`${method} ${path}: ${what}${facts && ` (${facts})`}.`, lost, hint].filter(Boolean).join(" ");
}

/** What the platform calls a path that it doesn't have: a feature is missing, and no object is gone. */
export const unmatchedCode = "UnmatchedHandler";

/** What the platform calls a document that was deleted. */
export const archivedCode = "inode_archived";

/**
 * True when the platform says that there is no such object. Only a response in its own form counts, an object with
 * `requestId` or `code`. A 404 of a proxy, an ingress or another server doesn't count: Pulumi would drop an existing
 * object from the state. The code of a 404 is undocumented, so either the status or the code is enough. The platform
 * may also report a deleted object as archived: a dataset when it is read, others when they are written.
 */
export function isNotFound(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.fromProxy || error.code === unmatchedCode) return false;
  const archived = error.code === archivedCode && (error.method === "GET" || error.method === "DELETE");
  return archived || error.status === 404 || error.status === 410 || error.code === "not_found";
}

/**
 * True when the platform refuses a write because of what is there already: a name that is taken, or a document that has
 * changed since the version the write is based on. The status of these is undocumented, so each that fits counts; a
 * plain 400 only by its code.
 */
export function isConflict(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    !error.fromProxy &&
    (error.status === 409 || error.status === 412 || /conflict|already_exists|duplicate/.test(error.code ?? ""))
  );
}

/** Whether a status says that requests come too fast. Pipelines that use the platform report 430 beside 429. */
export function isRateLimit(status: number | undefined): boolean {
  return status === 429 || status === 430;
}

/** True when the platform itself refuses to show or change something; a gateway's refusal says nothing about rights. */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.fromProxy && error.status === 403;
}

/**
 * True when the platform answered about this one thing, such as a document that it can't read: calls for other things
 * may succeed. A session that has ended and a rate limit concern every call.
 */
export function isAboutOneThing(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.fromProxy || error.status === undefined) return false;
  return error.status !== 401 && !isRateLimit(error.status);
}

/**
 * True when the platform refuses one thing, such as for a right that is missing. What failed on the platform may
 * succeed later, and isn't refused.
 */
export function isRefusal(error: unknown): error is ApiError {
  return (
    isAboutOneThing(error) && error.status! >= 400 && error.status! < 500 && !isUnfinished(error.status, error.code)
  );
}

/**
 * Whether an answer says that the platform began with a request and didn't get to its end: what it computes took too
 * long. Clients that ask again got an answer to a 402 with the code `timedout`.
 */
export function isUnfinished(status: number | undefined, code: string | undefined): boolean {
  return status === 408 || /^time[d_-]*out$/i.test(code ?? "");
}

/** True when the platform may not have the operation at all; a 404 may also mean that it lacks the object. */
export function isMissingOperation(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.fromProxy && [404, 405, 501].includes(error.status ?? 0);
}

/**
 * True when a write may have been carried out although it failed; see {@link Outcome}. Errors of the runtime count too,
 * such as a `RangeError`: they can occur after the request was sent.
 */
export function isUncertain(error: unknown): error is Error {
  if (error instanceof UnusableIdError) return true;
  return error instanceof ApiError ? error.outcome === "unknown" : isUnexpected(error);
}

/** Whether neither this package nor the platform meant to refuse anything. */
function isUnexpected(error: unknown): boolean {
  if (error instanceof InvalidIdError) return false;
  return !(error instanceof Error) || unexpected.test(error.name);
}

const unexpected = /^(RangeError|TypeError|ReferenceError|SyntaxError|EvalError|URIError|AggregateError|\$?ZodError)$/;

/** A value can't be an id: it would change the path of the request, which is never sent. */
export class InvalidIdError extends TypeError {
  constructor(
    readonly value: string,
    place: string,
  ) {
    super(`${JSON.stringify(value)} can't be an id in ${place}.`);
  }
}

/**
 * Whether a value can be an id: an empty one would turn a call on one object into one on all, and `..` into one on
 * something else.
 */
export function isUsableId(value: unknown): boolean {
  return typeof value === "string" && !/^\.{0,2}$/.test(value.trim()) && value.isWellFormed();
}

/** The platform created something and says that it has an id which can't be one. */
export class UnusableIdError extends Error {
  constructor(value: string) {
    super(
      `The platform answered that what it created has the id ${JSON.stringify(value)}, which can't be an id. ` +
        "The object may exist: look for it on the platform, and report the id to its support.",
    );
  }
}

/**
 * Returns the id of a created object; each part of one that is composed can be one.
 *
 * @throws UnusableIdError
 */
export function checkCreatedId(id: string): string {
  if (typeof id !== "string" || !id.split("/").every(isUsableId)) throw new UnusableIdError(id);
  return id;
}

/** The answer; undefined after an error that is expected. */
export async function readUnless<T>(
  isExpected: (error: unknown) => boolean,
  answer: Promise<T>,
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}

/** The answer; undefined for what the platform doesn't have. */
export const readUnlessGone = <T>(answer: Promise<T>): Promise<T | undefined> => readUnless(isNotFound, answer);

/**
 * Hint for a create blocked by an existing object, which may be the one that it replaces: the engine doesn't say so.
 */
export const ifItReplaces =
  "If the create replaces that object (`pulumi state taint`, `--replace`), give the resource the " +
  "option deleteBeforeReplace: true.";

/** An object that another create made, or that was there before, has what the platform has once only. */
export class TakenError extends Error {
  /**
   * @param what says so.
   * @param id of the object.
   * @param advice where no other resource of the program has it.
   */
  constructor(
    readonly what: string,
    readonly id: string,
    advice: string,
  ) {
    super(`${what}: ${advice}`);
  }
}
