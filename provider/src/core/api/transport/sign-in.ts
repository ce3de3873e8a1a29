import * as z from "zod";
import { type ApiError, isRateLimit } from "../errors";
import type { Exchanger, Request } from "./exchange";
import { createError, createUnexpectedAnswerError } from "./failure";
import { Deadline, getMaxAttempts, retryDelay, wait } from "./retries";
import type { Trouble } from "./trouble";

const grant = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().optional(),
  expires_in: z.coerce.number().positive(),
});

export interface SignInOptions {
  readonly baseUrl: string;
  readonly region?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly attemptTimeoutMs: number;
  readonly overallTimeoutMs: number;
  readonly signal?: AbortSignal;
  readonly trouble: Trouble;
}

/**
 * `POST /v2/auth/token`: exchanges the pair of client id and secret for an access token. The request is idempotent, so
 * temporary failures are retried; a refused pair is final.
 *
 * @param pace awaited before each request: the endpoint accepts one per second.
 * @throws ApiError
 */
export async function signIn(exchange: Exchanger, options: SignInOptions, pace: () => Promise<void>): Promise<Grant> {
  const { clientId, clientSecret, attemptTimeoutMs, overallTimeoutMs, signal, trouble } = options;
  const request: Request = {
    method: "POST",
    path: "/v2/auth/token",
    // Form fields, not HTTP Basic: fresh keys have been refused that way.
    headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  };
  const deadline = new Deadline(overallTimeoutMs);
  deadline.start();
  const since = performance.now();
  let failure: ApiError | undefined;
  for (let attempt = 1; ; attempt += 1) {
    await pace();
    if (failure && deadline.getRemaining() <= 0) throw failure;
    const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, deadline.getRemaining()));
    const done = await exchange(request, { attempt, timeoutMs, signal, secrets: [clientSecret] });
    if (done.verdict.kind === "good") {
      const granted = grant.safeParse(done.body?.kind === "data" ? done.body.data : undefined);
      if (!granted.success) throw createUnexpectedAnswerError(request, done, granted.error, [clientSecret]);
      return { accessToken: granted.data.access_token, expiresIn: granted.data.expires_in };
    }
    failure = createError(request, done, {
      ...options,
      signingIn: true,
      outcome: "notApplied",
      secrets: [clientSecret],
      isSecret: true,
    });
    const passing = done.verdict.kind === "throttled" || done.verdict.kind === "broken";
    const delay = Math.max(retryDelay(attempt), done.retryAfterMs ?? 0);
    const of = getMaxAttempts(done.verdict);
    if (!passing || attempt >= of || delay >= deadline.getRemaining()) throw failure;
    trouble.noteRetry(done, { since, delayMs: delay, attempt: attempt + 1, of });
    await wait(delay, signal);
  }
}

/** True when the platform refuses the pair itself: a status that no retry changes. */
export function isRefusedPair(error: ApiError): boolean {
  return error.status !== undefined && error.status >= 400 && error.status < 500 && !isRateLimit(error.status);
}

/** What the token endpoint grants. */
export interface Grant {
  readonly accessToken: string;
  /** Seconds the token is good for. */
  readonly expiresIn: number;
}

/** The access token that all calls of a client share. */
export interface Tokens {
  /** A token that doesn't expire soon. Concurrent callers share one request. */
  get(): Promise<string>;
  /** Drops a token that the platform refused. A newer token stays. */
  drop(token: string): void;
}

// The endpoint accepts one request per second; the rest allows for clocks and network.
const leastIntervalMs = 1050;
const earlyMs = 60_000;
const refusalMs = 10_000;

/**
 * Keeps a token: renewed before it expires, asked for at most once per second. A refusal is remembered for ten seconds,
 * so that a thousand resources with a wrong secret fail at once and not one per second.
 *
 * @param request one request to the token endpoint; it may retry, awaiting `pace` before each request.
 */
export function keepToken(
  request: (pace: () => Promise<void>) => Promise<Grant>,
  isRefusal: (error: unknown) => boolean,
): Tokens {
  let current: { token: string; renewAt: number } | undefined;
  let inFlight: Promise<string> | undefined;
  let refused: { error: unknown; until: number } | undefined;
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  async function waitForTurn(): Promise<void> {
    const early = lastRequestAt + leastIntervalMs - performance.now();
    if (early > 0) await wait(early);
    lastRequestAt = performance.now();
  }

  async function renew(): Promise<string> {
    try {
      const { accessToken, expiresIn } = await request(waitForTurn);
      const lifeMs = expiresIn * 1000;
      current = { token: accessToken, renewAt: performance.now() + lifeMs - Math.min(earlyMs, lifeMs / 5) };
      return accessToken;
    } catch (error) {
      if (isRefusal(error)) refused = { error, until: performance.now() + refusalMs };
      throw error;
    } finally {
      inFlight = undefined;
    }
  }

  return {
    async get() {
      if (current && performance.now() < current.renewAt) return current.token;
      if (refused && performance.now() < refused.until) throw refused.error;
      inFlight ??= renew();
      return inFlight;
    },
    drop(token) {
      if (current?.token === token) current = undefined;
    },
  };
}
