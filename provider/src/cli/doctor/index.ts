import { redact } from "../../core/redact";
import type { Connection } from "../../settings";
import { type Context, command, exitCodes } from "../command";
import { type ConnectionOptions, connectionOptions } from "../connection";
import { Examination, type Probe } from "./examination";
import { examine } from "./examine";
import { countsOf, reportText } from "./report";

interface Options extends ConnectionOptions {
  readonly offline?: boolean;
}

const help = `
Looks at everything the provider depends on, and changes nothing: of the platform it only reads, so rights to write aren't tried.
What fails doesn't hide the rest; probes that need it are skipped and say so. Ends with 1 when a probe failed; warnings don't count.

Examples:
  $ pulumi-analytics doctor                      this machine, the project here and its selected stack
  $ pulumi-analytics doctor --stack prod         another stack
  $ pulumi-analytics doctor --connection eu      a further organization of the stack
  $ pulumi-analytics doctor --offline            what can be said without the network
  $ pulumi-analytics doctor --json | jq '.checks[] | select(.result == "failed")'

With --json: {"ok", "counts": {"ok", "warning", "failed", "skipped"}, "checks": [{"id", "group", "title", "result", "seen", "hint"?}]}.`;

/** `doctor`: diagnoses setup problems and says how to fix them. */
export const doctor = command<Options>({
  name: "doctor",
  define(sub) {
    connectionOptions(
      sub
        .description("Diagnose setup problems, and say how to fix them.")
        .option("--offline", "leave out what needs the network; Pulumi may still ask where its state lies"),
    ).addHelpText("after", help);
  },
  async run({ cwd, env, console, signal }, _args, { offline = false, ...options }) {
    const examination = new Examination({ offline });
    const settings = examine(examination, { cwd, env, signal, options });
    const found = await console.progress("Looking", examination.size, (step) => examination.finish(step));
    signal.throwIfAborted();
    const checks = redact(found, await secretsOf(settings, env));
    const counts = countsOf(checks);
    const isWell = counts.failed === 0;
    return {
      json: { ok: isWell, counts, checks },
      text: reportText(checks, console),
      exit: isWell ? exitCodes.ok : exitCodes.found,
    };
  },
});

/** What no probe may repeat: a message of Pulumi's or of a server's can hold anything. */
async function secretsOf(settings: Probe<Connection>, env: Context["env"]): Promise<string[]> {
  const result = await settings.result;
  const secret = "value" in result ? result.value.clientSecret : env.ANALYTICS_CLIENT_SECRET;
  return [secret, env.PULUMI_ACCESS_TOKEN].filter((text) => text !== undefined);
}
