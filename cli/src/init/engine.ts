import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import type { ConfigSource } from "pulumi-analytics-internal/settings";
import type { Context } from "../command";
import type { ChildOptions } from "../command/child";
import { createConfigSource, readStackValues, runPulumi } from "../platform/profile";
import { emulatorEnvironment } from "../project/emulator-stack";
import { policyFolder } from "../project/starter-files";
import type { Access } from "./access";
import { Unfinished } from "./unfinished";

/** The Pulumi CLI for the new stack. */
export interface Engine {
  readonly env: Context["env"];
  /** Why it can't run yet, with the fix. */
  readonly problem?: string;
}

/** Finds out whether Pulumi can run, before anything is asked or written. */
export async function findEngine({ cwd, env }: Context, isEmulated: boolean): Promise<Engine> {
  const own = isEmulated ? { ...env, ...emulatorEnvironment } : env;
  try {
    await runPulumi(["version"], cwd, own);
  } catch (error) {
    return {
      env: own,
      problem: `${formatComplaint(error)} Install it and add its folder to PATH: https://www.pulumi.com/docs/install/`,
    };
  }
  if (isEmulated) return { env: own };
  try {
    await runPulumi(["whoami"], cwd, own);
    return { env: own };
  } catch (error) {
    return {
      env: own,
      problem:
        `Pulumi is not logged in: ${formatComplaint(error)} Run \`pulumi login\`, or \`pulumi login --local\` to ` +
        "keep the state on this machine.",
    };
  }
}

/** The configuration of the stack, if an earlier run made it. */
export async function readConfigured({ cwd }: Context, { env, problem }: Engine, stack: string): Promise<ConfigSource> {
  if (problem !== undefined || findProjectFolder(cwd) !== cwd) return () => undefined;
  return readStackValues(cwd, stack, env).then(createConfigSource, () => () => undefined);
}

/** Creates the stack where there is none, selects it, and sets what it has to keep. */
export async function configure(
  { cwd }: Context,
  { env }: Engine,
  stack: string,
  { settings, secret }: Pick<Access, "settings" | "secret">,
): Promise<void> {
  const run = (args: readonly string[], options?: ChildOptions) => throwUnfinished(runPulumi(args, cwd, env, options));
  await run(["stack", "select", stack, "--create"]);
  const pairs = Object.entries(settings).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]);
  await run(["config", "set-all", "--stack", stack, ...pairs]);
  if (secret === undefined) return;
  await run(["config", "set", "--secret", "analytics:clientSecret", "--stack", stack], { input: secret });
}

/**
 * Generates what a program needs of the plugin: the SDK and the virtual environment in Python; in YAML the plugin's
 * version, by which Pulumi keeps its schema and starts it once less in each run.
 */
export async function prepare({ cwd }: Context, { env }: Engine): Promise<void> {
  await throwUnfinished(runPulumi(["install"], cwd, env));
}

/** Runs a preview, and passes on what it prints. */
export async function runPreview({ cwd, console }: Context, { env }: Engine, stack: string): Promise<void> {
  const color = console.color.isColorSupported ? "always" : "never";
  const args = ["preview", "--stack", stack, "--policy-pack", policyFolder, "--color", color];
  await throwUnfinished(runPulumi(args, cwd, env, { heard: (text) => console.pass(text) }), "failed");
}

/** A run of Pulumi; when it fails, Pulumi's last words are what is to be corrected. */
async function throwUnfinished(run: Promise<unknown>, during: "skipped" | "failed" = "skipped"): Promise<void> {
  try {
    await run;
  } catch (error) {
    const why = formatComplaint(error);
    throw new Unfinished(during === "failed" ? `the preview failed: ${why}` : `no preview: ${why}`, during);
  }
}

/** Pulumi's last words, which don't always end. A preview that fails has said everything on stdout. */
function formatComplaint(error: unknown): string {
  const { message } = error as Error;
  return message === "" ? "see above." : message.replace(/\.?$/, ".");
}
