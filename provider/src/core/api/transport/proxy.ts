import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy, and the variable that names it. */
export interface NamedProxy {
  readonly url: URL;
  readonly variable: string;
}

/** A proxy opened no connection, so the request was never sent. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";

  constructor(
    /** `proxy_setting`, `proxy_refused`, `proxy_timeout`, `proxy_unreachable` or `proxy_broken`. */
    readonly code: string,
    /** What happened, with the variable that names the proxy. */
    readonly detail: string,
    readonly hint: string,
    /** True when trying again can't help. */
    readonly permanent: boolean,
  ) {
    super(detail);
  }
}

/** How requests get to the platform. */
export type Route =
  /**
   * `local`: the platform is on this machine. `excluded`: by `NO_PROXY`. `none`: no variable names a proxy for https.
   */
  | { readonly kind: "direct"; readonly because: "local" | "excluded" | "none" }
  | ({ readonly kind: "proxy" } & NamedProxy)
  /** A variable names something else than a proxy that can be used. */
  | { readonly kind: "invalid"; readonly detail: string; readonly hint: string };

/**
 * How requests to a base URL go, by the variables that curl reads: `https_proxy` or `HTTPS_PROXY`, else `all_proxy` or
 * `ALL_PROXY`; `no_proxy` or `NO_PROXY` excludes hosts. An empty variable counts as unset.
 *
 * @example decideRoute("https://api.example.com", { HTTPS_PROXY: "proxy:3128" }) // through http://proxy:3128
 */
export function decideRoute(baseUrl: string, env: Environment = process.env): Route {
  const { hostname, port, protocol } = new URL(baseUrl);
  // A proxy can't reach what listens on this machine only, such as the emulator. Without TLS, nothing else is allowed.
  if (isLoopback(baseUrl) || protocol !== "https:") return { kind: "direct", because: "local" };
  const variable = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].find((name) => env[name]?.trim());
  if (variable === undefined) return { kind: "direct", because: "none" };
  if (isExcluded(hostname, port || "443", env.no_proxy || env.NO_PROXY || "")) {
    return { kind: "direct", because: "excluded" };
  }
  return readProxy(variable, (env[variable] as string).trim());
}

/** Whether a URL points to this machine. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Reads the value of a variable. No text of an invalid one is shown: any part of it may be a password. */
function readProxy(variable: string, value: string): Route {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(value)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    return {
      kind: "invalid",
      detail: `${variable} names a proxy of the kind ${scheme}://, which is not supported`,
      hint:
        `Set ${variable} to an HTTP proxy, such as http://proxy.example.com:3128, or list ` +
        "the platform's host in NO_PROXY.",
    };
  }
  const address = scheme === undefined ? `http://${value}` : value;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Of `http://ann:12/34@host`, the URL's host is `ann`.
  if (url === undefined || url.port === "0" || `${url.pathname}${url.search}${url.hash}`.includes("@")) {
    return {
      kind: "invalid",
      detail: `${variable} is not the address of a proxy`,
      hint:
        `Set ${variable} to an address such as http://proxy.example.com:3128, and percent-encode ` +
        "special characters of its password.",
    };
  }
  return { kind: "proxy", url, variable };
}

/** A proxy's address as it may be shown: without user name and password. */
export function showAddress({ protocol, username, password, host }: URL): string {
  return `${protocol}//${username || password ? "[secret]@" : ""}${host}`;
}

/**
 * Whether a list of hosts excludes one from the proxy, by curl's rules: a domain covers what is below it, with or
 * without a leading dot; `*` covers everything; addresses are compared as numbers and may be CIDR blocks. As in Go, an
 * entry may end with a port.
 */
function isExcluded(hostname: string, port: string, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === "*") return true;
      const [name, entryPort] = splitPort(entry);
      if (entryPort !== undefined && entryPort !== port) return false;
      return isIP(host) === 0 ? isBelow(host, name) : isInBlock(host, name);
    });
}

/** `[::1]:443`, `example.com:443`, or one of them without a port. An IPv6 address without brackets has none. */
function splitPort(entry: string): [name: string, port?: string] {
  const [, name, port] = /^\[(.+)\](?::(\d+))?$/.exec(entry) ?? /^([^:]+):(\d+)$/.exec(entry) ?? [];
  return name === undefined ? [entry] : [name, port];
}

function isBelow(host: string, entry: string): boolean {
  const name = entry.replace(/^\*?\.?/, "").replace(/\.$/, "");
  // As the URL has it.
  const domain = domainToASCII(name);
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Whether an address is another one, in any spelling, or in its block. */
function isInBlock(address: string, entry: string): boolean {
  const [base = "", bits] = entry.split("/");
  const version = isIP(base);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most))) return false;
  const block = new BlockList();
  block.addSubnet(base, bits === undefined ? most : Number(bits), `ipv${version as 4 | 6}`);
  return block.check(address, `ipv${isIP(address) as 4 | 6}`);
}
