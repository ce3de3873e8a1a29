import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findHostProblem, type PackageCopy } from "pulumi-analytics-internal/program/host-package";
import { clean, lt, satisfies, valid } from "semver";
import { installCommand } from "../../project/package-manager";
import { locatePackage, readInstalledManifest } from "../../project/package-place";
import { type Answer, answer, fail, pass, skip, warn } from "../finding";
import { manifest } from "../manifest";

/** Where a program's packages are looked for, and whether there is a program. */
export interface PackageFolder {
  readonly folder: string;
  readonly hasProject: boolean;
  /** Whether the program is one for Node.js: others need the plugin alone. */
  readonly isNode: boolean;
}

/** The provider's package in the project, beside the one that runs this. */
export function probeOwnPackage({ folder, hasProject, isNode }: PackageFolder): Answer {
  const found = findInstalled(manifest.name, folder);
  if (found === undefined && !isNode)
    return answer(skip("not installed; a program in another language needs only the plugin"));
  if (found === undefined) {
    const [brought] = hasProject ? findCopies(manifest.name, folder) : [];
    const problem = brought && findHostProblem(folder, brought);
    return answer(
      problem ? fail(problem.problem, problem.fix) : reportMissing(manifest.name, manifest.version, hasProject, folder),
    );
  }
  if (found.version === manifest.version) return answer(pass(found.version));
  return answer(
    warn(
      `${found.version} in the project, but this is ${manifest.version}`,
      "Run `npx pulumi-analytics` in the project's folder, to use the project's version.",
    ),
  );
}

/** The SDK in the project, against what the provider works with and the CLI's version. */
export function probeSdk({ folder, hasProject, isNode }: PackageFolder, cli: string | undefined): Answer {
  if (!isNode) return answer(skip("only Node.js programs need it"));
  const name = "@pulumi/pulumi";
  const range = manifest.peerDependencies[name];
  const found = findInstalled(name, folder);
  if (found === undefined) return answer(reportMissing(name, range, hasProject, folder));
  if (!satisfies(found.version, range, { includePrerelease: true })) {
    return answer(fail(`${found.version}, but ${range} is required`, installCommand(folder, `${name}@${range}`)));
  }
  if (cli !== undefined && valid(cli) && lt(cli, found.version)) {
    return answer(
      warn(
        `${found.version}, newer than the Pulumi CLI (${cli})`,
        "Upgrade the CLI: a new SDK may need features that an older CLI lacks.",
      ),
    );
  }
  return answer(pass(found.version));
}

/** The SDK of policy packs, which only they need. */
export function probePolicySdk({ folder }: PackageFolder): Answer {
  const name = "@pulumi/policy";
  const range = manifest.peerDependencies[name];
  const found = findInstalled(name, folder);
  if (found === undefined) return answer(pass("not installed; only policy packs need it"));
  if (satisfies(found.version, range, { includePrerelease: true })) return answer(pass(found.version));
  return answer(fail(`${found.version}, but ${range} is required`, installCommand(folder, `${name}@${range}`)));
}

/** Whether a package is there more than once: two copies of the SDK, or of the provider, know nothing of each other. */
export function probeCopies({ folder }: PackageFolder): Answer {
  const findings = ["@pulumi/pulumi", manifest.name].flatMap((name) => {
    const found = findCopies(name, folder);
    if (found.length < 2) return [];
    const other = name === manifest.name ? found.map((copy) => findHostProblem(folder, copy)).find(Boolean) : undefined;
    if (other !== undefined && !other.isFatal) return [warn(other.problem, other.fix)];
    const list = found.map(({ folder: where, version }) => `${version} in ${relative(folder, where) || "."}`);
    return [
      warn(
        `${name} is installed ${found.length} times: ${list.join(", ")}`,
        "Copies don't share state, such as the stack's settings. Use one version (`npm ls " +
          `${name}\`, then \`npm dedupe\`).`,
      ),
    ];
  });
  return answer(findings.length > 0 ? findings : pass("none"));
}

function reportMissing(name: string, version: string, hasProject: boolean, folder: string) {
  if (!hasProject) return skip("not installed here, and there is no project");
  return fail("not installed in the project", installCommand(folder, `${name}@${version}`));
}

/** The package that a program in a folder loads; undefined: none. */
export function findInstalled(name: string, folder: string): PackageCopy | undefined {
  const found = locatePackage(name, folder);
  return found === undefined ? undefined : read(found);
}

function read(folder: string): PackageCopy {
  const { version } = readInstalledManifest<{ readonly version: string }>(folder, folder);
  return { folder: realpathSync(folder), version: clean(version) ?? version };
}

/** Every copy of a package in the `node_modules` that a program in `folder` looks into, and in those inside them. */
function findCopies(name: string, folder: string): PackageCopy[] {
  const found = new Map<string, PackageCopy>();
  const seen = new Set<string>();
  const visit = (modules: string) => {
    if (!existsSync(modules)) return;
    const real = realpathSync(modules);
    if (seen.has(real)) return;
    seen.add(real);
    for (const inner of listPackages(real)) {
      if (inner.name === name && existsSync(join(inner.folder, "package.json"))) {
        const copy = read(inner.folder);
        found.set(copy.folder, copy);
      }
      visit(join(inner.folder, "node_modules"));
    }
  };
  for (let here = folder; ; here = dirname(here)) {
    visit(join(here, "node_modules"));
    if (dirname(here) === here) return [...found.values()];
  }
}

/** What lies in a `node_modules`, scopes and pnpm's store opened. */
function listPackages(modules: string): { name: string; folder: string }[] {
  const open = (folder: string, prefix: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map((entry) => ({ name: `${prefix}${entry.name}`, folder: join(folder, entry.name) }));
  return open(modules, "").flatMap((entry) => {
    if (entry.name.startsWith("@")) return open(entry.folder, `${entry.name}/`);
    return entry.name === ".pnpm" ? open(entry.folder, ".pnpm/") : [entry];
  });
}
