/**
 * An argument of a command line that a message advises: as one word of a shell, whatever it holds, on one line.
 *
 * @example quoteArgument("a $(b)") // "'a $(b)'"
 */
export function quoteArgument(text: string): string {
  if (/^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(text)) return text;
  if (!/[\p{C}\u2028\u2029]/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.toWellFormed().replace(/[\\'\p{C}\u2028\u2029]/gu, (character) => {
    if (character === "\\" || character === "'") return `\\${character}`;
    return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `$'${escaped}'`;
}

/**
 * The command by which the platform's catalog learns of a new table or schema.
 *
 * @param connection its id, or a placeholder of it.
 * @example
 * ```ts
 * formatSyncCommand("4a3f", ["SALES", "PUBLIC"]);
 * // "pulumi-analytics api POST connections/4a3f/sync --field 'path=[\"SALES\",\"PUBLIC\"]'"
 * ```
 */
export function formatSyncCommand(connection: string, path: readonly string[]): string {
  const field = quoteArgument(`path=${JSON.stringify(path)}`);
  return `pulumi-analytics api POST connections/${connection}/sync --field ${field}`;
}
