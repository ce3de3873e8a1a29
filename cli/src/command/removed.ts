/** Commands and options of earlier releases, with what does the same now. */

/** By command, and option of it. */
const newSpellings: Readonly<Record<string, string>> = {
  datasets: "the resource DatasetMigration; the platform closed datasets on September 15, 2026",
  diagram: "draw <documents>",
  exposures: "generate exposures",
  render: "draw <document>",
  restore:
    "pull <data model>@<version>, review, then pulumi up; of a workbook: " +
    "api POST workbooks/<id>/restoreVersion --field version=<version>",
  sync: `pulumi-analytics api POST connections/<id>/sync --field 'path=["DATABASE","SCHEMA","TABLE"]'`,
  unused: "impact --unused",
  "generate dbt --adopt": "--decide adopt",
  "generate dbt --connection": "--set ref=<name>",
  "generate dbt --hide-keys": "--set hide-keys",
  "generate dbt --per": "--set per=group",
  "generate dbt --prefer": "--decide prefer:source",
  "generate dbt --removed": "--decide removed:orders.old",
  "generate dbt --renamed": "--decide renamed:orders.old=new",
  "generate dbt --restrict": "--set restrict.<tag>=<who>",
  "generate dbt --unique-keys": "--set unique-keys",
  "generate exposures --platform": "--live",
  "generate warehouse --adopt": "--decide adopt",
  "generate warehouse --guess": "--set guess",
  "generate warehouse --path": "the path as an argument",
  "generate warehouse --prefer": "--decide prefer:source",
  "generate warehouse --ref": "--set ref=<name>",
  "generate warehouse --removed": "--decide removed:orders.old",
  "generate warehouse --renamed": "--decide renamed:orders.old=new",
  "generate warehouse --together": "--set per=schema",
  "draw --folder": "live:<folder> as an argument",
  "draw --live": "live:<folder> as an argument",
  "draw --model": "the id as an argument",
  "draw --title": "no title: a picture has that of its document",
  "draw --no-warehouse": "--level or --columns: the size of the graph decides about tables of the warehouse",
  "draw --warehouse": "--level or --columns: the size of the graph decides about tables of the warehouse",
  "draw --against": "diff <before> <after> --out <file>",
  "comment --impact": "--with <file>",
  "comment --place": "--with <file>",
  "impact --changes": "--against state:",
  "impact --dbt-state": "--dbt <manifest> --against <manifest>",
  "impact --fail-on": "--check",
  "impact --files": "files or folders as arguments, beside --against",
  "impact --markdown": "--format markdown",
  "impact --table": "table:DB.SCHEMA.TABLE.COLUMN as an argument",
  "init --ci": "init alone: it writes the file of GitLab where the project is there, else that of GitHub",
  "init --client-id": "ANALYTICS_CLIENT_ID in the environment",
  "init --keep": "init alone: it keeps files that are here",
  "init --region": "ANALYTICS_REGION in the environment",
  "pull --ci": "init, which adds a CI file to the project",
  "fmt --if-present": "no paths: the documents of the project, which may be none",
  "fmt --stdin": "-",
  "validate --connection": "--ref <name>=<connection>",
  "validate --folder": "no folder: the own one of the credentials",
  "validate --if-present": "no paths: the documents of the project, which may be none",
  "validate --root": "the folder that holds the included files, as an argument",
  "pull --folder": "live:<folder> as an argument",
  "pull --model": "the id as an argument, or --from <id> beside a file",
  "pull --no-readers": "pull alone: it looks readers up where that takes little",
  "pull --policies": "init, which adds a policy pack to the project",
  "pull --report": "the report as an argument",
  "pull --update": "the file as an argument",
  "pull --workbook": "the workbook as an argument",
  "rename --platform": "--live",
};

/**
 * What to use in place of a command or an option that commander doesn't know; undefined for what never was one.
 *
 * @param command the words that call it; empty for the program itself.
 * @param message what commander says of it.
 * @example findNewSpelling("pull", "error: unknown option '--update'") // "the file as an argument"
 */
export function findNewSpelling(command: string, message: string): string | undefined {
  const [, unknown] = /unknown (?:command|option) '([\w-]+)'/.exec(message) ?? [];
  if (unknown === undefined) return undefined;
  const key = `${command} ${unknown}`.trim();
  return Object.hasOwn(newSpellings, key) ? newSpellings[key] : undefined;
}
