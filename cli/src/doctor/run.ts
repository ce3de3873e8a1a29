import { redact } from "pulumi-analytics-internal/core/text";
import type { Profile } from "pulumi-analytics-internal/settings";
import { type Context, exitCodes, type Outcome } from "../command";
import { collectSecrets } from "../command/secrets";
import type { ProfileOptions } from "../platform/profile";
import { Examination, type Probe } from "./examination";
import { examine } from "./examine";
import { countByResult, reportText } from "./report";

interface Options extends ProfileOptions {
  readonly offline?: boolean;
}

/** Runs every probe, and reports what it found. */
export async function run(
  { cwd, env, console, signal }: Context,
  _args: readonly string[],
  { offline = false, ...options }: Options,
): Promise<Outcome> {
  const examination = new Examination({ offline });
  const settings = examine(examination, { cwd, env, signal, options });
  const found = await console.showProgress("Looking", examination.size, (step) => examination.finish(step));
  signal.throwIfAborted();
  const checks = redact(found, [...collectSecrets(env), ...(await readClientSecret(settings))]);
  const counts = countByResult(checks);
  const isWell = counts.failed === 0;
  return {
    json: { ok: isWell, counts, checks },
    text: reportText(checks, console),
    exit: isWell ? exitCodes.ok : exitCodes.found,
  };
}

/** That of the settings: a message of Pulumi's or of a server's can hold anything. */
async function readClientSecret(settings: Probe<Profile>): Promise<string[]> {
  const result = await settings.result;
  return "value" in result ? [result.value.clientSecret] : [];
}
