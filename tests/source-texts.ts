import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The literal parts of a text in the code, in order: between them are values that only a run knows. */
export type SourceText = readonly string[];

/** All texts in the TypeScript files of a folder: literals, templates and their concatenations. */
export function listSourceTexts(folder: string): SourceText[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.m?ts$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return listTexts(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  });
}

function listTexts(node: ts.Node): SourceText[] {
  const own = readText(node);
  const inner: SourceText[] = [];
  node.forEachChild((child) => {
    inner.push(...listTexts(child));
  });
  return own === undefined ? inner : [own, ...inner];
}

/** The literal parts of an expression that is a text; undefined for any other. */
function readText(node: ts.Node): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [readText(node.left), readText(node.right)];
    if (left === undefined && right === undefined) return undefined;
    const [before, after] = [left ?? ["", ""], right ?? ["", ""]];
    return [...before.slice(0, -1), before.at(-1)! + after[0]!, ...after.slice(1)];
  }
  return undefined;
}

/**
 * The share of a quoted message that a text of the code has literally: 0 if the message can't be that text. A quote
 * that ends with `…` is the beginning of a text.
 */
export function measureMatch(quote: string, parts: SourceText): number {
  const isCut = quote.endsWith("…");
  const message = isCut ? quote.slice(0, -1) : quote;
  let at = 0;
  let literal = 0;
  for (const part of parts) {
    const found = message.indexOf(part, at);
    if (found < 0) {
      if (!isCut) return 0;
      const shared = measureSharedEnd(message.slice(at), part);
      return shared === 0 && at < message.length ? 0 : (literal + shared) / message.length;
    }
    at = found + part.length;
    literal += part.length;
  }
  return literal / message.length;
}

/** How many characters at the end of a message are the beginning of a part. */
function measureSharedEnd(message: string, part: string): number {
  const lengths = Array.from({ length: Math.min(message.length, part.length) }, (_, index) => index + 1);
  return lengths.findLast((length) => message.endsWith(part.slice(0, length))) ?? 0;
}
