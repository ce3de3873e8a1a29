/** A shorter text is a secret only where it stands alone: a password "a" must not blot out every "a" of a message. */
const shortest = 8;

/** Replaces every secret in every text of a value, also where it stands as JSON. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap((s) => [s, JSON.stringify(s).slice(1, -1)]));
  if (forms.size === 0) return value;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  // One pass, so that nothing is found in what another secret was replaced by.
  return replace(value, new RegExp(longestFirst.map(pattern).join("|"), "gu")) as T;
}

function pattern(secret: string): string {
  const text = secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return secret.length < shortest ? `(?<![\\p{L}\\p{N}_])${text}(?![\\p{L}\\p{N}_])` : text;
}

function replace(value: unknown, secrets: RegExp): unknown {
  if (typeof value === "string") return value.replace(secrets, "[secret]");
  if (Array.isArray(value)) return value.map((item) => replace(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key, secrets), replace(item, secrets)]),
  );
}
