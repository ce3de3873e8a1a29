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
  /** The kinds that it may be of; none: unknown. */
  readonly kinds: readonly string[];
}

/**
 * What an object belongs to, as its composed id says it.
 *
 * @example listEnds(teamMember, "t/m") // [{ id: "t", kinds: ["Team"] }, { id: "m", kinds: ["Member"] }]
 */
export function listEnds(
  { adoption, fields }: { readonly adoption?: { readonly idForms?: readonly string[] }; readonly fields: InputFields },
  id: string,
): readonly End[] {
  const parts = id.split("/");
  const form = adoption?.idForms
    ?.map((one) => one.split("/").map((name) => /^<(.*)>$/.exec(name)?.[1] ?? { literal: name }))
    .find(
      (names) =>
        names.length === parts.length &&
        names.every((name, index) => typeof name === "string" || name.literal === parts[index]),
    );
  return (form ?? []).flatMap((name, index) => {
    const own = typeof name === "string" ? fields[name] : undefined;
    if (own === undefined) return [];
    // The id of what another field names.
    const named = own.ref === undefined ? Object.values(fields).find(({ ref }) => ref?.idIn === name) : own;
    return [{ id: parts[index]!, kinds: named === undefined ? [] : listReferredKinds(named) }];
  });
}
