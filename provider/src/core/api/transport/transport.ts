import { setMaxListeners } from "node:events";
import type * as z from "zod";
import { ApiError, type Outcome } from "../errors";
import { type Exchange, errorOf, type Request, unexpectedAnswer } from "./exchange";
import { type Lane, Limiter, type Result } from "./limits";
import { type AttemptOptions, exchanger, traceTo } from "./requests";
import { Deadline, Retries, wait } from "./retries";
import { isRefusedPair, keepToken, signIn } from "./sign-in";

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
  /** When to give up; several calls may share one. Default: the client's overall timeout from the first request on. */
  readonly deadline?: Deadline;
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
  /** Gets a token, unless there is one. Throws {@link ApiError}. */
  signIn(): Promise<void>;
  /**
   * Whether the platform made something, by its clock (ISO 8601), since a time of ours (milliseconds since 1970). A few seconds of doubt
   * count as yes.
   */
  madeSince(createdAt: string, ours: number): boolean;
}

// Two clocks, and headers that count in seconds.
const clockToleranceMs = 5_000;

/**
 * The way every call of a client takes: limiter, token, deadlines, repetition, errors, trace.
 *
 * The settings stay in this closure, so that printing a client, at any depth, shows neither secret nor token.
 */
export function createTransport(settings: ClientSettings): Transport {
  const baseUrl = settings.baseUrl.replace(/\/+$/, "");
  const { region, clientSecret, signal } = settings;
  const { attemptTimeoutMs = 60_000, overallTimeoutMs = 300_000, listingLagMs = 8_000 } = settings;
  const exchangeOnce = exchanger(baseUrl, traceTo(settings.traceFile ?? process.env.ANALYTICS_TRACE), [clientSecret]);
  const limiter = new Limiter();
  const tokens = keepToken(
    (pace) => signIn(exchange, { ...settings, baseUrl, attemptTimeoutMs, overallTimeoutMs }, pace),
    (error) => error instanceof ApiError && isRefusedPair(error),
  );
  let clockAheadMs = 0;
  // Every call under way listens; that is no leak.
  if (signal) setMaxListeners(0, signal);

  async function exchange(request: Request, options: AttemptOptions): Promise<Exchange> {
    const done = await exchangeOnce(request, options);
    if (done.answer.kind === "answer" && done.body?.kind === "data") {
      const date = Date.parse(done.answer.headers.date ?? "");
      if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
    }
    return done;
  }

  /** Sends a call once, when it is its turn; undefined when there is no time left for it. */
  async function attempt(call: Call<unknown>, request: Request, number: number, deadline: Deadline) {
    const permit = await limiter.enter({ lane: call.lane, again: number > 1, signal });
    let result: Result = { kind: "other" };
    try {
      const token = await tokens.get();
      deadline.start();
      if (deadline.left() <= 0) return undefined;
      const authorized = { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
      const timeoutMs = Math.min(attemptTimeoutMs, deadline.left());
      const done = await exchange(authorized, { attempt: number, timeoutMs, signal });
      result = resultOf(done);
      return { ...done, token };
    } finally {
      permit.leave(result);
    }
  }

  function resultOf({ verdict, retryAfterMs }: Exchange): Result {
    if (verdict.kind === "good") return { kind: "good" };
    if (verdict.kind !== "throttled") return { kind: "other" };
    // No call waits longer than that anyway.
    return { kind: "throttled", retryAfterMs: retryAfterMs && Math.min(retryAfterMs, overallTimeoutMs) };
  }

  async function send<T>(call: Call<T>): Promise<T> {
    const request = requestOf(call);
    const { deadline = new Deadline(overallTimeoutMs) } = call;
    const retries = new Retries(call.repeatable ?? call.method !== "POST");
    let outcome: Outcome = "notApplied";
    let failure: ApiError | undefined;
    try {
      for (let number = 1; ; number += 1) {
        const done = await attempt(call, request, number, deadline);
        if (done === undefined) throw failure ?? failed(call, "timeout", "there was no time left to send it", outcome);
        const { verdict, token } = done;
        if (verdict.kind === "good") {
          const parsed = call.answer.safeParse(done.body?.kind === "data" ? done.body.data : undefined);
          if (parsed.success) return parsed.data;
          throw unexpectedAnswer(request, done, parsed.error, secretsOf(call, token));
        }
        if (goneAlready(call, done, outcome)) return call.answer.parse({});

        if (verdict.maybeApplied) outcome = "unknown";
        failure = errorOf(request, done, {
          baseUrl,
          region,
          signingIn: false,
          outcome,
          secrets: secretsOf(call, token),
          isSecret: (call.secrets ?? []).length > 0,
        });
        if (verdict.kind === "unauthorized") tokens.drop(token);
        const delay = retries.next(verdict, done.retryAfterMs);
        if (delay === undefined || delay >= deadline.left()) throw failure;
        if (delay > 0) await wait(delay, signal);
      }
    } catch (error) {
      // Cancelled while waiting: what was sent before may have been carried out.
      if (signal?.aborted && !(error instanceof ApiError)) throw failed(call, "aborted", "canceled", outcome);
      throw error;
    }
  }

  function secretsOf(call: Call<unknown>, token: string): string[] {
    return [clientSecret, token, ...(call.secrets ?? [])];
  }

  return {
    overallTimeoutMs,
    listingLagMs,
    signal,
    send,
    signIn: async () => void (await tokens.get()),
    madeSince: (createdAt, ours) => Date.parse(createdAt) >= ours + clockAheadMs - clockToleranceMs,
  };
}

function failed({ method, path }: Call<unknown>, code: string, detail: string, outcome: Outcome): ApiError {
  return new ApiError({ method, path, code, detail, outcome });
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
