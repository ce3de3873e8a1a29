import { markRanges, type Range } from "./mark-ranges";

/** What ends the part of a URL that names the host, and what no URL has. */
const isEnd = (letter: string | undefined) => letter === undefined || /[\s/?#\\"<>`]/.test(letter);

/**
 * The user names and passwords of the URLs in a text. Each letter is looked at once, so that no text takes long.
 *
 * @example findUserinfo("postgres://ann:pw@db/x") // [{ start: 11, end: 17 }]
 */
export function findUserinfo(text: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at)) {
    const start = at + 3;
    let end = start;
    for (at = start; !isEnd(text[at]); at += 1) if (text[at] === "@") end = at;
    if (end > start) found.push({ start, end });
  }
  return found;
}

/**
 * A text without them.
 *
 * @example hideUserinfo("can't open postgres://ann:pw@db/x") // "can't open postgres://[secret]@db/x"
 */
export const hideUserinfo = (text: string): string => markRanges(text, findUserinfo(text));

/**
 * What of a URL in a setting is secret, however it is written there: its userinfo, and the password alone. Of
 * `http://ann:12/34@host`, that is `ann:12/34`, although a URL's parser finds the host `ann`.
 */
export function listUrlSecrets(value: string): string[] {
  const [, userinfo] = /^[a-z][a-z\d+.-]{0,50}:\/+([^\s/]\S*)@/i.exec(value.trim()) ?? [];
  if (userinfo === undefined) return [];
  const password = userinfo.slice(userinfo.indexOf(":") + 1);
  return [...new Set([userinfo, password].flatMap((text) => [text, decodePercent(text)]))].filter(Boolean);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
