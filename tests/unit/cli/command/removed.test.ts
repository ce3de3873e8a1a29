import { PassThrough } from "node:stream";
import { run } from "../../../../cli/src/cli";
import { WrappedCommand } from "../../../../cli/src/command/help";
import { findNewSpelling } from "../../../../cli/src/command/removed";
import { commands } from "../../../../cli/src/commands";

test.each([
  ["", "error: unknown command 'diagram'\n(Did you mean draw?)", "draw <documents>"],
  ["", "error: unknown command 'render'\n(Did you mean rename?)", "draw <document>"],
  ["draw", "error: unknown option '--against'", "diff <before> <after> --out <file>"],
  ["draw", "error: unknown option '--live'", "live:<folder> as an argument"],
  ["draw", "error: unknown option '--folder'", "live:<folder> as an argument"],
  ["draw", "error: unknown option '--model'", "the id as an argument"],
  ["draw", "error: unknown option '--title'", "no title: a picture has that of its document"],
  [
    "draw",
    "error: unknown option '--no-warehouse'",
    "--level or --columns: the size of the graph decides about tables of the warehouse",
  ],
  ["pull", "error: unknown option '--update'", "the file as an argument"],
  ["pull", "error: unknown option '--policies'", "init, which adds a policy pack to the project"],
  ["pull", "error: unknown option '--ci'", "init, which adds a CI file to the project"],
  ["init", "error: unknown option '--region'", "ANALYTICS_REGION in the environment"],
  ["pull", "error: unknown option '--toString'", undefined],
  ["", "error: missing required argument 'file'", undefined],
])("%s: %s", (command, message, spelling) => {
  expect(findNewSpelling(command, message)).toBe(spelling);
});

test.each([
  ["unused", "impact --unused"],
  ["impact --changes", "--against state:"],
  ["impact --dbt-state a", "--dbt <manifest> --against <manifest>"],
  ["impact --fail-on used", "--check"],
  ["impact --files models", "files or folders as arguments, beside --against"],
  ["impact --markdown", "--format markdown"],
  ["impact --table A.B", "table:DB.SCHEMA.TABLE.COLUMN as an argument"],
  ["exposures models", "generate exposures"],
  ["generate dbt --adopt a", "--decide adopt"],
  ["generate dbt --connection a", "--set ref=<name>"],
  ["generate dbt --hide-keys a", "--set hide-keys"],
  ["generate dbt --per tag", "--set per=group"],
  ["generate dbt --prefer dbt", "--decide prefer:source"],
  ["generate dbt --removed a.b", "--decide removed:orders.old"],
  ["generate dbt --renamed a.b=c", "--decide renamed:orders.old=new"],
  ["generate dbt --restrict a=nobody", "--set restrict.<tag>=<who>"],
  ["generate dbt --unique-keys a", "--set unique-keys"],
  ["generate exposures --manifest a --platform", "--live"],
  ["generate warehouse --connection a --adopt", "--decide adopt"],
  ["generate warehouse --connection a --guess", "--set guess"],
  ["generate warehouse --connection a --path A.B", "the path as an argument"],
  ["generate warehouse --connection a --prefer source", "--decide prefer:source"],
  ["generate warehouse --connection a --ref b", "--set ref=<name>"],
  ["generate warehouse --connection a --removed a.b", "--decide removed:orders.old"],
  ["generate warehouse --connection a --renamed a.b=c", "--decide renamed:orders.old=new"],
  ["generate warehouse --connection a --together", "--set per=schema"],
  ["rename --platform a b", "--live"],
])("%s names what to use, and does nothing", async (line, spelling) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const code = await run(line.split(" "), {
    stdin: new PassThrough(),
    stdout,
    stderr,
    cwd: __dirname,
    env: {},
    signal,
  });
  expect([code, stderr.read()?.toString()]).toEqual([2, expect.stringContaining(`. Use ${spelling}.\n`)]);
});

test.each([
  ...["--ci", "--folder", "--model", "--no-readers", "--policies", "--report", "--update", "--workbook"].map((one) => [
    "pull",
    one,
  ]),
  ...["--ci", "--client-id", "--keep", "--region"].map((one) => ["init", one]),
])("%s has no option %s any more, and says what to use", (command, option) => {
  const definition = commands.find(({ name }) => name === command);
  const program = new WrappedCommand(command);
  definition?.define(program);
  expect(program.options.map(({ long }) => long)).not.toContain(option);
  expect(findNewSpelling(command, `error: unknown option '${option}'`)).toEqual(expect.any(String));
});

test("commander's error about an old option is one line with the new spelling", () => {
  const program = new WrappedCommand("pulumi-analytics").exitOverride().configureOutput({ writeErr: () => undefined });
  program
    .command("pull")
    .copyInheritedSettings(program)
    .action(() => undefined);
  expect(() => program.parse(["pull", "--update", "a.yaml"], { from: "user" })).toThrow(
    "error: unknown option '--update'. Use the file as an argument.",
  );
});
