import { type Declaration, getImportId, type ProgramFile } from "./file";

/** An object as a file for `pulumi import --file` names it. */
export interface ImportedObject {
  readonly type: string;
  /** Unique in the file: code that the engine writes names variables so. */
  readonly name: string;
  readonly id: string;
}

/** What a program declares, for `pulumi import --file`. */
export function listImportedObjects(files: readonly ProgramFile[]): ImportedObject[] {
  const names = nameUniquely(files.flatMap(({ declarations }) => declarations));
  return [...names].map(([declaration, name]) => {
    return { type: `analytics:index:${declaration.kind}`, name, id: getImportId(declaration) };
  });
}

/** Names of declarations where all stand in one scope; what a stack has keeps its name. */
export function nameUniquely(
  declarations: readonly Declaration[],
  known: readonly { readonly id: string; readonly name?: string }[] = [],
): ReadonlyMap<Declaration, string> {
  const given = new Map(known.map(({ id, name }) => [id, name]));
  const taken = new Set(given.values());
  return new Map(
    declarations.map((declaration) => {
      const { kind, name: wished } = declaration;
      const before = given.get(getImportId(declaration));
      if (before !== undefined) return [declaration, before];
      const wanted = [wished, `${wished}-${kind}`];
      for (let number = 2; wanted.length < taken.size + 3; number++) wanted.push(`${wished}-${kind}-${number}`);
      const name = wanted.find((one) => !taken.has(one)) as string;
      taken.add(name);
      return [declaration, name];
    }),
  );
}
