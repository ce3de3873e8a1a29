/** The stack that `init --emulator` creates beside its emulator. */

import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { findProjectFile } from "pulumi-analytics-internal/core/files";
import type { Environment } from "../command/child";

/** The folder that keeps the emulator's objects and the state of its stack; the repository ignores it. */
export const emulatorFolder = ".emulator";

/** Where Pulumi keeps the state of the emulator's stack: in the project's folder, in which it has to run. */
export const emulatorBackend = `file://./${emulatorFolder}`;

/** The environment of Pulumi for a stack on the emulator: no account, and no secret worth a passphrase. */
export const emulatorEnvironment = {
  PULUMI_BACKEND_URL: emulatorBackend,
  PULUMI_CONFIG_PASSPHRASE: "",
};

/**
 * The line that gives a terminal what the emulator's stack needs.
 *
 * @param isNamed whether `Pulumi.yaml` names the backend; the terminal's own PULUMI_BACKEND_URL wins over it
 */
export function formatExports(env: Environment, isNamed: boolean): string {
  const needsBackend = !isNamed || (env.PULUMI_BACKEND_URL ?? emulatorBackend) !== emulatorBackend;
  const variables = Object.entries(emulatorEnvironment).filter(
    ([name]) => needsBackend || name !== "PULUMI_BACKEND_URL",
  );
  return `export ${variables.map(([name, value]) => `${name}="${value}"`).join(" ")}`;
}

/** Whether a terminal lacks the passphrase of the emulator's stack, which is empty. */
export function needsEmptyPassphrase(folder: string, env: Environment): boolean {
  const given = env.PULUMI_CONFIG_PASSPHRASE ?? env.PULUMI_CONFIG_PASSPHRASE_FILE;
  return given === undefined && (env.PULUMI_BACKEND_URL ?? readBackend(folder)) === emulatorBackend;
}

/** The environment with that passphrase, where it is needed. */
export function addPassphrase(folder: string, env: Environment): Environment {
  return needsEmptyPassphrase(folder, env) ? { ...env, PULUMI_CONFIG_PASSPHRASE: "" } : env;
}

/** The backend that `Pulumi.yaml` names, if the terminal's PULUMI_BACKEND_URL is another one, which Pulumi prefers. */
export function findOverriddenBackend(folder: string, env: Environment): string | undefined {
  const named = readBackend(folder);
  const isOverridden = env.PULUMI_BACKEND_URL !== undefined && env.PULUMI_BACKEND_URL !== named;
  return isOverridden && typeof named === "string" ? named : undefined;
}

/** The backend that the project names; undefined: none, or Pulumi can't read the file either. */
function readBackend(folder: string): unknown {
  const file = findProjectFile(folder);
  if (file === undefined) return undefined;
  try {
    return (load(readFileSync(file, "utf8")) as { backend?: { url?: unknown } } | null)?.backend?.url;
  } catch {
    return undefined;
  }
}
