import { readFileSync } from "node:fs";
import { join } from "node:path";
import { benches } from "../../../bench/src/benches";

const names = benches.map(({ name }) => name);

test("the table of the benches' README has each bench, in the order they run", () => {
  const readme = readFileSync(join(__dirname, "../../../bench/README.md"), "utf8");
  expect([...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)).toEqual(names);
});

test("no two benches share a name, and each says what it compares", () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { about } of benches) expect(about).toMatch(/\w+ \w+/);
});
