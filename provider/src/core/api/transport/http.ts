import type { Agent, AgentOptions } from "node:https";
import type { AxiosInstance } from "axios";
import { userAgent } from "../../runtime";
import { decideRoute, ProxyError } from "./proxy";

/** One request, sent once. */
export interface Attempt {
  readonly method: string;
  /** Begins with a slash; its values are encoded, see `path` in `path.ts`. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Milliseconds in which the whole answer must arrive. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** An answer, whatever its status. */
export interface HttpAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a picture, its bytes as Latin-1. */
  readonly text: string;
}

/** No answer, or only a part of one. */
export interface HttpFailure {
  readonly kind: "failure";
  /** `timeout`, `aborted`, `too_large`, or the system's name for it, such as `ECONNRESET`. */
  readonly code: string;
  /** True when the request certainly never reached the server. */
  readonly unsent: boolean;
  /** True when trying again can't help. */
  readonly permanent: boolean;
  /** What the proxy of the environment did, and what to change. */
  readonly proxy?: { readonly detail: string; readonly hint: string };
}

// Shorter than the idle timeout of servers and load balancers: the answer to a create sent into a closing connection
// would be lost.
const idleMs = 20_000;

/** Bytes of an answer, unpacked. The largest model that a file may hold takes a quarter of it. */
export const largestAnswer = 64 * 1024 * 1024;

/** Sends one request and never throws. */
export type Http = (attempt: Attempt) => Promise<HttpAnswer | HttpFailure>;

/**
 * HTTP to one base URL over kept-alive connections. The proxy settings of the environment hold, see
 * {@link decideRoute}; requests go through a proxy by CONNECT, so that it sees neither paths nor credentials. Redirects
 * are never followed.
 *
 * What comes back is plain data: axios' own errors carry the request's headers, the token among them, and so never
 * leave this file.
 */
export function createHttp(baseUrl: string): Http {
  let axios: AxiosInstance | undefined;

  return async ({ method, path, query, headers, body, timeoutMs, signal }) => {
    const search = query?.toString();
    // axios restarts its own timeout with every byte, so an answer that trickles in would never time out.
    // `AbortSignal.timeout` would not keep the process alive, which a request through a proxy relies on.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      axios ??= createAxios(baseUrl);
      const answer = await axios.request<Buffer | undefined>({
        method,
        url: `${baseUrl}${path}${search ? `?${search}` : ""}`,
        headers: { "User-Agent": userAgent, ...headers },
        data: body,
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      });
      const flat = flattenHeaders(answer.headers);
      const encoding = isPicture(flat) ? "latin1" : "utf8";
      const text = (answer.data?.toString(encoding) ?? "").replace(/^\ufeff/, "");
      return { kind: "answer", status: answer.status, headers: flat, text };
    } catch (error) {
      if (timeout.signal.aborted) return { kind: "failure", code: "timeout", unsent: false, permanent: false };
      if (signal?.aborted) return { kind: "failure", code: "aborted", unsent: false, permanent: true };
      return toFailure(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * The library, loaded with the first request: a preview makes none, and it is a good part of the package's loading
 * time.
 */
const loadAxios = () => require("axios") as typeof import("axios");

function createAxios(baseUrl: string): AxiosInstance {
  const axios = loadAxios();
  const { Agent: HttpAgent } = require("node:http") as typeof import("node:http");
  // Node lets the process end while connections are only kept for later.
  const connections = { keepAlive: true, maxFreeSockets: 16, scheduling: "lifo", timeout: idleMs } as const;
  const keepAsIs = (data: unknown) => data;
  return axios.create({
    adapter: "http",
    httpAgent: new HttpAgent(connections),
    httpsAgent: createAgent(baseUrl, connections),
    // Its own way through a proxy makes a connection, a tunnel and a TLS handshake for each request.
    proxy: false,
    maxRedirects: 0,
    // Counted after unpacking.
    maxContentLength: largestAnswer,
    validateStatus: () => true,
    responseType: "arraybuffer",
    transformRequest: [keepAsIs],
    transformResponse: [keepAsIs],
  });
}

/** @throws ProxyError when the environment names a proxy that can't be used. */
function createAgent(baseUrl: string, connections: AgentOptions): Agent {
  const route = decideRoute(baseUrl);
  if (route.kind === "direct") return new (require("node:https") as typeof import("node:https")).Agent(connections);
  const { TunnelAgent } = require("./tunnel") as typeof import("./tunnel");
  if (route.kind === "invalid") throw new ProxyError("proxy_setting", route.detail, route.hint, true);
  return new TunnelAgent(route, connections);
}

/** Whether an answer is a picture, by its headers. */
export const isPicture = (headers: HttpAnswer["headers"]): boolean =>
  /^image\/png\b/i.test(headers["content-type"] ?? "");

function flattenHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name.toLowerCase(), String(value)]] : [],
    ),
  );
}

function toFailure(error: unknown): HttpFailure {
  // axios wraps what its agent reports.
  const cause = error instanceof ProxyError ? error : (error as { cause?: unknown }).cause;
  if (cause instanceof ProxyError) {
    const { code, permanent, detail, hint } = cause;
    return { kind: "failure", code, unsent: true, permanent, proxy: { detail, hint } };
  }
  // axios gives it no code of its own. A retry would get the same answer.
  if (/maxContentLength/.test(readText(error, "message") ?? "")) {
    return { kind: "failure", code: "too_large", unsent: false, permanent: true };
  }
  const code = readText(error, "code") ?? "ERR_NETWORK";
  // If the system tried several addresses, the failed call is in the individual errors.
  const syscall = readText(cause, "syscall") ?? readText((cause as { errors?: unknown[] })?.errors?.[0], "syscall");
  const permanent = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|ERR_INVALID|ERR_BAD_OPTION)/.test(
    code,
  );
  const unsent =
    permanent ||
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    syscall === "connect" ||
    syscall === "getaddrinfo";
  return { kind: "failure", code, unsent, permanent };
}

function readText(value: unknown, key: string): string | undefined {
  const text = value !== null && typeof value === "object" ? (value as Record<string, unknown>)[key] : undefined;
  return typeof text === "string" ? text : undefined;
}
