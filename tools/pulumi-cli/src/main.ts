import { spawn } from "node:child_process";
import { constants } from "node:os";
import { joinLines } from "./files";
import { resolvePulumi } from "./resolve";

/** Without arguments prints which pulumi would run, with arguments runs it with them. */
async function runMain(args: readonly string[]): Promise<number> {
  const cli = await resolvePulumi();
  if (args.length === 0) {
    process.stdout.write(`${cli.command}\n`);
    return 0;
  }
  return new Promise((resolve, reject) => {
    const child = spawn(cli.command, args, { stdio: "inherit", env: { ...process.env, ...cli.env } });
    // The terminal interrupts both of us, and pulumi has an update to finish; only a signal sent to us alone is passed
    // on.
    process.on("SIGINT", () => {});
    process.on("SIGTERM", (signal) => child.kill(signal));
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  });
}

runMain(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${joinLines(error)}\n`);
    process.exitCode = 1;
  },
);
