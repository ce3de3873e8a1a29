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

/** Names of declarations where all stand in one scope, which has others already. */
export function nameUniquely(
  declarations: readonly Declaration[],
  others: readonly string[] = [],
): ReadonlyMap<Declaration, string> {
  const taken = new Set(others);
  return new Map(
    declarations.map((declaration) => {
      const { kind, name: wished } = declaration;
      const wanted = [wished, `${wished}-${kind}`];
      for (let number = 2; wanted.length < taken.size + 3; number++) wanted.push(`${wished}-${kind}-${number}`);
      const name = wanted.find((one) => !taken.has(one)) as string;
      taken.add(name);
      return [declaration, name];
    }),
  );
}
