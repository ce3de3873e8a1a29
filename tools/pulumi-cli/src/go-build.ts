import { execFile } from "node:child_process";
import { sep } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export async function hasGo(): Promise<boolean> {
  return run("go", ["env", "GOVERSION"], { env: process.env }).then(
    () => true,
    () => false,
  );
}

export interface GoBuild {
  /** The folder of the `go.mod`. */
  readonly directory: string;
  /**
   * The packages to build: paths, or folders such as `./codegen`. The last part of each is the name of its executable.
   */
  readonly packages: readonly string[];
  /** The folder to write the executables into. */
  readonly output: string;
  /** String variables to set: the full name of the variable → its value. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Builds programs with the versions that their `go.mod` and `go.sum` name. */
export async function buildGo(build: GoBuild): Promise<void> {
  const variables = Object.entries(build.variables ?? {}).map(([name, value]) => `-X ${name}=${value}`);
  const linkerFlags = ["-s", "-w", ...variables].join(" ");
  // Without paths in it, what is compiled in one folder is used again in the next one.
  const flags = ["-mod=readonly", "-trimpath", "-ldflags", linkerFlags, "-o", build.output + sep];
  await run("go", ["build", ...flags, ...build.packages], {
    cwd: build.directory,
    // A workspace file somewhere above would take the place of our go.mod.
    env: { ...process.env, GOWORK: "off" },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
}
