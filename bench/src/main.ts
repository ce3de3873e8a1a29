import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Figure, Report } from "./measure";
import { pipelinesBench } from "./pipelines";
import { policy } from "./policy";
import { spec } from "./spec";

const benches: readonly Bench[] = [spec, policy, pipelinesBench];

const figures: Figure[] = [];

function reportOf(bench: string): Report {
  return {
    spread(label, { min, median, max }, unit) {
      console.log(`  ${label}: ${median.toFixed(1)} ${unit} (${min.toFixed(1)} to ${max.toFixed(1)})`);
    },
    figure(metric, value, unit, bound) {
      const holds = bound === undefined ? undefined : value <= bound;
      figures.push({ bench, metric, value, unit, ...(bound === undefined ? {} : { bound, holds }) });
      const verdict = bound === undefined ? "" : `, bound ${bound} ${unit}: ${holds ? "holds" : "DOESN'T HOLD"}`;
      console.log(`  ${metric}: ${value.toFixed(2)} ${unit}${verdict}`);
    },
  };
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    console.error(`No such bench: ${unknown.join(", ")}. Benches: ${benches.map(({ name }) => name).join(", ")}.`);
    process.exitCode = 2;
    return;
  }
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`${bench.name}: ${bench.about}`);
    await bench.run(reportOf(bench.name));
  }
  writeFileSync(join(__dirname, "../results.json"), `${JSON.stringify(figures, null, 2)}\n`);
  if (figures.some(({ holds }) => holds === false)) process.exitCode = 1;
}

void main(process.argv.slice(2));
