import { readFileSync } from "node:fs";
import { join } from "node:path";
import { starterPolicies } from "../../../policies/src";
import { parseSpec } from "../../../provider/src/core/model";
import { analyze, analyzeStack, type Subject } from "./support";

const readme = readFileSync(join(__dirname, "../../../README.md"), "utf8");

/** The README's first model: the file, with the name that the program gives it. */
function readFirstModel(): Subject {
  const [, yaml, program] = /^## First model\n+```yaml\n(.*?)^```\n+```ts\n(.*?)^```/ms.exec(readme) ?? [];
  const [, name] = /new analytics\.DataModel\("orders", \{\s+name: "(.+?)"/.exec(program ?? "") ?? [];
  const spec = JSON.stringify(parseSpec(yaml ?? ""));
  expect(spec).toContain('"fact_orders"');
  return { kind: "DataModel", properties: { name, folderId: "f", spec, refs: { warehouse: "w" } } };
}

test("the first model of the README passes the starter pack, without a word of advice", async () => {
  const model = readFirstModel();
  expect(await analyze(starterPolicies(), model)).toEqual([]);
  expect(await analyzeStack(starterPolicies(), [model])).toEqual([]);
});
