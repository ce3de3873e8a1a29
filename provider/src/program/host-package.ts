import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { version } from "../core/version";

/** A copy of this package. */
export interface PackageCopy {
  readonly folder: string;
  readonly version: string;
}

/** Why the plugin host can't run, or may misread, what a copy of the package declares. */
export interface HostProblem {
  /** Whether nothing can come of the run. */
  readonly isFatal: boolean;
  /** What is wrong, a sentence. */
  readonly problem: string;
  /** What to add, a sentence. */
  readonly fix: string;
}

const thisCopy: PackageCopy = { folder: join(__dirname, "../.."), version };

/**
 * Compares a copy of the package with the one that Pulumi's plugin host loads. The host loads it from the program's folder; a program may get
 * another copy, or the only one, from a library that depends on it.
 *
 * @param folder the program's.
 * @param copy the one that declares resources; default: this one.
 */
export function hostProblem(folder: string, copy = thisCopy): HostProblem | undefined {
  const found = versionFrom(folder);
  if (found === copy.version) return undefined;
  const place = relative(folder, copy.folder) || ".";
  return found === undefined
    ? {
        isFatal: true,
        problem: `pulumi-analytics is not installed in the program's folder (${folder}), where Pulumi loads it; a library brings its own, in ${place}.`,
        fix: `Add "pulumi-analytics": "${copy.version}" to the dependencies in the program's package.json, and install.`,
      }
    : {
        isFatal: false,
        problem: `Two versions of pulumi-analytics: Pulumi runs ${found}, from the program's folder, and ${place} declares resources with ${copy.version}.`,
        fix: 'Set one version for both in the program\'s package.json: "overrides" for npm, "pnpm.overrides" for pnpm, "resolutions" for yarn.',
      };
}

/** The version of the package that a program in the folder finds; undefined: none. */
function versionFrom(folder: string): string | undefined {
  try {
    return (createRequire(join(folder, "program.js"))("pulumi-analytics/package.json") as { version: string }).version;
  } catch {
    return undefined;
  }
}
