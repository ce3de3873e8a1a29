import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { watchFiles } from "../../../../cli/src/validate/watch";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watched-"));
  writeFileSync(join(folder, "model.yaml"), "a");
  writeFileSync(join(folder, "included.yaml"), "a");
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Watches `model.yaml` and, from the first look on, `included.yaml`. Answers what each look was told, after so many of
 * them.
 */
async function watchLooks(count: number, during: (nth: number) => void): Promise<string[][]> {
  const seen: string[][] = [];
  const end = new AbortController();
  await watchFiles(folder, ["model.yaml"], end.signal, (changed) => {
    seen.push([...changed]);
    during(seen.length);
    if (seen.length === count) end.abort();
    return ["included.yaml"];
  });
  return seen;
}

test("a file that changes while it is looked at, before watching it has begun, is looked at again", async () => {
  const seen = await watchLooks(2, (nth) => {
    if (nth === 1) writeFileSync(join(folder, "included.yaml"), "b");
  });
  expect(seen).toEqual([[], ["included.yaml"]]);
});

test("one that doesn't change is not: the next look is for what changes later", async () => {
  // Longer ago than the clock of a file system may be behind.
  await sleep(100);
  const seen = await watchLooks(2, (nth) => {
    if (nth === 1) setTimeout(() => writeFileSync(join(folder, "model.yaml"), "b"), 500);
  });
  expect(seen).toEqual([[], ["model.yaml"]]);
});
