import { createNameFinder } from "pulumi-analytics-internal/core/text";
import { type Declaration, getImportId, type ProgramFile } from "./file";

/** An object as a file for `pulumi import --file` names it. */
export interface ImportedObject {
  readonly type: string;
  /** Unique in the file: code that the engine writes names variables so. */
  readonly name: string;
  readonly id: string;
}

/** What a program declares, for `pulumi import --file`. */
export function listImportedObjects(files: readonly ProgramFile[], taken: readonly string[] = []): ImportedObject[] {
  const all = files.flatMap(({ declarations }) => declarations);
  const names = nameUniquely(all, [], taken);
  return [...names].map(([declaration, name]) => {
    return { type: `analytics:index:${declaration.kind}`, name, id: getImportId(declaration) };
  });
}

/**
 * Names of declarations where all stand in one scope; what a stack has keeps its name.
 *
 * @param others what has a name in that scope beside them.
 */
export function nameUniquely(
  declarations: readonly Declaration[],
  known: readonly { readonly id: string; readonly name?: string }[] = [],
  others: readonly string[] = [],
): ReadonlyMap<Declaration, string> {
  const findFreeName = createNameFinder("-");
  const given = new Map(known.map(({ id, name }) => [id, name]));
  const taken = new Set<string | undefined>([...given.values(), ...others]);
  return new Map(
    declarations.map((declaration) => {
      const { kind, name: wished } = declaration;
      const before = given.get(getImportId(declaration));
      if (before !== undefined) return [declaration, before];
      const isTaken = (one: string) => taken.has(one);
      const name = isTaken(wished) ? findFreeName(`${wished}-${kind}`, isTaken) : wished;
      taken.add(name);
      return [declaration, name];
    }),
  );
}
