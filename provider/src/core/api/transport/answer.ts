import type { HttpAnswer } from "./http";

/** What an answer's body turned out to be. */
export type Body =
  | { readonly kind: "data"; readonly data: unknown }
  /** A page for people: a proxy's, not the platform's. */
  | { readonly kind: "page"; readonly title: string }
  /** Cut short, or neither JSON nor YAML. */
  | { readonly kind: "unreadable" };

/** Reads a body by its content type: JSON, or YAML, which the platform has been seen to send where JSON was asked for. */
export function readBody({ headers, text }: HttpAnswer): Body {
  const type = headers["content-type"] ?? "";
  if (/\bhtml\b/i.test(type) || /^\s*<(!doctype|html)/i.test(text)) return { kind: "page", title: titleOf(text) };
  if (text.trim() === "") return { kind: "data", data: undefined };
  try {
    return { kind: "data", data: /\byaml\b/i.test(type) ? parseYaml(text) : JSON.parse(text) };
  } catch {
    return { kind: "unreadable" };
  }
}

/** `{requestId, message, code}`, of which the platform may leave out any. */
export function readProblem(data: unknown): { message?: string; code?: string; requestId?: string } {
  if (data === null || typeof data !== "object") return {};
  const { message, code, requestId } = data as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { message: text(message), code: text(code), requestId: text(requestId) };
}

/** The platform's name for the request: in the body of an error, or in a header. */
export function requestIdOf({ headers }: HttpAnswer, body: Body): string | undefined {
  const inBody = body.kind === "data" ? readProblem(body.data).requestId : undefined;
  return inBody ?? headers["x-request-id"] ?? headers["request-id"];
}

/** Characters that a title may have with all its blanks. */
const longestTitle = 10_000;

function parseYaml(text: string): unknown {
  const { load, JSON_SCHEMA } = require("../../spec/text/js-yaml") as typeof import("../../spec/text/js-yaml");
  // The JSON schema keeps dates what they are in JSON: text.
  return load(text, { schema: JSON_SCHEMA });
}

/** What a page is called. Looked for step by step: an expression for all of it would go through a hostile page again and again. */
function titleOf(html: string): string {
  const tag = html.search(/<title\b/i);
  const start = tag < 0 ? -1 : html.indexOf(">", tag);
  const end = start < 0 ? -1 : html.indexOf("<", start);
  if (end < 0) return "";
  return html
    .slice(start + 1, Math.min(end, start + longestTitle))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 120);
}
