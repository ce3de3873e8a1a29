/** The longest line of an example. */
const width = 80;

/** `open` and `close` with items between them: on one line if they fit, or else each on a line of its own. */
export function wrapList(open: string, items: readonly string[], close: string, padding = ""): string {
  if (items.length === 0) return open + close;
  const line = `${open}${padding}${items.join(", ")}${padding}${close}`;
  if (line.length <= width && !line.includes("\n")) return line;
  const indented = items.map((item) => `    ${item.replaceAll("\n", "\n    ")},\n`);
  return `${open}\n${indented.join("")}${close}`;
}

export const isIdentifier = (text: string) => /^[A-Za-z_]\w*$/.test(text);
