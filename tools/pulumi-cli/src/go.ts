import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { promisify } from "node:util";
import { type CacheOptions, findExecutable, getLog, getVersionsFolder, joinLines, makeOnce } from "./files";
import { PULUMI_VERSION } from "./version";

const run = promisify(execFile);

/** Programs that one `go.mod` describes. */
export interface GoModule {
  /** The folder of the `go.mod`. */
  readonly directory: string;
  /** Paths, or folders such as `./codegen`. The last part of each is the name of its executable. */
  readonly packages: readonly string[];
  /** String variables to set: the full name of the variable → its value. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Programs of our own, built together: a language host runs the `codegen` beside it. */
const OWN: GoModule = { directory: join(__dirname, "..", "go"), packages: ["./codegen", "./pulumi-language"] };

const YAML = "github.com/pulumi/pulumi-yaml";

/** The official language host for YAML. */
const ofYaml: GoModule = {
  directory: join(__dirname, "..", "go-yaml"),
  packages: [`${YAML}/cmd/pulumi-language-yaml`],
  variables: { [`${YAML}/pkg/version.Version`]: "v1.38.0" },
};

/** What writes programs in other languages from those in YAML: with the modules of the host, and apart from it. */
const ofConverter: GoModule = { directory: ofYaml.directory, packages: ["./convert"] };

/** Whether this machine has Go. */
export async function hasGo(): Promise<boolean> {
  return run("go", ["env", "GOVERSION"]).then(
    () => true,
    () => false,
  );
}

/** Builds programs into a folder, with the versions that their `go.mod` and `go.sum` name. */
export async function buildGo({ directory, packages, variables = {} }: GoModule, output: string): Promise<void> {
  const settings = Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`);
  // Without paths in it, what is compiled in one folder is used again in the next one.
  const flags = ["-mod=readonly", "-trimpath", "-ldflags", ["-s", "-w", ...settings].join(" "), "-o", output + sep];
  await run("go", ["build", ...flags, ...packages], {
    cwd: directory,
    // A workspace file somewhere above would take the place of our go.mod.
    env: { ...process.env, GOWORK: "off" },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
}

/** The folder of what accompanies the CLI in the cache. */
export function getToolsFolder(options: CacheOptions): string {
  return join(getVersionsFolder(options), `${PULUMI_VERSION}-tools`);
}

/**
 * The path of a program in the cache, which Go builds when there is none of the sources as they are now.
 *
 * @throws Error with one line: there is no Go, or the build failed.
 */
async function findGoTool(module: GoModule, name: string, options: CacheOptions): Promise<string> {
  const log = getLog(options);
  const folder = join(getToolsFolder(options), `${basename(module.directory)}-${await formKey(module)}`);
  const build = async (staging: string) => {
    if (!(await hasGo())) {
      throw new Error(`${name} has to be built, and there is no Go: install Go, or the official Pulumi CLI.`);
    }
    log(`Pulumi: building ${name} with Go, which takes some minutes the first time`);
    await buildGo(module, staging).catch((error) => {
      throw new Error(`${name} could not be built with Go: ${joinLines(error)}`);
    });
    log(`Pulumi: built ${name}`);
  };
  return makeOnce(folder, () => findExecutable(name, [folder]), build, log);
}

/** Tells one state of a module from another: by the files that a build reads besides other modules. */
async function formKey({ directory, packages }: GoModule): Promise<string> {
  const hash = createHash("sha256").update(packages.join("\0"));
  const names = (await readdir(directory, { recursive: true })).filter((name) => /\.(?:mod|sum|go|py)$/.test(name));
  for (const name of names.sort()) hash.update(`\0${name}\0`).update(await readFile(join(directory, name)));
  return hash.digest("hex").slice(0, 12);
}

/** The program that serves as host of Node.js or Python, whichever is in the name of the link to it. */
export function findStandIn(options: CacheOptions): Promise<string> {
  return findGoTool(OWN, "pulumi-language", options);
}

/** The language host for YAML. */
export function findYamlHost(options: CacheOptions): Promise<string> {
  return findGoTool(ofYaml, "pulumi-language-yaml", options);
}

/**
 * The path of `codegen`, which checks the schema of a package and generates SDKs from it. Built with Go when first
 * asked for.
 *
 * @example
 * execFileSync(await findCodegen(), ["check", "schema.json"]);
 * execFileSync(await findCodegen(), ["sdk", "python", "schema.json", "sdk/python"]);
 */
export function findCodegen(options: CacheOptions = {}): Promise<string> {
  return findGoTool(OWN, "codegen", options);
}

/**
 * The path of `convert`, which makes programs in other languages of programs in YAML. Built with Go when first asked
 * for.
 *
 * @example
 * execFileSync(await findConverter(), ["schema.json"], { input: JSON.stringify({ tag: "resources: …" }) });
 */
export function findConverter(options: CacheOptions = {}): Promise<string> {
  return findGoTool(ofConverter, "convert", options);
}
