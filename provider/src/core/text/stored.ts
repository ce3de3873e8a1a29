import { normalizeName } from "./name";

/**
 * A value in the form in which it is compared with what a platform has stored: platforms trim texts, write line breaks
 * in one way, and write hosts and email addresses in lower case and URLs without a slash at the end. None of it changes
 * what a text means.
 *
 * @example normalizeStored({ url: "https://Example.com/a/", about: "Two\r\nlines\n" })
 *   // { url: "https://example.com/a", about: "Two\nlines" }
 */
export function normalizeStored(value: unknown): unknown {
  if (typeof value === "string") return normalizeStoredText(value);
  if (Array.isArray(value)) return value.map(normalizeStored);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalizeStored(item)]));
}

/** Characters of a URL or an email address. */
const longestAddress = 4_096;

function normalizeStoredText(given: string): string {
  const text = normalizeName(given.replaceAll("\r\n", "\n").trim());
  if (text.length > longestAddress) return text;
  const [, origin, rest] = /^([a-z][a-z\d+.-]*:\/\/[^\s/?#]+)([/?#]\S*|)$/i.exec(text) ?? [];
  // A user's name in front of the host has a case.
  if (origin !== undefined && !origin.includes("@")) return origin.toLowerCase() + rest!.replace(/^([^?#]*)\/$/, "$1");
  return /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? text.toLowerCase() : text;
}
