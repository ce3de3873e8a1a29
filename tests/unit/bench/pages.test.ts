import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillPage, measuredPages } from "../../../bench/src/shared/pages";

const repository = join(__dirname, "../../..");

const createFigure = (metric: string, value: number, unit: string, bound: number | null = null) => ({
  ...{ metric, value, unit, bound },
  holds: bound === null ? null : value <= bound,
});

const fill = (table: string, bench: string, figures: ReturnType<typeof createFigure>[]) =>
  fillPage(`before\n<!-- measured: ${table} -->\nold\n<!-- end -->\nafter\n`, {
    [bench]: { date: "2026-11-27", machine: "2 cores", figures },
  });

test("writes a table of times beside the peer's, with date and machine; a broken bound is bold", () => {
  const figures = [
    createFigure("200 tags: up, checkpoints skipped, the peer: time", 5000, "ms"),
    createFigure("200 tags: up, checkpoints skipped, plugin: time", 6000, "ms"),
    createFigure("200 tags: up, checkpoints skipped, plugin: time against the peer", 1.2, "×", 1.1),
    createFigure("200 tags: up, checkpoints skipped, plugin: CPU time", 900, "ms"),
  ];
  expect(fill("operations", "operations", figures)).toBe(`before
<!-- measured: operations -->

| work | operation | the peer | plugin |
| --- | --- | --- | --- |
| 200 tags | up, checkpoints skipped | 5 s | 6 s (**1.2 ×**) |

2026-11-27, 2 cores.

<!-- end -->
after
`);
});

test("keeps the table of a bench that wasn't run, and refuses a table that it doesn't know", () => {
  expect(fill("growth", "operations", [])).toContain("\nold\n");
  expect(() => fill("growht", "operations", [])).toThrow("There is no table growht. Tables: operations,");
});

test("writes backends by setting, growth by objects, memory by process, and the command's bounds", () => {
  const backends = [createFigure("file, 200 tags, --parallel 32: up", 4.21, "s")];
  expect(fill("backends", "backends", backends)).toContain("| file | 200 tags | --parallel 32 | 4.21 s |");
  const growth = [
    createFigure("one stack, 324 objects: up", 12, "s"),
    createFigure("one stack, 324 objects: up, requests", 400, "requests"),
    createFigure("one stack, 324 objects: up, memory of engine", 300, "MB"),
  ];
  expect(fill("growth", "growth", growth)).toContain("| one stack | 324 objects | 12 s | 400 requests |");
  expect(fill("memory", "growth", growth)).toContain("| one stack | 324 objects | engine | 300 MB |");
  const command = [
    createFigure("--help", 260, "ms", 150),
    createFigure("fmt of 10 files", 3, "ms"),
    createFigure("pull: time against the limit", 1.13, "×", 1.1),
  ];
  expect(fill("command", "command", command)).toContain(
    "| --help | 260 ms | **at most 150 ms** |\n| pull: time against the limit | 1.13 × | **at most 1.1 ×** |\n\n",
  );
});

test("the pages have the tables of the results that are kept", () => {
  const file = join(repository, "bench/results.json");
  const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const page of measuredPages) {
    const text = readFileSync(join(repository, page), "utf8");
    expect(text).toMatch(/^<!-- measured: /m);
    expect(fillPage(text, results)).toBe(text);
  }
});
