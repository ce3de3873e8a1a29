import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { resolvePulumi } from "pulumi-cli";
import { benches } from "./benches";
import { Lab } from "./shared/lab";
import type { Scale } from "./shared/measure";
import { type AllResults, describeMachine, fillPages } from "./shared/pages";
import { repository } from "./shared/project";
import { Figures } from "./shared/report";

const results = join(__dirname, "../results.json");

const help = `npm run bench [-- [--quick] [NAME …]]

Measures what is promised, prints it, and writes bench/results.json and the tables of pages. Ends with 1 when a bound
doesn't hold. Run it on a machine that does nothing else.

  --quick   little work, in minutes: what is counted is judged, what is measured is only printed

Benches:
${benches.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join("\n")}`;

/** Answers the exit code. */
async function runMain(): Promise<number> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
  });
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    console.error(`No such bench: ${unknown.join(", ")}.\n\n${help}`);
    return 2;
  }
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { quick } = values;
  const scale: Scale = { quick, of: (whole, little) => (quick ? little : whole) };
  let hold = true;
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`${bench.name}${quick ? ", with less work" : ""}: ${bench.about}`);
    const figures = new Figures(quick, console.log);
    await Lab.use(async (lab) => bench.run({ report: figures.createReport(), scale, lab }));
    hold &&= figures.hold;
    // After each: what was measured isn't lost when a later one fails.
    if (!quick) await keepFigures(bench.name, figures);
  }
  return hold ? 0 : 1;
}

/** Keeps what a bench measured, beside what others did at other times. */
async function keepFigures(bench: string, { all: figures }: Figures): Promise<void> {
  const before: AllResults = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : {};
  const { version } = await resolvePulumi();
  const date = new Date().toISOString().slice(0, 10);
  const all = { ...before, [bench]: { date, machine: describeMachine(version), figures } };
  writeFileSync(results, `${JSON.stringify(all, null, 2)}\n`);
  fillPages(repository, all);
}

void runMain().then((code) => {
  process.exitCode = code;
});
