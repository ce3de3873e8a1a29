import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileWriter } from "../command/files";
import type { Manifest } from "../documents/pull-manifest";
import { addDependencies, type Wanted } from "../project/package-json";
import type { Organization } from "./organization";
import {
  buildProgram,
  hashProgram,
  type KnownResource,
  listImportedObjects,
  OneFile,
  type OwnProgram,
  type ProgramFile,
  programPackages,
  readOwnNames,
  writeProjectFiles,
} from "./program";

/** What became of a file of the program. */
export interface ProgramOutcome {
  readonly path: string;
  /** `kept`: it isn't as a pull wrote it, and was left alone. */
  readonly action: "create" | "update" | "unchanged" | "kept";
  /** What the update of a file changes: `Tag "production" added`. */
  readonly changes?: readonly string[];
  /** What a kept file lacks, each a piece of the program. */
  readonly missing?: readonly string[];
}

/** What is known of the program that is there. */
interface Written {
  readonly known: readonly KnownResource[];
  readonly own: OwnProgram;
}

/** Writes the program, as far as it is still as a pull wrote it. */
export function writeProgram(
  organization: Organization,
  folder: FileWriter,
  manifest: Manifest,
  { known, own: { language, module } }: Written,
) {
  const { files, secrets, names } = buildProgram(organization, manifest, module);
  manifest.names = names;
  // The program can't load what would be written.
  if (language === undefined && module === undefined) {
    const leftOut = files.flatMap((file) => file.leftOut);
    return { program: [], leftOut, secrets: [], imported: listImportedObjects(files) };
  }
  const isFirst = Object.keys(manifest.program).length === 0;
  const projectFiles = module === undefined ? {} : writeProjectFiles(folder.folder, manifest.imports, `${module}.ts`);
  const project = Object.entries(projectFiles)
    .filter(([path]) => !existsSync(join(folder.folder, path)))
    .map(([path, text]): ProgramOutcome => ({ path, action: folder.write(path, text).action }));
  const packages = isFirst && language === undefined ? addPackages(folder, programPackages) : [];
  const taken = readOwnNames(folder.folder).names;
  const written =
    language === undefined
      ? files
      : [new OneFile(language, files, known, folder.read(language.path), language.isImported ? [] : taken)];
  const program = written.map((file) => writeProgramFile(file, folder, manifest));
  return {
    program: [...project, ...packages, ...program],
    leftOut: written.flatMap(({ leftOut }) => leftOut),
    secrets,
    imported: listImportedObjects(files, taken),
  };
}

/** Adds the packages of the program to a `package.json` that was here before it. */
function addPackages(folder: FileWriter, wanted: Wanted): ProgramOutcome[] {
  const before = folder.read("package.json");
  if (before === undefined) return [];
  const { text, added } = addDependencies(before, wanted);
  if (added.length === 0) return [];
  const { action } = folder.write("package.json", text);
  return [{ path: "package.json", action, changes: added.map((name) => `${name} added`) }];
}

function writeProgramFile(file: ProgramFile | OneFile, folder: FileWriter, manifest: Manifest): ProgramOutcome {
  const { path } = file;
  const [text, current] = [file.writeText(), folder.read(path)];
  const [ours, theirs] = [hashProgram(text), current === undefined ? undefined : hashProgram(current)];
  // One that only a formatter went over, and that has no news, stays as it is.
  const isSame = theirs === ours;
  if (theirs !== undefined && !isSame && theirs !== manifest.program[path]) {
    return { path, action: "kept", missing: file.listMissing(current as string) };
  }
  manifest.program[path] = ours;
  if (isSame) return { path, action: "unchanged" };
  const changes = current === undefined ? [] : file.listChanges(current);
  return { path, action: folder.write(path, text).action, ...(changes.length > 0 && { changes }) };
}
