import type { z } from "zod";
import { ApiError, type Outcome } from "../errors";
import { type AttemptOptions, type Exchange, errorOf, exchanger, type Request } from "./exchange";
import { type Lane, Limiter } from "./limiter";
import { attemptsWhenBroken, retryDelay } from "./retry";
import { isRefusedPair, signIn } from "./sign-in";
import { keepToken } from "./token";
import { traceTo } from "./trace";
import { wait } from "./wait";

/** How a client reaches the API. */
export interface ClientSettings {
  /** Scheme, host and perhaps a path; every request goes below it and nowhere else. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The region's key, for messages. */
  readonly region?: string;
  /** Milliseconds one request may take. Default 60,000. */
  readonly attemptTimeoutMs?: number;
  /** Milliseconds a call may take with all its repetitions, from its first request on. Default 300,000. */
  readonly overallTimeoutMs?: number;
  /**
   * Milliseconds a new object may stay out of the lists: for so long a create whose answer was lost looks for it before it is sent
   * again. Default 8,000.
   */
  readonly listingLagMs?: number;
  /** Ends every call of the client. */
  readonly signal?: AbortSignal;
  /** A file that gets one redacted JSON line per request. Default: the environment's `ANALYTICS_TRACE`. */
  readonly traceFile?: string;
}

/** One call of the API. */
export interface Call<T> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Made by `path`. */
  readonly path: string;
  /** Undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What the answer must look like. */
  readonly answer: z.ZodType<T>;
  readonly lane?: Lane;
  /** True for a POST that may be sent twice without harm. Every other method may. */
  readonly repeatable?: boolean;
  /** When to give up, on the clock of `performance.now()`. Default: the client's overall timeout from the first request on. */
  readonly deadline?: number;
  /** Texts of the body that no error may hold; the platform repeats what it was sent. */
  readonly secrets?: readonly string[];
}

/** What the resource files call the API with. */
export interface Transport {
  readonly overallTimeoutMs: number;
  readonly listingLagMs: number;
  readonly signal?: AbortSignal;
  /** Makes a call, again and again as far as that is safe. Throws {@link ApiError}. */
  send<T>(call: Call<T>): Promise<T>;
  /** What the platform's clock showed at a time of ours, both in milliseconds since 1970: to compare with its `createdAt`. */
  serverTime(ours: number): number;
}

/**
 * The way every call of a client takes: limiter, token, deadlines, repetition, errors, trace.
 *
 * The settings stay in this closure, so that printing a client, at any depth, shows neither secret nor token.
 */
export function createTransport(settings: ClientSettings): Transport {
  const baseUrl = settings.baseUrl.replace(/\/+$/, "");
  const { region, clientSecret, signal } = settings;
  const { attemptTimeoutMs = 60_000, overallTimeoutMs = 300_000, listingLagMs = 8_000 } = settings;
  const exchangeOnce = exchanger(baseUrl, traceTo(settings.traceFile ?? process.env.ANALYTICS_TRACE));
  const limiter = new Limiter();
  const tokens = keepToken(
    (pace) => signIn(exchange, { ...settings, baseUrl, attemptTimeoutMs, overallTimeoutMs }, pace),
    (error) => error instanceof ApiError && isRefusedPair(error),
  );
  let clockAheadMs = 0;

  async function exchange(request: Request, options: AttemptOptions): Promise<Exchange> {
    const done = await exchangeOnce(request, options);
    if (done.answer.kind === "answer" && done.body?.kind === "data") {
      const date = Date.parse(done.answer.headers.date ?? "");
      if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
    }
    return done;
  }

  /** One attempt: waits for its turn, and tells the limiter how it went. */
  async function attemptOnce(call: Call<unknown>, request: Request, attempt: number, deadline: () => number) {
    const permit = await limiter.enter({ lane: call.lane, again: attempt > 1, signal });
    let done: Exchange | undefined;
    try {
      const token = await tokens.get();
      const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, deadline() - performance.now()));
      const authorized = { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
      done = await exchange(authorized, { attempt, timeoutMs, signal });
      return { done, token };
    } finally {
      permit.leave(
        done?.verdict.kind === "throttled"
          ? { kind: "throttled", retryAfterMs: done.retryAfterMs }
          : { kind: done?.verdict.kind === "good" ? "good" : "other" },
      );
    }
  }

  async function send<T>(call: Call<T>): Promise<T> {
    const request = requestOf(call);
    const repeatable = call.repeatable ?? call.method !== "POST";
    let deadline = call.deadline;
    let broken = 0;
    let tokenRefused = false;
    let outcome: Outcome = "notApplied";

    for (let attempt = 1; ; attempt += 1) {
      const { done, token } = await attemptOnce(call, request, attempt, () => {
        // The clock starts with the first request: a long queue in front of it is no fault of the call.
        deadline ??= performance.now() + overallTimeoutMs;
        return deadline;
      });
      const { verdict } = done;
      if (verdict.kind === "good") return parse(call, done);
      if (goneAlready(call, done, outcome)) return parse(call, { ...done, body: { kind: "data", data: {} } });
      if (verdict.maybeApplied) outcome = "unknown";

      const fail = () => {
        throw errorOf(request, done, { baseUrl, region, signingIn: false, outcome, secrets: secretsOf(call, token) });
      };
      const outOfTime = (delay: number) => performance.now() + delay >= (deadline ?? 0);

      if (verdict.kind === "unauthorized" && !tokenRefused) {
        tokenRefused = true;
        tokens.drop(token);
      } else if (verdict.kind === "throttled") {
        // The limiter makes it wait.
        if (outOfTime(done.retryAfterMs ?? 0)) fail();
      } else if (verdict.kind === "broken" && (repeatable || !verdict.maybeApplied)) {
        broken += 1;
        const delay = Math.max(retryDelay(broken), done.retryAfterMs ?? 0);
        if (broken >= attemptsWhenBroken || outOfTime(delay)) fail();
        await wait(delay, signal);
      } else {
        fail();
      }
    }
  }

  function secretsOf(call: Call<unknown>, token: string): string[] {
    return [clientSecret, token, ...(call.secrets ?? [])];
  }

  function parse<T>(call: Call<T>, { answer, body, requestId }: Exchange): T {
    const parsed = call.answer.safeParse(body?.kind === "data" ? body.data : undefined);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new ApiError({
      method: call.method,
      path: call.path,
      status: answer.kind === "answer" ? answer.status : undefined,
      code: "unexpected_answer",
      requestId,
      detail: `the answer is not as documented, at ${issue?.path.join(".") || "its top"}: ${issue?.message}`,
      // It was a success: what it was about is there, though not known by name.
      outcome: call.method === "GET" ? "notApplied" : "unknown",
    });
  }

  return { overallTimeoutMs, listingLagMs, signal, send, serverTime: (ours) => ours + clockAheadMs };
}

/** A delete that may have been carried out before its answer was lost has done its work when nothing is left to delete. */
function goneAlready(call: Call<unknown>, { answer, body }: Exchange, outcome: Outcome): boolean {
  const missing = answer.kind === "answer" && (answer.status === 404 || answer.status === 410);
  return call.method === "DELETE" && outcome === "unknown" && missing && body?.kind !== "page";
}

function requestOf({ method, path, query = {}, body }: Call<unknown>): Request {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return {
    method,
    path,
    query: search,
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
