import { setMaxListeners } from "node:events";
import type * as z from "zod";
import { writeJson } from "../../data";
import { ApiError, isNotFound, isUncertain, type Outcome } from "../errors";
import { PlatformClock } from "./clock";
import { createExchanger, type Exchange, openTrace, type Request } from "./exchange";
import { createError, createUnexpectedAnswerError } from "./failure";
import { type Lane, Limiter, longestPauseMs, type Result } from "./limits";
import { ListingLag } from "./listing-lag";
import { Deadline, getMaxAttempts, Retries, wait } from "./retries";
import { isRefusedPair, keepToken, signIn } from "./sign-in";
import { Trouble } from "./trouble";
import { writeWatchers } from "./writes";

/** How a client reaches the API. */
export interface ClientSettings {
  /** Scheme, host and optionally a path. Requests are sent to no other URL. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The region's key, for messages. */
  readonly region?: string;
  /** Milliseconds one request may take. Default 60,000. */
  readonly attemptTimeoutMs?: number;
  /** Milliseconds a call may take with all its retries, from its first request on. Default 300,000. */
  readonly overallTimeoutMs?: number;
  /**
   * Milliseconds that lists may lag behind creates. Default: as long as was measured, see {@link ListingLag}.
   */
  readonly listingLagMs?: number;
  /** The rows of a told value: no part of a request, but of what the organization allows. Default: 5. */
  readonly fewestRows?: number;
  /** Cancels every call of the client. */
  readonly signal?: AbortSignal;
  /** Which endpoints take workbooks as code. Default: `auto`, those that the platform answers. */
  readonly workbookApi?: "auto" | "contents" | "document";
  /**
   * A file to which the client appends one redacted JSON line per request. Default: the environment's
   * `ANALYTICS_TRACE`.
   */
  readonly traceFile?: string;
  /**
   * Shows the user that requests have failed for two seconds and are tried again:
   * `no connection, trying again (2 of 5)`; that an answer asks for a wait; and, once, that the clocks are far apart.
   */
  readonly onTrouble?: (message: string) => void;
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
  /** Sent instead as a form of one file: the form's field, and the contents of the file. */
  readonly file?: { readonly field: string; readonly contents: Buffer };
  /** What the answer must look like. */
  readonly answer: z.ZodType<T>;
  readonly lane?: Lane;
  /** True for an idempotent POST. Every other method is idempotent by default. */
  readonly repeatable?: boolean;
  /** Server errors (5xx) of the platform that are an ordinary answer, and not worth a retry. */
  readonly final?: readonly number[];
  /**
   * When the call times out; several calls may share one deadline. Default: the client's overall timeout from the first
   * request on.
   */
  readonly deadline?: Deadline;
  /** Texts of the body that no error may contain: the platform's errors quote the request. */
  readonly secrets?: readonly string[];
}

/** Sends the calls of the API's resources. */
export interface Transport {
  readonly overallTimeoutMs: number;
  /** See {@link ClientSettings}. */
  readonly listingLagMs?: number;
  readonly listingLag: ListingLag;
  readonly signal?: AbortSignal;
  /** Sends a call, and retries it as far as that is safe. Throws {@link ApiError}. */
  send<T>(call: Call<T>): Promise<T>;
  /** Gets a token, unless there is one. Throws {@link ApiError}. */
  signIn(): Promise<void>;
}

const slowestBytesPerSecond = 256 * 1024;

/**
 * Every call of a client passes through limiter, token, deadlines, retries, errors and trace.
 *
 * The settings stay in this closure, so that printing a client, at any depth, shows neither secret nor token.
 */
export function createTransport(settings: ClientSettings): Transport {
  const baseUrl = settings.baseUrl.replace(/(?<!\/)\/+$/, "");
  const { region, clientSecret, signal } = settings;
  const { attemptTimeoutMs = 60_000, overallTimeoutMs = 300_000, listingLagMs } = settings;
  const clock = new PlatformClock(baseUrl, settings.onTrouble);
  const exchange = createExchanger(baseUrl, openTrace(settings.traceFile ?? process.env.ANALYTICS_TRACE), (done) =>
    clock.learn(done),
  );
  const limiter = new Limiter();
  const trouble = new Trouble(baseUrl, settings.onTrouble);
  const tokens = keepToken(
    (pace) => signIn(exchange, { ...settings, baseUrl, attemptTimeoutMs, overallTimeoutMs, trouble }, pace),
    (error) => error instanceof ApiError && isRefusedPair(error),
  );
  // Every call under way adds a listener; that is not a leak.
  if (signal) setMaxListeners(0, signal);

  /** Sends a call once, when the limiter permits; undefined when the call has timed out. */
  async function attempt(call: Call<unknown>, request: Request, number: number, deadline: Deadline) {
    const watcher = call.method === "GET" ? undefined : writeWatchers.getStore();
    const permit = await limiter.enter({ lane: call.lane, again: number > 1, signal });
    let result: Result = { kind: "other" };
    try {
      const token = await tokens.get();
      deadline.start();
      if (deadline.getRemaining() <= 0) return undefined;
      const authorized = { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
      const timeoutMs = Math.min(attemptTimeoutMs + getUploadMs(call), deadline.getRemaining());
      const sentAt = performance.now();
      const secrets = collectSecrets(call, token);
      watcher?.noteSending();
      const done = await exchange(authorized, { attempt: number, timeoutMs, signal, secrets });
      result = toResult(done);
      if (done.verdict.kind !== "good" && !done.verdict.maybeApplied) watcher?.noteNotApplied();
      return { ...done, token, sentAt };
    } finally {
      permit.leave(result);
    }
  }

  /**
   * No call waits longer than its timeout: what asks for more fails the call that it answers, and must not stop the
   * others for long.
   */
  function waitFor(askedMs: number): number {
    return askedMs < overallTimeoutMs ? askedMs : Math.min(longestPauseMs, overallTimeoutMs);
  }

  function toResult({ verdict, retryAfterMs }: Exchange): Result {
    if (verdict.kind === "good") return { kind: "good" };
    if (verdict.kind !== "throttled") return { kind: "other" };
    return { kind: "throttled", retryAfterMs: retryAfterMs && waitFor(retryAfterMs) };
  }

  async function send<T>(call: Call<T>): Promise<T> {
    const request = buildRequest(call);
    const { deadline = new Deadline(overallTimeoutMs + getUploadMs(call)) } = call;
    const retries = new Retries(call.repeatable ?? call.method !== "POST");
    let since: number | undefined;
    let outcome: Outcome = "notApplied";
    let failure: ApiError | undefined;
    try {
      for (let number = 1; ; number += 1) {
        const done = await attempt(call, request, number, deadline);
        if (done === undefined)
          throw failure ?? createFailure(call, "timeout", "there was no time left to send it", outcome);
        const { verdict, token, sentAt } = done;
        since ??= sentAt;
        if (verdict.kind === "good") {
          const parsed = call.answer.safeParse(done.body?.kind === "data" ? done.body.data : undefined);
          if (parsed.success) return parsed.data;
          throw createUnexpectedAnswerError(request, done, parsed.error, collectSecrets(call, token));
        }
        const wasLost = outcome === "unknown";
        if (verdict.maybeApplied) outcome = "unknown";
        failure = createError(request, done, {
          baseUrl,
          region,
          signingIn: false,
          outcome,
          secrets: collectSecrets(call, token),
          isSecret: (call.secrets ?? []).length > 0,
        });
        // A delete whose earlier answer was lost has succeeded when the retry finds no object.
        if (call.method === "DELETE" && wasLost && isNotFound(failure)) return call.answer.parse({});
        if (!failure.fromProxy && call.final?.includes(failure.status ?? 0)) throw failure;
        if (verdict.kind === "unauthorized") tokens.drop(token);
        const delay = retries.getNextDelay(verdict, done.retryAfterMs);
        if (verdict.kind === "throttled" && done.retryAfterMs !== undefined && done.retryAfterMs >= overallTimeoutMs) {
          trouble.notePause(done, done.retryAfterMs, limiter.pauseMs);
        }
        if (delay === undefined || delay >= deadline.getRemaining()) throw failure;
        const delayMs = Math.max(delay, limiter.pauseMs);
        trouble.noteRetry(done, { since, delayMs, attempt: retries.attempt, of: getMaxAttempts(verdict) });
        if (delay > 0) await wait(delay, signal);
      }
    } catch (error) {
      // Canceled while waiting: an earlier request may have been carried out.
      if (signal?.aborted && !(error instanceof ApiError)) throw createFailure(call, "aborted", "canceled", outcome);
      if (isUncertain(error) && !(error instanceof ApiError)) {
        throw createFailure(
          call,
          "unreadable_answer",
          `the answer can't be read (${error.name})`,
          getUnreadOutcome(call),
        );
      }
      throw error;
    }
  }

  function collectSecrets(call: Call<unknown>, token: string): string[] {
    return [clientSecret, token, ...(call.secrets ?? [])];
  }

  return {
    overallTimeoutMs,
    listingLagMs,
    listingLag: new ListingLag(),
    signal,
    send,
    signIn: async () => void (await tokens.get()),
  };
}

/** After an error of the reader: the platform may have carried out the request. */
function getUnreadOutcome({ method }: Call<unknown>): Outcome {
  return method === "GET" ? "notApplied" : "unknown";
}

function createFailure({ method, path }: Call<unknown>, code: string, detail: string, outcome: Outcome): ApiError {
  return new ApiError({ method, path, code, detail, outcome });
}

function buildRequest({ method, path, query = {}, body, file }: Call<unknown>): Request {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const isJson = file === undefined && body !== undefined;
  return {
    method,
    path,
    query: search,
    // That of a form is axios' matter: it names the boundary.
    headers: {
      Accept: "application/json",
      // An answer that a proxy has stored may lack what was just written.
      ...(method === "GET" && { "Cache-Control": "no-cache" }),
      ...(isJson && { "Content-Type": "application/json" }),
    },
    body: isJson ? writeJson(body) : file && createForm(file),
  };
}

/** Time for the file of a call on a slow line, beside that for its answer. */
function getUploadMs({ file }: Call<unknown>): number {
  return ((file?.contents.length ?? 0) / slowestBytesPerSecond) * 1000;
}

function createForm({ field, contents }: NonNullable<Call<unknown>["file"]>): FormData {
  const form = new FormData();
  form.set(field, new Blob([contents], { type: "application/gzip" }), `${field}.tar.gz`);
  return form;
}
