import { describeDuration } from "../text";
import { isRateLimit } from "./errors";
import { type RegionKey, regions } from "./regions";
import { isLoopback } from "./transport/proxy";

/** What decides about the hint. */
export interface Symptoms {
  readonly status?: number;
  /** See `ApiError.code`. */
  readonly code?: string;
  /** The platform's own words. */
  readonly message?: string;
  readonly fromProxy: boolean;
  readonly baseUrl: string;
  /** The region's key, where one is configured. */
  readonly region?: string;
  /** Milliseconds to wait, as the answer asks in `Retry-After`. */
  readonly retryAfterMs?: number;
  /** True for the sign-in itself. */
  readonly signingIn: boolean;
}

/** How a region refuses a token, or a pair, of another one: with 400 instead of 401. */
const foreignToken = /\binvalid (access|refresh|access\/refresh) token\b/i;

/** What to do about a failed call; undefined when the platform's own words say enough. */
export function findHint(symptoms: Symptoms): string | undefined {
  const { retryAfterMs } = symptoms;
  const asked = retryAfterMs && `The answer asks to wait ${describeDuration(retryAfterMs)} (Retry-After).`;
  return [asked, findStatusHint(symptoms)].filter(Boolean).join(" ") || undefined;
}

function findStatusHint(symptoms: Symptoms): string | undefined {
  const { status, code, message = "", fromProxy, signingIn } = symptoms;
  if (status === undefined) return code === undefined ? undefined : findFailureHint(code, symptoms);
  if (status === 401 || (status === 400 && !fromProxy && (signingIn || foreignToken.test(message)))) {
    return suggestCredentials(symptoms);
  }
  if (status === 403 && fromProxy) {
    return (
      "A gateway in front of the platform refused the request, not the platform: it mistakes some texts for an " +
      "attack, such as CSS (`rgb(…)`), HTML or SQL. Undo the latest change to a statement, formula, description " +
      "or color, and write colors as #rrggbb."
    );
  }
  if (status === 403)
    return "The owner of the API credentials lacks the account type or the access to the document this call needs.";
  if (isRateLimit(status))
    return (
      "The platform kept refusing requests because of its rate limit. Try again " +
      "later, or with a smaller --parallel."
    );
  if (status >= 300 && status < 400) return `Redirects are not followed. Is ${symptoms.baseUrl} the API's base URL?`;
  if (fromProxy)
    return `The answer came from a proxy, not from the platform. Is ${symptoms.baseUrl} the API's base URL?`;
  if (code === "unreadable_answer") return suggestOtherServer(symptoms);
  return undefined;
}

function suggestCredentials({ baseUrl, region }: Symptoms): string {
  const name = region && Object.hasOwn(regions, region) ? `${region}, ${regions[region as RegionKey].server}, ` : "";
  return (
    `The pair of client id and secret isn't valid at ${name}${baseUrl}. Credentials that are valid in one region ` +
    "fail in every other: check analytics:region (or analytics:baseUrl) first, then the pair."
  );
}

/** After an answer beyond a limit. */
const suggestOtherServer = ({ baseUrl }: Pick<Symptoms, "baseUrl">) =>
  `Check that ${baseUrl} is the API's base URL. If it is, report the request: the limits are far above any answer ` +
  "that is known of the platform.";

function findFailureHint(code: string, { baseUrl }: Symptoms): string | undefined {
  if (code === "ECONNREFUSED" && isLoopback(baseUrl)) {
    return (
      `Nothing answers at ${baseUrl}, on this machine. If that is the emulator, start it in the project's folder: ` +
      `npx analytics-emulator --port ${new URL(baseUrl).port || "80"} --state .emulator/platform.jsonl.`
    );
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ECONNREFUSED") {
    return `Check the region or base URL (${baseUrl}), the network, and HTTPS_PROXY.`;
  }
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS/.test(code)) {
    return (
      "The server's certificate isn't trusted on this machine. If a proxy re-signs connections, name its " +
      "certificate in NODE_EXTRA_CA_CERTS."
    );
  }
  if (code === "timeout") {
    return (
      "Check the network and HTTPS_PROXY. If the platform needs longer, set " +
      "analytics:requestTimeout (seconds per request) higher."
    );
  }
  if (code === "too_large") return suggestOtherServer({ baseUrl });
  if (code === "EPROTO") return `Does ${baseUrl} speak https?`;
  return undefined;
}
