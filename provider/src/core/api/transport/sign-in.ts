import * as z from "zod";
import type { ApiError } from "../errors";
import { Deadline } from "./deadline";
import { type Exchanger, errorOf, type Request, unexpectedAnswer } from "./exchange";
import { attemptsWhenBroken, retryDelay } from "./retry";
import type { Grant } from "./token";
import { wait } from "./wait";

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
}

/**
 * `POST /v2/auth/token`: trades the pair for an access token. Asking twice does no harm, so everything that may pass is tried
 * again; a refused pair is final.
 *
 * @param pace to be awaited before each request: the endpoint takes one per second.
 * @throws ApiError
 */
export async function signIn(exchange: Exchanger, options: SignInOptions, pace: () => Promise<void>): Promise<Grant> {
  const { clientId, clientSecret, attemptTimeoutMs, overallTimeoutMs, signal } = options;
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
  let failure: ApiError | undefined;
  for (let attempt = 1; ; attempt += 1) {
    await pace();
    if (failure && deadline.left() <= 0) throw failure;
    const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, deadline.left()));
    const done = await exchange(request, { attempt, timeoutMs, signal });
    if (done.verdict.kind === "good") {
      const granted = grant.safeParse(done.body?.kind === "data" ? done.body.data : undefined);
      if (!granted.success) throw unexpectedAnswer(request, done, granted.error, [clientSecret]);
      return { accessToken: granted.data.access_token, expiresIn: granted.data.expires_in };
    }
    failure = errorOf(request, done, {
      ...options,
      signingIn: true,
      outcome: "notApplied",
      secrets: [clientSecret],
      isSecret: true,
    });
    const passing = done.verdict.kind === "throttled" || done.verdict.kind === "broken";
    const delay = Math.max(retryDelay(attempt), done.retryAfterMs ?? 0);
    if (!passing || attempt >= attemptsWhenBroken || delay >= deadline.left()) throw failure;
    await wait(delay, signal);
  }
}

/** True when the platform refuses the pair itself: wrong status for anything that would pass. */
export function isRefusedPair(error: ApiError): boolean {
  return error.status !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429;
}
