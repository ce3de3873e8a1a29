import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../repository";

const { printPublicTypes } = require("../../../tools/public-types") as { printPublicTypes(): string };

test("the report of the public types has what the package exports: run `npm run generate`", () => {
  const report = readFileSync(join(repository, "provider/public-types.txt"), "utf8");
  // A difference of thousands of lines would hide the few that changed.
  const of = (text: string) => new Set(text.split("\n"));
  const printed = printPublicTypes();
  const [before, after] = [of(report), of(printed)];
  expect({
    missing: [...after].filter((line) => !before.has(line)),
    gone: [...before].filter((line) => !after.has(line)),
  }).toEqual({ missing: [], gone: [] });
  expect(printed === report).toBe(true);
});
