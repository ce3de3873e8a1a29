import { decideRoute } from "../../../../provider/src/core/api";

/** How a URL is reached with these variables: `direct`, the proxy's address, or `invalid`. */
function findRoute(env: Record<string, string>, url = "https://api.example.com"): string {
  const route = decideRoute(url, env);
  return route.kind === "proxy" ? `${route.url.href} of ${route.variable}` : route.kind;
}

test.each<[Record<string, string>, string]>([
  [{}, "direct"],
  [{ HTTPS_PROXY: "" }, "direct"],
  [{ HTTPS_PROXY: " " }, "direct"],
  [{ HTTPS_PROXY: "proxy:3128" }, "http://proxy:3128/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: " proxy " }, "http://proxy/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "10.0.0.1:80" }, "http://10.0.0.1/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "[::1]:3128" }, "http://[::1]:3128/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "ann:b@proxy:3128" }, "http://ann:b@proxy:3128/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "HTTP://proxy" }, "http://proxy/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "https://proxy" }, "https://proxy/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "http://upper", https_proxy: "http://lower" }, "http://lower/ of https_proxy"],
  [{ HTTPS_PROXY: "http://upper", https_proxy: "" }, "http://upper/ of HTTPS_PROXY"],
  [{ ALL_PROXY: "http://all", HTTPS_PROXY: "http://https" }, "http://https/ of HTTPS_PROXY"],
  [{ ALL_PROXY: "http://upper", all_proxy: "http://lower" }, "http://lower/ of all_proxy"],
  [{ ALL_PROXY: "http://all" }, "http://all/ of ALL_PROXY"],
  [{ HTTP_PROXY: "http://proxy", http_proxy: "http://proxy" }, "direct"],
  [{ HTTPS_PROXY: "socks://proxy" }, "invalid"],
  [{ HTTPS_PROXY: "ftp://proxy" }, "invalid"],
  [{ HTTPS_PROXY: "://" }, "invalid"],
  [{ HTTPS_PROXY: "socks5://proxy", NO_PROXY: "example.com" }, "direct"],
  [{ HTTPS_PROXY: "http://p", NO_PROXY: "example.com", no_proxy: "example.org" }, "http://p/ of HTTPS_PROXY"],
  [{ HTTPS_PROXY: "http://p", NO_PROXY: "example.com", no_proxy: "" }, "direct"],
])("%j", (env, expected) => {
  expect(findRoute(env)).toBe(expected);
});

const direct = true;
test.each<[list: string, url: string, isDirect: boolean]>([
  ["example.com", "https://api.example.com", direct],
  ["example.com", "https://example.com", direct],
  ["example.com", "https://nonexample.com", !direct],
  ["example.com", "https://example.com.evil.org", !direct],
  ["api.example.com", "https://example.com", !direct],
  [".example.com", "https://api.example.com", direct],
  [".example.com", "https://example.com", direct],
  [".example.com", "https://nonexample.com", !direct],
  ["*.example.com", "https://api.example.com", direct],
  ["*.example.com", "https://nonexample.com", !direct],
  ["example.com.", "https://api.example.com", direct],
  ["example.com", "https://api.example.com./", direct],
  ["EXAMPLE.com", "https://api.example.com", direct],
  ["com", "https://api.example.com", direct],
  ["bücher.example", "https://api.bücher.example", direct],
  ["*", "https://api.example.com", direct],
  ["example.org,*", "https://api.example.com", direct],
  ["*", "https://10.1.2.3", direct],
  ["example.org, example.com", "https://api.example.com", direct],
  ["example.org example.com", "https://api.example.com", direct],
  [",,example.com,", "https://api.example.com", direct],
  ["", "https://api.example.com", !direct],
  [",", "https://api.example.com", !direct],
  ["example.com:443", "https://api.example.com", direct],
  ["example.com:443", "https://api.example.com:8443", !direct],
  ["example.com:8443", "https://api.example.com:8443", direct],
  ["example.com:8443", "https://api.example.com", !direct],
  ["example.com", "https://api.example.com:8443", direct],
  ["10.1.2.3", "https://10.1.2.3", direct],
  ["10.1.2.3", "https://10.1.2.30", !direct],
  ["10.1.2.3:443", "https://10.1.2.3", direct],
  ["10.1.2.3:80", "https://10.1.2.3", !direct],
  ["10.0.0.0/8", "https://10.1.2.3", direct],
  ["10.0.0.0/8", "https://11.1.2.3", !direct],
  ["10.1.2.0/31", "https://10.1.2.2", !direct],
  ["10.1.2.3/33", "https://10.1.2.3", !direct],
  ["10.1.2.3/x", "https://10.1.2.3", !direct],
  ["10.1.2.3/", "https://10.1.2.3", !direct],
  ["0.0.0.0/0", "https://10.1.2.3", direct],
  ["10.", "https://10.1.2.3", !direct],
  ["3", "https://10.1.2.3", !direct],
  ["10.0.0.0/8", "https://api.example.com", !direct],
  ["fd00::1", "https://[fd00::1]", direct],
  ["fd00:0:0::1", "https://[fd00::1]", direct],
  ["[fd00::1]", "https://[fd00::1]", direct],
  ["[fd00::1]:443", "https://[fd00::1]", direct],
  ["[fd00::1]:80", "https://[fd00::1]", !direct],
  ["fd00::/8", "https://[fd12::1]", direct],
  ["fd00::/8", "https://[fe80::1]", !direct],
  ["::/0", "https://[fe80::1]", direct],
  ["10.0.0.0/8", "https://[fd00::1]", !direct],
])("NO_PROXY=%s, %s", (list, url, isDirect) => {
  expect(findRoute({ HTTPS_PROXY: "proxy:3128", NO_PROXY: list }, url)).toBe(
    isDirect ? "direct" : "http://proxy:3128/ of HTTPS_PROXY",
  );
});

test.each(["http://127.0.0.1:4010", "http://localhost:4010", "https://127.8.9.10", "https://[::1]"])(
  "%s is on this machine",
  (url) => {
    expect(decideRoute(url, { HTTPS_PROXY: "socks5://proxy" })).toEqual({ kind: "direct", because: "local" });
  },
);
