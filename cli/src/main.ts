/** What `bin/pulumi-analytics.js` runs, once it knows that this Node.js can. */
import { run } from "./cli";
import { exitCodes } from "./command";

const { stdin, stdout, stderr, env } = process;
const interruption = new AbortController();
// Ctrl-C, a service that ends a job, and a terminal that is closed.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // Asked twice, it ends at once; files are still whole.
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  });
}
// A reader that closes early, such as `head`, is no error.
stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? exitCodes.ok : exitCodes.usage),
);

const surroundings = { stdin, stdout, stderr, env, cwd: process.cwd(), signal: interruption.signal };

/** Fails when what runs a command can't be loaded. */
export const ended = run(process.argv.slice(2), surroundings).then((code) => {
  process.exitCode = code;
});
