/** A scheme before the value of a header. */
const scheme = /^(?:basic|bearer|token|apikey)\s+/i;

/** What shows that a value is hidden: the whole text, but for brackets around it. */
const word = /^(?:redacted|hidden|masked)$/i;

/** The same for words that are values too: only in brackets. */
const wordInBrackets =
  /^(?:(?:value )?(?:redacted|hidden|masked|removed|omitted|filtered|encrypted|protected)|(?:secret|sensitive|confidential)(?: value)?|not shown)$/i;
const brackets = ["<>", "\u2039\u203a", "«»", "[]", "()", "**", "__"];

/** Only signs: `***`, `••••`, `--------`, `xxxxxx`, with separators between groups of them. */
const signs = /^(?:[*\u2022\u25cf]+|([*\u2022\u25cf#xX])\1{2,}(?:[- ]\1+)*|-{3,}(?: -+)*)$/u;

/** Signs before some of the value: `xxxx-xxxx-1234`. */
const hiddenStart = /^x{4,}(?:-x{4,})*(?:-(?=\w))?/i;

/** Signs behind some of the value, or in it: `abcdXXXXX`. */
const hiddenEnd = /^\w{1,8}-?x{5,}\w{0,8}$/i;

/** Signs in a text without blanks: `****1234`, `ab***yz`. */
const hiddenPart = /[*\u2022\u25cf]{3}/;

/** The characters that are shown on each side of `…`: `AKIA…WXYZ`. */
const mostShown = 12;

/**
 * Whether a text stands in place of a value that isn't shown, or shows only parts of it. Of a value such as `xxxx1234`
 * that is none, this says so too: ask only of fields that are hidden at times.
 *
 * @example isMask("****1234") // true
 */
export function isMask(text: string): boolean {
  const bare = text.trim().replace(scheme, "");
  if (bare === "") return false;
  const isInBrackets = brackets.some((pair) => bare.length > 1 && bare[0] === pair[0] && bare.at(-1) === pair[1]);
  const inner = bare.replace(/^[<\u2039«[(*_\s]+|(?<![>\u203a»\])*_\s])[>\u203a»\])*_\s]+$/g, "");
  if (word.test(bare) || (isInBrackets && wordInBrackets.test(inner.replaceAll(/[_-]/g, " ")))) return true;
  if (signs.test(bare) || hiddenEnd.test(bare)) return true;
  if (hiddenStart.test(bare) && /^\w{0,8}$/.test(bare.replace(hiddenStart, ""))) return true;
  const shown = bare.split(/\u2026+|\.{3,}/);
  const isShortened = shown.length === 2 && shown.every(({ length }) => length <= mostShown);
  return !/\s/.test(bare) && (hiddenPart.test(bare) || isShortened);
}

/** Whether a value is a mask, or has one anywhere inside. */
export function hasMask(value: unknown): boolean {
  if (typeof value === "string") return isMask(value);
  return value !== null && typeof value === "object" && Object.values(value).some(hasMask);
}

/** What stands inside of a longer text in place of a part of it, also as an address spells it. */
const insideOfText =
  /[*\u2022\u25cf]{3,}|(?:%2a){3,}|(?:%e2%(?:80%a2|97%8f)){3,}|[<\u2039«[(](?:value )?(?:redacted|hidden|masked|filtered|secret)[>\u203a»\])]/giu;
/** What separates the parts of an address. */
const separator = /([/?&#;=:@])/;

/** The parts of a text that are shown, in order: what is hidden stood between them. */
function splitAtMasks(text: string): string[] {
  if (!/^\w+:\/\//.test(text)) return text.split(insideOfText);
  const parts = text.split(separator).map((part) => (isMask(part) && !/^(?:.{1,2}|[.-]+)$/.test(part) ? "***" : part));
  return parts.join("").split(insideOfText);
}

/**
 * Whether a part of a text is hidden: of an address, a parameter; of a body, a value.
 *
 * @example hasMaskInside("https://example.com/?key=***") // true
 */
export function hasMaskInside(text: string): boolean {
  return splitAtMasks(text).length > 1;
}

/**
 * Whether a text that is shown in part may be another one: both agree in all that is shown.
 *
 * @example isShownAs("https://example.com/?key=K", "https://example.com/?key=***") // true
 */
export function isShownAs(text: string, shown: string): boolean {
  const parts = splitAtMasks(shown);
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === shown;
  if (!text.startsWith(first) || text.length <= parts.join("").length) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
