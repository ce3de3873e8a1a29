import { hashOf } from "../manifest";

/**
 * Tells one program from another: the same for one that somebody's formatter went over, which changes blanks, quotes, commas, semicolons and
 * parentheses, but nothing inside of texts.
 */
export function programHash(text: string): string {
  const bare = text.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|[\s,;()]+/g,
    (_, literal: string | undefined) => (literal === undefined ? "" : `"${literal.slice(1, -1)}"`),
  );
  return hashOf(bare);
}
