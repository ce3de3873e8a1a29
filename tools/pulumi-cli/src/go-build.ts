import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export async function hasGo(): Promise<boolean> {
  return run("go", ["env", "GOVERSION"]).then(
    () => true,
    () => false,
  );
}

export interface GoBuild {
  /** The folder of the `go.mod`. */
  readonly directory: string;
  /** The package to build: its path, or a folder such as `./codegen`. */
  readonly package: string;
  /** The executable to write. */
  readonly output: string;
  /** String variables to set: the full name of the variable → its value. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Builds a program with the versions that its `go.mod` and `go.sum` name. */
export async function goBuild(build: GoBuild): Promise<void> {
  const variables = Object.entries(build.variables ?? {}).map(([name, value]) => `-X ${name}=${value}`);
  const linkerFlags = ["-s", "-w", ...variables].join(" ");
  // Without paths in it, what is compiled in one folder is used again in the next one.
  const flags = ["-mod=readonly", "-trimpath", "-ldflags", linkerFlags, "-o", build.output];
  await run("go", ["build", ...flags, build.package], {
    cwd: build.directory,
    // A workspace file somewhere above would take the place of our go.mod.
    env: { ...process.env, GOWORK: "off" },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
}
