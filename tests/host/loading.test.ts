import { execFileSync } from "node:child_process";
import { repository } from "./support";

/** The package's own modules that a fresh process has loaded after some work, by their path in `provider/dist`. */
function loadedBy(work: string): string[] {
  const script = `
    const host = require("pulumi-analytics/host");
    ${work}
    const own = Object.keys(require.cache).map((file) => file.replaceAll("\\\\", "/").split("/provider/dist/")[1]);
    console.log(JSON.stringify(own.filter(Boolean)));`;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: repository, encoding: "utf8" }));
}

const checkTag =
  'host.Tag.configure({ config: { get: () => undefined } }); host.Tag.check({}, { name: "a", color: "grass" });';

test("a check needs no API client, and a tag nothing of data models", () => {
  const loaded = loadedBy(checkTag);
  expect(loaded).toContain("resources/tag/lifecycle.js");
  expect(loaded.filter((file) => /^(api\/client|spec\/(schema|parse)|resources\/data-model\/)/.test(file))).toEqual([]);
  expect(loadedBy("host.DataModel;")).toContain("spec/schema.js");
});
