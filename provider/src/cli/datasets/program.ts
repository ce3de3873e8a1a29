import type { MigrateDataset } from "../../core/api";
import { plainLine } from "../../core/text";
import { identifierOf, Names } from "../pull/names";
import { type Fields, literal, quoted } from "../typescript";
import type { Plan, PlannedDataset } from "./plan";

/** What the program's resources have in common. */
export interface ProgramSettings extends Omit<MigrateDataset, "dryRun"> {
  /** The named connection the datasets live behind. */
  readonly connection?: string;
}

/** What the program itself calls something. */
const ownNames = ["analytics", "settings", "dataModels"];

/**
 * A Pulumi program that migrates the datasets of a plan: one resource each, after those it depends on. What the platform refused in the
 * dry run is left out, and so is what depends on it; comments say so.
 */
export function programOf({ datasets }: Plan, settings: ProgramSettings): string {
  const names = new Names({}, ownNames);
  for (const { id, name } of datasets) names.give(id, [name, "dataset"]);
  const leftOut = leftOutOf(datasets);
  return [
    "// Made by `pulumi-analytics datasets plan`: datasets that need migration, in dependency order.",
    "// A migration can't be undone. A dataset that is migrated already is adopted.",
    'import * as analytics from "pulumi-analytics";',
    "",
    `const settings = ${literal(settings as unknown as Fields)};`,
    ...datasets.flatMap((dataset) => [
      "",
      `// ${plainLine(`${dataset.path}/${dataset.name}`)}`,
      leftOut.has(dataset.id) ? `// Left out: ${leftOut.get(dataset.id)}` : resourceOf(dataset, names),
    ]),
    "",
    "/** The data models that they became. */",
    "export const dataModels = {",
    ...datasets
      .filter(({ id }) => !leftOut.has(id))
      .map(({ id }) => `  ${quoted(nameIn(names, id))}: ${identifierOf(nameIn(names, id))}.dataModelId,`),
    "};",
    "",
  ].join("\n");
}

function nameIn(names: Names, id: string): string {
  return names.get(id) as string;
}

function resourceOf({ id, after }: PlannedDataset, names: Names): string {
  const name = nameIn(names, id);
  const sources = after.map((source) => identifierOf(nameIn(names, source)));
  const parts = [
    quoted(name),
    `{ ...settings, datasetId: ${quoted(id)} }`,
    ...(sources.length > 0 ? [`{ dependsOn: [${sources.join(", ")}] }`] : []),
  ];
  return `const ${identifierOf(name)} = new analytics.DatasetMigration(\n${parts.map((part) => `  ${part},\n`).join("")});`;
}

/** The datasets that can't be migrated, and why. */
function leftOutOf(datasets: readonly PlannedDataset[]): Map<string, string> {
  const why = new Map<string, string>();
  for (const { id, refusal, after } of datasets) {
    const below = datasets.find((other) => after.includes(other.id) && why.has(other.id));
    if (refusal !== undefined) why.set(id, `the platform refused its dry run: ${plainLine(refusal)}`);
    else if (below) why.set(id, `it depends on ${plainLine(below.name)}, which is left out.`);
  }
  return why;
}
