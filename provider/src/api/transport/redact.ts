/** A shorter text is a secret only where it stands alone: a password "a" must not blot out every "a" of a message. */
const shortest = 8;

/** Stands in for a secret until all are found, so that none is found in what another was replaced by. */
const mark = "\u{f8ff}";

/** Replaces every secret in every text of a value, also where it stands as JSON. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap((s) => [s, JSON.stringify(s).slice(1, -1)]));
  if (forms.size === 0) return value;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return replace(value, longestFirst) as T;
}

function replace(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return hide(value, secrets);
  if (Array.isArray(value)) return value.map((item) => replace(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key, secrets), replace(item, secrets)]),
  );
}

function hide(text: string, secrets: readonly string[]): string {
  const marked = secrets.reduce(
    (rest, secret) => rest.replaceAll(secret.length < shortest ? wholeWord(secret) : secret, mark),
    text,
  );
  return marked.replaceAll(mark, "[secret]");
}

function wholeWord(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, "gu");
}
