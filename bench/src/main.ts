import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benches } from "./benches";
import { Lab } from "./shared/lab";
import type { Scale } from "./shared/measure";
import { Figures } from "./shared/report";

const results = join(__dirname, "../results.json");

const help = `npm run bench [-- [--quick] [NAME …]]

Measures what is promised, prints it, and writes bench/results.json. Ends with 1 when a bound doesn't hold.

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
  const figures = new Figures(quick, console.log);
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`${bench.name}${quick ? ", with less work" : ""}: ${bench.about}`);
    await Lab.use(async (lab) => bench.run({ report: figures.create(bench.name), scale, lab }));
    // After each: what was measured isn't lost when a later one fails.
    writeFileSync(results, `${JSON.stringify(figures.all, null, 2)}\n`);
  }
  console.log(`\n${figures.writeTable()}`);
  return figures.hold ? 0 : 1;
}

runMain().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
