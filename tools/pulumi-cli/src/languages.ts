import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { findExecutable, type PulumiCli, searchDirectories } from "./cli";
import { getPulumiHome, getVersionsDirectory } from "./home";
import { resolvePulumi } from "./resolve";
import { type Log, writeToStderr } from "./source";
import { installStandIn, isOurs, link } from "./stand-ins";
import { findGoTool, type GoTool, getToolsDirectory } from "./tools";

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

const yamlTool: GoTool = {
  directory: join(__dirname, "..", "go-yaml"),
  packages: [`${YAML_MODULE}/cmd/pulumi-language-yaml`],
  variables: { [`${YAML_MODULE}/pkg/version.Version`]: `v${YAML_VERSION}` },
  name: "pulumi-language-yaml",
  withoutGo: "install Go, or the official Pulumi CLI, which has it.",
};

/**
 * The folder of a language host, to put on the PATH of the CLI. Where the official one isn't beside the CLI or on PATH,
 * one is built with Go, for Python a replacement: beside a CLI that is in the cache, else in a folder of the cache.
 *
 * @example
 * const cli = await resolvePulumi();
 * const PATH = [await languageHost("yaml", { cli }), cli.env.PATH].join(delimiter);
 * spawn(cli.command, ["preview"], { env: { ...process.env, ...cli.env, PATH } });
 */
export async function findLanguageHost(language: Language, options: LanguageHostOptions = {}): Promise<string> {
  const log = options.log ?? writeToStderr;
  const cli = options.cli ?? (await resolvePulumi({ home: options.home, log }));
  const versions = getVersionsDirectory(options.home ?? getPulumiHome());
  const name = `pulumi-language-${language}`;
  const beside = dirname(await realpath(cli.command));
  for (const directory of [beside, ...searchDirectories(process.env.PATH)]) {
    if ((await findExecutable(directory, name)) && !(await isOurs(join(directory, name)))) return directory;
  }
  if (process.platform === "win32") throw new Error(`${name} is not on PATH: install the official Pulumi CLI.`);
  // The engine warns of a language host that it finds on PATH instead of beside itself.
  const isCached = beside.startsWith((await realpath(versions).catch(() => versions)) + sep);
  const directory = isCached ? beside : join(getToolsDirectory(versions), name);
  await mkdir(directory, { recursive: true });
  if (language === "python") await installStandIn("python", directory, { versions, log });
  else await link(await findGoTool(yamlTool, { versions, log }), join(directory, name));
  return directory;
}
