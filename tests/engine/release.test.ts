import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { list } from "tar";
import { writeNodeAlone } from "../../tools/release/src/files";
import { nameArchive, platforms, serveFolder, writePluginArchives } from "../../tools/release/src/plugin";
import { checkVersions, compareVersions } from "../../tools/release/src/versions";
import { getCli, repository, startBench } from "./support";

const { version } = require("../../provider/package.json") as { version: string };
const folder = mkdtempSync(join(tmpdir(), "release-"));
const archives = join(folder, "archives");

beforeAll(async () => {
  const server = await serveFolder(archives);
  await server.stop();
  await writePluginArchives(archives, version);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of an archive with their modes. */
async function listFiles(name: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  await list({
    file: join(archives, name),
    onReadEntry: ({ path, mode = 0 }) => {
      files[path] = mode.toString(8);
    },
  });
  return files;
}

test("packages, schema, changelog and the tag have one version", async () => {
  expect((await checkVersions(`v${version}`)).version).toBe(version);
  await expect(checkVersions("v99.0.0")).rejects.toThrow(
    `provider/plugin/schema.json has version ${version}, not 99.0.0`,
  );
  expect(compareVersions("1.0.0", [{ name: "a", version: "1.0.1" }])).toEqual(["a has version 1.0.1, not 1.0.0"]);
});

test("an archive holds what the plugin runs with, the executable bit, and on Windows what starts it", async () => {
  const shared = {
    LICENSE: "644",
    "LICENSES.txt": "644",
    "package.json": "644",
    "plugin.js": "644",
    "pulumi-resource-analytics": "755",
    "schema.json": "644",
    "watchdog.js": "644",
  };
  for (const platform of platforms) {
    const launcher = platform.startsWith("windows") ? { "pulumi-resource-analytics.cmd": "644" } : {};
    // With a `PulumiPlugin.yaml` the CLI would run npm.
    expect(await listFiles(nameArchive(version, platform))).toEqual({ ...shared, ...launcher });
  }
  const launcher = execFileSync("tar", [
    "-xzOf",
    join(archives, nameArchive(version, "windows-amd64")),
    "pulumi-resource-analytics.cmd",
  ]).toString();
  expect(launcher.split("\r\n")).toContain('node "%~dp0pulumi-resource-analytics" %*');
  expect(launcher.replaceAll("\r\n", "")).not.toContain("\n");
});

test("the same files give the same archive", async () => {
  const name = nameArchive(version, "linux-arm64");
  const before = readFileSync(join(archives, name));
  await writePluginArchives(archives, version);
  expect(readFileSync(join(archives, name)).equals(before)).toBe(true);
});

test("the schema names the release's files, where the engine finds the plugin of an SDK", () => {
  const schema = JSON.parse(readFileSync(join(repository, "provider/plugin/schema.json"), "utf8")) as object;
  expect(schema).toMatchObject({ pluginDownloadURL: "github://api.github.com/pulumi-analytics/pulumi-analytics" });
});

test("the CLI installs the plugin from a server, and a YAML program needs Node.js alone", async () => {
  const program = `name: installed
runtime: yaml
resources: { production: { type: "analytics:Tag", properties: { name: Production, color: grass } } }\n`;
  const server = await serveFolder(archives);
  const { stack, emulator, dispose } = await startBench({ texts: { "Pulumi.yaml": program } });
  try {
    const env = await writeNodeAlone(folder, dirname((await getCli()).command));
    const install = (wanted: string) =>
      stack.run(["plugin", "install", "resource", "analytics", wanted, "--server", server.url], env);
    expect(await install("9.9.9")).toMatchObject({ code: 1, stderr: expect.stringContaining("404") });
    expect(await install(version)).toMatchObject({ code: 0 });
    expect(server.requests).toContainEqual(
      expect.stringMatching(new RegExp(`^200 /pulumi-resource-analytics-v${version}-\\w+-\\w+[.]tar[.]gz$`)),
    );
    await stack.expect(["up", "--yes", "--skip-preview"], env);
    expect(emulator.snapshot().tags.map(({ name }) => name)).toEqual(["Production"]);
  } finally {
    await dispose();
    await server.stop();
  }
});
