import type { JsonObject } from "pulumi-analytics-internal/core/spec";
import { listElements } from "pulumi-analytics-internal/core/spec/internal";
import { filterObjects } from "pulumi-analytics-internal/core/spec/json";
import { escapeLine, quoteArgument } from "pulumi-analytics-internal/core/text";
import { FileWriter } from "../command/files";
import { isPersonalName, policyFolder } from "../project/starter-files";
import type { GeneratedModel } from "./generated-model";
import type { MergedFile } from "./merge";

/** What a run leaves to do. */
interface Written {
  readonly models: readonly GeneratedModel[];
  readonly files: readonly MergedFile[];
  /** The folder of the models. */
  readonly out: string;
  /** The names that the program gives values. */
  readonly refs: readonly string[];
}

/** Where programs of `init` are. */
const programs = ["Pulumi.yaml", "index.ts", "__main__.py"];

/**
 * What to do after models were created in a Pulumi project, up to the `up` that applies them. Nothing while a file was
 * left as it is: that comes first.
 */
export function listNextSteps(cwd: string, { models, files, out, refs }: Written): string[] {
  const folder = new FileWriter(cwd, ".");
  const isToDo = files.some(({ action }) => action === "create") && !files.some(({ action }) => action === "left");
  if (!isToDo || folder.read("Pulumi.yaml") === undefined) return [];
  const hasPolicies = folder.read(`${policyFolder}/PulumiPolicy.yaml`) !== undefined;
  const isDeclared = programs.some((path) => folder.read(path)?.includes("DataModelDirectory"));
  const names = refs.map((name) => JSON.stringify(name)).join(", ");
  const pack = hasPolicies ? ` --policy-pack ${policyFolder}` : "";
  return [
    ...(hasPolicies ? listPersonal(models, out) : []),
    "Next:",
    ...(isDeclared
      ? []
      : [
          `  Declare the folder in the program, in the place of its example model and of the output \`url\`: a`,
          `  DataModelDirectory with path ${JSON.stringify(out)}, the folderId, and refs with ids for ${names}.`,
        ]),
    `  pulumi-analytics validate ${quoteArgument(out)}`,
    `  pulumi preview${pack}`,
    `  pulumi up${pack}`,
  ].map(escapeLine);
}

/** A line for each column that the project's policies refuse to show. */
function listPersonal(models: readonly GeneratedModel[], out: string): string[] {
  return models.flatMap(({ name, spec }) =>
    listElements(spec).flatMap((table) =>
      listShown(table)
        .filter((column) => [column.id, column.name].some((text) => isPersonalName(String(text))))
        .map(
          ({ id }) =>
            `Before the preview: ${String(id)} in ${out}/${name}.yaml looks like personal data, which the policy ` +
            "personal-data refuses to show. Add `hidden: true` or a column security there: your edits stay.",
        ),
    ),
  );
}

/** The columns of a table that everybody sees. */
function listShown({ columns, columnSecurities }: JsonObject): JsonObject[] {
  const restricted = filterObjects(columnSecurities).flatMap(({ restrictedColumns }) => restrictedColumns);
  return filterObjects(columns).filter(({ id, hidden }) => hidden !== true && !restricted.includes(id));
}
