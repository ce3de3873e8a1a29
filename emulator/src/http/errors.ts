import type { Settings } from "../settings";

/** How an error leaves: as the platform's JSON, or as the page of a proxy in front of it. */
interface Manner {
  readonly html?: boolean;
  /** What the gateway says of a path that leads nowhere. */
  readonly cause?: string;
  readonly retryAfter?: string;
}

/** An error that is answered to the client with its status. */
export class PlatformError extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
    readonly manner: Manner = {},
  ) {
    super(message);
  }
}

/** The codes of 400 and 401 are known; the others are guesses, so no client should build on them. */
const codes: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  412: "conflict",
  413: "invalid_request",
  415: "invalid_request",
  429: "too_many_requests",
  500: "internal_error",
  501: "not_implemented",
  502: "bad_gateway",
  503: "unavailable",
};

export function createFailure(status: number, message: string, manner?: Manner): PlatformError {
  return new PlatformError(status, codes[status], message, manner);
}

/** What the gateway says of a path that leads nowhere, or that the organization doesn't have. */
export const createUnmatched = (message = "Not found") => createFailure(404, message, { cause: "UnmatchedHandler" });

export const createInvalidRequest = (message: string) => createFailure(400, message);
export const createUnauthorized = () => createFailure(401, "Unauthorized");
export const createNotFound = (what: string, id: string) => createFailure(404, `${what} not found: '${id}'`);
/** What a write of something archived is answered with; a PATCH with `restore: true` brings it back. */
export const createArchived = (what: string, id: string) =>
  new PlatformError(409, "inode_archived", `${what} is archived: '${id}'`);
export const createDependencyNotFound = (id: string) => createFailure(400, `Dependency not found: '${id}'`);

/** What a path names: a 404 if there is no such thing. */
export function requireExisting<Item>(item: Item | undefined, what: string, id: string): Item {
  if (item === undefined) {
    throw createNotFound(what, id);
  }
  return item;
}

/** What a body refers to: a 400 if there is no such thing. */
export function requireDependency<Item>(item: Item | undefined, id: string): Item {
  if (item === undefined) {
    throw createDependencyNotFound(id);
  }
  return item;
}

/** The refusal by a limit, in the manner the settings ask for. */
export function createTooManyRequests(settings: Settings): PlatformError {
  const retryAfter = settings.refusalRetryAfter;
  return new PlatformError(settings.refusalStatus, codes[429], "Too many requests", {
    html: settings.refusalBody === "html",
    ...(retryAfter === null ? {} : { retryAfter: String(retryAfter) }),
  });
}

/** The body of an error as the platform writes it. */
export function buildErrorBody(error: PlatformError, requestId: string, settings: Settings): object {
  const code = error.status === 404 && !settings.codeOnNotFound ? undefined : error.code;
  const { cause } = error.manner;
  return { requestId, message: error.message, code, ...(cause === undefined ? {} : { errorcause: cause }) };
}

/** The body of an error as a proxy in front of the platform writes it. */
export function buildErrorPage(status: number, title: string): string {
  return (
    `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ` +
    `${title}</h1></center>\r\n</body>\r\n</html>\r\n`
  );
}
