import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dropMark } from "pulumi-analytics-internal/core/data";

/** How a package manager is called; each installs what `package.json` lists with `install`. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** The arguments that add packages, without their names. */
  add(options: { readonly dev: boolean }): string[];
  /** What a job of CI runs to install exactly what the lock file has. */
  readonly inCi: string;
  /** The same, without the scripts of packages. */
  readonly inCiWithoutScripts: string;
}

interface ManagerTraits extends Omit<PackageManager, "add" | "inCiWithoutScripts"> {
  readonly lockFiles: readonly string[];
  readonly adding: "add" | "install";
  readonly dev: "-D" | "-d";
  /** What it takes to add a package to the root of a workspace. */
  readonly toRoot?: string;
  /** Default: `inCi` with `--ignore-scripts`. */
  readonly inCiWithoutScripts?: string;
}

/** What makes a folder the root of a workspace of pnpm. */
const pnpmWorkspace = "pnpm-workspace.yaml";

const npm: ManagerTraits = {
  name: "npm",
  lockFiles: ["package-lock.json", "npm-shrinkwrap.json"],
  adding: "install",
  dev: "-D",
  inCi: "npm ci",
};

const all: readonly ManagerTraits[] = [
  {
    name: "pnpm",
    lockFiles: ["pnpm-lock.yaml", pnpmWorkspace],
    adding: "add",
    dev: "-D",
    toRoot: "-w",
    inCi: "corepack enable && pnpm install --frozen-lockfile",
  },
  {
    name: "yarn",
    lockFiles: ["yarn.lock"],
    adding: "add",
    dev: "-D",
    inCi: "corepack enable && yarn install --frozen-lockfile",
    // Of the first major version and of the later ones.
    inCiWithoutScripts:
      "corepack enable && npm_config_ignore_scripts=true YARN_ENABLE_SCRIPTS=false yarn install --frozen-lockfile",
  },
  {
    name: "bun",
    lockFiles: ["bun.lock", "bun.lockb"],
    adding: "add",
    dev: "-d",
    inCi: "npx --yes bun install --frozen-lockfile",
  },
  npm,
];

/**
 * The package manager of a project: that of `packageManager` in `package.json` or of the lock file, in the folder
 * itself or in the root of the workspace that it belongs to; npm where nothing says which.
 */
export function findPackageManager(folder: string): PackageManager {
  const found = readKnown(folder) ?? listRootsAbove(folder).flatMap((root) => readKnown(root) ?? [])[0] ?? npm;
  const { name, inCi, inCiWithoutScripts = `${inCi} --ignore-scripts`, adding, dev, toRoot } = found;
  const root = toRoot !== undefined && existsSync(join(folder, pnpmWorkspace)) ? [toRoot] : [];
  return {
    name,
    inCi,
    inCiWithoutScripts,
    add: (options) => [adding, ...(options.dev ? [dev] : []), ...root],
  };
}

/** The command that installs a package in a project, for a message. */
export function installCommand(folder: string, specifier: string, { dev = false } = {}): string {
  const manager = findPackageManager(folder);
  // Of a range, a shell would read some characters itself.
  const quoted = specifier.lastIndexOf("@") > 0 ? `"${specifier}"` : specifier;
  return [manager.name, ...manager.add({ dev }), quoted].join(" ");
}

/**
 * The `pnpm-workspace.yaml` above a folder, if pnpm is its package manager. There `pnpm install` installs only the
 * packages that this file lists, and is silent about others.
 */
export function findPnpmWorkspace(folder: string): string | undefined {
  if (findPackageManager(folder).name !== "pnpm" || existsSync(join(folder, pnpmWorkspace))) return undefined;
  return listRootsAbove(folder)
    .map((root) => join(root, pnpmWorkspace))
    .find((file) => existsSync(file));
}

/** What a folder itself says. */
function readKnown(folder: string): ManagerTraits | undefined {
  const { packageManager } = readManifest(folder);
  const named = all.find(({ name }) => packageManager === name || packageManager?.startsWith(`${name}@`));
  return named ?? all.find(({ lockFiles }) => lockFiles.some((file) => existsSync(join(folder, file))));
}

/**
 * The folders above that are the root of a workspace, the nearest first. A lock file of another folder above is
 * nobody's but that folder's.
 */
function listRootsAbove(folder: string): string[] {
  const above = dirname(folder);
  if (above === folder) return [];
  const isRoot = existsSync(join(above, pnpmWorkspace)) || readManifest(above).workspaces !== undefined;
  return [...(isRoot ? [above] : []), ...listRootsAbove(above)];
}

function readManifest(folder: string): { readonly packageManager?: string; readonly workspaces?: unknown } {
  try {
    const found = JSON.parse(dropMark(readFileSync(join(folder, "package.json"), "utf8"))) ?? {};
    return typeof found.packageManager === "string" ? found : { workspaces: found.workspaces };
  } catch {
    // None, or one that the package manager refuses with words of its own.
    return {};
  }
}
