import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInStack, startSalesStack } from "./sales-stack";
import type { Bench } from "./support";

let bench: Bench;

beforeAll(async () => {
  bench = await startSalesStack();
});
afterAll(() => bench?.dispose());

const ask = async (...args: string[]) => JSON.parse((await runInStack(bench, "impact", ...args, "--json")).stdout);

test("the state of a real stack says what was deployed, and which of the documents the files are", async () => {
  expect((await ask("--against", "state:")).changes).toEqual([]);
  const file = join(bench.stack.directory, "models/orders.yaml");
  await bench.stack.write("models/orders.yaml", readFileSync(file, "utf8").replace("name: Region", "name: Zone"));
  const found = await ask("--against", "state:");
  expect(found.changes).toEqual([
    { text: "orders#Fact Orders.Region", is: "column", becomes: "renamed to Zone", documents: 2 },
  ]);
  expect([found.breaksNow, found.notes, found.isPlatformAsked]).toEqual([[], [], true]);
  const files = found.inFiles.map(({ id, name, file: its }: Record<string, string>) => [typeof id, name, its]);
  expect(files).toEqual([
    ["string", "Areas", "models/areas.yaml"],
    ["string", "Weekly", "workbooks/sales"],
  ]);
});
