import { createExchanger, openTrace, type Request } from "./exchange";
import { createError } from "./failure";

/** How to probe. */
export interface ProbeOptions {
  readonly baseUrl: string;
  /** The region's key, for messages. */
  readonly region?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What an answer without credentials shows. */
export interface ProbeResult {
  readonly status: number;
  /**
   * Milliseconds that the platform's clock is ahead of the local one, to about a second; undefined without a `Date`
   * header.
   */
  readonly clockAheadMs?: number;
}

/**
 * Sends `GET /v2/whoami` once, without a token: an API that refuses the request is reachable.
 *
 * @throws ApiError when nothing answers, or another server than the API.
 */
export async function probe({ baseUrl, region, timeoutMs, signal }: ProbeOptions): Promise<ProbeResult> {
  const request: Request = { method: "GET", path: "/v2/whoami", headers: { Accept: "application/json" } };
  const exchange = createExchanger(baseUrl, openTrace(process.env.ANALYTICS_TRACE));
  const done = await exchange(request, { attempt: 1, timeoutMs, signal, secrets: [] });
  const { answer, body } = done;
  if (answer.kind === "answer" && body?.kind === "data" && isFromApi(answer.status)) {
    const date = Date.parse(answer.headers.date ?? "");
    return { status: answer.status, ...(Number.isNaN(date) ? {} : { clockAheadMs: date - Date.now() }) };
  }
  throw createError(request, done, { baseUrl, region, signingIn: false, outcome: "notApplied", secrets: [] });
}

/** The statuses of an API that misses the token; a gateway may also let the request through. */
function isFromApi(status: number): boolean {
  return status === 200 || status === 400 || status === 401 || status === 403;
}
