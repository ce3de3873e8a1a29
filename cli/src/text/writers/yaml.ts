/** Somebody else's text in YAML, and in the YAML that Pulumi evaluates. */

import { escapeLine } from "pulumi-analytics-internal/core/text";
import { Scalar, visit } from "yaml";
import { canBeBlock } from "../layout";
import { createDocument, isEscapeNeeded, printTree } from "../yaml";

/** A comment of its own line. A name in it stands in quotes, or it could begin the comment as a directive. */
export const writeYamlComment = (text: string) => `# ${escapeLine(text)}`.trimEnd();

/** Plain data as YAML that every reader takes for the same data. */
export function writeYaml(value: unknown): string {
  const document = createDocument();
  document.contents = document.createNode(value) as typeof document.contents;
  visit(document, {
    Scalar: (position, node) => {
      if (typeof node.value === "string") node.type = chooseStyle(node.value, position === "key");
    },
  });
  return printTree(document).trimEnd();
}

function chooseStyle(text: string, isKey: boolean): Scalar.Type {
  if (isEscapeNeeded(text) || text === "<<" || isDisguisedNumber(text)) return Scalar.QUOTE_DOUBLE;
  if (!text.includes("\n")) return Scalar.PLAIN;
  return !isKey && canBeBlock(text) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** Whether some readers take it for a number, since they drop the underscores first: `1e_3`, `0_x1F`. */
const isDisguisedNumber = (text: string) => /^[-+.]?\.?\d.*_/.test(text);

/** A text in the YAML that Pulumi evaluates: `${` begins an expression there. */
export const escapeDollars = (text: string) => text.replaceAll("$", "$$$$");

/** Whether Pulumi reads a key, alone in its object or always, as a function: no escape stands for it. */
export const isFunctionKey = (key: string) => /^fn::/i.test(key);

/**
 * An expression for a setting, or for an output of a resource.
 *
 * @param key of a map.
 * @returns undefined where the syntax has no escape for a name or key: it ends in a backslash.
 * @example writeAccess("orders", "elementIds", "lines") // '${orders.elementIds["lines"]}'
 */
export function writeAccess(name: string, output?: string, key?: string): string | undefined {
  if (name.endsWith("\\") || key?.endsWith("\\")) return undefined;
  const writeSubscript = (text: string) => `["${text.replaceAll('"', '\\"')}"]`;
  const root = /^[^.[\]{}"\s]+$/.test(name) ? name : writeSubscript(name);
  const path = output === undefined ? "" : `.${output}`;
  return `\${${root}${path}${key === undefined ? "" : writeSubscript(key)}}`;
}
