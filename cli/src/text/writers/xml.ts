/** XML for other programs. */
import { escapeAttribute, escapeText } from "pulumi-analytics-internal/core/text";

/**
 * An element, with its attributes as they are and what is inside; undefined attributes are left out. No text makes a
 * tag, and a sign that XML can't hold is escaped.
 *
 * @example writeXml("failure", { message: 'a "b"' }) // ['<failure message="a &quot;b&quot;"/>']
 */
export function writeXml(
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  inside: readonly string[] = [],
): string[] {
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeAttribute(escapeText(String(value)))}"`],
  );
  const head = `<${tag}${given.join("")}`;
  if (inside.length === 0) return [`${head}/>`];
  return [`${head}>`, ...inside.map((line) => `  ${line}`), `</${tag}>`];
}
