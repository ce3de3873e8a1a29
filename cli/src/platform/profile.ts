import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import {
  type ConfigSource,
  environmentNames,
  type Field,
  type Profile,
  readProfile,
  SettingsError,
} from "pulumi-analytics-internal/settings";
import type { Environment } from "../command/child";
import { type ChildOptions, runChild } from "../command/child";
import { UsageError } from "../command/exit";
import { addPassphrase } from "../project/emulator-stack";

/** Which organization a command talks to. */
export interface ProfileOptions {
  /** A name of `analytics:profiles.<name>`. */
  readonly profile?: string;
  /** The stack whose configuration is used; left out: the selected one, if there is a project here. */
  readonly stack?: string;
}

/** The settings of a command, and what they were found in. */
export interface FoundSettings {
  readonly settings: Profile;
  readonly config: ConfigSource;
  /** Left out: there is no stack here, or it can't be read. */
  readonly stack?: string;
  /** The named profile that the settings are of. */
  readonly profile?: string;
  /** Why there is no stack, although there is a project here. */
  readonly problem?: string;
}

/**
 * The settings of a profile: the stack's over the environment's, field by field, as in the provider.
 *
 * @throws UsageError with every problem and its hint.
 */
export async function readSettings(options: ProfileOptions, cwd: string, env: Environment): Promise<FoundSettings> {
  const { profile } = options;
  const { config, name, problem } = await readStackConfig(options.stack, cwd, env);
  try {
    return { settings: readProfile(config, env, profile), config, stack: name, profile, problem };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const lines = [...error.message.split("\n"), ...(problem === undefined ? [] : [problem])];
    const isUnset = ["clientId", "clientSecret"].every(
      (field) => config(`analytics:${field}`) === undefined && !env[environmentNames[field as Field]],
    );
    throw isUnset && profile === undefined ? new NoCredentialsError(...lines) : new UsageError(...lines);
  }
}

/** Neither the stack nor the environment has credentials: a command that can do without may go on. */
export class NoCredentialsError extends UsageError {}

/** The stack's settings, decrypted, and its name; without a project, or when no stack is selected, none, and why. */
async function readStackConfig(
  stack: string | undefined,
  cwd: string,
  env: Environment,
): Promise<{ config: ConfigSource; name?: string; problem?: string }> {
  const project = findProjectFolder(cwd);
  if (project === undefined) {
    if (stack === undefined) return { config: () => undefined };
    throw new UsageError(`--stack ${stack}: no Pulumi.yaml in ${cwd} or above. Run the command in a project's folder.`);
  }
  const [values, selected] = await Promise.allSettled([
    readStackValues(project, stack, env),
    stack ?? runPulumi(["stack", "--show-name"], project, env),
  ]);
  if (values.status === "rejected") {
    const why = `can't read the stack's settings: ${(values.reason as Error).message}`;
    if (stack !== undefined) throw new UsageError(`--stack ${stack}: ${why}`);
    // Its settings may be those of another organization than the environment's.
    if (selected.status === "fulfilled") {
      throw new UsageError(
        `The stack ${selected.value.trim()} is selected in ${project}, but the command ${why}`,
        "Correct that. To use only the environment's settings, run the command outside the project.",
      );
    }
    return { config: () => undefined, problem: `There is a Pulumi project in ${project}, but the command ${why}` };
  }
  return {
    config: createConfigSource(values.value),
    ...(selected.status === "fulfilled" ? { name: selected.value.trim() } : {}),
  };
}

/** The values of a stack's configuration by `namespace:key`, as `pulumi config --json` tells them. */
export type StackValues = Readonly<Record<string, { readonly value?: unknown; readonly objectValue?: unknown }>>;

/** Reads a stack's configuration, secrets decrypted. Throws when Pulumi can't, with its own last words. */
export async function readStackValues(
  project: string,
  stack: string | undefined,
  env: Environment,
): Promise<StackValues> {
  const named = stack === undefined ? [] : ["--stack", stack];
  return JSON.parse(await runPulumi(["config", "--json", "--show-secrets", ...named], project, env)) as StackValues;
}

/** The values as the settings are read from. */
export function createConfigSource(values: StackValues): ConfigSource {
  return (key) => values[key]?.objectValue ?? values[key]?.value;
}

/** A run of the Pulumi CLI that failed: the message is the last line of its complaint. */
export class PulumiError extends UsageError {
  constructor(readonly stderr: string) {
    super(getLastLine(stderr));
  }
}

/** What a run of the Pulumi CLI prints. @throws PulumiError when it fails. */
export async function runPulumi(
  args: readonly string[],
  cwd: string,
  env: Environment,
  options: ChildOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runChild(
    "pulumi",
    [...args, "--non-interactive"],
    cwd,
    addPassphrase(cwd, env),
    options,
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new UsageError("the Pulumi CLI is not on PATH.") : error;
  });
  if (code !== 0) throw new PulumiError(stderr);
  return stdout;
}

function getLastLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^error: /, "") ?? ""
  );
}
