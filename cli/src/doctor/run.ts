import { redact } from "pulumi-analytics-internal/core/text";
import type { Profile } from "pulumi-analytics-internal/settings";
import { type Context, exitCodes, type Outcome } from "../command";
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
  const checks = redact(found, await collectSecrets(settings, env));
  const counts = countByResult(checks);
  const isWell = counts.failed === 0;
  return {
    json: { ok: isWell, counts, checks },
    text: reportText(checks, console),
    exit: isWell ? exitCodes.ok : exitCodes.found,
  };
}

/** What no probe may repeat: a message of Pulumi's or of a server's can hold anything. */
async function collectSecrets(settings: Probe<Profile>, env: Context["env"]): Promise<string[]> {
  const result = await settings.result;
  const secret = "value" in result ? result.value.clientSecret : env.ANALYTICS_CLIENT_SECRET;
  return [secret, env.PULUMI_ACCESS_TOKEN].filter((text) => text !== undefined);
}
