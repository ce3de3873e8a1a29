import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings";

/** Answers with texts in the form in which the platform stores them, whatever the kind of object. */
export function rewriteTexts(app: FastifyInstance): void {
  app.addHook("preSerialization", async ({ call: { settings }, url }, _reply, payload) =>
    isStoredAsSent(settings) || url.startsWith("/v2/auth/") ? payload : rewrite(settings, payload, ""),
  );
}

const isStoredAsSent = ({ textEnds, hostCase, urlEnds }: Settings) =>
  textEnds === "kept" && hostCase === "as-sent" && urlEnds === "kept";

/** @param key the field that has the value. */
function rewrite(settings: Settings, value: unknown, key: string): unknown {
  if (typeof value === "string") {
    return rewriteText(settings, value, key);
  }
  if (Array.isArray(value)) {
    return value.map((item) => rewrite(settings, item, key));
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewrite(settings, item, name)]));
}

function rewriteText({ textEnds, hostCase, urlEnds }: Settings, given: string, key: string): string {
  const text = textEnds === "trimmed" ? given.trim() : given;
  if (key === "allowlist") {
    return hostCase === "lowercased" ? text.toLowerCase() : text;
  }
  const [, origin, rest] = /^([a-z]+:\/\/[^\s/]+)(\/\S*|)$/i.exec(text) ?? [];
  if (origin === undefined) {
    return text;
  }
  return (
    (hostCase === "lowercased" ? origin.toLowerCase() : origin) +
    (urlEnds === "trimmed" ? rest!.replace(/^([^?#]*)\/$/, "$1") : rest)
  );
}
