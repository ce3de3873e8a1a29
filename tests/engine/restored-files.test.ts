import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInStack, startSalesStack } from "./sales-stack";
import type { Bench } from "./support";

let bench: Bench;
beforeAll(async () => {
  bench = await startSalesStack();
});
afterAll(() => bench?.dispose());

test("files that were deleted or broken are restored from the state; up has no changes", async () => {
  const { directory } = bench.stack;
  const page = join(directory, "workbooks/sales/pages/overview.yaml");
  const model = join(directory, "models/orders.yaml");
  const kept = `# Ours\n${await readFile(page, "utf8")}`;
  const pull = async (...args: string[]) => {
    const { code, stdout } = await runInStack(bench, "pull", ...args);
    expect({ args, code, stdout }).toEqual({ args, code: 0, stdout: expect.anything() });
    return [...stdout.matchAll(/^(?:would restore|restored) (\S+)/gm)].map(([line]) => line).sort();
  };

  await rm(join(directory, "workbooks/sales"), { recursive: true });
  await writeFile(model, "pages: [");
  expect(await pull("state:orders", "--dry-run")).toEqual(["would restore models/orders.yaml"]);
  expect(await readFile(model, "utf8")).toBe("pages: [");
  expect(await pull("state:")).toEqual([
    "restored models/orders.yaml",
    "restored workbooks/sales/elements/chart.yaml",
    "restored workbooks/sales/elements/orders.yaml",
    "restored workbooks/sales/pages/overview.yaml",
    "restored workbooks/sales/workbook.yaml",
  ]);
  await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);

  // What can be read beside a broken file stays.
  await writeFile(page, kept);
  await writeFile(join(directory, "workbooks/sales/elements/chart.yaml"), "kind: [");
  expect(await pull("state:sales")).toEqual(["restored workbooks/sales/elements/chart.yaml"]);
  expect(await readFile(page, "utf8")).toBe(kept);
  await bench.stack.expect(["preview", "--expect-no-changes"]);
});
