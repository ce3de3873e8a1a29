import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { bounds, type Cost, measureInstall, measureStart } from "./costs";
import { type RunningEmulator, startInstalledEmulator } from "./emulator";
import { checksumsFile, readText, releaseFolder, repository, useTemporaryFolder, writeChecksums } from "./files";
import { type FileServer, serveFolder, writePluginArchives } from "./plugin";
import { findRegistryFaults } from "./registry";
import { buildGo, buildPython, explainSkipped, type Outcome } from "./sdks";
import { Steps } from "./steps";
import { checkContents, packPackages, writeSbom } from "./tarballs";
import { findObstacle, installPackages, type Trial, tryGo, tryNpm, tryPlugin, tryPython } from "./trials";
import { checkVersions, listUncommitted, readManifests } from "./versions";

const print = (line: string) => void process.stdout.write(`${line}\n`);
const steps = new Steps(print);

/** Writes every artifact. Returns the version and the tarballs; nothing when a later step can't do without what failed. */
async function build(wanted: string | undefined) {
  await rm(releaseFolder, { recursive: true, force: true });
  await mkdir(releaseFolder, { recursive: true });
  let version = "";
  let tarballs: Record<string, string> = {};
  const isVersioned = await steps.run("versions", async () => {
    const found = await checkVersions(wanted);
    version = found.version;
    await writeFile(join(releaseFolder, "notes.md"), `${found.notes}\n`);
    const names = (await readManifests()).map(({ name }) => name);
    await writeFile(join(releaseFolder, "packages.txt"), `${names.join("\n")}\n`);
    return `${version}: ${names.length} packages, schema, changelog`;
  });
  await steps.run("working tree", async () => {
    const files = await listUncommitted();
    return files.length === 0 ? "committed" : { warning: `${files.length} files differ from the last commit` };
  });
  if (!isVersioned) return undefined;
  const isPacked = await steps.run("npm tarballs", async () => {
    tarballs = await packPackages(releaseFolder);
    await checkContents(tarballs);
    return Object.values(tarballs)
      .map((file) => basename(file))
      .join(", ");
  });
  if (!isPacked) return undefined;
  await steps.run("SBOMs", async () => {
    const counts: string[] = [];
    for (const [name, file] of Object.entries(tarballs)) counts.push(`${name} ${await writeSbom(file)}`);
    return `components: ${counts.join(", ")}`;
  });
  await steps.run(
    "plugin archives",
    async () => `${(await writePluginArchives(releaseFolder, version)).length} platforms`,
  );
  const tell = (outcome: Outcome) => ("skipped" in outcome ? outcome : outcome.files.join(", "));
  await steps.run("Pulumi's Registry", () => checkRegistryEntry(version));
  await steps.run("SDK for Python", async () => tell(await buildPython(releaseFolder, version)));
  await steps.run("SDK for Go", async () => tell(await buildGo(releaseFolder, version)));
  await steps.run("SDK for .NET", async () => tell(await explainSkipped("dotnet")));
  await steps.run("SDK for Java", async () => tell(await explainSkipped("java")));
  await steps.run("checksums", async () => `${(await writeChecksums(releaseFolder)).length} files: ${checksumsFile}`);
  return { version, tarballs };
}

/** Checks what Pulumi's Registry takes of a release. Returns the entry for its list of packages. */
async function checkRegistryEntry(version: string): Promise<string> {
  const schemaFile = "provider/plugin/schema.json";
  const schema = JSON.parse(await readText(schemaFile)) as { repository: string; logoUrl: string };
  const repoSlug = new URL(schema.repository).pathname.slice(1);
  const names = ["_index.md", "installation-configuration.md"];
  const texts = await Promise.all(names.map(async (name) => [name, await readText(`docs/${name}`)] as const));
  const tag = `v${version}`;
  const faults = findRegistryFaults({ repoSlug, schemaFile, tag, schema, pages: Object.fromEntries(texts) });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  await stat(join(repository, new URL(schema.logoUrl).pathname.split(`/${tag}/`)[1] as string));
  return JSON.stringify({ repoSlug, schemaFile });
}

/** Installs each artifact into an empty project and uses it. */
async function tryAll(version: string, tarballs: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const project = join(folder, "npm");
  let emulator: RunningEmulator | undefined;
  let server: FileServer | undefined;
  const isInstalled = await steps.run("npm install", async () => {
    await installPackages(project, Object.values(tarballs));
    emulator = await startInstalledEmulator(join(project, "node_modules"));
    server = await serveFolder(releaseFolder);
    return "4 tarballs; the installed emulator runs";
  });
  try {
    if (!isInstalled || emulator === undefined || server === undefined) return;
    const common = { version, artifacts: releaseFolder, emulator, server };
    const attempt = (name: string, work: (trial: Trial) => Promise<string>, language?: "python" | "go") =>
      steps.run(name, async () => {
        const obstacle = language && (await findObstacle(language));
        if (obstacle !== undefined) return { skipped: obstacle };
        const scratch = join(folder, name.replaceAll(/\W+/g, "-"));
        await mkdir(scratch);
        return work({ ...common, scratch });
      });
    await attempt("up: TypeScript, npm", (trial) => tryNpm(trial, project));
    await attempt("up: YAML, plugin server", tryPlugin);
    await attempt(
      "up: Python, wheel",
      (trial) => tryPython(trial, `pulumi_analytics-${version}-py3-none-any.whl`),
      "python",
    );
    await attempt("up: Python, sdist", (trial) => tryPython(trial, `pulumi_analytics-${version}.tar.gz`), "python");
    await attempt("up: Go, module", tryGo, "go");
  } finally {
    await emulator?.stop();
    await server?.stop();
  }
}

/** Measures what a user waits for. A machine under load is slow: beyond a bound is a warning. */
async function measureAll(tarball: string, folder: string): Promise<void> {
  const project = join(folder, "measured");
  await mkdir(project);
  await writeFile(join(project, "model.yaml"), "pages: [{ id: p, name: P, elements: [] }]\n");
  const measure = (name: string, bound: number, work: () => Promise<Cost>) =>
    steps.run(name, async () => {
      const { milliseconds, largest } = await work();
      const words = `${milliseconds.toFixed(0)} ms, wanted at most ${bound}: ${largest.join(", ")}`;
      return milliseconds > bound ? { warning: words } : words;
    });
  await measure("time: npm install, warm", bounds.install, () => measureInstall(tarball, project));
  await measure("time: --help", bounds.help, () => measureStart(project, ["--help"]));
  await measure("time: validate, one file", bounds.validate, () => measureStart(project, ["validate", "model.yaml"]));
}

async function runSteps([wanted]: readonly string[]): Promise<void> {
  const built = await build(wanted);
  if (built !== undefined) {
    const { version, tarballs } = built;
    await useTemporaryFolder(async (folder) => {
      await tryAll(version, tarballs, folder);
      await measureAll(tarballs["pulumi-analytics"] as string, folder);
    });
    print("");
    for (const line of await writeChecksums(releaseFolder)) {
      const [checksum, name = ""] = line.split("  ");
      const { size } = await stat(join(releaseFolder, name));
      print(`${checksum}  ${String(Math.ceil(size / 1000)).padStart(6)} kB  release/${name}`);
    }
  }
  const { failed } = steps;
  print(failed.length === 0 ? "\nNothing failed. Nothing was published." : `\nFailed: ${failed.join(", ")}`);
  if (failed.length > 0) process.exitCode = 1;
}

runSteps(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
