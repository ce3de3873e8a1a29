import { createPattern, type GeneratedModel } from "pulumi-analytics-generate";
import { formatObjectPath } from "pulumi-analytics-internal/core/api";
import { tryParseJson } from "pulumi-analytics-internal/core/data";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { escapeLine, quoteArgument } from "pulumi-analytics-internal/core/text";
import { FileWriter } from "../command/files";
import { programFiles } from "../project/languages";
import { findPolicyFolder, formSchemaPattern, isPersonalName } from "../project/starter-files";
import type { MergedFile } from "./merge";

/** What a run leaves to do. */
interface GeneratedParts {
  readonly models: readonly GeneratedModel[];
  readonly files: readonly MergedFile[];
  /** The folder of the models. */
  readonly out: string;
  /** The names that the program gives values. */
  readonly refs: readonly string[];
}

/** Where programs of `init` are. */
const programs = Object.values(programFiles);

/**
 * What to do after models were created in a Pulumi project, up to the `up` that applies them. Nothing while a file was
 * left as it is: that comes first.
 */
export function listNextSteps(cwd: string, { models, files, out, refs }: GeneratedParts): string[] {
  const folder = new FileWriter(cwd, ".");
  const isToDo = files.some(({ action }) => action === "create") && !files.some(({ action }) => action === "left");
  if (!isToDo || folder.read("Pulumi.yaml") === undefined) return [];
  const policies = findPolicyFolder(cwd);
  const isDeclared = programs.some((path) => folder.read(path)?.includes("DataModelDirectory"));
  const names = refs.map((name) => JSON.stringify(name)).join(", ");
  const pack = policies === undefined ? "" : ` --policy-pack ${policies}`;
  return [
    ...(policies === undefined
      ? []
      : [...listPersonal(models, files, out), ...listRefusedPaths(folder, `${policies}/index.js`, models)]),
    "Next:",
    ...(isDeclared
      ? []
      : [
          `  Declare the folder in the program, in the place of its example model and of the output \`url\`: a`,
          `  DataModelDirectory with path ${JSON.stringify(out)}, the folderId, and refs with ids for ${names}.`,
        ]),
    `  npx pulumi-analytics validate ${quoteArgument(out)}`,
    `  pulumi preview${pack}`,
    `  pulumi up${pack}`,
  ].map(escapeLine);
}

/** A line for each column that looks like personal data: what the policies refuse, and what is hidden for them. */
function listPersonal(models: readonly GeneratedModel[], files: GeneratedParts["files"], out: string): string[] {
  const created = new Set(files.flatMap(({ model, action }) => (action === "create" ? [model] : [])));
  return models.flatMap(({ name, spec, tables }) =>
    listElements(spec).flatMap((table) => {
      const personal = filterObjects(table.columns).filter((column) =>
        [column.id, column.name].some((text) => isPersonalName(String(text))),
      );
      const shown = listShown(table);
      const describe = ({ id }: JsonObject) => `${String(id)} in ${out}/${name}.yaml looks like personal data`;
      return personal.flatMap((column) => {
        if (shown.includes(column)) {
          return (
            `Before the preview: ${describe(column)}, which the policy personal-data refuses to show. Add ` +
            "`hidden: true` or a column security there: your edits stay."
          );
        }
        const isNew = created.has(name) && Object.hasOwn(tables, String(table.id)) && column.hidden === true;
        return isNew ? `${describe(column)}: it is hidden, as the policy personal-data demands.` : [];
      });
    }),
  );
}

/** A line for each schema that the setting of the policy `warehouse-paths` lacks. */
function listRefusedPaths(folder: FileWriter, program: string, models: readonly GeneratedModel[]): string[] {
  const [, rest] = (folder.read(program) ?? "").split(/"warehouse-paths":\s*\{\s*allowed:\s*\[/);
  if (!rest?.includes("]")) return [];
  const allowed = [...rest.split("]", 1)[0]!.matchAll(/"(?:[^"\\]|\\.)*"?/g)].map(([text]) =>
    createPattern(String(tryParseJson(text))),
  );
  const sources = models.flatMap(({ spec }) => listElements(spec)).map(({ source }) => source);
  const paths = sources.flatMap((source) =>
    isObject(source) && source.kind === "warehouse-table" && Array.isArray(source.path)
      ? [source.path.map(String)]
      : [],
  );
  const refused = paths.filter((path) => !allowed.some((pattern) => pattern.test(formatObjectPath(path))));
  return [...new Set(refused.map(formSchemaPattern))].map(
    (schema) => `Before the preview: add ${JSON.stringify(schema)} to "warehouse-paths" in ${program}.`,
  );
}

/** The columns of a table that everybody sees. */
function listShown({ columns, columnSecurities }: JsonObject): JsonObject[] {
  const restricted = filterObjects(columnSecurities).flatMap(({ restrictedColumns }) => restrictedColumns);
  return filterObjects(columns).filter(({ id, hidden }) => hidden !== true && !restricted.includes(id));
}
