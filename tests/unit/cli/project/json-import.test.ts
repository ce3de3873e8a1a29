import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { writeTsconfig } from "../../../../cli/src/project/program";

test("a program imports JSON under the tsconfig.json of a new project", () => {
  const folder = mkdtempSync(join(tmpdir(), "analytics-json-import-"));
  const file = join(folder, "index.ts");
  writeFileSync(join(folder, "orders.json"), '{ "name": "Orders" }');
  writeFileSync(file, 'import orders from "./orders.json";\nexport const name: string = orders.name;\n');
  const { compilerOptions } = JSON.parse(writeTsconfig(folder));
  // This repository's TypeScript warns of the module resolution that the range of new projects needs.
  const config = { compilerOptions: { ...compilerOptions, ignoreDeprecations: "6.0", types: [] }, files: ["index.ts"] };
  const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  expect(errors).toEqual([]);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  const output = join(folder, "index.js");
  writeFileSync(output, ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options }).outputText);
  expect(require(output)).toMatchObject({ name: "Orders" });
});
