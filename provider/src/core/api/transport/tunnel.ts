import { type ClientRequest, request as requestPlain, STATUS_CODES } from "node:http";
import { Agent, type AgentOptions, type RequestOptions, request as requestSecure } from "node:https";
import { isIP, type Socket } from "node:net";
import { unescape as decode } from "node:querystring";
import { type ConnectionOptions, connect } from "node:tls";
import { userAgent } from "../../runtime";
import { type NamedProxy, ProxyError, showAddress } from "./proxy";

/** Milliseconds in which a proxy must have answered a CONNECT. */
const patienceMs = 20_000;

type Connected = NonNullable<Parameters<Agent["createConnection"]>[1]>;

/**
 * Connections to https servers that a proxy tunnels (CONNECT), kept alive like others. Not `https-proxy-agent`: it
 * gives nobody the socket of an unanswered CONNECT to close, leaves errors after the end of a connection without a
 * listener, and prints the proxy's password with `DEBUG=*`.
 */
export class TunnelAgent extends Agent {
  readonly #proxy: NamedProxy;
  readonly #patienceMs: number;

  constructor(proxy: NamedProxy, options: AgentOptions, timeoutMs = patienceMs) {
    super(options);
    this.#proxy = proxy;
    this.#patienceMs = timeoutMs;
  }

  override createConnection(options: RequestOptions, connected: Connected = () => undefined): undefined {
    const fail = connected as (error: Error) => void;
    const authority = `${isIP(options.host ?? "") === 6 ? `[${options.host}]` : options.host}:${options.port}`;
    const asking = requestTunnel(authority, this.#proxy.url, AbortSignal.timeout(this.#patienceMs));
    asking.once("socket", (socket) => {
      // The request that waits keeps the process alive, as long as it waits.
      socket.unref();
    });
    asking.once("connect", ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode !== 200) {
        socket.destroy();
        return fail(describeRefusal(this.#proxy, authority, statusCode));
      }
      socket.ref();
      if (head.length > 0) socket.unshift(head);
      connected(null, connect({ ...(options as ConnectionOptions), socket }));
    });
    asking.on("error", (error) => fail(describeFailure(this.#proxy, error, this.#patienceMs)));
    asking.end();
    return undefined;
  }
}

/** Sends CONNECT, over a connection of its own. */
function requestTunnel(authority: string, proxy: URL, signal: AbortSignal): ClientRequest {
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  const { protocol, username, password } = proxy;
  const credentials = Buffer.from(`${decode(username)}:${decode(password)}`).toString("base64");
  const isSecure = protocol === "https:";
  return (isSecure ? requestSecure : requestPlain)({
    method: "CONNECT",
    host,
    port: proxy.port || (isSecure ? 443 : 80),
    path: authority,
    headers: {
      Host: authority,
      "User-Agent": userAgent,
      ...((username || password) && { "Proxy-Authorization": `Basic ${credentials}` }),
    },
    agent: false,
    // Otherwise it would be the name in the header.
    ...(isSecure && { servername: isIP(host) === 0 ? host : "" }),
    signal,
  });
}

function nameProxy({ url, variable }: NamedProxy): string {
  return `the proxy of ${variable} (${showAddress(url)})`;
}

function describeRefusal(proxy: NamedProxy, authority: string, status: number): ProxyError {
  const { url, variable } = proxy;
  const words = STATUS_CODES[status] === undefined ? "" : ` ${STATUS_CODES[status]}`;
  const detail = `${nameProxy(proxy)} refused a connection to ${authority} (${status}${words})`;
  // Not what the proxy thinks of the request: it got no answer itself, or is busy.
  const isPassing = status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
  return new ProxyError("proxy_refused", detail, adviseOnRefusal(status, url, variable, authority), !isPassing);
}

function adviseOnRefusal(status: number, { username, password }: URL, variable: string, authority: string): string {
  if (status === 407) {
    return username || password
      ? `Correct the user name and password in ${variable}.`
      : `The proxy (${variable}) requires credentials. Add them to its URL.`;
  }
  if (status === 403) return `Have the proxy allow ${authority}, or list the host in NO_PROXY.`;
  return `Check that ${variable} names a proxy that allows CONNECT to ${authority}.`;
}

/** What an error of the system, of TLS or of the parser says about the way to the proxy. */
function describeFailure(proxy: NamedProxy, error: NodeJS.ErrnoException, timeoutMs: number): ProxyError {
  const { url, variable } = proxy;
  const { code = "", name } = error;
  const check = `Check the address in ${variable}, or list the platform's host in NO_PROXY.`;
  if (name === "AbortError") {
    const detail = `${nameProxy(proxy)} did not answer in ${timeoutMs / 1000} seconds`;
    return new ProxyError("proxy_timeout", detail, check, false);
  }
  if (/^HPE_/.test(code)) {
    return new ProxyError("proxy_setting", `${nameProxy(proxy)} is not an HTTP proxy`, check, true);
  }
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS/.test(code)) {
    const hint = "Name the certificate of the proxy's issuer in NODE_EXTRA_CA_CERTS.";
    return new ProxyError(
      "proxy_setting",
      `the certificate of ${nameProxy(proxy)} isn't trusted (${code})`,
      hint,
      true,
    );
  }
  if (/^(EPROTO|ERR_SSL_)/.test(code) || /before secure TLS connection/.test(error.message)) {
    const hint =
      `If it is an ordinary proxy, set ${variable} to http://${url.host}: connections to the ` +
      "platform are encrypted all the same.";
    return new ProxyError("proxy_setting", `${nameProxy(proxy)} doesn't speak TLS`, hint, true);
  }
  const isUnreachable = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code);
  if (isUnreachable) {
    return new ProxyError("proxy_unreachable", `${nameProxy(proxy)} can't be reached (${code})`, check, false);
  }
  return new ProxyError(
    "proxy_broken",
    `${nameProxy(proxy)} closed the connection${code && ` (${code})`}`,
    check,
    false,
  );
}
