import { readText, repository, run } from "./files";

/** A package that is published. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** The folders of the packages that are published, in the order in which they need one another. */
export const packageFolders = ["diagram", "provider", "emulator", "policies"];

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readText(file)) as T;
}

/** The manifests of the published packages. */
export function readManifests(): Promise<Manifest[]> {
  return Promise.all(packageFolders.map((folder) => readJson<Manifest>(`${folder}/package.json`)));
}

/**
 * The changelog's section on a version: `## 1.2.0`, `## 1.2.0 (date)` or `## [1.2.0]`.
 *
 * @throws Error when the changelog has no such section, or nothing in it.
 */
export function findNotes(changelog: string, version: string): string {
  const section = changelog
    .split(/^## /m)
    .find((text) => text.split(/\s/, 1)[0]?.replace(/^\[(.*)\]$/, "$1") === version);
  const notes = section?.slice(section.indexOf("\n")).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section "## ${version}" with words in it`);
  return notes;
}

/** Lists versions that differ from the release's. */
export function compareVersions(version: string, found: readonly Manifest[]): string[] {
  return found
    .filter((one) => one.version !== version)
    .map((one) => `${one.name} has version ${one.version}, not ${version}`);
}

/**
 * Checks that every package, the plugin's schema and the changelog have the release's version.
 *
 * @param wanted a version or a tag such as `v1.2.0`; left out, the provider's version.
 * @throws Error that names each that has another one.
 */
export async function checkVersions(wanted?: string): Promise<{ version: string; notes: string }> {
  const manifests = await readManifests();
  const schema = await readJson<Manifest>("provider/plugin/schema.json");
  const provider = manifests.find(({ name }) => name === "pulumi-analytics");
  const version = wanted?.replace(/^v/, "") ?? provider?.version ?? "";
  const policies = await readJson<{ peerDependencies: Record<string, string> }>("policies/package.json");
  const range = policies.peerDependencies["pulumi-analytics"];
  const others = compareVersions(version, [...manifests, { ...schema, name: "provider/plugin/schema.json" }]);
  if (range !== `^${version}`) others.push(`policies/package.json wants pulumi-analytics ${range}, not ^${version}`);
  if (others.length > 0) throw new Error(others.join("\n"));
  return { version, notes: findNotes(await readText("CHANGELOG.md"), version) };
}

/** Files that differ from the last commit, as `git status` lists them. */
export async function listUncommitted(): Promise<string[]> {
  const status = await run("git", ["status", "--porcelain"], { cwd: repository });
  return status.split("\n").filter((line) => line !== "");
}
