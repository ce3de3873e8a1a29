import { probeClock, probeProxy } from "../../../../cli/src/doctor/probes/network";
import { showAddress } from "../../../../provider/src/core/api";

const platform = { baseUrl: "https://api.example.com", clientId: "1", clientSecret: "2" };

/** What is said of the proxy with these variables. */
function readSeenWith(variables: Record<string, string>, baseUrl = platform.baseUrl): string {
  const { findings, value } = probeProxy({ ...platform, baseUrl }, variables);
  return findings.map(({ result, seen }) => `${result}, ${value?.url ?? "direct"}: ${seen}`).join("\n");
}

test.each([
  [{}, "ok, direct: none: requests go directly to the platform"],
  [
    { HTTPS_PROXY: "http://proxy:3128" },
    "ok, http://proxy:3128: requests go through http://proxy:3128, which sees the host name only (CONNECT)",
  ],
  [
    { https_proxy: "http://proxy:3128" },
    "ok, http://proxy:3128: requests go through http://proxy:3128, which sees the host name only (CONNECT)",
  ],
  [
    { ALL_PROXY: "http://proxy:3128" },
    "ok, http://proxy:3128: requests go through http://proxy:3128, which sees the host name only (CONNECT)",
  ],
  [
    { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "example.org,.example.com" },
    "ok, direct: NO_PROXY excludes api.example.com: requests go directly to the platform",
  ],
  [
    { HTTP_PROXY: "http://proxy:3128" },
    "warning, direct: HTTP_PROXY is set, but requests are https: they go directly to the platform",
  ],
  [{ NO_PROXY: "*" }, "ok, direct: none: requests go directly to the platform"],
  [{ HTTPS_PROXY: "http://ann:hunter22@proxy:port" }, "failed, direct: HTTPS_PROXY is not the address of a proxy"],
  [
    { ALL_PROXY: "socks5h://ann:hunter22@proxy:1080" },
    "failed, direct: ALL_PROXY names a proxy of the kind socks5h://, which is not supported",
  ],
  [
    { https_proxy: "ann:hunter22@proxy:3128", NO_PROXY: "example.org" },
    "ok, http://[secret]@proxy:3128: requests go through http://[secret]@proxy:3128, which sees the host " +
      "name only (CONNECT)",
  ],
  [
    { HTTPS_PROXY: "proxy:3128", NO_PROXY: "example.com" },
    "ok, direct: NO_PROXY excludes api.example.com: requests go directly to the platform",
  ],
])("%j", (variables, seen) => {
  expect(readSeenWith(variables)).toBe(seen);
});

test("what listens on this machine is asked without a proxy", () => {
  expect(readSeenWith({ HTTPS_PROXY: "http://proxy:3128" }, "http://127.0.0.1:4010")).toBe(
    "ok, direct: HTTPS_PROXY set, but not used for this machine",
  );
});

test("a proxy's credentials aren't shown", () => {
  expect(showAddress(new URL("http://ann:hunter2@proxy.example.com:3128/"))).toBe(
    "http://[secret]@proxy.example.com:3128",
  );
  expect(showAddress(new URL("http://token@proxy.example.com"))).toBe("http://[secret]@proxy.example.com");
});

test.each([
  [0, "ok: within a minute of the platform's"],
  [-60_400, "ok: within a minute of the platform's"],
  [61_000, "warning: 61 seconds behind the platform's"],
  [-300_000, "warning: 5 minutes ahead of the platform's"],
  [301_000, "failed: 5 minutes behind the platform's"],
  [-7_200_000, "failed: 2 hours ahead of the platform's"],
  [undefined, "ok: the platform's response has no time"],
])("a platform %s ms ahead of this machine", (clockAheadMs, expected) => {
  const { findings } = probeClock({ status: 401, clockAheadMs });
  expect(findings.map(({ result, seen }) => `${result}: ${seen}`)).toEqual([expected]);
});
