import { posix } from "node:path";
import { listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, type JsonObject, splitRef } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { createNameFinder, normalizeName } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { FileWriter } from "../command/files";
import type { OwnFile } from "../documents/read-files";
import { listFieldNames } from "../documents/references";
import { DocumentSet } from "../documents/set";
import { type Language, programFiles } from "../project/languages";
import { toFileName } from "../text/names";

/** Data models that were here before the project, such as those of `generate dbt`. */
export interface ModelFolder {
  /** From the project's folder. */
  readonly path: string;
  /** What the program gives values to. */
  readonly refs: readonly ModelRef[];
  /** The tables of the warehouse that the models read. */
  readonly tables: readonly (readonly string[])[];
}

/** A name in the models' files that is none of theirs. */
export interface ModelRef {
  readonly name: string;
  /** The setting of the stack that has its value. */
  readonly key: string;
  readonly isConnection: boolean;
}

/**
 * The folder of the models that are here; undefined where there are none, and where the program declares a first model.
 *
 * @throws UsageError for models that no folder has alone.
 */
export function findModelFolder(context: Context, language: Language): ModelFolder | undefined {
  const program = new FileWriter(context.cwd, ".").read(programFiles[language]);
  if (program !== undefined && !program.includes("DataModelDirectory")) return undefined;
  const models = new DocumentSet(context).readProject().files.filter(({ type }) => type === "data model");
  if (models.length === 0) return undefined;
  const path = models.map(({ file }) => posix.dirname(file)).reduce(findCommonFolder);
  if (path !== ".") return { path, refs: listRefs(models), tables: models.flatMap(listTables) };
  throw new UsageError(
    `${models.map(({ file }) => file).join(", ")}: models in several folders. The program takes those of one folder: ` +
      "move them into `models`. Or name the table of a first model: --table <path>.",
  );
}

const findCommonFolder = (a: string, b: string): string =>
  a === "." || b === a || b.startsWith(`${a}/`) ? a : findCommonFolder(posix.dirname(a), b);

/** Models refer to each other by the names of their files. */
function listRefs(models: readonly OwnFile[]): ModelRef[] {
  const own = new Set(models.map(({ name }) => normalizeName(name)));
  const forms = models.map(({ form }) => form);
  const ofConnections = new Set(forms.flatMap((form) => listFieldNames("connectionId", form)));
  const named = new Set(forms.flatMap(listPlaceholderNames).map((name) => splitRef(name)[0]));
  const names = [...named].filter((name) => !own.has(normalizeName(name))).sort();
  const isOnly = names.filter((name) => ofConnections.has(name)).length === 1;
  const findFreeKey = createNameFinder("-");
  const keys = new Set(["folderId", "connectionId"]);
  return names.map((name) => {
    const isConnection = ofConnections.has(name);
    const key =
      isConnection && isOnly ? "connectionId" : findFreeKey(toFileName(name) || "ref", (one) => keys.has(one));
    keys.add(key);
    return { name, key, isConnection };
  });
}

const listTables = ({ form }: OwnFile): string[][] =>
  filterObjects(listElements(form as JsonObject)).flatMap(({ source }) =>
    isObject(source) && source.kind === "warehouse-table" && Array.isArray(source.path)
      ? [source.path.map(String)]
      : [],
  );
