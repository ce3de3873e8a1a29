/** What older readers of YAML, other tools and forms write for yes and no. */
const words: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "y", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "n", "off", "0"].map((word) => [word, false] as const),
]);

/**
 * What to write where a boolean is expected and another value is given; undefined: nothing is known to be meant.
 *
 * @example suggestBoolean("yes") // "Write true: `yes` is a text."
 */
export function suggestBoolean(value: unknown): string | undefined {
  const isWord = typeof value === "string" || typeof value === "number";
  const meant = isWord ? words.get(String(value).toLowerCase()) : undefined;
  if (meant === undefined) return undefined;
  if (typeof value === "number") return `Write ${meant}.`;
  return value === String(meant) ? `Write ${meant} without quotes.` : `Write ${meant}: \`${value}\` is a text.`;
}
