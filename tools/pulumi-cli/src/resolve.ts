import { execFile } from "node:child_process";
import { copyFile, readlink, realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { coerce, lt, SemVer } from "semver";
import {
  type CacheOptions,
  findExecutable,
  getLog,
  getVersionsFolder,
  joinLines,
  link,
  listPath,
  makeOnce,
} from "./files";
import { buildGo, findStandIn, findYamlHost, getToolsFolder, hasGo } from "./go";
import { MINIMUM_VERSION, PULUMI_VERSION } from "./version";

/** A Pulumi CLI that can run this repository's programs. */
export interface PulumiCli {
  /** Absolute path of the binary. */
  readonly command: string;
  /** Its version without the leading `v`, such as `3.250.0`. */
  readonly version: string;
  /**
   * What to add to the environment when running `command`, so that the engine finds its companions.
   *
   * @example spawn(cli.command, ["up"], { env: { ...process.env, ...cli.env } });
   */
  readonly env: Readonly<Record<string, string>>;
}

/** What the engine starts besides itself for programs in Node.js and YAML, and for dynamic resources. */
const COMPANIONS = ["pulumi-language-nodejs", "pulumi-language-yaml", "pulumi-resource-pulumi-nodejs"];

/** Where the Automation API downloads from. */
const DOWNLOADS = "https://get.pulumi.com/install.sh";

const run = promisify(execFile);

/**
 * Answers which Pulumi to run: the one on PATH, the one in the cache, the official download, or one built with Go.
 *
 * @throws Error with one line that says how to install Pulumi, when there is none.
 * @example
 * const cli = await resolvePulumi();
 * spawn(cli.command, ["preview"], { env: { ...process.env, ...cli.env } });
 */
export async function resolvePulumi(options: CacheOptions = {}): Promise<PulumiCli> {
  return (await findOnPath(options)) ?? (await findInCache(options));
}

/** The first usable `pulumi` on PATH. Unusable ones are reported and passed over. */
async function findOnPath(options: CacheOptions): Promise<PulumiCli | undefined> {
  for (const directory of listPath()) {
    const command = await findExecutable("pulumi", [directory]);
    if (command === undefined) continue;
    try {
      return await inspectCli(command, listPath());
    } catch (error) {
      getLog(options)(`Pulumi: PATH: ${joinLines(error)}`);
    }
  }
  return undefined;
}

async function findInCache(options: CacheOptions): Promise<PulumiCli> {
  const log = getLog(options);
  const folder = join(getVersionsFolder(options), PULUMI_VERSION);
  const find = async () => {
    const command = await findExecutable("pulumi", [join(folder, "bin")]);
    if (command === undefined) return undefined;
    await renewLanguageHosts(join(folder, "bin"), options).catch((error) => log(`Pulumi: cache: ${joinLines(error)}`));
    return inspectCli(command).catch((error) => void log(`Pulumi: cache: ${joinLines(error)}`));
  };
  const install = async (staging: string) => {
    await download(staging, options).catch(async (error) => {
      log(`Pulumi: download: ${joinLines(error)}`);
      await build(join(staging, "bin"), options);
    });
  };
  return makeOnce(folder, find, install, log);
}

/** The official release, by the Automation API. A host that doesn't answer costs five seconds. */
async function download(root: string, options: CacheOptions): Promise<void> {
  await fetch(DOWNLOADS, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).catch((error: Error) => {
    throw new Error(`${new URL(DOWNLOADS).host} can't be reached (${joinLines(error.cause ?? error)})`);
  });
  getLog(options)(`Pulumi: downloading ${PULUMI_VERSION}`);
  // Loading it takes longer than all else that a run with a cache does.
  const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
  await PulumiCommand.install({ root, version: new SemVer(PULUMI_VERSION) });
}

/** The CLI from its Go modules, with language hosts and the SDK's launcher of dynamic resources. */
async function build(bin: string, options: CacheOptions): Promise<void> {
  // The hosts are links and the launcher a script, which Windows doesn't start as programs.
  if (process.platform === "win32" || !(await hasGo())) {
    throw new Error(
      `No Pulumi ${MINIMUM_VERSION} or newer was found, downloaded or built: ` +
        "install it as https://www.pulumi.com/docs/install/ says, or install Go, and try again.",
    );
  }
  getLog(options)(`Pulumi: building ${PULUMI_VERSION} with Go, which takes some minutes`);
  const variables = { "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version": `v${PULUMI_VERSION}` };
  const packages = ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"];
  await buildGo({ directory: join(__dirname, "..", "go"), packages, variables }, bin);
  await linkLanguageHosts(bin, options);
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  await copyFile(join(sdk, "pulumi-resource-pulumi-nodejs"), join(bin, "pulumi-resource-pulumi-nodejs"));
}

async function linkLanguageHosts(bin: string, options: CacheOptions): Promise<void> {
  const standIn = await findStandIn(options);
  for (const language of ["nodejs", "python"]) await link(standIn, join(bin, `pulumi-language-${language}`));
  await link(await findYamlHost(options), join(bin, "pulumi-language-yaml"));
}

/** Replaces hosts of other sources. Official ones, which are no links, stay, and so do ours where there is no Go. */
async function renewLanguageHosts(bin: string, options: CacheOptions): Promise<void> {
  const target = await readlink(join(bin, "pulumi-language-nodejs")).catch(() => "");
  if (target.startsWith(getToolsFolder(options))) await linkLanguageHosts(bin, options);
}

/**
 * Looks at a binary and describes it.
 *
 * @param directories where its companions may be, besides the binary's own directory.
 * @throws Error with the reason in one line: it doesn't start, is too old, or lacks a companion.
 */
async function inspectCli(command: string, directories: readonly string[] = []): Promise<PulumiCli> {
  // The engine looks beside the binary itself, not beside a link to it.
  const home = dirname(await realpath(command));
  for (const companion of COMPANIONS) {
    if (!(await findExecutable(companion, [home, ...directories]))) throw new Error(`${command} has no ${companion}`);
  }
  // Which version is in the cache is ours to choose, not the user's to be reminded of.
  const quiet = { PULUMI_SKIP_UPDATE_CHECK: "true" };
  const env = { ...process.env, ...quiet };
  const { stdout } = await run(command, ["version"], { env, timeout: 10_000 }).catch(() => {
    throw new Error(`${command} doesn't start`);
  });
  const version = coerce(stdout)?.version;
  if (version === undefined) throw new Error(`${command} doesn't tell its version`);
  if (lt(version, MINIMUM_VERSION)) throw new Error(`${command} is ${version}, older than ${MINIMUM_VERSION}`);
  const PATH = [dirname(command), ...listPath()].join(delimiter);
  return { command, version, env: directories.length > 0 ? { PATH } : { PATH, ...quiet } };
}
