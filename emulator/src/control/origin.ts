import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { createFailure } from "../http/errors";

/**
 * Keeps web pages away from endpoints that need no token: a page of another origin that a browser has open, and one
 * whose name was made to lead to this machine (DNS rebinding), which would then be of the same origin.
 */
export function refuseForeign(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ headers: { host = "", origin }, parts }) => {
    const name = readHostName(`http://${host}`);
    if (name === undefined || !(name === "localhost" || isIP(name) !== 0 || parts.controlHosts.includes(name))) {
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

/** The name in an address, without brackets; undefined for what is no address, or isn't of this host. */
function readHostName(address: string, host?: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (host !== undefined && url.host !== host) return undefined;
  return url.hostname.replace(/^\[|\]$/g, "") || undefined;
}
