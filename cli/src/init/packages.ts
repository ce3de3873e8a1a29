import { version } from "pulumi-analytics-internal/core/runtime";
import type { Context } from "../command";
import { runChild } from "../command/child";
import type { Language } from "../project/languages";
import { listDependencies, readManifest } from "../project/package-json";
import { findPackageManager } from "../project/package-manager";
import { findFolderWith, locatePackage } from "../project/package-place";
import { sdkRange, typescriptPackages } from "../project/program";
import { Unfinished } from "./unfinished";

/** A package that the project uses, with the versions that it accepts. */
export interface Package {
  readonly name: string;
  readonly range: string;
  /** Whether only people and CI need it, not the program. */
  readonly dev?: true;
}

const own = `^${version}`;

/** The packages of a project. */
export function listPackages(language: Language, { emulator }: { emulator: boolean }): Package[] {
  return [
    { name: "@pulumi/pulumi", range: sdkRange },
    { name: "pulumi-analytics", range: own },
    { name: "@pulumi/policy", range: "^1.13.0", dev: true },
    { name: "pulumi-analytics-policies", range: own, dev: true },
    ...(language === "typescript"
      ? Object.entries(typescriptPackages).map(([name, range]) => ({ name, range, dev: true }) as const)
      : []),
    ...(emulator ? ([{ name: "analytics-emulator", range: own, dev: true }] as const) : []),
  ];
}

/**
 * Installs what the project lacks, with the package manager that it uses. Versions that `package.json` names stay.
 *
 * @returns the names of what was installed.
 * @throws Unfinished when the package manager fails, with its last words and the command.
 */
export async function install({ cwd, env, console, signal }: Context, packages: readonly Package[]): Promise<string[]> {
  const listed = listDependencies(readManifest(cwd));
  const unlisted = packages.filter(({ name }) => !listed.has(name));
  const absent = packages.filter(({ name }) => locatePackage(name, cwd) === undefined);
  const { name: manager, add } = findPackageManager(cwd);
  const runs = [unlisted.filter(({ dev }) => dev), unlisted.filter(({ dev }) => !dev)]
    .filter((some) => some.length > 0)
    .map((some) => [...add({ dev: some[0]?.dev === true }), ...some.map(({ name, range }) => `${name}@${range}`)]);
  // Listed in package.json, but not there.
  if (runs.length === 0 && absent.length > 0) runs.push(["install"]);
  for (const args of runs) {
    console.note(`  run     ${manager} ${args.join(" ")}`);
    const { code, stderr } = await runChild(manager, args, cwd, env).catch((error: Error) => ({
      code: -1,
      stderr: error.message,
    }));
    signal.throwIfAborted();
    if (code === 0) continue;
    const last = stderr.trim().split("\n").slice(-5).join("\n");
    throw new Unfinished(`\`${manager} ${args.join(" ")}\` failed:\n${last}\nCorrect that, or run it yourself.`);
  }
  requireModules(cwd);
  return [...new Set([...unlisted, ...absent])].map(({ name }) => name);
}

/** Pulumi starts the plugin from a folder, and Yarn's Plug'n'Play keeps packages in archives. */
function requireModules(cwd: string): void {
  if (findFolderWith(cwd, ".pnp.cjs") === undefined || locatePackage("pulumi-analytics", cwd) !== undefined) return;
  throw new Unfinished(
    "Yarn keeps packages in archives here (Plug'n'Play), from which Pulumi can't start the provider. Run " +
      "`yarn config set nodeLinker node-modules` and `yarn install`.",
  );
}
