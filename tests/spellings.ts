/** The spellings in which platforms, proxies and libraries repeat a secret. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const splitUnits = (text: string) => text.split("");
export const escapeUnicode = (text: string) =>
  splitUnits(text)
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c] ?? c);
export const encodeJson = (text: string) => JSON.stringify(text).slice(1, -1);

export const wrapText = (text: string, width: number) => text.replace(new RegExp(`(.{${width}})(?=.)`, "g"), "$1 ");
export const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");

/** Each spelling of the table. */
export const encoders: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  "a part of 12 letters or more, blanks not counted": (text) => text.slice(3, 16),
  "wrapped, as in PEM": (text) => wrapText(text, 8),
  JSON: encodeJson,
  "JSON with `\\u`": (text) => text.replace(/[/"&]/g, escapeUnicode),
  percent: encodeURIComponent,
  form: (text) => new URLSearchParams({ s: text }).toString().slice(2),
  HTML: escapeHtml,
  base64: encodeBase64,
  "base64 for addresses": (text) => Buffer.from(text).toString("base64url"),
  "base64 after other text, as in HTTP Basic": (text) => encodeBase64(`id:${text}`),
  "base64, wrapped": (text) => wrapText(encodeBase64(text), 14),
  "base64, a part": (text) => encodeBase64(text).slice(4, 24),
};

/** The rows of the table in SECURITY.md, and the secret of its examples. */
export function readSpellings(): { secret: string; rows: [spelling: string, example: string][] } {
  const text = readFileSync(join(__dirname, "../SECURITY.md"), "utf8");
  const [, about = ""] = text.split("### Spellings of secrets");
  const [, secret = ""] = /Examples for the secret `(.*)`:/.exec(about) ?? [];
  const rows = [...about.matchAll(/^\| (.+) \| `(.+)` \|$/gm)].map(([, spelling = "", example = ""]) => [
    spelling,
    example,
  ]);
  return { secret, rows: rows as [string, string][] };
}
