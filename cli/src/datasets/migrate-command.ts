import { extname } from "node:path";
import type { Command } from "commander";
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, defineCommand, type ExitCode, exitCodes, type Outcome, UsageError } from "../command";
import { writeOutput } from "../command/files";
import { followSignal } from "../command/follow-signal";
import { formatJson } from "../project/program";
import { examine, type Holdings } from "./examine";
import { describeSkipped, type Entry, migrateAll } from "./migration";
import { addMigrationOptions, type MigrationOptions, toRequest } from "./options";
import type { Plan, PlannedDataset } from "./plan";
import { formatTable } from "./plan-command";
import { countByStatus, formatMarkdown, formatText, type Report, toJson } from "./report";
import { listRemarks } from "./words";

interface Options extends MigrationOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly only?: readonly string[];
  readonly report?: string;
}

/** `datasets migrate`: migrates now what needs migration, in the order of the plan. */
export const datasetsMigrate = defineCommand<Options>({
  name: "datasets migrate",

  define(command: Command) {
    command
      .description("Migrate datasets to data models now, in dependency order. It can't be undone.")
      .option("-y, --yes", "migrate without asking")
      .option("--dry-run", "show what would be migrated, in which order, and migrate nothing")
      .option("--only <id...>", "migrate only these datasets")
      .option("--report <file>", "write a report to this file (.md or .json), updated after every migration");
    addMigrationOptions(command).addHelpText(
      "after",
      `
The command skips datasets that are already migrated, so you can run it again after an interruption or a failure. If the
platform refuses one migration, the command continues with the others and skips those that depend on it. Ctrl-C waits
for running migrations and prints the report. A second Ctrl-C stops at once.

Exit codes: 0 if all datasets were migrated, 1 if something failed or you answered no, 130 after Ctrl-C.

With --json: {dryRun, interrupted, counts, datasets: [{id, name, path, status, dataModelId?, url?, why?}]}; \`status\`
is migrated, skipped (migrated before), failed, not-tried, or to-migrate (with --dry-run).

Examples:
  $ pulumi-analytics datasets migrate --dry-run
  $ pulumi-analytics datasets migrate --report migration.md
  $ pulumi-analytics datasets migrate --yes --only 1b0c… 77fe… --no-update-references`,
    );
  },

  async run(context, _args, options): Promise<Outcome> {
    if (!options.yes && !options.dryRun) context.console.requireSomebody("Migrate? It can't be undone.", hint);
    const keep =
      options.report === undefined ? () => {} : createReportWriter(context.cwd, options.report, options.dryRun);
    const reading = followSignal(context.signal);
    const client = await context.client(options, { signal: reading.signal });
    const holdings = await examine(client, context.console, toRequest(options));
    // From here on a call comes to its end: what became of half a migration, nobody could say.
    reading.release();

    const { plan, earlier } = choosePlan(holdings, options.only);
    const createReport = (entries: readonly Entry[]): Report => ({
      dryRun: options.dryRun ?? false,
      interrupted: context.signal.aborted,
      datasets: [...earlier, ...entries],
    });
    if (options.dryRun || plan.datasets.length === 0) {
      const toDo = plan.datasets.map(({ id, name, path }): Entry => ({ id, name, path, status: "to-migrate" }));
      return buildOutcome(createReport(toDo), { ...holdings, plan }, context);
    }
    if (!options.yes && !(await confirmPlan(context, plan, options))) {
      return { json: toJson(createReport([])), text: "Nothing was migrated.", exit: exitCodes.found };
    }
    const entries = await migrateNow(context, client, plan, options, (done) => keep(createReport(done)));
    return buildOutcome(createReport(entries), { ...holdings, plan }, context);
  },
});

/** @param keep told of what is done, at the start, after each migration, and at the end. */
async function migrateNow(
  { console, signal }: Context,
  client: AnalyticsClient,
  { datasets }: Plan,
  options: Options,
  keep: (entries: readonly Entry[]) => void,
): Promise<Entry[]> {
  const done: Entry[] = [];
  // A report that can't be written is known before anything is done. Later it stops nothing: what is told at the end
  // has it all.
  keep(done);
  const tryToKeep = (entries: readonly Entry[]) => {
    try {
      keep(entries);
    } catch (error) {
      console.note(`--report: ${(error as Error).message}`);
    }
  };
  const noteStopping = () => console.note("Waiting for running migrations. Press Ctrl-C again to stop at once.");
  signal.addEventListener("abort", noteStopping);
  const entries = await console
    .showProgress("Migrating", datasets.length, (step) =>
      migrateAll(datasets, {
        client,
        options: toRequest(options),
        signal,
        done(entry) {
          done.push(entry);
          tryToKeep(done);
          step();
        },
      }),
    )
    .finally(() => signal.removeEventListener("abort", noteStopping));
  tryToKeep(entries);
  return entries;
}

function buildOutcome(report: Report, holdings: Holdings, context: Context): Outcome {
  const notes = listRemarks({ ...holdings, migrated: [] }).map((line) => context.console.color.dim(line));
  return {
    json: toJson(report),
    text: [formatText(report, context.console), ...notes].join("\n"),
    exit: chooseExitCode(report),
  };
}

function chooseExitCode(report: Report): ExitCode {
  if (report.interrupted) return exitCodes.interrupted;
  return countByStatus(report).failed > 0 ? exitCodes.found : exitCodes.ok;
}

/** The plan of what is meant, and what of it was migrated earlier. */
function choosePlan(holdings: Holdings, only?: readonly string[]): { plan: Plan; earlier: Entry[] } {
  const wanted = only && new Set(only);
  if (wanted) checkChoice(wanted, holdings);
  const isWanted = (id: string) => wanted === undefined || wanted.has(id);
  return {
    plan: {
      datasets: holdings.plan.datasets.filter(({ id }) => isWanted(id)),
      circles: holdings.plan.circles.filter((circle) => circle.every(isWanted)),
    },
    earlier: holdings.migrated.flatMap(({ datasetId: id, name, path, migrationToDataModel: made }): Entry[] =>
      made && isWanted(id) ? [{ id, name, path, ...describeSkipped(made) }] : [],
    ),
  };
}

/** What `--only` names must be there, and may depend on nothing that still needs migration and isn't named. */
function checkChoice(wanted: ReadonlySet<string>, { plan, migrated, archived, others }: Holdings): void {
  const planned = new Map(plan.datasets.map((dataset) => [dataset.id, dataset]));
  const rest = new Map([...migrated, ...archived, ...others].map((dataset) => [dataset.datasetId, dataset]));
  const problems: string[] = [];
  for (const id of wanted) {
    const dataset = planned.get(id);
    const missing = (dataset?.after ?? []).filter((source) => !wanted.has(source));
    if (dataset === undefined && !rest.has(id)) {
      problems.push(`--only ${id}: no such dataset, or these credentials can't read it.`);
    } else if (rest.get(id)?.isArchived && rest.get(id)?.migrationStatus === "not-migrated") {
      problems.push(`--only ${id}: the dataset is archived. Restore it first.`);
    } else if (dataset && missing.length > 0) {
      const names = missing.map((source) => escapeLine((planned.get(source) as PlannedDataset).name)).join(", ");
      problems.push(
        `--only ${id}: ${escapeLine(dataset.name)} depends on ${names}, which must be migrated ` +
          `first. Add: ${missing.join(" ")}`,
      );
    }
  }
  if (problems.length > 0) throw new UsageError(...problems);
}

const hint = "Add --yes to migrate without a prompt, or --dry-run to see what would be migrated.";

async function confirmPlan({ console, signal }: Context, plan: Plan, { updateReferences }: Options): Promise<boolean> {
  console.note(...formatTable(console, plan).split("\n"));
  const workbooks = updateReferences ? ", and point the workbooks that use them at these" : "";
  return console.confirm(
    `Migrate ${formatCount(plan.datasets.length, "dataset")} to data models${workbooks}? This can't be undone.`,
    hint,
    signal,
  );
}

/** Writes reports to a file, each over the one before. */
function createReportWriter(cwd: string, path: string, dryRun?: boolean): (report: Report) => void {
  const render = { ".json": (report: Report) => formatJson(toJson(report)), ".md": formatMarkdown }[extname(path)];
  if (render === undefined)
    throw new UsageError(`--report ${path}: unknown file type. Use a name that ends in .md or .json.`);
  return (report) => void writeOutput(cwd, path, render(report), { dryRun });
}
