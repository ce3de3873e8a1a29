/**
 * A path in a warehouse as one text: its parts with dots between them, a part that holds a dot or a quote in double
 * quotes, as in SQL.
 *
 * @example formatObjectPath(["SALES", "PUBLIC", "ORDERS.NEW"]) // 'SALES.PUBLIC."ORDERS.NEW"'
 */
export function formatObjectPath(path: readonly string[]): string {
  return path.map((part) => (/[."]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)).join(".");
}

/**
 * The other way round.
 *
 * @returns undefined for a text that isn't such a path: a part is empty, or a quote isn't closed.
 * @example parseObjectPath('SALES.PUBLIC."ORDERS.NEW"') // ["SALES", "PUBLIC", "ORDERS.NEW"]
 */
export function parseObjectPath(text: string): string[] | undefined {
  const parts: string[] = [];
  const part = /(?:"((?:[^"]|"")+)"|([^."]+))(\.|$)/y;
  while (part.lastIndex < text.length) {
    const [, quoted, plain, end] = part.exec(text) ?? [];
    const name = quoted?.replaceAll('""', '"') ?? plain;
    if (name === undefined) return undefined;
    parts.push(name);
    if (end === "") return parts;
  }
  return undefined;
}
