import { lookup } from "node:dns/promises";
import { connect, type TLSSocket } from "node:tls";
import { ApiError, decideRoute, type ProbeResult, probe, showAddress } from "pulumi-analytics-internal/core/api";
import { describeDuration } from "pulumi-analytics-internal/core/text";
import type { Profile } from "pulumi-analytics-internal/settings";
import type { Environment } from "../../command/child";
import { type Answer, answer, type Finding, fail, pass, warn } from "../finding";
import { toFinding } from "./failure";

/** Milliseconds until a probe gives up. */
export const patience = 10_000;

const proxyVariables = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"];

/** The proxy that requests go through, as the client decides; the value is its URL, or that there is none. */
export function probeProxy({ baseUrl }: Profile, env: Environment): Answer<{ readonly url?: string }> {
  const named = proxyVariables.filter((name) => env[name.toLowerCase()] || env[name]);
  const route = decideRoute(baseUrl, env);
  if (route.kind === "invalid") return answer(fail(route.detail, route.hint));
  if (route.kind === "proxy") {
    const shown = showAddress(route.url);
    return answer(pass(`requests go through ${shown}, which sees the host name only (CONNECT)`), { url: shown });
  }
  return answer(explainDirect(route.because, new URL(baseUrl).host, named), {});
}

function explainDirect(because: "local" | "excluded" | "none", host: string, named: readonly string[]): Finding {
  if (named.length > 0 && because === "local") return pass(`${named.join(", ")} set, but not used for this machine`);
  if (because === "excluded") return pass(`NO_PROXY excludes ${host}: requests go directly to the platform`);
  if (because === "none" && named.includes("HTTP_PROXY")) {
    return warn(
      "HTTP_PROXY is set, but requests are https: they go directly to the platform",
      "If this network needs the proxy, set HTTPS_PROXY too.",
    );
  }
  return pass("none: requests go directly to the platform");
}

/** Whether the platform's host has an address. */
export async function probeAddress({ baseUrl }: Profile, through: { readonly url?: string }): Promise<Answer<true>> {
  if (through.url !== undefined) return answer(pass("resolved by the proxy"), true);
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  try {
    const found = (await lookup(host, { all: true })).map(({ address: ip }) => ip).join(", ");
    return answer(pass(found === host ? host : `${host} is ${found}`), true);
  } catch (error) {
    return answer(
      fail(
        `${host} has no address (${(error as NodeJS.ErrnoException).code})`,
        "Check the region or base URL, and this machine's DNS. If only a proxy resolves names, set HTTPS_PROXY.",
      ),
    );
  }
}

/** Whether the platform's certificate is one this machine trusts. */
export async function probeTls({ baseUrl }: Profile, through: { readonly url?: string }): Promise<Answer<true>> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol === "http:") return answer(pass("not used on this machine (http://)"), true);
  if (through.url !== undefined) return answer(pass("checked by the next probe, through the proxy"), true);
  try {
    const socket = await connectTls(hostname, Number(port || 443));
    const version = socket.getProtocol();
    const { subject, issuer, valid_to: until } = socket.getPeerCertificate();
    socket.destroy();
    const names = `certificate of ${subject?.CN} by ${issuer?.O ?? issuer?.CN}, until ${until}`;
    if (socket.authorized) return answer(pass(`${version}, ${names}`), true);
    return answer(
      warn(`${version}, but the ${names}, isn't verified (${socket.authorizationError})`, "See Certificates above."),
      true,
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isReached = code !== "ECONNREFUSED" && code !== "ETIMEDOUT";
    return answer(
      fail(
        `${hostname}: ${message}${code ? ` (${code})` : ""}`,
        isReached
          ? "If a proxy re-signs connections, set NODE_EXTRA_CA_CERTS to its certificate."
          : "Check the region or base URL, the firewall, and HTTPS_PROXY.",
      ),
    );
  }
}

function connectTls(host: string, port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const name = host.replace(/^\[|\]$/g, "");
    const socket = connect({ host: name, port, servername: /^[\d.]+$|:/.test(name) ? "" : name, timeout: patience });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", fail);
    socket.once("timeout", () => fail(Object.assign(new Error("no response in time"), { code: "ETIMEDOUT" })));
  });
}

/** Whether the API answers, the way the provider goes; what it says of its clock is the value. */
export async function probeApi({ baseUrl, region }: Profile, signal: AbortSignal): Promise<Answer<ProbeResult>> {
  try {
    const answered = await probe({ baseUrl, region, timeoutMs: patience, signal });
    return answer(pass(`responds (HTTP ${answered.status} without a token, as expected)`), answered);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return answer(toFinding(error, `Check that ${baseUrl} is the API's base URL.`));
  }
}

/** How far this machine's clock is from the platform's. */
export function probeClock({ clockAheadMs }: ProbeResult): Answer {
  if (clockAheadMs === undefined) return answer(pass("the platform's response has no time"));
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  if (seconds <= 60) return answer(pass("within a minute of the platform's"));
  const away = describeDuration(seconds < 120 ? seconds * 1000 : Math.round(seconds / 60) * 60_000);
  const seen = `${away} ${clockAheadMs > 0 ? "behind" : "ahead of"} the platform's`;
  const hint =
    "Set this machine's clock (NTP). The provider uses it to check certificates and to recognize new objects.";
  return answer(seconds > 300 ? fail(seen, hint) : warn(seen, hint));
}
