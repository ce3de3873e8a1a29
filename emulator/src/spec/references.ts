/** One reference of a formula, split at its slashes: `[ORDERS/AMOUNT]` is `["ORDERS", "AMOUNT"]`. */
export type Reference = readonly string[];

/** A text in quotes, the index of a JSON value (`[Payload].users[0]`), or a reference in brackets. */
const token = /"(?:[^"\\]|\\.)*"|(?<=[\w\])])\[\d+\]|\[([^[\]]*)\]/g;

/** The references of a formula in their order; brackets in quoted texts are none. */
export function listReferences(formula: string): Reference[] {
  return [...formula.matchAll(token)].flatMap(([, inside]) => (inside === undefined ? [] : [inside.split("/")]));
}

/** A part of a formula. */
export type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "other"; readonly text: string };

/** A formula in parts: its texts without their quotes, its references, and what is between them. */
export function listTokens(formula: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: whole, 1: inside, index } of formula.matchAll(token)) {
    if (index > end) {
      tokens.push({ kind: "other", text: formula.slice(end, index) });
    }
    tokens.push(readToken(whole, inside));
    end = index + whole.length;
  }
  return end < formula.length ? [...tokens, { kind: "other", text: formula.slice(end) }] : tokens;
}

function readToken(whole: string, inside: string | undefined): Token {
  if (inside !== undefined) {
    return { kind: "reference", reference: inside.split("/") };
  }
  const isText = whole.startsWith('"');
  return isText ? { kind: "text", text: whole.slice(1, -1).replace(/\\(.)/g, "$1") } : { kind: "other", text: whole };
}

/** The formula with each reference changed. */
export function mapReferences(formula: string, change: (reference: Reference) => Reference): string {
  return formula.replace(token, (whole, inside: string | undefined) =>
    inside === undefined ? whole : `[${change(inside.split("/")).join("/")}]`,
  );
}

/** The one reference that is all of a formula; undefined for a calculation. */
export function readPlainReference(formula: string): Reference | undefined {
  return /^\s*\[([^[\]]*)\]\s*$/.exec(formula)?.[1]?.split("/");
}
