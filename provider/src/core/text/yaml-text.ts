/**
 * A text in quotes, as YAML reads it: in double quotes, or in single ones if it holds double quotes or backslashes.
 *
 * @example quoteYamlText('If([A] = "x", 1)') // 'If([A] = "x", 1)' with its single quotes
 */
export function quoteYamlText(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
