import { existsSync } from "node:fs";
import { basename, dirname, posix, resolve } from "node:path";
import type { Command } from "commander";
import { parseSpec } from "pulumi-analytics-internal/core/spec";
import { isObject } from "pulumi-analytics-internal/core/spec/json";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { FileWriter, readInput } from "../files";
import { readProject } from "../generate";
import { readDocumentFile } from "../model-file";
import { listRootedModelFiles } from "../model-files";
import { updateModel, writeModel } from "../text";
import { createNodeFinder, dropExposures, findExposures, mergeExposures, type Reader } from "./exposures";

interface Options {
  readonly manifest: string;
  readonly out: string;
  readonly owner: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

/** `exposures`: what reads which model of dbt, back into dbt. */
export const exposures = defineCommand<Options>({
  name: "exposures",

  define(command: Command) {
    command
      .description("Write dbt exposures: which data models and workbooks read which models of a dbt project.")
      .argument("<files...>", "files of data models and workbooks, and folders for all in and below")
      .requiredOption("--manifest <file>", "target/manifest.json of the dbt project")
      .requiredOption("--out <file>", "the file in dbt's models, such as dbt/models/_analytics_exposures.yml")
      .option("--owner <name>", "name or email address of the owner, which dbt requires", "Analytics")
      .option("--check", "write nothing; exit with 1 if the file would change")
      .option("--dry-run", "write nothing, and show what would be written")
      .addHelpText(
        "after",
        `
A file reads a model of dbt if one of its sources, or of a data model that it refers to, is the table that dbt makes.
Names count in any case. The exposures have names that begin with analytics_. In the next run only their depends_on
changes: what you edited, other exposures and comments stay. The exposure of a file that is gone goes.

Tables that aren't in the dbt project are listed, and are no error.

Exit codes: 0; 1 with --check if the file would change.

With --json: {file, action, exposures: [{name, file, dependsOn, others}]}; an action is create, update or unchanged.

Examples:
  $ pulumi-analytics exposures models --manifest target/manifest.json --out dbt/models/_analytics_exposures.yml
  $ pulumi-analytics exposures models workbooks --manifest target/manifest.json --out bi.yml --owner bi@acme.com`,
      );
  },

  async run({ cwd, console }, paths, options): Promise<Outcome> {
    const { nodes, sources } = readProject(cwd, options.manifest, undefined);
    const readers = listRootedModelFiles(cwd, paths).map(({ path, root }): Reader => {
      const { form, isWorkbook, path: file } = readDocumentFile(cwd, path, root);
      return { name: posix.parse(file).name, file, isWorkbook, form };
    });
    const found = findExposures(readers, createNodeFinder(nodes.values(), sources.values()));
    const isDryRun = Boolean(options.check || options.dryRun);
    const text = buildText(cwd, options, found);
    const { path, action } = new FileWriter(cwd, dirname(options.out), { dryRun: isDryRun }).write(
      basename(options.out),
      text,
    );
    const { color } = console;
    const written = found.filter(({ dependsOn }) => dependsOn.length > 0);
    const others = [...new Set(found.flatMap((exposure) => exposure.others))].sort();
    const words = { create: "created", update: "changed", unchanged: "unchanged" };
    return {
      json: {
        file: path,
        action,
        exposures: found.map(({ reader, dependsOn, others: rest }) => ({
          name: reader.name,
          file: reader.file,
          dependsOn,
          others: rest,
        })),
      },
      text: [
        ...written.map(({ reader, dependsOn }) => `${escapeLine(reader.file)}: ${escapeLine(dependsOn.join(", "))}`),
        ...(others.length > 0 ? [`Not in the dbt project: ${escapeLine(others.join(", "))}`] : []),
        `${color.green(`${isDryRun && action !== "unchanged" ? "would be " : ""}${words[action]}`)} ${path}: ` +
          `${written.length} ${written.length === 1 ? "exposure" : "exposures"}.`,
      ].join("\n"),
      exit: options.check && action !== "unchanged" ? exitCodes.found : exitCodes.ok,
    };
  },
});

/** The text of the file: the one that is there, changed in place. */
function buildText(cwd: string, { out, owner }: Options, found: ReturnType<typeof findExposures>): string {
  if (!existsSync(resolve(cwd, out))) return writeModel(mergeExposures({}, found, owner));
  const before = readInput(cwd, out);
  const form = parseSpec(before, { file: out });
  if (!isObject(form)) throw new UsageError(`${out}: is no mapping, as files of dbt are. Name another file.`);
  // In two steps: the editor recognizes exposures that stay as they are, then those at the same place.
  const kept = dropExposures(form, found);
  return updateModel(updateModel(before, kept, { file: out }), mergeExposures(kept, found, owner), { file: out });
}
