import { spawnSync } from "node:child_process";
import { load } from "js-yaml";
import { canonicalize, diffSpecs, type Json, parseSpec, validateSpec } from "pulumi-analytics/spec";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";

const columns = 10_000;

/** A model of many columns, as a person writes it. */
export function writeModel(count = columns): string {
  const tables = 20;
  const lines = ["schemaVersion: 1", "pages:", "  - id: main", "    name: Main", "    elements:"];
  for (let t = 0; t < tables; t++) {
    lines.push(`      - id: table_${t}`, "        kind: table", `        name: Table ${t}`, "        source:");
    lines.push("          kind: warehouse-table", "          connectionId: 7c9e6679-7425-40de-944b-e07fc1f90ae7");
    lines.push(`          path: [ANALYTICS, CORE, TABLE_${t}]`, "        columns:");
    for (let c = 0; c < count / tables; c++) {
      lines.push(`          - id: column_${c}`, `            name: Column ${c}`);
      lines.push(
        `            formula: "[TABLE_${t}/COLUMN_${c}] * ${c}"`,
        `            description: What column ${c} holds`,
      );
      if (c % 5 === 0) lines.push('            format: { kind: number, formatString: ",.2f", prefix: "$" }');
    }
  }
  return lines.join("\n");
}

function runWhole(text: string, before: Json): void {
  const spec = parseSpec(text);
  const findings = validateSpec(spec);
  if (findings.some(({ severity }) => severity === "error")) throw new Error("the model should be valid");
  canonicalize(spec);
  if (diffSpecs(before, spec).length !== 1) throw new Error("one formula differs");
}

/**
 * Peak resident memory of a process of its own that does the whole work once, in bytes, above one that only loads the
 * modules. The collector is kept tight, so that the figure is what the work needs and not what it leaves lying about.
 */
function measurePeak(): number {
  const measure = (work: string) => {
    const script =
      `const { writeModel, runOnce } = require(${JSON.stringify(__filename)}); const text = writeModel(); ` +
      `${work}; console.log(process.resourceUsage().maxRSS)`;
    const flags = ["--max-semi-space-size=1", "--optimize-for-size"];
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, "-e", script], { encoding: "utf8" });
    const kilobytes = Number(stdout.trim());
    if (!Number.isFinite(kilobytes)) throw new Error(stderr);
    return kilobytes * 1024;
  };
  const runs = [0, 1, 2].map(() => measure("runOnce(text)") - measure(""));
  return computeSpread(runs).median;
}

/** The work on one text: what it is compared with differs in one formula and shares the rest. */
export function runOnce(text: string): void {
  const spec = parseSpec(text) as { pages: { elements: { columns: { formula: string }[] }[] }[] };
  validateSpec(spec as never);
  const [page] = spec.pages;
  const [table, ...tables] = page!.elements;
  const [column, ...columnsAfter] = table!.columns;
  const changed = { ...table, columns: [{ ...column, formula: "[TABLE_0/OTHER]" }, ...columnsAfter] };
  canonicalize(spec as never);
  const after = { ...spec, pages: [{ ...page, elements: [changed, ...tables] }] };
  if (diffSpecs(spec as never, after as never).length !== 1) throw new Error("one formula differs");
}

export const spec: Bench = {
  name: "spec",
  about: `${columns} columns: parse, validate, canonical form and diff, against js-yaml loading the same text`,
  async run({ report, scale }) {
    const text = writeModel();
    const before = parseSpec(text.replace("COLUMN_7]", "COLUMN_8]"));
    const [ours = [], theirs = []] = await runInterleaved(
      [() => runWhole(text, before), () => load(text)],
      scale.of(15, 3),
    );
    report.spread("all four", computeSpread(ours), "ms");
    report.spread("js-yaml load", computeSpread(theirs), "ms");
    report.measured("time against js-yaml load", computeRatios(ours, theirs).median, "×", { most: 2 });
    report.measured("peak memory against the text", measurePeak() / Buffer.byteLength(text), "×", { most: 12 });
  },
};
