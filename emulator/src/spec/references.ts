/** One reference of a formula, split at its slashes: `[ORDERS/AMOUNT]` is `["ORDERS", "AMOUNT"]`. */
export type Reference = readonly string[];

/** A text in quotes, or a reference in brackets. */
const token = /"(?:[^"\\]|\\.)*"|\[([^[\]]*)\]/g;

/** The references of a formula in their order; brackets in quoted texts are none. */
export function referencesIn(formula: string): Reference[] {
  return [...formula.matchAll(token)].flatMap(([, inside]) => (inside === undefined ? [] : [inside.split("/")]));
}

/** The formula with each reference changed. */
export function mapReferences(formula: string, change: (reference: Reference) => Reference): string {
  return formula.replace(token, (whole, inside: string | undefined) =>
    inside === undefined ? whole : `[${change(inside.split("/")).join("/")}]`,
  );
}

/** The one reference that is all of a formula; undefined for a calculation. */
export function plainReference(formula: string): Reference | undefined {
  return /^\s*\[([^[\]]*)\]\s*$/.exec(formula)?.[1]?.split("/");
}
