import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { createFailure } from "../http/errors";

/**
 * Keeps others away from the control endpoints: other machines without the token, and web pages. A browser may have a
 * page of another origin open, and one whose name was made to lead to this machine (DNS rebinding), which would then be
 * of the same origin.
 */
export function refuseForeign(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ headers, parts }) => {
    const { host = "", origin, authorization } = headers;
    const { token } = parts.control;
    if (token === undefined && parts.control.isExposed) {
      throw createFailure(
        403,
        "Other machines reach this emulator, so the control endpoints need a token. Start it with --control-token.",
      );
    }
    if (token !== undefined && !isSameText(authorization, `Bearer ${token}`)) {
      throw createFailure(401, "The control endpoints need the header `Authorization: Bearer …` with the token.");
    }
    // A browser sends a page's form anywhere, in old ones without the page's origin.
    if (
      /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(headers["content-type"] ?? "")
    ) {
      throw createFailure(403, "The control endpoints take no forms. Send JSON as application/json.");
    }
    const name = readHostName(`http://${host}`);
    if (name === undefined || !(name === "localhost" || isIP(name) !== 0 || parts.control.hosts.includes(name))) {
      throw createFailure(
        403,
        `The control endpoints don't answer for the host "${host}". Use an IP address or localhost, or ` +
          "start the emulator with --control-host.",
      );
    }
    if (origin !== undefined && readHostName(origin, host) === undefined) {
      throw createFailure(403, `The control endpoints don't answer pages of the origin "${origin}".`);
    }
  });
}

const digest = (text: string) => createHash("sha256").update(text).digest();

const isSameText = (given = "", wanted: string) => timingSafeEqual(digest(given), digest(wanted));

/** The name in an address, without brackets; undefined for what is no address, or isn't of this host. */
function readHostName(address: string, host?: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (host !== undefined && url.host !== host) return undefined;
  return url.hostname.replace(/^\[|\]$/g, "") || undefined;
}
