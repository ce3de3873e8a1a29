import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { version } from "../core/runtime";

/** A copy of this package. */
export interface PackageCopy {
  readonly folder: string;
  readonly version: string;
}

/** Why the plugin host can't run the resources that a copy of the package declares, or may treat them differently. */
export interface HostProblem {
  /** Whether the run can't succeed. */
  readonly isFatal: boolean;
  /** The problem, one sentence. */
  readonly problem: string;
  /** The fix, one sentence. */
  readonly fix: string;
}

const thisCopy: PackageCopy = { folder: join(__dirname, "../.."), version };

/**
 * Compares a copy of the package with the one that Pulumi's plugin host loads. The host loads it from the program's
 * folder, but a library may bring another copy, or the only one.
 *
 * @param folder the program's folder.
 * @param copy the copy that declares the resources; default: this one.
 */
export function findHostProblem(folder: string, copy = thisCopy): HostProblem | undefined {
  const found = readVersion(folder);
  if (found === copy.version) return undefined;
  const place = relative(folder, copy.folder) || ".";
  return found === undefined
    ? {
        isFatal: true,
        problem:
          `pulumi-analytics is not installed in the program's folder (${folder}), from which Pulumi loads it. A ` +
          `library has its own copy, in ${place}.`,
        fix:
          `Add "pulumi-analytics": "${copy.version}" to the dependencies in the ` +
          "program's package.json, and install.",
      }
    : {
        isFatal: false,
        problem:
          `Two versions of pulumi-analytics: Pulumi runs ${found}, from the program's folder, and ${place} ` +
          `declares resources with ${copy.version}.`,
        fix:
          'Set one version for both in the program\'s package.json: "overrides" for npm, ' +
          '"pnpm.overrides" for pnpm, "resolutions" for yarn.',
      };
}

/** The version of the package that a program in the folder loads; undefined: none. */
function readVersion(folder: string): string | undefined {
  try {
    return (createRequire(join(folder, "program.js"))("pulumi-analytics/package.json") as { version: string }).version;
  } catch {
    return undefined;
  }
}
