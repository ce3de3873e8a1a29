import { type InputFields, listReferredKinds } from "./fields";

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

/** An object at one end of another, such as the team and the member of a membership. */
export interface End {
  readonly id: string;
  /** The kinds that it may be of. */
  readonly kinds: readonly string[];
}

/**
 * What an object is a part of, as its composed id says it: the objects that fields of such a name refer to.
 *
 * @example listEnds(teamMember, "t/m") // [{ id: "t", kinds: ["Team"] }, { id: "m", kinds: ["Member"] }]
 */
export function listEnds(
  { adoption, fields }: { readonly adoption?: { readonly idForms?: readonly string[] }; readonly fields: InputFields },
  id: string,
): readonly End[] {
  const parts = id.split("/");
  const listKinds = (name: string) => {
    const field = fields[name];
    // Or the field whose object has the id.
    const named = field?.ref === undefined ? Object.values(fields).find(({ ref }) => ref?.idIn === name) : field;
    return named === undefined ? [] : listReferredKinds(named);
  };
  const readName = (part: string | undefined) => /^<(.*)>$/.exec(part ?? "")?.[1];
  const forms = (adoption?.idForms ?? [])
    .map((form) => form.split("/"))
    .filter((form) => form.length === parts.length)
    .filter((form) => form.every((part, index) => readName(part) !== undefined || part === parts[index]));
  // Forms may differ in what an id is of: a member or a team.
  const ends = parts.map((part, index) => ({
    id: part,
    kinds: forms.flatMap((form) => listKinds(readName(form[index]) ?? "")),
  }));
  return ends.filter(({ kinds }) => kinds.length > 0).map(({ id, kinds }) => ({ id, kinds: [...new Set(kinds)] }));
}
