import { basename, dirname } from "node:path";
import { type Command, Option } from "commander";
import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import type { Console } from "../command/console";
import { type FileChange, FileWriter } from "../command/files";
import { examine, type Holdings } from "./examine";
import { formatDot, formatMermaid, formatTree } from "./graph";
import { addMigrationOptions, type MigrationOptions, toRequest } from "./options";
import type { Plan, PlannedDataset } from "./plan";
import { formatProgram } from "./program";
import { listLeftOut, listRemarks, shortenName } from "./words";

interface Options extends MigrationOptions {
  readonly format: Format;
  readonly out?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

const formats = ["table", "tree", "mermaid", "dot", "json"] as const;
type Format = (typeof formats)[number];

/** `datasets plan`: what is to be migrated, in which order, and a Pulumi program that does it. */
export const datasetsPlan = defineCommand<Options>({
  name: "datasets plan",

  define(command: Command) {
    command
      .description("List the datasets that need migration, in dependency order, and write the Pulumi program for it.")
      .addOption(
        new Option("--format <format>", "table, tree, graph for Mermaid or Graphviz, or --json")
          .choices(formats)
          .default("table"),
      )
      .option("--out <file>", "write a Pulumi program with a DatasetMigration for each dataset")
      .option("--force", "overwrite the file of --out, whatever it contains")
      .option("--dry-run", "show what would change in the file, and write nothing");
    addMigrationOptions(command).addHelpText(
      "after",
      `
The command changes nothing on the platform. It learns dependencies from dry runs of the migrations. If datasets depend
on each other in a cycle, it reports the cycle and breaks it at the same place each time. Links and references are the
platform's counts of a dataset's links, and of references from other datasets. The API doesn't show which workbooks use
a dataset.

Exit code 1 if the platform refused a dry run.

With --json: {datasets: [{order, id, name, path, url, tables, standsOn, after, usedBy, linkCount, referenceCount,
refusal?}], circles, leftOut: {migrated, archived, notRequired}, file?}. \`standsOn\` are dependencies, \`after\` those
to migrate first.

Examples:
  $ pulumi-analytics datasets plan
  $ pulumi-analytics datasets plan --format mermaid > datasets.mmd
  $ pulumi-analytics datasets plan --out migrations/index.ts --dest-folder 5d1f…`,
    );
  },

  async run(context, _args, options): Promise<Outcome> {
    requireTypeScript(options.out);
    const client = await context.client(options);
    const holdings = await examine(client, context.console, toRequest(options));
    const { plan } = holdings;
    const file = writeProgram(context, plan, options);
    const json = {
      datasets: plan.datasets.map((dataset, index) => ({ order: index + 1, ...dataset })),
      circles: plan.circles,
      leftOut: listLeftOut(holdings),
      ...(file && { file }),
    };
    return {
      json,
      text: formatPlan(holdings, options.format, context.console),
      exit: plan.datasets.some(({ refusal }) => refusal !== undefined) ? exitCodes.found : exitCodes.ok,
    };
  },
});

/** The table of a plan. */
export function formatTable(console: Console, { datasets }: Plan): string {
  return console.formatTable(
    ["#", "dataset", "id", "depends on", "used by", "links", "references"],
    datasets.map((dataset, index) => [
      String(index + 1),
      shortenName(dataset),
      escapeLine(dataset.id),
      formatDependencies(dataset),
      dataset.usedBy.length === 0 ? "" : formatCount(dataset.usedBy.length, "dataset"),
      String(dataset.linkCount ?? "?"),
      String(dataset.referenceCount ?? "?"),
    ]),
  );
}

function formatDependencies({ standsOn, tables }: PlannedDataset): string {
  const parts = [
    ...(tables > 0 ? [formatCount(tables, "table")] : []),
    ...(standsOn.length > 0 ? [formatCount(standsOn.length, "dataset")] : []),
  ];
  return parts.join(", ");
}

function formatPlan(holdings: Holdings, format: Format, console: Console): string {
  const { plan } = holdings;
  if (format === "mermaid") return formatMermaid(plan);
  if (format === "dot") return formatDot(plan);
  const { bold, red, dim } = console.color;
  const { length } = plan.datasets;
  const lines = [bold(length === 0 ? "No datasets to migrate." : `${formatCount(length, "dataset")} to migrate.`)];
  if (length > 0) lines.push("", format === "tree" ? formatTree(plan) : formatTable(console, plan), "");
  lines.push(
    ...plan.datasets.flatMap((dataset) =>
      dataset.refusal === undefined
        ? []
        : [red(`The platform refused the dry run of ${escapeLine(dataset.name)}: ${escapeLine(dataset.refusal)}`)],
    ),
    ...listRemarks(holdings).map((line) => dim(line)),
  );
  return lines.join("\n");
}

/** @throws UsageError for a file of another language. */
function requireTypeScript(out = ".ts"): void {
  if (/\.[cm]?ts$/.test(out)) return;
  throw new UsageError(
    `--out ${out}: the program is TypeScript. Name a file that ends in .ts. A project in another language needs no ` +
      "program for this: `pulumi-analytics datasets migrate` migrates the same datasets.",
  );
}

/** Writes the program where it was asked for, and says so beside the result. */
function writeProgram({ cwd, console }: Context, plan: Plan, options: Options): FileChange | undefined {
  const { out, force, dryRun, profile } = options;
  if (out === undefined) return undefined;
  if (plan.datasets.length === 0) {
    console.note(`${out}: not written: no datasets to migrate`);
    return undefined;
  }
  const writer = new FileWriter(cwd, dirname(out), { dryRun });
  const name = basename(out);
  const text = formatProgram(plan, { ...toRequest(options), ...(profile !== undefined && { profile }) });
  const before = writer.read(name);
  if (before !== undefined && before !== text && !force) {
    throw new UsageError(`${out}: exists with other contents. Name another file, or add --force to overwrite it.`);
  }
  const change = writer.write(name, text);
  console.note(`${change.path}: ${describeChange(change, dryRun)}`);
  return change;
}

function describeChange({ action }: FileChange, dryRun = false): string {
  if (action === "unchanged") return "is up to date";
  const written = action === "create" ? "written" : "overwritten";
  return dryRun ? `would be ${written}` : written;
}
