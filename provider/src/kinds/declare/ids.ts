/**
 * How the provider composes the ids of a kind, whose objects have none of their own, or one that doesn't tell where
 * they are.
 */
export interface ComposedIds<Parts> {
  /** For docs and errors. */
  readonly idForms: readonly string[];
  /** @throws for an id of another form: an import gives any. */
  partsOf(id: string): Parts;
}

/**
 * Declares the ids of a kind.
 *
 * @param kind its name.
 * @param parse takes what is between slashes; undefined for another form.
 * @example declareComposedIds("Grants", ["<inodeId>/grants"],
 *   ([inodeId, last]) => (last === "grants" ? inodeId : undefined))
 */
export function declareComposedIds<Parts>(
  kind: string,
  idForms: readonly string[],
  parse: (parts: readonly string[]) => Parts | undefined,
): ComposedIds<Parts> {
  return {
    idForms,
    partsOf(id) {
      const parts = parse(id.split("/"));
      if (parts !== undefined) return parts;
      throw new Error(`"${id}" is not an id of the type ${kind}. Use the form ${idForms.join(" or ")}.`);
    },
  };
}

/**
 * Declares ids of two parts.
 *
 * @example declareIdPairs("TeamMember", "<teamId>/<memberId>").partsOf("t/m") // ["t", "m"]
 */
export function declareIdPairs(kind: string, form: string): ComposedIds<[first: string, second: string]> {
  return declareComposedIds(kind, [form], ([first, second, ...others]) =>
    first && second && others.length === 0 ? [first, second] : undefined,
  );
}
