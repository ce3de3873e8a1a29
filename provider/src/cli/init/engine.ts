import type { ConfigSource } from "../../settings";
import type { Context } from "../command";
import { configOf, projectFolder, pulumi, stackValues } from "../profile";
import { emulatorEnvironment } from "./emulator";
import { policyFolder } from "./files";

/** The Pulumi CLI for the new stack. */
export interface Engine {
  readonly env: Context["env"];
  /** Why it can't run yet, with the fix. */
  readonly problem?: string;
}

/** Finds out whether Pulumi can run, before anything is asked or written. */
export async function engineOf({ cwd, env }: Context, isEmulated: boolean): Promise<Engine> {
  const own = isEmulated ? { ...env, ...emulatorEnvironment } : env;
  try {
    await pulumi(["version"], cwd, own);
  } catch (error) {
    return {
      env: own,
      problem: `${(error as Error).message} Install it and add its folder to PATH: https://www.pulumi.com/docs/install/`,
    };
  }
  if (isEmulated) return { env: own };
  try {
    await pulumi(["whoami"], cwd, own);
    return { env: own };
  } catch (error) {
    return {
      env: own,
      problem: `Pulumi is not logged in: ${(error as Error).message} Run \`pulumi login\`, or \`pulumi login --local\` to keep the state on this machine.`,
    };
  }
}

/** The configuration of the stack, if an earlier run made it. */
export async function configured({ cwd }: Context, { env, problem }: Engine, stack: string): Promise<ConfigSource> {
  if (problem !== undefined || projectFolder(cwd) !== cwd) return () => undefined;
  return stackValues(cwd, stack, env).then(configOf, () => () => undefined);
}

/** Creates the stack where there is none, selects it, and sets what it has to keep. */
export async function configure(
  { cwd }: Context,
  { env }: Engine,
  stack: string,
  { settings, secret }: { settings: Readonly<Record<string, string>>; secret?: string },
): Promise<void> {
  await pulumi(["stack", "select", stack, "--create"], cwd, env);
  const pairs = Object.entries(settings).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]);
  await pulumi(["config", "set-all", "--stack", stack, ...pairs], cwd, env);
  if (secret === undefined) return;
  await pulumi(["config", "set", "--secret", "analytics:clientSecret", "--stack", stack], cwd, env, { input: secret });
}

/** Generates the SDK of a program in Python, and fills its virtual environment. */
export async function prepare({ cwd }: Context, { env }: Engine): Promise<void> {
  await pulumi(["install"], cwd, env);
}

/** Runs a preview, and passes on what it prints. Throws with Pulumi's last words when it fails. */
export async function preview({ cwd, console }: Context, { env }: Engine, stack: string): Promise<void> {
  const color = console.color.isColorSupported ? "always" : "never";
  const args = ["preview", "--stack", stack, "--policy-pack", policyFolder, "--color", color];
  await pulumi(args, cwd, env, { heard: (text) => console.pass(text) });
}
