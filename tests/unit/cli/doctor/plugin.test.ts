import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { probeOwnPackage, probeSdk } from "../../../../cli/src/doctor/probes/packages";
import { probePlugin } from "../../../../cli/src/doctor/probes/plugin";
import { isNode, probeProject } from "../../../../cli/src/doctor/probes/project";
import { probeKeys } from "../../../../cli/src/doctor/probes/settings";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-doctor-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** A package with its plugin. */
function install(at: string, version: string): void {
  write(`${at}/package.json`, JSON.stringify({ name: "pulumi-analytics", version }));
  write(`${at}/plugin/PulumiPlugin.yaml`, "name: analytics\nruntime: nodejs\n");
  write(`${at}/plugin/schema.json`, JSON.stringify({ name: "analytics", version }));
  write(`${at}/plugin/pulumi-resource-analytics`, "#!/usr/bin/env node\n");
  chmodSync(join(folder, at, "plugin/pulumi-resource-analytics"), 0o755);
}

/** What doctor says of a project file. */
function probeFile(projectFile: string): { result: string; seen: string; hint?: string } | undefined {
  write("Pulumi.yaml", projectFile);
  return probePlugin(probeProject(folder, undefined).value).findings[0];
}

const node = "name: shop\nruntime: nodejs\n";
const line = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";

test("the plugin of the installed package: its version and folder", () => {
  install("node_modules/pulumi-analytics", "1.2.3");
  const at = join(folder, "node_modules/pulumi-analytics/plugin");
  expect(probeFile(node + line)).toEqual({ result: "ok", seen: `1.2.3 in ${at}` });
  expect(probeFile(`name: shop\nruntime: yaml\n${line}`)).toEqual({ result: "ok", seen: `1.2.3 in ${at}` });
});

test("a plugin that is missing, or can't be started", () => {
  const at = join(folder, "node_modules/pulumi-analytics/plugin");
  const missing = { result: "failed", seen: `${at} has no plugin`, hint: expect.stringContaining("npm install") };
  expect(probeFile(node + line)).toEqual(missing);
  install("node_modules/pulumi-analytics", "1.2.3");
  const executable = join(at, "pulumi-resource-analytics");
  chmodSync(executable, 0o644);
  expect(probeFile(node + line)).toEqual({
    result: "failed",
    seen: `${executable} is not executable, so that Pulumi can't start it`,
    hint: expect.stringContaining(`Run \`chmod +x ${executable}\``),
  });
  expect(probeFile(`${node}packages:\n  analytics: analytics@1.2.3\n`)).toEqual({
    result: "failed",
    seen: "analytics@1.2.3 is not a folder",
    hint: expect.stringContaining("packages: { analytics:"),
  });
});

test("a plugin of another version than the package", () => {
  install("node_modules/pulumi-analytics", "1.2.3");
  install("vendor/pulumi-analytics", "1.1.0");
  expect(probeFile(`${node}packages:\n  analytics: ./vendor/pulumi-analytics/plugin\n`)).toEqual({
    result: "failed",
    seen:
      `1.1.0 in ${folder}/vendor/pulumi-analytics/plugin, but the program uses pulumi-analytics 1.2.3 in ` +
      `${folder}/node_modules/pulumi-analytics`,
    hint: expect.stringContaining("packages.analytics"),
  });
});

test("a program of the plugin in a project that names none", () => {
  install("node_modules/pulumi-analytics", "1.2.3");
  write("index.ts", 'import * as analytics from "pulumi-analytics";\n');
  expect(probeFile(node)).toEqual({ result: "ok", seen: "not used" });
  write("tags.ts", "import * as analytics from 'pulumi-analytics/native';\n");
  expect(probeFile(node)).toEqual({
    result: "failed",
    seen: "tags.ts uses pulumi-analytics/native, but Pulumi.yaml names no plugin",
    hint: "Add to Pulumi.yaml: `packages: { analytics: ./node_modules/pulumi-analytics/plugin }`.",
  });
});

test("a project in another language needs the plugin, and no packages of Node", () => {
  write("Pulumi.yaml", "name: shop\nruntime: yaml\n");
  expect(probeProject(folder, undefined).findings[0]).toMatchObject({
    result: "failed",
    hint: expect.stringContaining("Add the provider plugin to Pulumi.yaml"),
  });
  expect(probeFile("name: shop\nruntime: yaml\n")).toEqual({ result: "skipped", seen: "Pulumi.yaml names no plugin" });
  write("Pulumi.yaml", `name: shop\nruntime: yaml\n${line}`);
  expect(probeProject(folder, undefined).findings[0]).toMatchObject({ result: "ok" });
  const place = { folder, hasProject: true, isNode: false };
  expect(probeOwnPackage(place).findings[0]).toMatchObject({ result: "skipped" });
  expect(probeSdk(place, undefined).findings[0]).toMatchObject({ result: "skipped" });
});

test("in a workspace, advice names the package in its root, and the workspace's package manager", () => {
  install("node_modules/pulumi-analytics", "1.2.3");
  write("package.json", JSON.stringify({ workspaces: ["stacks/*"], packageManager: "pnpm@9.0.0" }));
  write("stacks/shop/Pulumi.yaml", "name: shop\nruntime: yaml\n");
  const shop = join(folder, "stacks/shop");
  const right = "packages: { analytics: ../../node_modules/pulumi-analytics/plugin }";
  expect(probeProject(shop, undefined).findings[0]).toMatchObject({ hint: expect.stringContaining(right) });
  write(
    "stacks/shop/Pulumi.yaml",
    "name: shop\nruntime: yaml\npackages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n",
  );
  expect(probePlugin(probeProject(shop, undefined).value).findings[0]).toMatchObject({
    seen: `${shop}/node_modules/pulumi-analytics/plugin has no plugin`,
    hint: `Install the package (\`pnpm add pulumi-analytics\`), or write in Pulumi.yaml: \`${right}\`.`,
  });
});

test("a program for bun loads packages of Node", () => {
  install("node_modules/pulumi-analytics", "1.2.3");
  write("index.ts", 'import * as analytics from "pulumi-analytics/native";\n');
  const bun = "name: shop\nruntime: bun\n";
  expect(probeFile(bun)).toMatchObject({
    result: "failed",
    seen: expect.stringContaining("index.ts uses pulumi-analytics/native"),
  });
  expect(probeProject(folder, undefined).findings[0]).toMatchObject({ result: "ok" });
  expect(["nodejs", "bun", "yaml", "python", undefined].filter(isNode)).toEqual(["nodejs", "bun"]);
});

test("a setting that nothing knows: the plugin refuses it, except inside of another setting", () => {
  const stack = { "analytics:regoin": { value: "aws-uk" }, "analytics:profiles": { value: '{"uk":{"zone":"b"}}' } };
  const listHints = (lines: string) => {
    write("Pulumi.yaml", lines);
    return probeKeys(stack as never, probeProject(folder, undefined).value!).findings.map(({ hint }) => hint);
  };
  const remove = "Remove it: pulumi config rm";
  const [own, inner] = listHints(node + line);
  expect(own).toBe(`Did you mean "region"? The plugin refuses it. ${remove} analytics:regoin`);
  expect(inner).toContain(`The provider ignores it. ${remove} --path analytics:profiles.uk.zone`);
  expect(listHints(node)[0]).toContain(`The dynamic provider ignores it, the plugin refuses it. ${remove}`);
});
