import { execFileSync } from "node:child_process";
import { relative, sep } from "node:path";
import { repository } from "./support";

/**
 * What a fresh process has loaded after some work: modules of the package by their path in it, and the names of other
 * packages.
 */
function listLoaded(work: string, entry = "pulumi-analytics/host"): { modules: string[]; packages: string[] } {
  const script = `
    const host = require("${entry}");
    ${work}
    console.log(JSON.stringify(Object.keys(require.cache)));`;
  const output = execFileSync(process.execPath, ["-e", script], { cwd: repository, encoding: "utf8" });
  const files = (JSON.parse(output) as string[]).map((file) => relative(repository, file).split(sep).join("/"));
  const names = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const modules = files.filter((file) => file.startsWith("provider/"));
  return { modules: modules.map((file) => file.slice("provider/".length)), packages: [...new Set(names)].sort() };
}

const checkTag =
  'host.Tag.configure({ config: { get: () => undefined } }); host.Tag.check({}, { name: "a", color: "grass" });';

test("a check needs no API client, and a tag nothing of data models", () => {
  const { modules, packages } = listLoaded(checkTag);
  expect(modules).toContain("dist/kinds/tag.js");
  expect(
    modules.filter((file) => /^dist\/(core\/api\/client|core\/spec\/(schema|text)\/|kinds\/data-model\/)/.test(file)),
  ).toEqual([]);
  expect(packages).toEqual(["zod"]);
  expect(listLoaded("host.DataModel;").modules).toContain("dist/core/model/schema/schema.js");
});

test("a model needs zod and what reads YAML beside the package, and nothing of the network", () => {
  expect(listLoaded("host.DataModel;").packages).toEqual(["js-yaml", "zod"]);
});

test("a program loads neither the API client, nor the schema of data models, zod and axios", () => {
  const { modules, packages } = listLoaded("", "pulumi-analytics");
  expect(modules).toContain("dist/core/model/text/parse.js");
  expect(
    modules.filter((file) => /^dist\/(core\/(api|spec)\/index|core\/spec\/schema\/|settings\/|kinds\/)/.test(file)),
  ).toEqual([]);
  expect(packages).toContain("js-yaml");
  expect(packages.filter((name) => name === "axios" || name === "zod")).toEqual([]);
});
