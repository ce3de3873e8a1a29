/** The Pulumi program that adopts what was pulled. */

import type { Manifest } from "../../documents/pull-manifest";
import { Names } from "../../text/names";
import type { Organization } from "../organization";
import { addSettings, type SecretKey } from "./credential";
import { declareCredentials } from "./credentials";
import { declareExported, exportOrder } from "./exported";
import { ProgramFile, type ProgramForm } from "./file";
import { declareConnections, declareFolders, declareModels } from "./models";
import { declarePolicies } from "./policies";
import type { Scene } from "./scene";
import { declareTags } from "./tags";
import { declareCoded } from "./workbooks";

export type { SecretKey } from "./credential";
export { describeLeftOut, findRefusal, type LeftOut, type ProgramFile } from "./file";
export { hashProgram } from "./hash";
export { type ImportedObject, listImportedObjects } from "./imported";
export type { ProgramLanguage } from "./language";
export { type KnownResource, OneFile, programLanguages } from "./one-file";
export { readOwnNames } from "./own-names";
export { type OwnProgram, readOwnProgram } from "./own-program";
export { programPackages, writeProjectFiles } from "./project";

/** A program, file by file. */
export interface Program {
  readonly files: readonly ProgramFile[];
  /** What has to be set before the first `pulumi up`. */
  readonly secrets: readonly SecretKey[];
  /** The names of what it declares, for the next pull. */
  readonly names: Manifest["names"];
}

/** What is imported into the file of a scope, so that nothing there may be called so. */
const imported: Readonly<Record<string, readonly string[]>> = {
  folders: ["analytics", "kept"],
  tags: ["analytics", "kept", "models", "workbooks", "reports"],
  workbooks: ["analytics", "kept", "connections", "folders", "models"],
  reports: ["analytics", "kept", "connections", "folders", "models"],
  policies: ["analytics", "kept", "connections", "folders", "models", "workbooks", "reports", "tags"],
  credentials: ["analytics", "pulumi", "config", "kept"],
};

/** What may be imported into any other file. */
const importedAnywhere =
  "analytics kept pulumi config connections folders models workbooks reports tags policies".split(" ");

/**
 * The program for all that was pulled so far; what the credentials couldn't read is left as it is.
 *
 * @param entry the module that has all of it.
 */
export function buildProgram(organization: Organization, manifest: Manifest, entry = "index"): Program {
  const order = exportOrder();
  const form = manifest.imports ? "import" : "adopt";
  const declared = new Map<string, ProgramFile>();
  const scopes = new Map<string, Names>();
  const exportedModules = [...order.first, ...order.last].map((kind) => kind.pull!.file);
  const scene: Scene = {
    organization,
    manifest,
    ...createReferrer(organization, declared),
    file(module, about) {
      const file = declared.get(module) ?? new ProgramFile(module, about, form);
      declared.set(module, file);
      return file;
    },
    names(scope) {
      const taken = [...(imported[scope] ?? importedAnywhere), ...(manifest.all ? exportedModules : [])];
      const names = scopes.get(scope) ?? new Names(manifest.names[scope], taken);
      scopes.set(scope, names);
      return names;
    },
  };
  const secrets: SecretKey[] = [];
  declareExported(scene, order.first, secrets);
  declareConnections(scene);
  declareFolders(scene);
  declareModels(scene);
  declareCoded(scene, "workbook");
  declareCoded(scene, "report");
  const tags = declareTags(scene);
  if (tags !== undefined) declarePolicies(scene);
  const ofCredentials = declareCredentials(scene);
  declareExported(scene, order.last, secrets);
  const allSecrets = [...ofCredentials, ...secrets];
  addSettings(declared.values(), allSecrets);
  // One that has become empty may still be imported.
  const files = [...declared.values()].filter((file) => !file.isEmpty || Object.hasOwn(manifest.program, file.path));
  const given = files.flatMap(({ module }) => {
    const names = scopes.get(module);
    return names === undefined ? [] : [[module, names.listUsed()] as const];
  });
  return {
    files: [...files, buildOptions(form), buildIndex(files, manifest, entry)],
    secrets: allSecrets,
    names: { ...manifest.names, ...Object.fromEntries(given) },
  };
}

/** How files of a program refer to what others declare. */
function createReferrer(
  { workbooks = [], reports = [] }: Organization,
  declared: ReadonlyMap<string, ProgramFile>,
): Pick<Scene, "has" | "idFrom" | "resourceFrom" | "nameOf"> {
  const documentNames = new Map([...workbooks, ...reports].map(({ id, name }) => [id, name]));
  /** Whether a file imports another one, by way of others or not. */
  const isImporting = (from: ProgramFile, to: ProgramFile): boolean =>
    from === to || [...from.imported].some((module) => declared.has(module) && isImporting(declared.get(module)!, to));
  const findOwner = (id: string) => [...declared.values()].find((file) => file.has(id));
  /** The file that has an id, if another one may import it. */
  const findImportableOwner = (user: ProgramFile, id: string) => {
    const owner = findOwner(id);
    return owner && (owner === user || !isImporting(owner, user)) ? owner : undefined;
  };
  return {
    has: (id) => findOwner(id) !== undefined,
    idFrom: (user, id) => findImportableOwner(user, id)?.referToId(user, id),
    resourceFrom: (user, id, value) => findImportableOwner(user, id)?.referToResource(user, id, value),
    nameOf: (id) => findOwner(id)?.getName(id) ?? documentNames.get(id),
  };
}

function buildOptions(form: ProgramForm): ProgramFile {
  const file = new ProgramFile("options", [`Options of all ${form === "import" ? "imported" : "adopted"} resources.`]);
  file.add(
    [
      "/** Pulumi refuses to delete resources with these options. Without `protect`, removing a " +
        "declaration deletes its object. */",
      "export const kept = { protect: true };",
    ].join("\n"),
  );
  return file;
}

/** The program itself. Files that couldn't be renewed are part of it all the same. */
function buildIndex(files: readonly ProgramFile[], { program, imports }: Manifest, entry: string): ProgramFile {
  const file = new ProgramFile(entry, [
    `All pulled resources. The first \`pulumi up\` ${imports ? "imports" : "adopts"} them and ` +
      "writes nothing to the platform.",
  ]);
  const paths = new Set([...Object.keys(program), ...files.map(({ path }) => path)]);
  const modules = [...paths]
    .filter((path) => path !== `${entry}.ts` && path !== "options.ts")
    .map((path) => path.replace(/\.ts$/, ""));
  file.add(
    modules
      .sort()
      .map((module) => `import "./${module}";`)
      .join("\n"),
  );
  return file;
}
