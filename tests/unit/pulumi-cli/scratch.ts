import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { transformFileSync } from "@swc/core";

export const REPOSITORY = join(__dirname, "..", "..", "..");

/** A directory of its own for one test file, removed afterwards. */
export function createScratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-cli-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function writeScript(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

/** A shell script that tells a version as `pulumi` does, and its companions. Returns its path. */
export function writeFakePulumi(
  bin: string,
  version: string,
  companions = ["pulumi-language-nodejs", "pulumi-language-yaml", "pulumi-resource-pulumi-nodejs"],
): string {
  for (const companion of companions) writeScript(join(bin, companion), "#!/bin/sh\n");
  return writeScript(join(bin, "pulumi"), `#!/bin/sh\necho v${version}\n`);
}

/**
 * Compiles `tools/pulumi-cli` as it is now to `directory/dist`, for tests that need it in a process of its own.
 *
 * @returns The folder of the compiled files.
 */
export function compile(directory: string): string {
  const source = join(REPOSITORY, "tools", "pulumi-cli", "src");
  const dist = join(directory, "dist");
  mkdirSync(dist, { recursive: true });
  for (const file of readdirSync(source).filter((name) => name.endsWith(".ts"))) {
    const { code } = transformFileSync(join(source, file), {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    writeFileSync(join(dist, `${basename(file, ".ts")}.js`), code);
  }
  for (const folder of ["go", "go-yaml"]) {
    symlinkSync(join(REPOSITORY, "tools/pulumi-cli", folder), join(directory, folder));
  }
  linkModules(directory);
  return dist;
}

/**
 * In place of Go: what it builds are shell scripts, which tell a version as `pulumi` does, and contain the name of the
 * package.
 */
export const GO = `#!/bin/sh
[ "$1" = env ] && exit
while [ "$1" != -o ]; do shift; done
folder=$2
shift 2
mkdir -p "$folder"
for package; do
  program=$folder/\${package##*/}
  printf "#!/bin/sh\\necho v3.250.0 # $package\\n" > "$program"
  chmod +x "$program"
done
`;

/** Gives a directory this repository's dependencies. */
export function linkModules(directory: string): void {
  symlinkSync(join(REPOSITORY, "node_modules"), join(directory, "node_modules"));
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What a process that was started with pipes did, once it has ended. */
export async function waitForOutcome(child: ChildProcess): Promise<Outcome> {
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)]);
  return { code, stdout, stderr };
}

/** Runs a program to its end. */
export function runToEnd(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  return waitForOutcome(spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Waits until something has become true. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

/** A PATH with the tools a shell script needs, and Node.js. */
export function formBasicPath(...first: string[]): string {
  return [...first, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
}

export function read(path: string): string {
  return readFileSync(path, "utf8");
}
