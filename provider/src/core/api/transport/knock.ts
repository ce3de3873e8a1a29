import { errorOf, exchanger, type Request } from "./exchange";
import { traceTo } from "./trace";

/** Whom to ask, and how long to wait. */
export interface KnockOptions {
  readonly baseUrl: string;
  /** The region's key, for messages. */
  readonly region?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What an answer to nobody shows. */
export interface Knock {
  readonly status: number;
  /** Milliseconds that the platform's clock is ahead of ours, to about a second; undefined when it doesn't say. */
  readonly clockAheadMs?: number;
}

/**
 * Asks `GET /v2/whoami` without a token, once: an API that refuses it is there, whoever's credentials are tried next.
 *
 * @throws ApiError when nothing answers, or something else than the API does.
 */
export async function knock({ baseUrl, region, timeoutMs, signal }: KnockOptions): Promise<Knock> {
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
