import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { version } from "../api/version";

/** Why the plugin host can't run, or may misread, what this copy of the package declares. */
export interface HostProblem {
  /** Whether nothing can come of the run. */
  readonly isFatal: boolean;
  /** What is wrong and what to add, in one line. */
  readonly message: string;
}

/**
 * Compares this copy of the package with the one that Pulumi's plugin host loads. The host loads it from the program's folder; a program may get
 * another copy, or the only one, from a library that depends on it.
 *
 * @param folder the program's.
 */
export function hostProblem(folder: string): HostProblem | undefined {
  const found = versionFrom(folder);
  if (found === version) return undefined;
  const own = relative(folder, join(__dirname, "../..")) || ".";
  if (found === undefined) {
    return {
      isFatal: true,
      message:
        `pulumi-analytics is not installed where Pulumi loads it, in the program's folder (${folder}); a library brings its own, in ${own}. ` +
        `Add "pulumi-analytics": "${version}" to the dependencies in the program's package.json, and install.`,
    };
  }
  return {
    isFatal: false,
    message:
      `Two versions of pulumi-analytics: Pulumi runs ${found}, from the program's folder, and ${own} declares resources with ${version}. ` +
      `Set one version for both in the program's package.json: "overrides" for npm, "pnpm.overrides" for pnpm, "resolutions" for yarn.`,
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
