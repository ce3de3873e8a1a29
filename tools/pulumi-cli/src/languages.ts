import { mkdir, readFile, readlink, realpath, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { findExecutable, type PulumiCli, searchDirectories } from "./cli";
import { pulumiHome, versionsDirectory } from "./home";
import { resolvePulumi } from "./resolve";
import { type Log, toStandardError } from "./source";
import { installStandIn, isStandIn } from "./stand-ins";
import { type GoTool, goTool, TOOLS, toolsDirectory } from "./tools";

/** A language other than Node.js, whose host `resolvePulumi` always finds. */
export type Language = "yaml" | "python";

export interface LanguageHostOptions {
  /** The CLI that will run the programs. Default: `resolvePulumi()`. */
  cli?: PulumiCli;
  /** Receives a line for each step that takes time. Default: standard error. */
  log?: Log;
  /** Pulumi's home, in which language hosts are cached. Default: `PULUMI_HOME`, else `~/.pulumi`. */
  home?: string;
}

const YAML_MODULE = "github.com/pulumi/pulumi-yaml";
const YAML_VERSION = "1.38.0";

/**
 * The folder of a language host, to put on the PATH of the CLI. Where the official one isn't beside the CLI or on PATH, the one for YAML
 * is built with Go, and the one for Python is a replacement: beside a CLI that is in the cache, else in a folder of the cache.
 *
 * @example
 * const cli = await resolvePulumi();
 * const PATH = [await languageHost("yaml", { cli }), cli.env.PATH].join(delimiter);
 * spawn(cli.command, ["preview"], { env: { ...process.env, ...cli.env, PATH } });
 */
export async function languageHost(language: Language, options: LanguageHostOptions = {}): Promise<string> {
  const log = options.log ?? toStandardError;
  const cli = options.cli ?? (await resolvePulumi({ home: options.home, log }));
  const versions = versionsDirectory(options.home ?? pulumiHome());
  const name = `pulumi-language-${language}`;
  const beside = dirname(await realpath(cli.command));
  for (const directory of [beside, ...searchDirectories(process.env.PATH)]) {
    if ((await findExecutable(directory, name)) && !(await isOurs(join(directory, name)))) return directory;
  }
  if (process.platform === "win32") throw new Error(`${name} is not on PATH: install the official Pulumi CLI.`);
  // The engine warns of a language host that it finds on PATH instead of beside itself.
  const isCached = beside.startsWith((await realpath(versions).catch(() => versions)) + sep);
  const directory = isCached ? beside : join(toolsDirectory(versions), name);
  await mkdir(directory, { recursive: true });
  if (language === "python") await installStandIn("python", directory);
  else await link(await goTool(await yamlTool(), { versions, log }), join(directory, name));
  return directory;
}

/** Whether a language host was put there by us, and so may be another state of it. */
async function isOurs(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => "");
  return basename(dirname(dirname(target))).endsWith(TOOLS) || (await isStandIn(path));
}

/** Links a program into a folder, in place of what was linked there. */
async function link(program: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => undefined)) === program) return;
  const beside = `${path}.${process.pid}`;
  await rm(beside, { force: true });
  await symlink(program, beside);
  await rename(beside, path);
}

async function yamlTool(): Promise<GoTool> {
  const folder = join(__dirname, "..", "go-yaml");
  const names = ["go.mod", "go.sum"];
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")]));
  return {
    name: "pulumi-language-yaml",
    package: `${YAML_MODULE}/cmd/pulumi-language-yaml`,
    variables: { [`${YAML_MODULE}/pkg/version.Version`]: `v${YAML_VERSION}` },
    files: Object.fromEntries(files),
    withoutGo: "install Go, or the official Pulumi CLI, which has it.",
  };
}
