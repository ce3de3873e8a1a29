import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { readPeak } from "./cost";
import type { EmulatorProcess } from "./emulator";
import { repository } from "./project";

const program = join(repository, "provider/dist/cli/main.js");

/** What a run of `pulumi-analytics` took. */
export interface CommandCost {
  /** Requests of documents and lists, without sign-ins. */
  readonly requests: number;
  readonly seconds: number;
  /** The most memory that it had. */
  readonly megabytes: number;
}

/**
 * Runs `pulumi-analytics` with `--json` in a process of its own. A command that reports findings ends with 1.
 *
 * @throws Error with what it said, when it ends with another code.
 */
export async function runCommand(
  emulator: EmulatorProcess,
  cwd: string,
  args: readonly string[],
): Promise<CommandCost> {
  const { url, clientId, clientSecret } = emulator;
  await emulator.clearRequests();
  const env = {
    ...process.env,
    ANALYTICS_BASE_URL: url,
    ANALYTICS_CLIENT_ID: clientId,
    ANALYTICS_CLIENT_SECRET: clientSecret,
  };
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...args, "--json"], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, readPeak(child.pid!));
  }, 50);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  clearInterval(timer);
  if (code !== 0 && code !== 1) throw new Error(`${args.join(" ")} ended with ${code}:\n${said}`);
  const seconds = (performance.now() - start) / 1000;
  const sent = (await emulator.listRequests()).filter(({ path }) => !/^\/v2\/(auth|whoami)/.test(path));
  return { requests: sent.length, seconds, megabytes };
}
