import { redact } from "pulumi-analytics-internal/core/text";
import type { Profile } from "pulumi-analytics-internal/settings";
import { type Context, defineCommand, exitCodes } from "../command";
import { useOptions } from "../command/options";
import type { ProfileOptions } from "../platform/profile";
import { Examination, type Probe } from "./examination";
import { examine } from "./examine";
import { countByResult, reportText } from "./report";

interface Options extends ProfileOptions {
  readonly offline?: boolean;
}

const help = `
Checks everything that the provider depends on. It changes nothing and only reads from the platform, so it can't test
permissions to write. After a failure, it skips only the checks that need the failed one. With --offline, Pulumi may
still contact its backend.

Exit codes: 0 success; 1 a check failed; 2 usage. Warnings don't count.

Examples:
  $ pulumi-analytics doctor
  $ pulumi-analytics doctor --stack prod
  $ pulumi-analytics doctor --offline`;

/** `doctor`: diagnoses setup problems and says how to fix them. */
export const doctor = defineCommand<Options>({
  name: "doctor",
  define(sub) {
    sub.description("Diagnose setup problems and report how to fix them.");
    useOptions(sub, ["offline", "stack", "profile"]).addHelpText("after", help);
  },
  async run({ cwd, env, console, signal }, _args, { offline = false, ...options }) {
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
  },
});

/** What no probe may repeat: a message of Pulumi's or of a server's can hold anything. */
async function collectSecrets(settings: Probe<Profile>, env: Context["env"]): Promise<string[]> {
  const result = await settings.result;
  const secret = "value" in result ? result.value.clientSecret : env.ANALYTICS_CLIENT_SECRET;
  return [secret, env.PULUMI_ACCESS_TOKEN].filter((text) => text !== undefined);
}
