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
  return text.replaceAll(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|[\s,;()]+/g, (_, literal: string | undefined) =>
    literal === undefined ? "" : `"${literal.slice(1, -1)}"`,
  );
}
