import { type AnyCall, isUsableId } from "pulumi-analytics-internal/core/api";
import { isObject, parseJson } from "pulumi-analytics-internal/core/data";
import { UsageError } from "../command";
import { parsePair } from "../command/options";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What a user asks for, beside the method and the path. */
export interface Parts {
  /** Each `name=value`, in order. */
  readonly fields: readonly string[];
  /** The text of the body; undefined: the fields are the body of a write. */
  readonly input?: string;
  /** Reads the file of a field's `@file`. */
  readFile(path: string): string;
}

/**
 * The call that a user spells.
 *
 * @throws UsageError when a part of it has no meaning.
 * @example
 * ```ts
 * buildCall("post", "tags", { fields: ["name=Production"], readFile });
 * // { method: "POST", path: "/v2/tags", query: {}, body: { name: "Production" }, secrets: [] }
 * ```
 */
export function buildCall(method: string, path: string, { fields, input, readFile }: Parts): AnyCall {
  const verb = methods.find((one) => one === method.toUpperCase());
  if (verb === undefined) throw new UsageError(`${method}: not a method. Use one of: ${methods.join(", ")}.`);
  const { query, ...place } = parsePath(path);
  const values = Object.fromEntries(fields.map((field) => readField(field, readFile)));
  if (verb === "GET" && input !== undefined) throw new UsageError("--input: GET has no body. Use --field.");
  if (verb === "GET" || input !== undefined) {
    const body = input === undefined ? undefined : parseBody(input);
    const call = { method: verb, ...place, query: { ...query, ...readQuery(values) }, body };
    return { ...call, secrets: listSecrets(body) };
  }
  const body = fields.length === 0 ? undefined : values;
  return { method: verb, ...place, query, body, secrets: listSecrets(body) };
}

/** Splits `tags?limit=5` into the path below the base URL, `/v2/tags`, and its query. */
function parsePath(given: string): { path: string; query: Record<string, string> } {
  const [before = "", search = ""] = given.split(/\?(.*)/s);
  const parts = before.replace(/^\//, "").split("/");
  if (/^[a-z]+:\/\//i.test(given) || /[#\s\\]/.test(before) || !parts.every(isUsablePart)) {
    const hint = /^[a-z]:[/\\]/i.test(given)
      ? "A shell such as Git Bash takes what begins with a slash for a folder. Write tags, not /v2/tags."
      : "Give one such as tags or /v2/tags, with % for other signs.";
    throw new UsageError(`${given}: not a path of the API. ${hint}`);
  }
  const path = `/${/^v\d/.test(parts[0]!) ? "" : "v2/"}${parts.join("/")}`;
  return { path, query: Object.fromEntries(new URLSearchParams(search)) };
}

function isUsablePart(part: string): boolean {
  try {
    return isUsableId(decodeURIComponent(part));
  } catch {
    return false;
  }
}

/** A field's name and value: what is JSON is that value, `@file` the file's text, everything else a text. */
function readField(field: string, readFile: Parts["readFile"]): [name: string, value: unknown] {
  const [name, value] = parsePair("--field", field, 'name=value, such as name="Sales 2026" or limit=5');
  if (value.startsWith("@")) return [name, readFile(value.slice(1))];
  try {
    return [name, parseJson(value)];
  } catch {
    return [name, value];
  }
}

function readQuery(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === "object") throw new UsageError(`--field ${name}: a query takes no lists, objects or null.`);
      return [name, String(value)];
    }),
  );
}

function parseBody(input: string): unknown {
  try {
    return parseJson(input);
  } catch (error) {
    throw new UsageError(`--input: not JSON: ${(error as Error).message}`);
  }
}

/** Names of fields whose values are secret; cursors of pages are tokens that aren't. */
const secretName = /secret|password|passphrase|private_?key|access_?key|token$/i;
const cursorName = /^(next)?pageToken$/i;

const isSecret = (name: string, value: unknown): value is string =>
  typeof value === "string" && value !== "" && secretName.test(name) && !cursorName.test(name);

/** The secrets that a body holds, by the names of their fields: no error quotes them. */
function listSecrets(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(listSecrets);
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => (isSecret(name, value) ? [value] : listSecrets(value)));
}

/** An answer with `[secret]` in place of the values of secret fields. */
export function hideSecrets(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(hideSecrets);
  if (!isObject(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, isSecret(name, value) ? "[secret]" : hideSecrets(value)]),
  );
}

/** Whether the answer of a call is the only place that ever shows a secret. */
export const isSecretMade = ({ method, path }: AnyCall): boolean => method === "POST" && path === "/v2/credentials";
