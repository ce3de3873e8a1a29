import type { MigrateDataset } from "../../api";
import { plainLine } from "../plain";
import type { Plan, PlannedDataset } from "./plan";

/** What the program's resources have in common. */
export interface ProgramSettings extends Omit<MigrateDataset, "dryRun"> {
  /** The named connection the datasets live behind. */
  readonly connection?: string;
}

/**
 * A Pulumi program that migrates the datasets of a plan: one resource each, after those it stands on. What the platform refused in the
 * dry run is left out, and so is what stands on it; comments say so.
 */
export function programOf({ datasets }: Plan, settings: ProgramSettings): string {
  const names = namesOf(datasets);
  const leftOut = refused(datasets);
  const migrated = datasets.filter(({ id }) => !leftOut.has(id));
  return [
    "// Made by `pulumi-analytics datasets plan`: datasets that need migration, each after those it stands on.",
    "// A migration can't be undone. A dataset that is migrated already is adopted.",
    'import * as analytics from "pulumi-analytics";',
    "",
    `const settings = ${literal(settings)};`,
    "",
    ...datasets.flatMap((dataset) => [
      `// ${plainLine(`${dataset.path}/${dataset.name}`)}`,
      leftOut.has(dataset.id) ? `// ${leftOut.get(dataset.id)}` : resourceOf(dataset, names),
    ]),
    "",
    "/** The data models that they became. */",
    "export const dataModels = {",
    ...migrated.map(({ id }) => `  ${quoted(nameIn(names, id).name)}: ${nameIn(names, id).variable}.dataModelId,`),
    "};",
    "",
  ].join("\n");
}

function resourceOf({ id, after }: PlannedDataset, names: Names): string {
  const { name, variable } = nameIn(names, id);
  const options =
    after.length === 0 ? "" : `, { dependsOn: [${after.map((other) => nameIn(names, other).variable).join(", ")}] }`;
  return `const ${variable} = new analytics.DatasetMigration(${quoted(name)}, { ...settings, datasetId: ${quoted(id)} }${options});`;
}

/** The datasets that can't be migrated, and why. */
function refused(datasets: readonly PlannedDataset[]): Map<string, string> {
  const why = new Map<string, string>();
  for (const { id, refusal, after } of datasets) {
    const below = datasets.find((other) => after.includes(other.id) && why.has(other.id));
    if (refusal !== undefined) why.set(id, `left out, since the platform refused its dry run: ${plainLine(refusal)}`);
    else if (below) why.set(id, `left out, since it stands on ${plainLine(below.name)}`);
  }
  return why;
}

type Names = ReadonlyMap<string, { name: string; variable: string }>;

const nameIn = (names: Names, id: string) => names.get(id) as { name: string; variable: string };

/** Names of resources and variables, each once; a variable's ending keeps it off the language's own words. */
function namesOf(datasets: readonly PlannedDataset[]): Names {
  const taken = new Set<string>();
  return new Map(
    datasets.map(({ id, name }) => {
      const words = name
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? ["dataset"];
      for (let n = 1; ; n++) {
        const all = n === 1 ? words : [...words, String(n)];
        const variable = variableOf(all);
        if (taken.has(variable)) continue;
        taken.add(variable);
        return [id, { name: all.join("-"), variable }];
      }
    }),
  );
}

function variableOf([first = "", ...others]: readonly string[]): string {
  const start = /^\d/.test(first) ? `dataset${first}` : first;
  return `${start}${others.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")}Migration`;
}

function literal(settings: ProgramSettings): string {
  const fields = Object.entries(settings).filter(([, value]) => value !== undefined);
  return `{ ${fields.map(([key, value]) => `${key}: ${typeof value === "string" ? quoted(value) : value}`).join(", ")} }`;
}

/** A string of the language; what can't be seen is written as its number, so that nobody reads something else than the compiler. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{C}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
