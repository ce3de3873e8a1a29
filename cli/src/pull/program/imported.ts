import { getImportId, type ProgramFile } from "./file";

/** An object as a file for `pulumi import --file` names it. */
export interface ImportedObject {
  readonly type: string;
  /** Unique in the file: code that the engine writes names variables so. */
  readonly name: string;
  readonly id: string;
}

/** What a program declares, for `pulumi import --file`. */
export function listImportedObjects(files: readonly ProgramFile[]): ImportedObject[] {
  const taken = new Set<string>();
  return files
    .flatMap(({ declarations }) => declarations)
    .map((declaration) => {
      const { kind } = declaration;
      const wanted = [declaration.name, `${declaration.name}-${kind}`];
      for (let number = 2; wanted.length < taken.size + 3; number++)
        wanted.push(`${declaration.name}-${kind}-${number}`);
      const name = wanted.find((one) => !taken.has(one)) as string;
      taken.add(name);
      return { type: `analytics:index:${kind}`, name, id: getImportId(declaration) };
    });
}
