import type { CliCommand } from "../command";
import { useOptions } from "../command/options";

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
export const doctor: CliCommand = {
  name: "doctor",
  define(sub) {
    sub.description("Diagnose setup problems and report how to fix them.");
    useOptions(sub, ["stack", "profile"], { offline: "check this machine alone, not the platform" }).addHelpText(
      "after",
      help,
    );
  },
};
