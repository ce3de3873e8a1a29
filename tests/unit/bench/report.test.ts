import { Figures } from "../../../bench/src/shared/report";

function report(quick: boolean) {
  const lines: string[] = [];
  const figures = new Figures(quick, (line) => lines.push(line));
  const { spread, count, measured } = figures.createReport();
  spread("ours", { min: 1234.4, median: 1500, max: 99.96 }, "ms");
  count("PUT", 1, "requests", { exactly: 1 });
  count("GET", 0, "requests", { exactly: 1 });
  count("bytes", 250, "B", { most: 400 });
  measured("time", 1.2549, "×", { most: 1.15 });
  measured("memory", 12, "MB");
  return { figures, lines };
}

test("a whole run judges what is counted and what is measured", () => {
  const { figures, lines } = report(false);
  expect(lines).toEqual([
    "  ours: 1500 ms (1234 to 100)",
    "  PUT: 1 requests (exactly 1): holds",
    "  GET: 0 requests (exactly 1): DOESN'T HOLD",
    "  bytes: 250 B (at most 400): holds",
    "  time: 1.25 × (at most 1.15): DOESN'T HOLD",
    "  memory: 12 MB",
  ]);
  expect(figures.all).toEqual([
    { metric: "PUT", value: 1, unit: "requests", bound: 1, holds: true },
    { metric: "GET", value: 0, unit: "requests", bound: 1, holds: false },
    { metric: "bytes", value: 250, unit: "B", bound: 400, holds: true },
    { metric: "time", value: 1.2549, unit: "×", bound: 1.15, holds: false },
    { metric: "memory", value: 12, unit: "MB", bound: null, holds: null },
  ]);
});

test("a quick run judges only what is counted", () => {
  const { figures, lines } = report(true);
  expect(lines[4]).toBe("  time: 1.25 × (at most 1.15; not judged in a quick run)");
  expect(figures.all.map(({ holds }) => holds)).toEqual([true, false, true, null, null]);
  expect(figures.hold).toBe(false);
});

test("bounds hold unless one is broken", () => {
  const figures = new Figures(true, () => undefined);
  figures.createReport().measured("time", 9, "×", { most: 1 });
  figures.createReport().count("requests", 0, "requests", { exactly: 0 });
  expect(figures.hold).toBe(true);
});
