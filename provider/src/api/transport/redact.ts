/** Replaces every secret in every text of a value. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const longestFirst = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  return longestFirst.length === 0 ? value : (replace(value, longestFirst) as T);
}

function replace(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), value);
  if (Array.isArray(value)) return value.map((item) => replace(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key, secrets), replace(item, secrets)]),
  );
}
