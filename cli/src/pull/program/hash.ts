import { hashText } from "../../documents/pull-manifest";

/**
 * Tells one program from another: the same for one that somebody's formatter went over.
 */
export function hashProgram(text: string): string {
  return hashText(stripFormatting(text));
}

/**
 * Code without what a formatter changes: blanks, quotes, commas, semicolons and parentheses, but nothing inside of
 * texts.
 */
export function stripFormatting(text: string): string {
  const token = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|[\s,;()]+|(\\.|[\s\S])/gy;
  return text.replaceAll(token, (_, literal?: string, other = "") =>
    literal === undefined ? other : `"${literal.slice(1, -1)}"`,
  );
}
