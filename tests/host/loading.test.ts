import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./support";

/** What a fresh process has run of the host after some work: modules of the package by their path in `provider`, and the names of files. */
function loadedBy(work: string): { modules: string[]; files: string[] } {
  const script = `
    const inspector = new (require("node:inspector").Session)();
    inspector.connect();
    const ask = (method, options) => {
      let answer;
      inspector.post(method, options, (error, result) => { if (error) throw error; answer = result; });
      return answer;
    };
    ask("Profiler.enable");
    ask("Profiler.startPreciseCoverage", { callCount: true });
    const host = require("pulumi-analytics/host");
    ${work}
    const script = ask("Profiler.takePreciseCoverage").result.find(({ url }) => url.endsWith("/host.bundle.js"));
    const ran = script.functions.filter(({ ranges }) => ranges[0].count > 0).map(({ functionName }) => functionName);
    const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
    console.log(JSON.stringify({ modules: ran.filter((name) => name.startsWith("src/")), files }));`;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: repository, encoding: "utf8" }));
}

const checkTag =
  'host.Tag.configure({ config: { get: () => undefined } }); host.Tag.check({}, { name: "a", color: "grass" });';

test("a check needs no API client, and a tag nothing of data models", () => {
  const { modules, files } = loadedBy(checkTag);
  expect(modules).toContain("src/kinds/tag.ts");
  expect(
    modules.filter((file) => /^src\/(core\/api\/client|core\/spec\/(schema|text)\/|kinds\/data-model\/)/.test(file)),
  ).toEqual([]);
  expect(files).toContain("host.bundle.js");
  expect(files).not.toContain("network.js");
  expect(loadedBy("host.DataModel;").modules).toContain("src/core/spec/schema/schema.ts");
});

test("the host is one file, and one for zod without its messages in other languages", () => {
  expect(loadedBy("host.DataModel;").files).toEqual(["host.bundle.js", "zod.js"]);
  const bundle = readFileSync(join(repository, "provider/dist/core/zod.js"), "utf8");
  expect(bundle).toContain("Invalid input: expected");
  expect(bundle).not.toContain("erwartet");
});

test("zod of the package and zod of a program share neither their language nor the descriptions of types", () => {
  const script = `
    const theirs = require("zod");
    theirs.config(theirs.locales.de());
    require("pulumi-analytics/host").DataModel;
    const ours = require(${JSON.stringify(join(repository, "provider/dist/core/zod.js"))});
    const told = [ours, theirs].map((z) => z.string().safeParse(1).error.issues[0].message);
    console.log(JSON.stringify([...told, theirs.toJSONSchema(theirs.globalRegistry)]));`;
  expect(JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: repository, encoding: "utf8" }))).toEqual([
    "Invalid input: expected string, received number",
    "Ungültige Eingabe: erwartet string, erhalten Zahl",
    { schemas: {} },
  ]);
});
