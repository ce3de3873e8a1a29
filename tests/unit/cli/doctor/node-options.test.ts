import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeNodeOptions } from "../../../../cli/src/doctor/probes/node-options";
import { probeProject } from "../../../../cli/src/doctor/probes/project";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-analytics-doctor-"));
  writeFileSync(join(folder, "quiet.cjs"), "");
  writeFileSync(join(folder, "loud.cjs"), 'console.log("injecting env (2)");');
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function probe(options: string) {
  const project = probeProject(folder, undefined).value;
  return (await probeNodeOptions(project, folder, { ...process.env, NODE_OPTIONS: options })).findings[0];
}

test("what NODE_OPTIONS loads may not print: Pulumi would take that for a plugin's port", async () => {
  expect(await probe("")).toEqual({ result: "ok", seen: "not set" });
  expect(await probe("--require ./quiet.cjs --no-warnings")).toMatchObject({ result: "ok" });
  const loud = '--require=./quiet.cjs -r "./loud.cjs"';
  const seen = '"./loud.cjs" prints "injecting env (2)" whenever Node starts';
  const hint = expect.stringContaining("remove it from NODE_OPTIONS");
  expect(await probe(loud)).toEqual({ result: "failed", seen, hint });
  expect(await probe("--require ./missing.cjs")).toEqual({
    result: "failed",
    seen: expect.stringContaining("Node doesn't start with it"),
    hint: "Correct or remove it.",
  });
  const plugin = "packages: { analytics: ./node_modules/pulumi-analytics/plugin }\n";
  writeFileSync(join(folder, "Pulumi.yaml"), `name: shop\nruntime: yaml\n${plugin}`);
  expect(await probe(loud)).toMatchObject({ result: "warning", seen });
});
