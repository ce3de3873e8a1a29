import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import type { Figure } from "./measure";
import { formatNumber } from "./report";

/** What a bench measured, where and when. */
export interface Results {
  /** `2026-11-27` */
  readonly date: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

/** The results by bench, as `bench/results.json` has them. */
export type AllResults = Readonly<Record<string, Results>>;

/** @param pulumi the CLI's version. */
export function describeMachine(pulumi: string): string {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = processors[0]?.model.trim() || arch();
  const system = `${platform()}, Node.js ${process.versions.node}, Pulumi ${pulumi}`;
  return `${processors.length} cores (${model}), ${gigabytes} GB, ${system}`;
}

/** The pages with tables of what the benches measured. */
export const measuredPages: readonly string[] = ["bench/measurements.md", "docs/guides/teams.md"];

const place = /^(<!-- measured: (?<table>[\w-]+) -->\n)[\s\S]*?^(<!-- end -->)$/gm;

/** Puts the tables in their places in a page; those of benches that weren't run stay. */
export function fillPage(page: string, results: AllResults): string {
  return page.replace(place, (whole, start: string, name: string, end: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`There is no table ${name}. Tables: ${Object.keys(tables).join(", ")}.`);
    const measured = results[table.bench];
    if (measured === undefined) return whole;
    return `${start}\n${table.write(measured.figures)}\n\n${measured.date}, ${measured.machine}.\n\n${end}`;
  });
}

/** @param repository its folder. */
export function fillPages(repository: string, results: AllResults): void {
  for (const path of measuredPages.map((name) => join(repository, name))) {
    writeFileSync(path, fillPage(readFileSync(path, "utf8"), results));
  }
}

interface Table {
  readonly bench: string;
  write(figures: readonly Figure[]): string;
}

const operation = /^(?<work>[^:]+): (?<operation>.+), (?<side>the peer|dynamic provider|plugin): (?<what>.+)$/;

const tables: Readonly<Record<string, Table>> = {
  operations: { bench: "operations", write: (figures) => writeOperations(figures, "time") },
  "cpu-time": { bench: "operations", write: (figures) => writeOperations(figures, "CPU time") },
  backends: {
    bench: "backends",
    write: (figures) =>
      writePivot(figures, {
        pattern: /^(?<backend>[^,]+), (?<objects>[\d.]+ tags), (?<setting>[^:]+): (?<operation>.+)$/,
        rows: ["backend", "objects", "setting"],
        column: "operation",
      }),
  },
  growth: {
    bench: "growth",
    write: (figures) =>
      writePivot(figures, {
        pattern: /^(?<shape>[^,]+), (?<objects>\d+ objects): (?<operation>[^,]+(?:, requests)?)$/,
        rows: ["shape", "objects"],
        column: "operation",
      }),
  },
  memory: {
    bench: "growth",
    write: (figures) =>
      writePivot(figures, {
        pattern: /^(?<shape>[^,]+), (?<objects>\d+ objects): (?<operation>\w+), memory of (?<process>.+)$/,
        rows: ["shape", "objects", "process"],
        column: "operation",
      }),
  },
  whole: {
    bench: "whole",
    write: (figures) =>
      writePivot(figures, {
        pattern: /^(?<documents>\d+) documents: (?<command>[^:]+?)(?:, (?<what>memory|requests))?$/,
        rows: ["command", "documents"],
        column: "what",
      }),
  },
  command: {
    bench: "command",
    write: (figures) =>
      writeRows([
        ["command", "measured", "bound"],
        ...figures
          .filter(({ bound }) => bound !== null)
          .map((figure) => [
            figure.metric,
            formatValue(figure),
            mark(figure, `at most ${formatValue({ value: figure.bound ?? 0, unit: figure.unit })}`),
          ]),
      ]),
  },
};

/** How long the operations take through both doors, and how often the peer's time that is. */
function writeOperations(figures: readonly Figure[], what: string): string {
  const ratios = new Map(figures.map((figure) => [figure.metric, figure]));
  return writePivot(
    figures.filter(({ metric }) => operation.exec(metric)?.groups?.what === what),
    {
      pattern: operation,
      rows: ["work", "operation"],
      column: "side",
      write: (figure) => {
        const ratio = ratios.get(`${figure.metric} against the peer`);
        return ratio === undefined
          ? formatValue(figure)
          : `${formatValue(figure)} (${mark(ratio, formatValue(ratio))})`;
      },
    },
  );
}

/** A table of figures by parts of their names: those of the rows, and that of the columns. */
function writePivot(
  figures: readonly Figure[],
  {
    pattern,
    rows,
    column,
    write = formatValue,
  }: { pattern: RegExp; rows: readonly string[]; column: string; write?: (figure: Figure) => string },
): string {
  const columns = new Set<string>();
  const cells = new Map<string, Map<string, string>>();
  for (const figure of figures) {
    const { groups } = pattern.exec(figure.metric) ?? {};
    if (groups === undefined) continue;
    const [row, name] = [rows.map((part) => groups[part]).join(" | "), groups[column] ?? "time"];
    columns.add(name);
    if (!cells.has(row)) cells.set(row, new Map());
    cells.get(row)!.set(name, write(figure));
  }
  return writeRows([
    [...rows, ...columns],
    ...[...cells].map(([row, values]) => [row, ...[...columns].map((name) => values.get(name) ?? "")]),
  ]);
}

function writeRows([heads = [], ...rows]: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Milliseconds as seconds: readers compare. */
function formatValue({ value, unit }: Pick<Figure, "value" | "unit">): string {
  if (unit === "ms" && value >= 1000) return `${formatNumber(value / 1000)} s`;
  return unit === "" ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
}

/** What breaks its bound is bold. */
const mark = ({ holds }: Figure, text: string) => (holds === false ? `**${text}**` : text);
