import { mkdir, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findExecutable, type PulumiCli, searchDirectories } from "./cli";
import { pulumiHome, versionsDirectory } from "./home";
import { resolvePulumi } from "./resolve";
import { type Log, toStandardError } from "./source";
import { installStandIn } from "./stand-ins";
import { type GoTool, goTool, toolsDirectory } from "./tools";

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
 * The folder of a language host, to put on the PATH of the CLI: where the official one is, beside the CLI or on PATH; else in the
 * cache, where the one for YAML is built with Go, and the one for Python is a replacement.
 *
 * @example
 * const cli = await resolvePulumi();
 * const PATH = [await languageHost("yaml", { cli }), cli.env.PATH].join(delimiter);
 * spawn(cli.command, ["preview"], { env: { ...process.env, ...cli.env, PATH } });
 */
export async function languageHost(language: Language, options: LanguageHostOptions = {}): Promise<string> {
  const log = options.log ?? toStandardError;
  const cli = options.cli ?? (await resolvePulumi({ home: options.home, log }));
  const name = `pulumi-language-${language}`;
  const beside = dirname(await realpath(cli.command));
  for (const directory of [beside, ...searchDirectories(process.env.PATH)]) {
    if (await findExecutable(directory, name)) return directory;
  }
  const versions = versionsDirectory(options.home ?? pulumiHome());
  if (language === "yaml") return dirname(await goTool(await yamlTool(), { versions, log }));
  if (process.platform === "win32") throw new Error(`${name} is not on PATH: install the official Pulumi CLI.`);
  const directory = join(toolsDirectory(versions), name);
  await mkdir(directory, { recursive: true });
  await installStandIn("python", directory);
  return directory;
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
